/* SPDX-License-Identifier: GPL-2.0-only */
#include "virtio-net-rx.h"

#include "ns3/skb-allocator.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t GOOD_COPY_LEN = 128; // drivers/net/virtio_net.c
constexpr uint32_t NET_SKB_PAD = 64;    // include/linux/skbuff.h

} // namespace

VirtioNetRx::VirtioNetRx(HostCpu& cpu, Virtqueue& queue, uint32_t bytes, SkbSink& up)
    : Napi(cpu.GetHost()),
      m_cpu(cpu),
      m_queue(queue),
      m_bytes(bytes),
      m_skbs(cpu.GetHost().GetSkbs()),
      m_frag(cpu.GetHost().GetPages(), FootprintOwner::RxPages),
      m_gro(m_skbs, up, m_skbs.GetLayout().GetParameters().maxFrags, true)
{
    queue.SetDriver(this);
}

void
VirtioNetRx::Fill(CpuCore& core)
{
    m_queue.SetCalls(core, true);
    while (m_queue.GetFree() > 0)
    {
        m_queue.Post(core, m_bytes);
    }
    m_queue.Publish(core);
}

void
VirtioNetRx::Notified(CpuCore& core, Virtqueue&)
{
    m_irq.Send(core, m_cpu);
}

void
VirtioNetRx::Interrupt::Handle(CpuCore& core)
{
    m_rx.Schedule(core);
}

void
VirtioNetRx::BeginPoll(CpuCore& core)
{
    m_queue.SetCalls(core, false);
}

bool
VirtioNetRx::PollOne(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::receive_buf);
    if (m_queue.CountUsed(core) == 0)
    {
        return false;
    }
    if (Skb* skb = CopyOne(core))
    {
        skb->ReadData(core, 0, SkbLayout::HARD_HEADER); // eth_type_trans()
        skb->Pull(SkbLayout::HARD_HEADER);
        m_gro.Receive(core, skb);
    }
    return true;
}

// receive_mergeable(): the buffers of a frame become used together.
Skb*
VirtioNetRx::CopyOne(CpuCore& core)
{
    ++m_frames;
    VirtqueueBuffer& first = m_queue.Reclaim(core);
    SkbCargo* cargo = SkbCargo::Take(first.cargo);
    const uint32_t count = first.count;
    Skb* skb = m_skbs.AllocSkb(core, NET_SKB_PAD + GOOD_COPY_LEN);
    bool whole = skb != nullptr;
    if (whole)
    {
        skb->Reserve(NET_SKB_PAD);
        skb->sentAt = first.sentAt;
        skb->push = true;
        whole = CopyBuffer(core, *skb, first, Virtqueue::NET_HEADER);
    }
    m_queue.Post(core, m_bytes);
    for (uint32_t i = 1; i < count; ++i)
    {
        VirtqueueBuffer& next = m_queue.Reclaim(core);
        whole = whole && CopyBuffer(core, *skb, next, 0);
        m_queue.Post(core, m_bytes);
    }
    if (whole)
    {
        skb->cargo = cargo;
        return skb;
    }
    ++m_dropped;
    SkbCargo::Lose(core, cargo, SkbDropReason::Nomem);
    if (skb != nullptr)
    {
        m_skbs.KfreeSkb(core, skb);
    }
    return nullptr;
}

bool
VirtioNetRx::CopyBuffer(CpuCore& core, Skb& skb, VirtqueueBuffer& buffer, uint32_t skip)
{
    uint32_t at = LINE_BYTES - Virtqueue::NET_HEADER;
    core.Read(buffer.lines, at, skip);
    at += skip;
    uint32_t left = buffer.bytes - skip;
    if (!skb.IsNonlinear() && skb.HeadLen() == 0)
    {
        const uint32_t n = std::min(left, GOOD_COPY_LEN);
        core.Copy(buffer.lines, at, *skb.head->lines, skb.head->base + skb.data, n);
        skb.Put(n);
        at += n;
        left -= n;
    }
    return m_frag.Append(core, skb, buffer.lines, at, left, false);
}

void
VirtioNetRx::EndPoll(CpuCore& core, uint32_t)
{
    m_queue.Publish(core);
}

void
VirtioNetRx::Complete(CpuCore& core)
{
    m_gro.Flush(core);
    m_gro.DeliverList(core);
}

void
VirtioNetRx::Exhausted(CpuCore& core)
{
    m_gro.FlushOld(core);
    m_gro.DeliverList(core);
}

// virtqueue_napi_complete()
bool
VirtioNetRx::RecheckAfterComplete(CpuCore& core)
{
    m_queue.SetCalls(core, true);
    return m_queue.CountUsed(core) > 0;
}

void
VirtioNetRx::Close(CpuCore& core)
{
    while (m_queue.CountUsed(core) > 0)
    {
        if (Skb* skb = CopyOne(core))
        {
            m_skbs.KfreeSkb(core, skb);
        }
    }
    m_gro.Purge(core);
    m_frag.Drop(core);
}

} // namespace ns3
