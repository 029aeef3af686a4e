/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_POOL_STATS_H
#define LINUX_DATAPATH_PAGE_POOL_STATS_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/** @brief page_pool_stats: counters by the kernel's names (CONFIG_PAGE_POOL_STATS, v5.18). */
struct PagePoolStats
{
    uint64_t fast{0};            //!< popped from the array cache; also fragments, see KernelProfile
    uint64_t slow{0};            //!< order-0 bulk allocations that succeeded
    uint64_t slow_high_order{0}; //!< allocations of order > 0 that succeeded
    uint64_t empty{0};           //!< refills that found the ring empty
    uint64_t refill{0};          //!< allocations served right after a refill
    uint64_t waive{0};           //!< ring pages of the wrong memory node, thrown out
    uint64_t cached{0};          //!< returned into the array cache
    uint64_t cache_full{0};      //!< direct returns that found the array cache full
    uint64_t ring{0};            //!< returned into the ring
    uint64_t ring_full{0};       //!< ring refused: once a single return, once a bulk return
    uint64_t released_refcnt{0}; //!< released because somebody else holds a reference

    /** @brief Name and place of a counter. */
    struct Field
    {
        const char* name;                 //!< ethtool -S name
        uint64_t PagePoolStats::*counter; //!< member
    };

    /** Number of counters. */
    static constexpr std::size_t FIELDS = 11;
    /** @return all counters in the order of ethtool -S */
    static const std::array<Field, FIELDS>& GetFields();
    /** @brief Add up, as veth does over its queues. @param other more @return this */
    PagePoolStats& operator+=(const PagePoolStats& other);
    /** @brief What was counted since. @param earlier the same counters then @return this */
    PagePoolStats& operator-=(const PagePoolStats& earlier);
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_POOL_STATS_H
