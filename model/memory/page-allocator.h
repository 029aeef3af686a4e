/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_ALLOCATOR_H
#define LINUX_DATAPATH_PAGE_ALLOCATOR_H

#include "footprint-meter.h"
#include "page.h"

#include "ns3/cpu-core.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/** @brief Parameters of a host's page allocator. */
struct PageAllocatorParameters
{
    uint32_t pageSize{4096};        //!< page size [bytes]: 4096, 16384 or 65536
    uint32_t nodes{1};              //!< memory nodes, one zone each
    uint64_t nodeBytes{1ULL << 32}; //!< memory of a node that kernel and traffic can have [bytes]
};

/** @brief Counters of a page allocator; blocks, whatever their order, count once. */
struct PageAllocatorStats
{
    uint64_t allocated{0}; //!< blocks handed out
    uint64_t freed{0};     //!< blocks that came back
    uint64_t failed{0};    //!< requests without memory
    uint64_t refills{0};   //!< trips of a per-CPU list to the buddy lists (rmqueue_bulk)
    uint64_t drains{0};    //!< trips back (free_pcppages_bulk)
    uint64_t zoneLocks{0}; //!< zone lock holds
    uint64_t splits{0};    //!< buddy blocks halved
    uint64_t merges{0};    //!< buddies joined
};

/** @brief Where all pages of a host are; see PageAllocator::Audit(). */
struct PageAudit
{
    uint64_t created{0};   //!< pages that exist
    uint64_t buddy{0};     //!< pages in buddy lists
    uint64_t pcp{0};       //!< pages in per-CPU lists
    uint64_t used{0};      //!< pages allocated
    bool consistent{true}; //!< lists, states, orders and counts agree with each other
};

/**
 * @ingroup linux-datapath
 * @brief The page allocator of a host: per-CPU lists of orders 0 to 3, buddy lists of 0 to 5.
 *
 * mm/page_alloc.c of v6.1: LIFO per-CPU lists per zone with batch and high of the kernel profile,
 * refilled from and drained to buddy lists under the zone lock; list operations write the struct
 * page of the neighbour, buddy merging reads the struct page of the buddy.
 *
 * Equalities: created == buddy + pcp + used, in pages; allocated - freed == blocks in use.
 *
 * Differs from the kernel: no watermarks, no reclaim, one migrate type; a node's memory comes into
 * being in blocks of order 5 when it is first needed; blocks above order 3 bypass the per-CPU
 * lists; a block of order > 0 that comes out of the buddy lists starts with the line states of its
 * first page. With pages larger than 4 KiB the pcp limits keep their number of pages.
 */
class PageAllocator
{
  public:
    static constexpr uint32_t MAX_PCP_ORDER = 3;   //!< PAGE_ALLOC_COSTLY_ORDER
    static constexpr uint32_t MAX_ORDER = 5;       //!< largest block
    static constexpr uint32_t BATCH_SCALE_MAX = 5; //!< CONFIG_PCP_BATCH_SCALE_MAX
    static constexpr int32_t NO_NODE = -1;         //!< NUMA_NO_NODE: the node of the running core

    /**
     * @param kernel clearing, batch, high
     * @param parameters sizes; `nodes` must be at least 1
     * @param meter who keeps book of pages with an owner; may be nullptr
     */
    explicit PageAllocator(const KernelProfile& kernel,
                           const PageAllocatorParameters& parameters = {},
                           FootprintMeter* meter = nullptr);
    ~PageAllocator();
    PageAllocator(const PageAllocator&) = delete;
    PageAllocator& operator=(const PageAllocator&) = delete;

    /**
     * @brief alloc_pages(): a block with one reference.
     * @param core who runs it
     * @param order 0..MAX_ORDER
     * @param owner who is to be charged for the bytes until the block is freed
     * @param node preferred node; other nodes are tried after it
     * @return the first page, or nullptr if there is no memory
     */
    Page* AllocPages(CpuCore& core,
                     uint32_t order,
                     FootprintOwner owner = FootprintOwner::None,
                     int32_t node = NO_NODE);

    /**
     * @brief alloc_pages_bulk_array(): single pages under one lock of the per-CPU list.
     * @param core who runs it
     * @param count pages wanted
     * @param out where to put them
     * @param node preferred node
     * @return pages obtained; 0 if there is no memory
     */
    uint32_t AllocBulk(CpuCore& core, uint32_t count, Page** out, int32_t node = NO_NODE);

    /** @brief get_page(): one more reference. @param core who runs it @param page head page */
    void GetPage(CpuCore& core, Page& page)
    {
        core.Atomic(page.meta);
        ++page.refcount;
    }

    /** @brief page_ref_add(): many references at once. @param core who runs it @param page head
     * page @param n how many */
    void AddPageRefs(CpuCore& core, Page& page, int32_t n)
    {
        core.Atomic(page.meta);
        page.refcount += n;
    }

    /** @brief put_page(): drop a reference, free at zero. @param core who runs it @param page head
     * page */
    void PutPage(CpuCore& core, Page& page)
    {
        CpuCore::Scope scope(core, Fn::put_page);
        DropPageRefs(core, page, 1);
    }

    /** @brief Atomic subtract and test inside the caller's function; frees at zero. @param core who
     * runs it @param page head page @param n references to drop @return true if freed */
    bool DropPageRefs(CpuCore& core, Page& page, int32_t n)
    {
        core.Atomic(page.meta);
        page.refcount -= n;
        if (page.refcount == 0)
        {
            Free(core, page);
            return true;
        }
        return false;
    }

    /** @param core a core @return its memory node */
    uint32_t GetNode(const CpuCore& core) const;

    /** @return page size [bytes] */
    uint32_t GetPageSize() const
    {
        return m_parameters.pageSize;
    }

    /** @param page a head page @return size of its block [bytes] */
    uint32_t GetBytes(const Page& page) const
    {
        return m_parameters.pageSize << page.order;
    }

    /** @return counters */
    const PageAllocatorStats& GetStats() const
    {
        return m_stats;
    }

    /** @return where all pages are, by walking everything */
    PageAudit Audit() const;

    /** @brief Return all pages of all per-CPU lists to the buddy lists (drain_all_pages). @param
     * core who runs it */
    void DrainAll(CpuCore& core);

  private:
    struct PerCpuPages;
    struct Zone;

    /** @brief free_unref_page(). */
    void Free(CpuCore& core, Page& page);
    void FreeToPcp(CpuCore& core, Zone& zone, PerCpuPages& pcp, Page& page);
    PerCpuPages& GetPcp(const CpuCore& core, Zone& zone);
    Page* RmqueuePcplist(CpuCore& core, Zone& zone, PerCpuPages& pcp, uint32_t order);
    void RmqueueBulk(CpuCore& core, Zone& zone, PerCpuPages& pcp, uint32_t order, uint32_t count);
    void FreePcppagesBulk(CpuCore& core,
                          Zone& zone,
                          PerCpuPages& pcp,
                          uint32_t count,
                          uint32_t order);
    void ZoneLock(CpuCore& core, Zone& zone);
    static uint64_t CountListed(const Zone& zone, bool& consistent);
    Page* RmqueueBuddy(CpuCore& core, Zone& zone, uint32_t order);
    Page* TakeFromBuddy(CpuCore& core, Zone& zone, uint32_t order);
    void FreeOnePage(CpuCore& core, Zone& zone, Page& page, uint32_t order);
    bool Grow(Zone& zone);
    void AdoptLines(Page& page, uint32_t order);
    void ReleaseLines(Page& page);
    void PrepNewPage(CpuCore& core, Page& page, FootprintOwner owner);
    Page* AllocFromZone(CpuCore& core, Zone& zone, uint32_t order);
    uint32_t NrPcpAlloc(PerCpuPages& pcp, uint32_t order) const;
    uint32_t NrPcpFree(PerCpuPages& pcp, uint32_t order) const;

    const KernelProfile& m_kernel;              //!< kernel
    const PageAllocatorParameters m_parameters; //!< sizes
    FootprintMeter* m_meter;                    //!< books of pages with an owner, or nullptr
    std::vector<std::unique_ptr<Zone>> m_zones; //!< one a node
    PageAllocatorStats m_stats;                 //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_ALLOCATOR_H
