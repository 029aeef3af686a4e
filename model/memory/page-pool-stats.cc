/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-pool-stats.h"

namespace ns3
{

const std::array<PagePoolStats::Field, PagePoolStats::FIELDS>&
PagePoolStats::GetFields()
{
    static constexpr std::array<Field, FIELDS> TABLE = {{
        {"rx_pp_alloc_fast", &PagePoolStats::fast},
        {"rx_pp_alloc_slow", &PagePoolStats::slow},
        {"rx_pp_alloc_slow_ho", &PagePoolStats::slow_high_order},
        {"rx_pp_alloc_empty", &PagePoolStats::empty},
        {"rx_pp_alloc_refill", &PagePoolStats::refill},
        {"rx_pp_alloc_waive", &PagePoolStats::waive},
        {"rx_pp_recycle_cached", &PagePoolStats::cached},
        {"rx_pp_recycle_cache_full", &PagePoolStats::cache_full},
        {"rx_pp_recycle_ring", &PagePoolStats::ring},
        {"rx_pp_recycle_ring_full", &PagePoolStats::ring_full},
        {"rx_pp_recycle_released_ref", &PagePoolStats::released_refcnt},
    }};
    return TABLE;
}

PagePoolStats&
PagePoolStats::operator+=(const PagePoolStats& other)
{
    for (const Field& field : GetFields())
    {
        this->*field.counter += other.*field.counter;
    }
    return *this;
}

PagePoolStats&
PagePoolStats::operator-=(const PagePoolStats& earlier)
{
    for (const Field& field : GetFields())
    {
        this->*field.counter -= earlier.*field.counter;
    }
    return *this;
}

} // namespace ns3
