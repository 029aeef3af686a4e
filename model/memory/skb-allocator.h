/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_ALLOCATOR_H
#define LINUX_DATAPATH_SKB_ALLOCATOR_H

#include "page-pool.h"
#include "skb-layout.h"
#include "skb.h"
#include "slab.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{

/** @brief Counters of the skb allocator of a host. */
struct SkbAllocatorStats
{
    uint64_t allocated{0};      //!< sk_buffs handed out, clones included
    uint64_t freed{0};          //!< sk_buffs that came back
    uint64_t dataCreated{0};    //!< head buffers put in use
    uint64_t dataFreed{0};      //!< head buffers freed or stolen
    uint64_t napiBulkAllocs{0}; //!< refills of a NAPI cache
    uint64_t napiBulkFrees{0};  //!< overflows of a NAPI cache
};

/**
 * @ingroup linux-datapath
 * @brief sk_buff and head buffers of a host: net/core/skbuff.c of v6.4.
 *
 * sk_buffs come from skbuff_head_cache (256 bytes), from the fclone cache (512 bytes, two in one),
 * or from the per-CPU NAPI cache (64, refilled by 16, upper half freed in bulk); heads from kmalloc
 * caches, from the small-head cache (704 bytes, v6.3), or from pages.
 *
 * Equalities: allocated - freed = sk_buffs in use; dataCreated - dataFreed = head buffers in use;
 * objects alive in the sk_buff caches = sk_buffs in use (a pair counts once) + those in NAPI
 * caches.
 */
class SkbAllocator
{
  public:
    static constexpr uint32_t NAPI_CACHE_SIZE = 64; //!< NAPI_SKB_CACHE_SIZE
    static constexpr uint32_t NAPI_CACHE_BULK = 16; //!< NAPI_SKB_CACHE_BULK
    static constexpr uint32_t NAPI_CACHE_HALF = 32; //!< NAPI_SKB_CACHE_HALF
    static constexpr uint32_t KFREE_BULK = 16;      //!< KFREE_SKB_BULK_SIZE
    static constexpr uint32_t SMALL_HEAD = 704;     //!< SKB_SMALL_HEAD_CACHE_SIZE
    static constexpr uint32_t KMALLOC_MAX = 8192;   //!< largest kmalloc slab used for heads

    /** @param pages page allocator @param kernel generation @param layout sizes @param meter who
     * keeps book, may be nullptr */
    SkbAllocator(PageAllocator& pages,
                 const KernelProfile& kernel,
                 const SkbLayout& layout,
                 FootprintMeter* meter = nullptr);
    ~SkbAllocator();
    SkbAllocator(const SkbAllocator&) = delete;
    SkbAllocator& operator=(const SkbAllocator&) = delete;

    /**
     * @brief __alloc_skb(): an skb with a kmalloc head.
     * @param core who
     * @param headBytes room for headers and linear data, up to KMALLOC_MAX less shared info
     * @param fclone take a pair, so that the first clone costs no allocation (TCP)
     * @return the skb, nullptr without memory
     */
    Skb* AllocSkb(CpuCore& core, uint32_t headBytes, bool fclone = false);

    /** @brief build_skb(): an skb around a piece of a page; takes over its reference. @param core
     * who @param page block @param offset first byte @param bufferSize bytes with shared info
     * @param lines lines of the buffer alone, nullptr: those of the block
     * @return the skb, nullptr without memory */
    Skb* BuildSkb(CpuCore& core,
                  Page& page,
                  uint32_t offset,
                  uint32_t bufferSize,
                  LineSet* lines = nullptr);

    /** @brief napi_build_skb(): the same, sk_buff from the NAPI cache. @param core who @param page
     * block @param offset first byte @param bufferSize bytes with shared info @return the skb,
     * nullptr without memory */
    Skb* NapiBuildSkb(CpuCore& core, Page& page, uint32_t offset, uint32_t bufferSize);

    /** @brief kmem_cache_alloc_bulk() of sk_buffs without heads, for BuildSkbAround(). @param core
     * who @param count how many @param out where to put them @return how many came */
    uint32_t AllocSkbBulk(CpuCore& core, uint32_t count, Skb** out);

    /** @brief build_skb_around(): give a bare sk_buff its head. @param core who @param skb the skb
     * @param page block @param offset first byte @param bufferSize bytes with shared info */
    void BuildSkbAround(CpuCore& core, Skb& skb, Page& page, uint32_t offset, uint32_t bufferSize);

    /** @brief skb_clone(): shares the head. @param core who @param skb the original @return the
     * clone, nullptr without memory */
    Skb* Clone(CpuCore& core, Skb& skb);

    /** @brief consume_skb(): drop a reference; the last one frees everything. @param core who
     * @param skb the skb */
    void ConsumeSkb(CpuCore& core, Skb* skb);

    /** @brief kfree_skb_reason(): the same for a drop. @param core who @param skb the skb @param
     * reason what its cargo is told */
    void KfreeSkb(CpuCore& core, Skb* skb, SkbDropReason reason = SkbDropReason::NotSpecified)
    {
        if (skb->cargo != nullptr && skb->users == 1)
        {
            SkbCargo::Lose(core, skb->cargo, reason);
        }
        ConsumeSkb(core, skb);
    }

    /** @brief kfree_skb_list(): a chain by Skb::next. @param core who @param skb first, or nullptr
     */
    void KfreeSkbList(CpuCore& core, Skb* skb);

    /** @brief napi_consume_skb(): in softirq with a budget the sk_buff goes to the NAPI cache.
     * @param core who @param skb the skb @param budget of the poll, 0 outside of one */
    void NapiConsumeSkb(CpuCore& core, Skb* skb, uint32_t budget = 1);

    /** @brief napi_skb_free_stolen_head(): head and frags moved elsewhere, only the sk_buff goes
     * (to the NAPI cache). @param core who @param skb the skb */
    void NapiFreeStolenHead(CpuCore& core, Skb* skb);

    /** @brief skb_release_data(): drop the use of head, frags and frag_list. @param core who
     * @param skb the skb @param napiSafe freed in NAPI context */
    void SkbReleaseData(CpuCore& core, Skb& skb, bool napiSafe = false);

    /** @brief skb_orphan(): run the destructor now. @param core who @param skb the skb */
    void SkbOrphan(CpuCore& core, Skb& skb);

    /** @brief Empty the NAPI caches of all CPUs (end of a run). @param core who */
    void DrainNapiCaches(CpuCore& core);

    /** @return sizes */
    const SkbLayout& GetLayout() const
    {
        return m_layout;
    }

    /** @return where pages come from */
    PageAllocator& GetPages()
    {
        return m_pages;
    }

    /** @return counters */
    const SkbAllocatorStats& GetStats() const
    {
        return m_stats;
    }

    /** @return objects in use in the caches of sk_buffs, NAPI caches included */
    uint64_t GetSkbObjectsAlive() const
    {
        return m_skbCache.GetAlive() + m_fcloneCache.GetAlive();
    }

    /** @return objects in use in the caches of heads */
    uint64_t GetHeadObjectsAlive() const;

    /** @return sk_buffs idle in NAPI caches */
    uint64_t GetNapiCached() const;

  private:
    /** @brief napi_alloc_cache. */
    struct NapiCache
    {
        std::array<SlabObject*, NAPI_CACHE_SIZE> objects{}; //!< skb_cache
        uint32_t count{0};                                  //!< skb_count
        LineRun line;                                       //!< its line
    };

    NapiCache& GetNapiCache(const CpuCore& core);
    KmemCache* HeadCache(uint32_t bytes);
    Skb* Bind(SlabObject* object);
    Skb* BindPair(SlabObject* object);
    SkbData* NewData();
    void FreeData(SkbData* data);
    void InitSkb(CpuCore& core, Skb& skb);
    void AttachPage(CpuCore& core,
                    Skb& skb,
                    Page& page,
                    uint32_t offset,
                    uint32_t bufferSize,
                    LineSet* lines = nullptr);
    SlabObject* NapiSkbCacheGet(CpuCore& core);
    void NapiSkbCachePut(CpuCore& core, Skb& skb);
    bool SkbUnref(CpuCore& core, Skb& skb);
    void ReleaseAll(CpuCore& core, Skb& skb, bool napiSafe);
    void ReleasePage(CpuCore& core, Page& page, bool recycle, bool napiSafe);
    void FreeHead(CpuCore& core, SkbData& data, bool recycle, bool napiSafe);
    void FreeStruct(CpuCore& core, Skb& skb);
    Skb* TakeCloneStruct(CpuCore& core, Skb& skb);

    PageAllocator& m_pages;                               //!< page allocator
    const KernelProfile& m_kernel;                        //!< generation
    const SkbLayout m_layout;                             //!< sizes
    KmemCache m_skbCache;                                 //!< skbuff_head_cache
    KmemCache m_fcloneCache;                              //!< skbuff_fclone_cache
    std::vector<std::unique_ptr<KmemCache>> m_headCaches; //!< heads, by size
    std::vector<std::unique_ptr<NapiCache>> m_napi;       //!< NAPI caches by core number
    std::deque<Skb> m_skbs;       //!< records, bound to slab objects for good
    std::deque<SkbData> m_data;   //!< records of heads
    SkbData* m_freeData{nullptr}; //!< unused records of heads
    SkbAllocatorStats m_stats;    //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_ALLOCATOR_H
