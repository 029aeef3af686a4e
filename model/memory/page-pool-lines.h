/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_POOL_LINES_H
#define LINUX_DATAPATH_PAGE_POOL_LINES_H

#include "page-pool-layout.h"

#include "ns3/line-run.h"

#include <array>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The cache lines of one struct page_pool, by the fields that lie on them.
 *
 * Groups of fields that the layout puts on one line are one LineRun. The struct begins a page. The
 * lines of its ring belong to PtrRing.
 */
class PagePoolLines
{
  public:
    /** @param layout where the fields are @param cacheSlots slots of alloc.cache */
    PagePoolLines(const PagePoolLayout& layout, uint32_t cacheSlots);
    PagePoolLines(const PagePoolLines&) = delete;
    PagePoolLines& operator=(const PagePoolLines&) = delete;

    /** @brief Line of a slot of alloc.cache. @param slot which @return its line */
    LineRun& CacheSlot(uint32_t slot)
    {
        // the first seven slots follow alloc.count on its line
        const uint32_t line = (slot + 1) / 8;
        return line == 0 ? alloc : m_cache[line - 1];
    }

    /** @brief Recycle counters of a CPU: wherever they are, it has them for itself. @param cpu
     * which @return their line */
    LineRun& Recycle(uint32_t cpu);

    /** @brief Column of a line. @param offset a byte of the struct @return line-in-page */
    static uint8_t ColumnOf(uint16_t offset);

    LineRun params;  //!< p: read by every return
    LineRun frag;    //!< frag_offset, frag_page, frag_users
    LineRun alloc;   //!< alloc.count, its first slots, and counters on the line before it
    LineRun release; //!< pages_state_release_cnt
    LineRun& hold;   //!< pages_state_hold_cnt
    LineRun* fast;   //!< counters fast, slow, slow_high_order; nullptr if there is nothing to
                     //!< write: no counters, or on lines that every allocation has written before
    LineRun* empty;  //!< counters empty, refill, waive; nullptr likewise

  private:
    LineRun& At(const PagePoolLayout& layout, uint16_t offset);
    LineRun* Counter(const PagePoolLayout& layout, uint16_t offset);

    const uint16_t m_size;          //!< bytes of the struct
    LineRun m_other;                //!< counters that are with none of the above
    std::vector<LineRun> m_cache;   //!< the other slots of alloc.cache
    std::vector<LineRun> m_recycle; //!< recycle counters by CPU
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_POOL_LINES_H
