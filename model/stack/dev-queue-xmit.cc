/* SPDX-License-Identifier: GPL-2.0-only */
#include "dev-queue-xmit.h"

namespace ns3
{

DevQueueXmit::DevQueueXmit(SkbAllocator& skbs, SkbSink& device)
    : m_device(device),
      m_segmenter(skbs)
{
}

void
DevQueueXmit::Begin(CpuCore& core, Skb* skb, bool segment)
{
    CpuCore::Scope scope(core, Fn::__dev_queue_xmit);
    core.System(SystemCost::BhPair);
    skb->Read(core);
    if (segment && skb->gsoSize != 0 && skb->payload > skb->gsoSize)
    {
        m_segmenter.Begin(core, skb);
        return;
    }
    Append(skb);
}

void
DevQueueXmit::Append(Skb* skb)
{
    skb->next = nullptr;
    (m_tail == nullptr ? m_head : m_tail->next) = skb;
    m_tail = skb;
}

bool
DevQueueXmit::Step(CpuCore& core)
{
    m_stepPayload = 0;
    if (m_segmenter.IsBusy())
    {
        if (Skb* segment = m_segmenter.Next(core))
        {
            Append(segment);
        }
        return IsBusy();
    }
    if (m_head == nullptr)
    {
        return false;
    }
    Skb* skb = m_head;
    m_head = skb->next;
    m_tail = m_head == nullptr ? nullptr : m_tail;
    skb->next = nullptr;
    m_stepPayload = skb->payload;
    CpuCore::Scope scope(core, Fn::dev_hard_start_xmit);
    core.System(SystemCost::IndirectCall);
    m_dropped = !m_device.Receive(core, skb);
    return m_head != nullptr;
}

} // namespace ns3
