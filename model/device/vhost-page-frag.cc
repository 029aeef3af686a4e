/* SPDX-License-Identifier: GPL-2.0-only */
#include "vhost-page-frag.h"

namespace ns3
{

VhostPageFrag::VhostPageFrag(PageAllocator& pages, const KernelProfile& kernel, VhostRefill refill)
    : m_pages(pages),
      m_refill(refill),
      m_taskFrag(pages, FootprintOwner::VhostPages, false),
      m_cache(pages, kernel, FootprintOwner::VhostPages)
{
}

PageFragment
VhostPageFrag::Take(CpuCore& core, uint32_t size)
{
    switch (m_refill)
    {
    case VhostRefill::GetPage:
        return TakeTask(core, size);
    case VhostRefill::Bias:
        return TakeBias(core, size);
    default:
        return m_cache.Alloc(core, size, LINE_BYTES);
    }
}

PageFragment
VhostPageFrag::TakeTask(CpuCore& core, uint32_t size)
{
    if (!m_taskFrag.Refill(core, size) || m_taskFrag.GetRoom() < size)
    {
        return {};
    }
    return m_taskFrag.Take(core, size);
}

PageFragment
VhostPageFrag::TakeBias(CpuCore& core, uint32_t size)
{
    if (!RefillBias(core, size))
    {
        return {};
    }
    core.Write(m_line);
    --m_bias;
    const PageFragment piece{m_page, m_offset, size};
    m_offset += size;
    return piece;
}

// vhost_net_page_frag_refill()
bool
VhostPageFrag::RefillBias(CpuCore& core, uint32_t size)
{
    CpuCore::Scope scope(core, Fn::vhost_net_page_frag_refill);
    core.Read(m_line);
    if (m_page != nullptr)
    {
        if (m_offset + size <= m_pages.GetBytes(*m_page))
        {
            return true;
        }
        DrainBias(core);
    }
    uint32_t order = 0;
    while ((m_pages.GetPageSize() << order) < PageFrag::FRAG_BYTES)
    {
        ++order;
    }
    m_offset = 0;
    m_page = m_pages.AllocPages(core, order, FootprintOwner::VhostPages);
    if (m_page == nullptr && order > 0)
    {
        m_page = m_pages.AllocPages(core, 0, FootprintOwner::VhostPages);
    }
    if (m_page == nullptr || size > m_pages.GetBytes(*m_page))
    {
        return false;
    }
    m_bias = BIAS;
    m_pages.AddPageRefs(core, *m_page, BIAS - 1);
    core.Write(m_line);
    return true;
}

// __page_frag_cache_drain()
void
VhostPageFrag::DrainBias(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::__page_frag_cache_drain);
    m_pages.DropPageRefs(core, *m_page, m_bias);
    m_page = nullptr;
    m_bias = 0;
}

void
VhostPageFrag::Drop(CpuCore& core)
{
    if (m_page != nullptr)
    {
        DrainBias(core);
    }
    m_taskFrag.Drop(core);
    m_cache.Drain(core);
}

} // namespace ns3
