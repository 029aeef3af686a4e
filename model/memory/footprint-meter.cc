/* SPDX-License-Identifier: GPL-2.0-only */
#include "footprint-meter.h"

namespace ns3
{

const char*
FootprintOwnerName(FootprintOwner owner)
{
    static constexpr std::array<const char*, FOOTPRINT_OWNER_COUNT> NAMES = {
        "ptr_ring",
        "pool_cache",
        "pool_ring",
        "pool_in_flight",
        "fragment_waste",
        "skb",
        "send_pages",
        "rx_pages",
        "vhost_pages",
    };
    return NAMES[static_cast<std::size_t>(owner)];
}

void
FootprintMeter::Reset(Ticks now)
{
    for (Gauge& gauge : m_owners)
    {
        gauge.Reset(now);
    }
    m_total.Reset(now);
}

uint64_t
FootprintMeter::Gauge::Mean(Ticks now) const
{
    const Ticks end = now > last ? now : last;
    if (end == origin)
    {
        return static_cast<uint64_t>(held);
    }
    const ByteTicks sum = integral + static_cast<ByteTicks>(held) * (end - last);
    const Ticks span = end - origin;
    return static_cast<uint64_t>((sum + span / 2) / span);
}

void
FootprintMeter::Gauge::Reset(Ticks now)
{
    last = now > last ? now : last;
    origin = last;
    integral = 0;
    peak = static_cast<uint64_t>(held);
}

} // namespace ns3
