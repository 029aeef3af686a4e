/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_FRAG_H
#define LINUX_DATAPATH_PAGE_FRAG_H

#include "page-allocator.h"

namespace ns3
{

struct Skb;

/**
 * @ingroup linux-datapath
 * @brief struct page_frag, the block that a task or socket fills with what it sends.
 *
 * net/core/sock.c, skb_page_frag_refill(): reuse the block if nobody else holds it, use its rest,
 * else take a new one of order 3 (32 KiB), or a single page if there is none. Users take one
 * atomic reference per piece (PageAllocator::GetPage) and advance the offset.
 */
class PageFrag
{
  public:
    static constexpr uint32_t FRAG_BYTES = 32768; //!< SKB_FRAG_PAGE_ORDER times a 4 KiB page

    /** @param allocator where blocks come from @param owner who is charged @param sliced pieces are
     * filled and read from front to back without gaps: see LineSet */
    explicit PageFrag(PageAllocator& allocator,
                      FootprintOwner owner = FootprintOwner::SendPages,
                      bool sliced = true);
    PageFrag(const PageFrag&) = delete;
    PageFrag& operator=(const PageFrag&) = delete;

    /** @brief skb_page_frag_refill(). @param core who @param size least bytes wanted @return false
     * without memory */
    bool Refill(CpuCore& core, uint32_t size);

    /**
     * @brief Take a piece: one reference, offset advanced.
     * @param core who
     * @param size bytes, at most GetRoom()
     * @param merged the piece continues the caller's last one: no reference is taken
     * @return the piece
     */
    PageFragment Take(CpuCore& core, uint32_t size, bool merged = false);

    /**
     * @brief Copy bytes into the block, and on into new ones, as fragments of an skb.
     * @param core who
     * @param skb takes the fragments
     * @param from source @param byte first byte there @param bytes how many
     * @param user the source is a process's memory
     * @return false without memory; what was copied until then stays in the skb
     */
    bool Append(CpuCore& core, Skb& skb, LineSet& from, uint32_t byte, uint32_t bytes, bool user);

    /** @brief Drop the block (task or socket ends). @param core who */
    void Drop(CpuCore& core);

    /** @return the block, nullptr before the first refill */
    Page* GetPage() const
    {
        return m_page;
    }

    /** @return first free byte */
    uint32_t GetOffset() const
    {
        return m_offset;
    }

    /** @return bytes left in the block */
    uint32_t GetRoom() const
    {
        return m_size - m_offset;
    }

  private:
    bool TakeBlock(CpuCore& core);

    PageAllocator& m_allocator;   //!< page allocator
    const FootprintOwner m_owner; //!< who is charged
    const bool m_sliced;          //!< filled and read from front to back
    Page* m_page{nullptr};        //!< block, one reference is ours
    uint32_t m_size{0};           //!< its bytes
    uint32_t m_offset{0};         //!< first free byte
    LineRun m_line;               //!< the struct's own line
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_FRAG_H
