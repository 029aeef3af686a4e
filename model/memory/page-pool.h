/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_POOL_H
#define LINUX_DATAPATH_PAGE_POOL_H

#include "footprint-meter.h"
#include "page-allocator.h"
#include "page-pool-lines.h"
#include "page-pool-stats.h"
#include "page.h"
#include "ptr-ring.h"

#include "ns3/spin-wait.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/** @brief init_callback of page_pool_params (v5.18): prepares a page that enters a pool. */
class PagePoolInit
{
  public:
    virtual ~PagePoolInit() = default;
    /** @brief The page has just entered the pool. @param core who @param page which */
    virtual void InitPage(CpuCore& core, Page& page) = 0;
};

/** @brief page_pool_params. */
struct PagePoolParameters
{
    uint32_t order{0};                     //!< order of its pages
    uint32_t poolSize{0};                  //!< pool_size: slots of the ring; 0 = 1024
    int32_t nid{PageAllocator::NO_NODE};   //!< memory node
    bool pageFrag{false};                  //!< PP_FLAG_PAGE_FRAG (v5.15 to v6.6)
    int32_t cpuid{-1};                     //!< CPU whose returns are direct (v6.9), -1 = none
    const int32_t* napiListOwner{nullptr}; //!< CPU that runs the pool's NAPI now; nullptr = none
    PagePoolInit* init{nullptr};           //!< init_callback, nullptr = none
    bool dmaMap{false};                    //!< PP_FLAG_DMA_MAP: pages are mapped while in the pool
    bool dmaSync{false};                   //!< PP_FLAG_DMA_SYNC_DEV: synced when recycled
    bool contention{false}; //!< CPUs that return pages at once wait for the ring's producer lock
};

/**
 * @ingroup linux-datapath
 * @brief page_pool: an array cache for its one consumer, a ring for everybody who returns pages,
 * the page allocator behind them.
 *
 * net/core/page_pool.c; generations differ by KernelProfile (directReturn, poolSizeClamp,
 * fragAlways, fragCarveCountsFast). Callers allocate from the one consumer's context only.
 *
 * Equalities, asserted by CheckEqualities():
 *  - successful allocations of pages and fragments
 *    = fast + refill + slow + slow_high_order (+ carves, where these count nothing)
 *  - returns by a page's last user
 *    = cached (- reuses, where these count) + ring + ring_full + released_refcnt
 *      + releases that a bulk return does not count
 *  - hold - release = pages in cache + in ring + with users (the fragment page included)
 *
 * A page is mapped for the device once, when it enters the pool, and unmapped when it leaves.
 * Where its fields lie is data, PagePoolLayout; the attribute ns3::PagePoolConfig::Stats picks the
 * layout by the placement of the counters.
 *
 * Differs from the kernel: GFP flags and reclaim do not exist; counters are kept
 * here whatever the placement says, which decides only about the lines that are written, and the
 * one instruction that counts is not charged.
 */
class PagePool
{
  public:
    static constexpr uint32_t CACHE_SIZE = 128;        //!< PP_ALLOC_CACHE_SIZE
    static constexpr uint32_t CACHE_REFILL = 64;       //!< PP_ALLOC_CACHE_REFILL, and bulk size
    static constexpr uint32_t BULK = 16;               //!< XDP_BULK_QUEUE_SIZE
    static constexpr uint32_t DEFAULT_SIZE = 1024;     //!< ring of pool_size 0
    static constexpr uint32_t MAX_SIZE = 32768;        //!< more is refused (E2BIG)
    static constexpr uint32_t CLAMP_SIZE = 16384;      //!< more is clamped (v6.18)
    static constexpr int64_t BIAS_MAX = INT64_MAX / 2; //!< BIAS_MAX

    /**
     * @brief Whether page_pool_create() takes a pool_size.
     * @param kernel the kernel
     * @param poolSize slots wanted
     * @return empty, or one line naming the value and what is accepted
     */
    static std::string CheckSize(const KernelProfile& kernel, uint32_t poolSize);

    /**
     * @param allocator where pages come from and go to
     * @param kernel generation
     * @param parameters page_pool_params; a size that CheckSize() refuses is fatal
     * @param meter who keeps book of the pages: the allocator's meter, or nullptr
     */
    PagePool(PageAllocator& allocator,
             const KernelProfile& kernel,
             const PagePoolParameters& parameters,
             FootprintMeter* meter = nullptr);
    PagePool(const PagePool&) = delete;
    PagePool& operator=(const PagePool&) = delete;

    /** @brief page_pool_alloc_pages(): a whole page. @param core the consumer @return the page, or
     * nullptr without memory */
    Page* AllocPages(CpuCore& core);

    /** @brief page_pool_alloc_frag(): a piece of exactly the given size. @param core the consumer
     * @param size bytes, at most a page @return the piece; page nullptr without memory */
    PageFragment AllocFrag(CpuCore& core, uint32_t size);

    /** @brief page_pool_alloc() (v6.7): a whole page when two pieces do not fit one, else a piece,
     * grown to the end of the page when no second one fits behind it. @param core the consumer
     * @param size bytes wanted @return the piece; its size is what was taken */
    PageFragment Alloc(CpuCore& core, uint32_t size);

    /** @brief page_pool_put_full_page(): a user is done with a page or a piece of it. @param core
     * who returns it @param page the page @param allowDirect the caller runs in the pool's NAPI */
    void PutFullPage(CpuCore& core, Page& page, bool allowDirect);

    /** @brief __page_pool_put_page(), the first half of PutFullPage(). @param core who returns it
     * @param page the page @param allowDirect the caller runs in the pool's NAPI @return true if
     * PutInRing() is to follow */
    bool PreparePut(CpuCore& core, Page& page, bool allowDirect);

    /** @brief page_pool_recycle_in_ring(), or the release of what does not fit: the second half.
     * @param core who @param page the page */
    void PutInRing(CpuCore& core, Page& page);

    /** @brief page_pool_return_skb_page() and its successors: the same from an skb. @param core who
     * frees the skb @param page the page @param napiSafe the skb is freed in NAPI context */
    void PutSkbPage(CpuCore& core, Page& page, bool napiSafe);

    /** @brief page_pool_put_page_bulk(): one lock for up to BULK pages. @param core who @param
     * pages the pages @param count how many, 1..BULK */
    void PutPageBulk(CpuCore& core, Page* const* pages, uint32_t count);

    /** @brief page_pool_release_page() (to v6.5): the page leaves the pool, its reference stays
     * with the caller. @param core who @param page the page */
    void ReleasePage(CpuCore& core, Page& page);

    /** @brief page_pool_nid_changed(): the pool moves to another memory node, the pages of its
     * array cache are released, those of the ring will be waived. @param core the consumer @param
     * nid the node, or PageAllocator::NO_NODE; nothing happens if it is the pool's already */
    void UpdateNid(CpuCore& core, int32_t nid);

    /** @brief page_pool_destroy(). @param core who @return true if no page is out any more;
     * otherwise call RetryRelease() every 1000 ms */
    bool Destroy(CpuCore& core);

    /** @brief page_pool_release_retry(): empty the ring again. @param core who @return pages still
     * out */
    uint64_t RetryRelease(CpuCore& core);

    /** @return was Destroy() called? */
    bool IsDestroyed() const
    {
        return m_destroyed;
    }

    /** @return page_pool_inflight(): pages held and not released, idle ones included */
    uint64_t GetInFlight() const
    {
        return m_hold - m_release;
    }

    /** @return pages in the array cache */
    uint32_t GetCacheCount() const
    {
        return m_cacheCount;
    }

    /** @return pages in the ring */
    uint32_t GetRingCount() const
    {
        return m_ring.Count();
    }

    /** @return pages with users, the fragment page included */
    uint64_t GetOutside() const
    {
        return m_outside;
    }

    /** @return slots of the ring, after any clamp */
    uint32_t GetRingSize() const
    {
        return m_ring.GetSize();
    }

    /** @return pages that ever entered the pool */
    uint64_t GetHold() const
    {
        return m_hold;
    }

    /** @return pages that ever left the pool */
    uint64_t GetRelease() const
    {
        return m_release;
    }

    /** @return counters */
    const PagePoolStats& GetStats() const
    {
        return m_stats;
    }

    /** @return empty, or the first equality of the class comment that does not hold */
    std::string CheckEqualities() const;

  private:
    Page* TakePage(CpuCore& core);
    Page* GetCached(CpuCore& core);
    Page* RefillAllocCache(CpuCore& core);
    Page* AllocPagesSlow(CpuCore& core);
    Page* GetSlowHighOrder(CpuCore& core);
    Page* PopCache(CpuCore& core);
    void SetPpInfo(CpuCore& core, Page& page);
    void DmaMap(CpuCore& core) const;
    void DmaUnmap(CpuCore& core) const;
    void DmaSyncForDevice(CpuCore& core) const;
    void ClearPpInfo(CpuCore& core, Page& page);
    void BeginFragPage(CpuCore& core, Page& page, uint32_t size);
    Page* DrainFrag(CpuCore& core, Page& page);
    void FreeFrag(CpuCore& core);
    bool IsLastUser(CpuCore& core, Page& page);
    bool TakeBack(CpuCore& core, Page& page);
    bool IsDirect(const CpuCore& core, bool allowDirect) const;
    bool IsPoolLocal(const CpuCore& core) const;
    bool RecycleInCache(CpuCore& core, Page& page);
    void FlushBulk(CpuCore& core, Page* const* pages, uint32_t count);
    void Release(CpuCore& core, Page& page);
    void ReturnPage(CpuCore& core, Page& page);
    void Disown(CpuCore& core, Page& page);
    void Account(FootprintOwner from, FootprintOwner to, const CpuCore& core, uint64_t pages = 1);
    void SetCarved(CpuCore& core, Page& page, uint32_t bytes);
    void ComeBack(CpuCore& core, Page& page, FootprintOwner to);
    uint32_t ProduceInRing(CpuCore& core, Page* const* pages, uint32_t count);
    void CountAlloc(CpuCore& core, uint64_t& counter, LineRun* line);
    void CountRecycle(CpuCore& core, uint64_t& counter, uint64_t n = 1);
    void EmptyCache(CpuCore& core);

    PageAllocator& m_allocator;              //!< page allocator
    const KernelProfile& m_kernel;           //!< generation
    const PagePoolParameters m_parameters;   //!< page_pool_params
    FootprintMeter* m_meter;                 //!< books, or nullptr
    const uint32_t m_pageBytes;              //!< bytes of a page of the pool
    const PoolStats m_placement;             //!< where counters are
    const PagePoolLayout& m_layout;          //!< where fields are
    int32_t m_nid;                           //!< p.nid
    std::array<Page*, CACHE_SIZE> m_cache{}; //!< alloc.cache
    uint32_t m_cacheCount{0};                //!< alloc.count
    PtrRing<Page> m_ring;                    //!< ring
    Page* m_fragPage{nullptr};               //!< frag_page
    uint32_t m_fragOffset{0};                //!< frag_offset
    int64_t m_fragUsers{0};                  //!< frag_users
    uint64_t m_hold{0};                      //!< pages_state_hold_cnt
    uint64_t m_release{0};                   //!< pages_state_release_cnt
    uint64_t m_bulkUncounted{0};             //!< releases that a bulk return does not count
    uint64_t m_allocs{0};                    //!< successful allocations of pages and fragments
    uint64_t m_carves{0};                    //!< fragments from a page that had room
    uint64_t m_reuses{0};                    //!< fragment pages reused at once
    uint64_t m_puts{0};                      //!< returns by last users
    uint64_t m_outside{0};                   //!< pages with users
    bool m_destroyed{false};                 //!< page_pool_destroy() was called
    PagePoolStats m_stats;                   //!< counters
    SpinWait m_producerWait;                 //!< the ring's producer lock, with contention
    PagePoolLines m_lines;                   //!< lines of the fields
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_POOL_H
