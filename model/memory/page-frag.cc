/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-frag.h"

#include "skb.h"

#include <algorithm>

namespace ns3
{

PageFrag::PageFrag(PageAllocator& allocator, FootprintOwner owner, bool sliced)
    : m_allocator(allocator),
      m_owner(owner),
      m_sliced(sliced)
{
}

bool
PageFrag::Refill(CpuCore& core, uint32_t size)
{
    CpuCore::Scope scope(core, Fn::skb_page_frag_refill);
    core.Write(m_line);
    if (m_page != nullptr)
    {
        core.Read(m_page->meta);
        if (m_page->refcount == 1)
        {
            m_offset = 0;
        }
        if (m_offset + size <= m_size)
        {
            return true;
        }
        m_allocator.PutPage(core, *m_page);
        m_page = nullptr;
    }
    return TakeBlock(core);
}

bool
PageFrag::TakeBlock(CpuCore& core)
{
    uint32_t order = 0;
    while ((m_allocator.GetPageSize() << order) < FRAG_BYTES)
    {
        ++order;
    }
    m_offset = 0;
    m_page = m_allocator.AllocPages(core, order, m_owner);
    if (m_page == nullptr && order > 0)
    {
        m_page = m_allocator.AllocPages(core, 0, m_owner);
    }
    m_size = m_page != nullptr ? m_allocator.GetBytes(*m_page) : 0;
    if (m_page != nullptr && m_sliced)
    {
        m_page->body.SetSliced(); // filled by the user copy, and read, from front to back
    }
    return m_page != nullptr;
}

PageFragment
PageFrag::Take(CpuCore& core, uint32_t size, bool merged)
{
    if (!merged)
    {
        m_allocator.GetPage(core, *m_page);
    }
    const PageFragment piece{m_page, m_offset, size};
    m_offset += size;
    return piece;
}

bool
PageFrag::Append(CpuCore& core, Skb& skb, LineSet& from, uint32_t byte, uint32_t bytes, bool user)
{
    constexpr uint32_t LEAST_PIECE = 32; // what callers of skb_page_frag_refill() ask for
    while (bytes > 0)
    {
        if (!Refill(core, LEAST_PIECE))
        {
            return false;
        }
        const uint32_t n = std::min(bytes, GetRoom());
        if (user)
        {
            core.System(SystemCost::UserAccess);
        }
        core.Copy(from, byte, m_page->body, m_offset, n);
        const PageFragment piece = Take(core, n);
        skb.AddRxFrag(piece.page, piece.offset, n, n);
        skb.WriteSharedInfo(core);
        byte += n;
        bytes -= n;
    }
    return true;
}

void
PageFrag::Drop(CpuCore& core)
{
    if (m_page != nullptr)
    {
        m_allocator.PutPage(core, *m_page);
        m_page = nullptr;
        m_size = 0;
        m_offset = 0;
    }
}

} // namespace ns3
