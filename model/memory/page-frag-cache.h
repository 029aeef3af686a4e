/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_FRAG_CACHE_H
#define LINUX_DATAPATH_PAGE_FRAG_CACHE_H

#include "page-allocator.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief page_frag_cache: pieces of a 32 KiB block without an atomic per piece.
 *
 * mm/page_alloc.c, from v6.14 mm/page_frag_cache.c. The block's references are taken in advance
 * (the bias); the offset runs downwards until v6.13 and upwards from v6.14. One user at a time.
 * Equality: refcount of the block = bias left + pieces alive.
 */
class PageFragCache
{
  public:
    static constexpr uint32_t CACHE_BYTES = 32768; //!< PAGE_FRAG_CACHE_MAX_SIZE
    static constexpr int32_t REFS = 32768;         //!< references added to a new block

    /** @param allocator where blocks come from @param kernel direction of the offset @param owner
     * who is charged for the blocks */
    PageFragCache(PageAllocator& allocator,
                  const KernelProfile& kernel,
                  FootprintOwner owner = FootprintOwner::RxPages);
    PageFragCache(const PageFragCache&) = delete;
    PageFragCache& operator=(const PageFragCache&) = delete;

    /** @brief page_frag_alloc(). @param core who @param size bytes, at most the block @param align
     * power of two @return the piece, page nullptr without memory */
    PageFragment Alloc(CpuCore& core, uint32_t size, uint32_t align = 1);

    /** @brief page_frag_free(): drop a piece. @param core who @param allocator where blocks go
     * @param page its block */
    static void Free(CpuCore& core, PageAllocator& allocator, Page& page);

    /** @brief page_frag_cache_drain(): give up the bias. @param core who */
    void Drain(CpuCore& core);

    /** @return references that are not handed out yet */
    int32_t GetBias() const
    {
        return m_bias;
    }

  private:
    bool Refill(CpuCore& core);
    bool Carve(uint32_t size, uint32_t align);
    void ResetOffset();

    PageAllocator& m_allocator;   //!< page allocator
    const bool m_upwards;         //!< direction of the offset (v6.14)
    const FootprintOwner m_owner; //!< who is charged
    Page* m_page{nullptr};        //!< block
    uint32_t m_size{0};           //!< its bytes
    uint32_t m_offset{0};         //!< first byte used (downwards) or free (upwards)
    uint32_t m_start{0};          //!< first byte of the last piece
    int32_t m_bias{0};            //!< pagecnt_bias
    LineRun m_line;               //!< the cache's own line
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_FRAG_CACHE_H
