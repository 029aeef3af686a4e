/* SPDX-License-Identifier: GPL-2.0-only */
#include "socket-queue.h"

#include "ns3/skb-layout.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_TCP_HEADER = 320;  // include/net/tcp.h
constexpr uint32_t INITIAL_SEGMENTS = 10; // TCP_INIT_CWND
constexpr uint64_t MIN_RTT_US = 1000;     // TCP timestamps of v6.4 count milliseconds

} // namespace

SocketQueue::SocketQueue(uint32_t rcvbuf, uint32_t mss)
    : m_autotune(rcvbuf == 0),
      m_mss(mss),
      m_rcvbuf(rcvbuf == 0 ? RMEM_DEFAULT : rcvbuf),
      m_space(uint64_t{INITIAL_SEGMENTS} * mss)
{
}

void
SocketQueue::Charge(CpuCore& core, Skb& skb)
{
    core.Atomic(m_rmemLine);
    m_rmemAlloc += skb.truesize;
    skb.owner = this;
}

void
SocketQueue::Queue(CpuCore& core, Skb* skb)
{
    if (skb->owner != this)
    {
        Charge(core, *skb);
    }
    core.Write(m_queueLine);
    m_queue.PushBack(core, skb);
}

void
SocketQueue::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_rmemLine);
    m_rmemAlloc -= skb.truesize;
}

Skb*
SocketQueue::Pop(CpuCore& core)
{
    core.Write(m_queueLine);
    Skb* skb = m_queue.PopFront(core);
    if (skb != nullptr)
    {
        Wfree(core, *skb);
        skb->owner = nullptr;
    }
    return skb;
}

uint32_t
SocketQueue::SelectWindow() const
{
    const int64_t space = (m_rcvbuf - m_rmemAlloc) / 2;
    const int64_t full = m_rcvbuf / 2;
    if (space < std::min<int64_t>(full >> 4, m_mss) || space < m_mss)
    {
        return 0;
    }
    return static_cast<uint32_t>(space / m_mss * m_mss);
}

void
SocketQueue::AdjustSpace(uint64_t copied, uint64_t now)
{
    if (!m_autotune || now - m_spaceTime < MIN_RTT_US)
    {
        return;
    }
    const uint64_t taken = copied - m_spaceSeq;
    if (taken > m_space)
    {
        uint64_t window = 2 * taken + 16 * uint64_t{m_mss};
        window += 2 * (window * (taken - m_space) / m_space);
        uint64_t segment = m_mss + MAX_TCP_HEADER + SkbLayout::SKB_BYTES +
                           SkbLayout::DataAlign(320); // SKB_TRUESIZE, 17 fragments
        segment = std::max<uint64_t>(segment, 2 * uint64_t{m_mss});
        const uint64_t wanted = std::min<uint64_t>(window / m_mss * segment, RMEM_MAX);
        m_rcvbuf = std::max(m_rcvbuf, static_cast<int64_t>(wanted));
        m_space = taken;
    }
    m_spaceSeq = copied;
    m_spaceTime = now;
}

} // namespace ns3
