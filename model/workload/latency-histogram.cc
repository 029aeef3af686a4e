/* SPDX-License-Identifier: GPL-2.0-only */
#include "latency-histogram.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

std::size_t
LatencyHistogram::BucketOf(Ticks ticks)
{
    uint32_t shift = 0;
    while ((ticks >> shift) >= (Ticks{2} << SUB_BITS))
    {
        ++shift;
    }
    return (static_cast<std::size_t>(shift) << SUB_BITS) + static_cast<std::size_t>(ticks >> shift);
}

Ticks
LatencyHistogram::EndOf(std::size_t bucket)
{
    constexpr std::size_t SUB = std::size_t{1} << SUB_BITS;
    if (bucket < 2 * SUB)
    {
        return bucket;
    }
    const std::size_t shift = bucket / SUB - 1;
    return ((static_cast<Ticks>(bucket - shift * SUB) + 1) << shift) - 1;
}

void
LatencyHistogram::Add(Ticks ticks, uint64_t weight)
{
    m_buckets[BucketOf(ticks)] += weight;
    m_count += weight;
    m_max = std::max(m_max, ticks);
}

LatencyHistogram&
LatencyHistogram::operator+=(const LatencyHistogram& other)
{
    for (std::size_t i = 0; i < BUCKETS; ++i)
    {
        m_buckets[i] += other.m_buckets[i];
    }
    m_count += other.m_count;
    m_max = std::max(m_max, other.m_max);
    return *this;
}

Ticks
LatencyHistogram::Percentile(double share) const
{
    const auto rank = static_cast<uint64_t>(std::ceil(share * static_cast<double>(m_count)));
    uint64_t seen = 0;
    for (std::size_t i = 0; i < BUCKETS && m_count > 0; ++i)
    {
        seen += m_buckets[i];
        if (seen >= std::max<uint64_t>(rank, 1))
        {
            return std::min(EndOf(i), m_max);
        }
    }
    return 0;
}

} // namespace ns3
