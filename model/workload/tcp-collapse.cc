/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-collapse.h"

#include "ns3/skb-pieces.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** SKB_MAX_ORDER(0, 0) with pages of 4 KiB; larger pages would allow more. */
constexpr uint32_t MOST_BYTES = 4096 - 320;

} // namespace

TcpCollapse::TcpCollapse(SkbAllocator& skbs, SocketQueue& queue, uint32_t header)
    : m_skbs(skbs),
      m_queue(queue),
      m_header(header)
{
}

uint64_t
TcpCollapse::Run(CpuCore& core, uint64_t copied)
{
    CpuCore::Scope scope(core, Fn::tcp_collapse);
    m_released = 0;
    uint64_t start = copied;
    Skb* from = FindFirst(core, start);
    const Skb* last = m_queue.GetList().PeekTail();
    const uint64_t end = last != nullptr ? last->seq + last->payload : start;
    while (from != nullptr && start < end)
    {
        const auto bytes =
            static_cast<uint32_t>(std::min<uint64_t>(MOST_BYTES - m_header, end - start));
        Skb* to = NewSkb(core, *from, start, bytes);
        if (to == nullptr)
        {
            break; // what is not copied yet stays where it is
        }
        from = Fill(core, *to, from, bytes);
        start += bytes;
    }
    return m_released;
}

// What is dense already stays, as long as all before it does.
Skb*
TcpCollapse::FindFirst(CpuCore& core, uint64_t& start) const
{
    for (Skb* skb = m_queue.GetList().Peek(); skb != nullptr; skb = skb->next)
    {
        skb->Read(core);
        if (SocketQueue::WinFromSpace(skb->truesize) > skb->payload || skb->seq < start)
        {
            return skb;
        }
        start = skb->seq + skb->payload;
    }
    return nullptr;
}

Skb*
TcpCollapse::NewSkb(CpuCore& core, const Skb& model, uint64_t start, uint32_t bytes)
{
    Skb* skb = m_skbs.AllocSkb(core, m_header + bytes);
    if (skb == nullptr)
    {
        return nullptr;
    }
    skb->Put(m_header);
    skb->seq = start;
    skb->flow = model.flow;
    skb->sentAt = model.sentAt;
    skb->frames = 0;
    return skb;
}

// Returns where the next one goes on, nullptr if the queue is used up.
Skb*
TcpCollapse::Fill(CpuCore& core, Skb& to, Skb* from, uint32_t bytes)
{
    m_queue.GetList().InsertBefore(core, from, &to);
    while (from != nullptr && to.payload < bytes)
    {
        const auto offset = static_cast<uint32_t>(to.seq + to.payload - from->seq);
        const uint32_t n = std::min(bytes - to.payload, from->payload - offset);
        CopyBits(core, *from, offset, to, n);
        if (offset + n == from->payload)
        {
            to.frames += from->frames;
            from = Release(core, from);
        }
    }
    m_queue.Charge(core, to);
    return from;
}

void
TcpCollapse::CopyBits(CpuCore& core, Skb& from, uint32_t offset, Skb& to, uint32_t bytes) const
{
    CpuCore::Scope scope(core, Fn::skb_copy_bits);
    uint32_t begin = 0;
    const uint32_t end = offset + bytes;
    const auto copy = [&](Skb&, LineSet& lines, uint32_t byte, uint32_t size, const Page*) {
        const uint32_t first = std::max(begin, offset);
        const uint32_t behind = std::min(begin + size, end);
        if (first < behind)
        {
            const SkbData& head = *to.head;
            core.Copy(lines,
                      byte + first - begin,
                      *head.lines,
                      head.base + to.tail,
                      behind - first);
            to.Put(behind - first);
            to.payload += behind - first;
        }
        begin += size;
    };
    ForEachPayloadPiece(from, m_header, copy);
}

// tcp_collapse_one()
Skb*
TcpCollapse::Release(CpuCore& core, Skb* skb)
{
    Skb* next = skb->next;
    m_queue.GetList().Unlink(core, skb);
    m_skbs.ConsumeSkb(core, skb); // sock_rfree() uncharges it
    ++m_released;
    return next;
}

} // namespace ns3
