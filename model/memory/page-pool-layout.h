/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_POOL_LAYOUT_H
#define LINUX_DATAPATH_PAGE_POOL_LAYOUT_H

#include "ns3/kernel-profile.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** @brief Where a kernel keeps the counters of its page_pools. */
enum class PoolStats : uint8_t
{
    None,   //!< nowhere (CONFIG_PAGE_POOL_STATS off)
    Params, //!< allocation counters behind the parameters, the first version of January 2022
    Alloc,  //!< allocation counters beside the fields of the allocating side (v5.18)
    PerCpu  //!< the same, and recycle counters per CPU: all of v5.18
};

/**
 * @ingroup linux-datapath
 * @brief struct page_pool of one kernel build: at which byte each group of fields begins.
 *
 * x86-64; computed from the order of the fields, v6.18 from BTF. Two groups on one line share its
 * fate: who writes the one takes the other from everybody who reads it. Nothing else tells a
 * placement of the counters from another.
 */
struct PagePoolLayout
{
    static constexpr uint16_t NONE = 0xffff; //!< the build has no such field

    uint32_t version;  //!< first release with it, major * 100 + minor
    PoolStats stats;   //!< where the counters are
    uint16_t size;     //!< of the struct [B]
    uint16_t params;   //!< p, read by every return
    uint16_t fast;     //!< counters fast, slow, slow_high_order
    uint16_t empty;    //!< counters empty, refill, waive
    uint16_t hold;     //!< pages_state_hold_cnt
    uint16_t frag;     //!< frag_offset, frag_page, frag_users
    uint16_t alloc;    //!< alloc.count, then alloc.cache
    uint16_t ring;     //!< ring: producer, consumer and read-only line
    uint16_t release;  //!< pages_state_release_cnt
    const char* build; //!< which build it is, for people

    /** @return every layout that is known, oldest first */
    static const std::vector<PagePoolLayout>& All();

    /**
     * @brief The latest layout with this placement that is not newer than the kernel.
     * @param kernel the kernel
     * @param stats where counters are; PerCpu has the layout of Alloc
     * @return the layout; the oldest of the placement if all are newer
     */
    static const PagePoolLayout& Find(const KernelProfile& kernel, PoolStats stats);

    /** @brief Line of the struct that holds a byte. @param offset the byte @return its number */
    static constexpr uint16_t LineOf(uint16_t offset)
    {
        return offset / 64;
    }
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_POOL_LAYOUT_H
