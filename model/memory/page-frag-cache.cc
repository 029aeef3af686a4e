/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-frag-cache.h"

namespace ns3
{

PageFragCache::PageFragCache(PageAllocator& allocator,
                             const KernelProfile& kernel,
                             FootprintOwner owner)
    : m_allocator(allocator),
      m_upwards(kernel.AtLeast(6, 14)),
      m_owner(owner)
{
}

void
PageFragCache::ResetOffset()
{
    m_bias = REFS + 1;
    m_offset = m_upwards ? 0 : m_size;
}

bool
PageFragCache::Refill(CpuCore& core)
{
    uint32_t order = 0;
    while ((m_allocator.GetPageSize() << order) < CACHE_BYTES)
    {
        ++order;
    }
    m_page = m_allocator.AllocPages(core, order, m_owner);
    if (m_page == nullptr && order > 0)
    {
        m_page = m_allocator.AllocPages(core, 0, m_owner);
    }
    if (m_page == nullptr)
    {
        return false;
    }
    m_size = m_allocator.GetBytes(*m_page);
    m_allocator.AddPageRefs(core, *m_page, REFS);
    ResetOffset();
    return true;
}

bool
PageFragCache::Carve(uint32_t size, uint32_t align)
{
    if (m_upwards)
    {
        const uint32_t begin = (m_offset + align - 1) / align * align;
        m_start = begin;
        m_offset = begin + size <= m_size ? begin + size : m_offset;
        return begin + size <= m_size;
    }
    if (m_offset < size)
    {
        return false;
    }
    m_start = (m_offset - size) / align * align;
    m_offset = m_start;
    return true;
}

PageFragment
PageFragCache::Alloc(CpuCore& core, uint32_t size, uint32_t align)
{
    CpuCore::Scope scope(core, Fn::page_frag_alloc);
    core.Write(m_line);
    if (m_page == nullptr && !Refill(core))
    {
        return {};
    }
    if (!Carve(size, align))
    {
        if (size > m_size)
        {
            return {}; // a fallback page is too small: the kernel fails as well
        }
        core.Atomic(m_page->meta);
        m_page->refcount -= m_bias;
        if (m_page->refcount == 0)
        {
            m_page->refcount = REFS + 1; // all pieces came back: use the block again
            ResetOffset();
        }
        else if (!Refill(core))
        {
            return {};
        }
        Carve(size, align);
    }
    --m_bias;
    return {m_page, m_start, size};
}

void
PageFragCache::Free(CpuCore& core, PageAllocator& allocator, Page& page)
{
    CpuCore::Scope scope(core, Fn::page_frag_free);
    allocator.DropPageRefs(core, page, 1);
}

void
PageFragCache::Drain(CpuCore& core)
{
    if (m_page != nullptr)
    {
        CpuCore::Scope scope(core, Fn::page_frag_free);
        m_allocator.DropPageRefs(core, *m_page, m_bias);
        m_page = nullptr;
        m_bias = 0;
    }
}

} // namespace ns3
