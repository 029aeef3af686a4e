/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-meter.h"

#include <algorithm>

namespace ns3
{

PacketMeter::PacketMeter(SkbAllocator& skbs)
    : m_skbs(skbs)
{
}

bool
PacketMeter::Receive(CpuCore& core, Skb* skb)
{
    ++m_stats.passed;
    Count(core, skb->sentAt, skb->len + SkbLayout::HARD_HEADER);
    m_skbs.ConsumeSkb(core, skb);
    return true;
}

void
PacketMeter::Decided(CpuCore& core, XdpVerdict verdict, Ticks sentAt, uint32_t bytes)
{
    if (verdict != XdpVerdict::Pass)
    {
        ++m_stats.kept;
        Count(core, sentAt, bytes);
    }
}

void
PacketMeter::Count(const CpuCore& core, Ticks sentAt, uint32_t bytes)
{
    ++m_stats.frames;
    m_stats.bytes += bytes;
    m_last = std::max(m_last, core.Now());
    m_latency.Add(core.Now() - std::min(sentAt, core.Now()), 1);
}

void
PacketMeter::ResetStats()
{
    m_stats = Stats();
    m_latency = LatencyHistogram();
}

} // namespace ns3
