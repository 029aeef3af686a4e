/* SPDX-License-Identifier: GPL-2.0-only */
#include "gro-normal-list.h"

namespace ns3
{

namespace
{

/** Line-in-page of rx_list, behind that of gro_hash. */
constexpr uint8_t RX_LIST_COLUMN = 11;

} // namespace

GroNormalList::GroNormalList(SkbSink& up)
    : m_up(up),
      m_line(1, RX_LIST_COLUMN)
{
}

void
GroNormalList::Add(CpuCore& core, Skb& skb, uint32_t frames)
{
    core.Write(m_line);
    skb.next = nullptr;
    (m_tail != nullptr ? m_tail->next : m_head) = &skb;
    m_tail = &skb;
    m_frames += frames;
    if (m_frames >= BATCH)
    {
        Deliver(core);
    }
}

void
GroNormalList::Deliver(CpuCore& core)
{
    if (m_head == nullptr)
    {
        return;
    }
    CpuCore::Scope scope(core, Fn::netif_receive_skb_list);
    core.Write(m_line);
    Skb* skb = TakeAll();
    ++m_stats.lists;
    while (skb != nullptr)
    {
        Skb* next = skb->next;
        skb->next = nullptr;
        ReceiveOne(core, skb);
        skb = next;
    }
}

void
GroNormalList::ReceiveOne(CpuCore& core, Skb* skb)
{
    {
        CpuCore::Scope scope(core, Fn::__netif_receive_skb_core);
        skb->Write(core);
    }
    ++m_stats.delivered;
    m_stats.dropped += m_up.Receive(core, skb) ? 0 : 1;
}

Skb*
GroNormalList::TakeAll()
{
    Skb* first = m_head;
    m_head = nullptr;
    m_tail = nullptr;
    m_frames = 0;
    return first;
}

} // namespace ns3
