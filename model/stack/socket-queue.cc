/* SPDX-License-Identifier: GPL-2.0-only */
#include "socket-queue.h"

#include "ns3/skb-layout.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_TCP_HEADER = 320;  // include/net/tcp.h
constexpr uint32_t SHARED_INFO = 320;     // skb_shared_info with 17 fragments, aligned
constexpr uint32_t INITIAL_SEGMENTS = 10; // TCP_INIT_CWND
constexpr uint64_t MIN_RTT_US = 1000;     // TCP timestamps of v6.4 count milliseconds
constexpr uint32_t MAX_UNSCALED = 65535;  // window field of the TCP header
constexpr uint32_t MAX_SCALE = 14;        // TCP_MAX_WSCALE

// wscale of tcp_select_initial_window(): ilog2(space) - 15.
uint32_t
WindowScale(int64_t space)
{
    uint32_t scale = 0;
    while (scale < MAX_SCALE && (space >> (scale + 1)) >= (1 << 15))
    {
        ++scale;
    }
    return scale;
}

} // namespace

SocketQueue::SocketQueue(uint32_t rcvbuf, uint32_t mss)
    : m_autotune(rcvbuf == 0),
      m_mss(mss),
      m_rcvbuf(rcvbuf == 0 ? RMEM_DEFAULT : rcvbuf),
      m_scale(WindowScale(rcvbuf == 0 ? RMEM_MAX : WinFromSpace(rcvbuf))),
      m_space(std::min<uint64_t>(uint64_t{INITIAL_SEGMENTS} * mss, InitialWindow()))
{
}

uint32_t
SocketQueue::InitialWindow() const
{
    int64_t space = WinFromSpace(m_rcvbuf);
    if (space > m_mss)
    {
        space -= space % m_mss;
    }
    return static_cast<uint32_t>(std::min<int64_t>(space, MAX_UNSCALED));
}

void
SocketQueue::ClampWindow()
{
    if (m_autotune)
    {
        m_rcvbuf = std::max(m_rcvbuf, std::min<int64_t>(m_rmemAlloc, RMEM_MAX));
    }
}

void
SocketQueue::Charge(CpuCore& core, Skb& skb)
{
    if (skb.owner != nullptr)
    {
        skb.owner->Wfree(core, skb); // skb_orphan()
    }
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
SocketQueue::SelectWindow(uint32_t offered) const
{
    const int64_t full = WinFromSpace(m_rcvbuf);
    const int64_t mss = std::min<int64_t>(m_mss, full);
    if (mss <= 0)
    {
        return 0;
    }
    int64_t free = WinFromSpace(m_rcvbuf - m_backlog - m_rmemAlloc);
    const int64_t unit = int64_t{1} << m_scale;
    if (free < full / 2)
    {
        free -= free % unit;
        if (free < full / 16 || free < mss)
        {
            return 0;
        }
    }
    if (m_scale == 0)
    {
        return RoundUnscaled(free, mss, offered);
    }
    return static_cast<uint32_t>((free + unit - 1) / unit * unit);
}

// A window without scaling stays as it is while it is within a segment of the free space.
uint32_t
SocketQueue::RoundUnscaled(int64_t free, int64_t mss, uint32_t offered) const
{
    if (offered <= free - mss || offered > free)
    {
        return static_cast<uint32_t>(free / mss * mss);
    }
    const int64_t full = WinFromSpace(m_rcvbuf);
    if (mss == full && free > offered + full / 2)
    {
        return static_cast<uint32_t>(free);
    }
    return offered;
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
        uint64_t segment = m_mss + MAX_TCP_HEADER + SkbLayout::SKB_BYTES + SHARED_INFO;
        while (WinFromSpace(static_cast<int64_t>(segment)) < m_mss)
        {
            segment += 128;
        }
        const uint64_t wanted = std::min<uint64_t>(window / m_mss * segment, RMEM_MAX);
        m_rcvbuf = std::max(m_rcvbuf, static_cast<int64_t>(wanted));
        m_space = taken;
    }
    m_spaceSeq = copied;
    m_spaceTime = now;
}

} // namespace ns3
