/* SPDX-License-Identifier: GPL-2.0-only */
#include "nic-wire.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

void
NicWire::Start(Ticks when, double gap, uint64_t count)
{
    m_start = when;
    m_gap = gap;
    m_count = count == 0 ? std::numeric_limits<uint64_t>::max() : count;
}

void
NicWire::Stop(Ticks when)
{
    m_count = GetArrived(when);
}

Ticks
NicWire::GetArrival(uint64_t n) const
{
    return m_start + static_cast<Ticks>(std::ceil(static_cast<double>(n + 1) * m_gap));
}

uint64_t
NicWire::GetArrived(Ticks when) const
{
    if (when <= m_start)
    {
        return 0;
    }
    uint64_t n = static_cast<uint64_t>(static_cast<double>(when - m_start) / m_gap);
    // the division rounds: agree with GetArrival() to the tick
    while (n > 0 && GetArrival(n - 1) > when)
    {
        --n;
    }
    while (GetArrival(n) <= when)
    {
        ++n;
    }
    return std::min(n, m_count);
}

} // namespace ns3
