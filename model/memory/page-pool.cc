/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-pool.h"

#include "ns3/fatal-error.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Ring of a pool: pool_size, 0 for the default, clamped where the kernel clamps. */
uint32_t
RingSize(const KernelProfile& kernel, const PagePoolParameters& parameters)
{
    const std::string refusal = PagePool::CheckSize(kernel, parameters.poolSize);
    if (!refusal.empty())
    {
        NS_FATAL_ERROR(refusal);
    }
    const uint32_t wanted = parameters.poolSize == 0 ? PagePool::DEFAULT_SIZE : parameters.poolSize;
    return kernel.poolSizeClamp ? std::min(wanted, PagePool::CLAMP_SIZE) : wanted;
}

/** Byte offsets in struct page_pool (v6.4 with statistics), in lines. */
constexpr uint8_t PARAMS_COLUMN = 0;
constexpr uint8_t HOLD_FRAG_COLUMN = 2;
constexpr uint8_t ALLOC_COLUMN = 3;
constexpr uint8_t CACHE_COLUMN = 5;
constexpr uint8_t RING_COLUMN = 21;
constexpr uint8_t RELEASE_COLUMN = 24;

} // namespace

const std::array<PagePoolStats::Field, PagePoolStats::FIELDS>&
PagePoolStats::GetFields()
{
    static constexpr std::array<Field, FIELDS> TABLE = {{
        {"rx_pp_alloc_fast", &PagePoolStats::fast},
        {"rx_pp_alloc_slow", &PagePoolStats::slow},
        {"rx_pp_alloc_slow_ho", &PagePoolStats::slow_high_order},
        {"rx_pp_alloc_empty", &PagePoolStats::empty},
        {"rx_pp_alloc_refill", &PagePoolStats::refill},
        {"rx_pp_alloc_waive", &PagePoolStats::waive},
        {"rx_pp_recycle_cached", &PagePoolStats::cached},
        {"rx_pp_recycle_cache_full", &PagePoolStats::cache_full},
        {"rx_pp_recycle_ring", &PagePoolStats::ring},
        {"rx_pp_recycle_ring_full", &PagePoolStats::ring_full},
        {"rx_pp_recycle_released_ref", &PagePoolStats::released_refcnt},
    }};
    return TABLE;
}

PagePoolStats&
PagePoolStats::operator+=(const PagePoolStats& other)
{
    for (const Field& field : GetFields())
    {
        this->*field.counter += other.*field.counter;
    }
    return *this;
}

std::string
PagePool::CheckSize(const KernelProfile& kernel, uint32_t poolSize)
{
    if (poolSize > MAX_SIZE && !kernel.poolSizeClamp)
    {
        return "pool-ring = " + std::to_string(poolSize) + "; accepted: 0.." +
               std::to_string(MAX_SIZE) + " (page_pool_create returns E2BIG)";
    }
    return "";
}

PagePool::PagePool(PageAllocator& allocator,
                   const KernelProfile& kernel,
                   const PagePoolParameters& parameters,
                   FootprintMeter* meter)
    : m_allocator(allocator),
      m_kernel(kernel),
      m_parameters(parameters),
      m_meter(meter),
      m_pageBytes(allocator.GetPageSize() << parameters.order),
      m_ring(RingSize(kernel, parameters), RING_COLUMN),
      m_paramsLine(1, PARAMS_COLUMN),
      m_holdFragLine(1, HOLD_FRAG_COLUMN),
      m_allocLine(2, ALLOC_COLUMN),
      m_releaseLine(1, RELEASE_COLUMN)
{
    for (std::size_t i = 0; i < m_cacheLines.size(); ++i)
    {
        m_cacheLines[i] = LineRun(1, static_cast<uint8_t>((CACHE_COLUMN + i) % LINE_COLUMNS));
    }
    if (m_meter != nullptr)
    {
        m_meter->Add(FootprintOwner::PtrRing, static_cast<int64_t>(m_ring.GetBytes()), 0);
    }
}

// ---- books

void
PagePool::Account(FootprintOwner from, FootprintOwner to, const CpuCore& core, uint64_t pages)
{
    if (m_meter == nullptr || pages == 0)
    {
        return;
    }
    const auto bytes = static_cast<int64_t>(pages * m_pageBytes);
    if (from == FootprintOwner::None)
    {
        m_meter->Add(to, bytes, core.Now());
    }
    else if (to == FootprintOwner::None)
    {
        m_meter->Add(from, -bytes, core.Now());
    }
    else
    {
        m_meter->Move(from, to, bytes, core.Now());
    }
}

void
PagePool::SetCarved(CpuCore& core, Page& page, uint32_t bytes)
{
    if (m_meter != nullptr && bytes != page.ppCarved)
    {
        m_meter->Move(FootprintOwner::FragmentWaste,
                      FootprintOwner::PoolInFlight,
                      static_cast<int64_t>(bytes) - page.ppCarved,
                      core.Now());
    }
    page.ppCarved = bytes;
}

void
PagePool::ComeBack(CpuCore& core, Page& page, FootprintOwner to)
{
    --m_outside;
    SetCarved(core, page, m_pageBytes);
    Account(FootprintOwner::PoolInFlight, to, core);
}

// ---- allocation

LineRun&
PagePool::CacheSlotLine(uint32_t slot)
{
    // the first seven slots follow alloc.count on its line
    const uint32_t line = (slot + 1) / 8;
    return line == 0 ? m_allocLine : m_cacheLines[line - 1];
}

Page*
PagePool::PopCache(CpuCore& core)
{
    --m_cacheCount;
    core.Read(CacheSlotLine(m_cacheCount));
    Account(FootprintOwner::PoolCache, FootprintOwner::PoolInFlight, core);
    ++m_outside;
    Page* page = m_cache[m_cacheCount];
    page->ppCarved = m_pageBytes;
    return page;
}

Page*
PagePool::AllocPages(CpuCore& core)
{
    Page* page = TakePage(core);
    m_allocs += page != nullptr ? 1 : 0;
    return page;
}

Page*
PagePool::TakePage(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::page_pool_alloc_pages);
    core.Write(m_allocLine);
    Page* page = GetCached(core);
    return page != nullptr ? page : AllocPagesSlow(core);
}

Page*
PagePool::GetCached(CpuCore& core)
{
    if (m_cacheCount > 0)
    {
        ++m_stats.fast;
        return PopCache(core);
    }
    return RefillAllocCache(core);
}

Page*
PagePool::RefillAllocCache(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::page_pool_refill_alloc_cache);
    if (m_ring.Empty(core))
    {
        ++m_stats.empty;
        return nullptr;
    }
    const uint32_t node = m_parameters.nid == PageAllocator::NO_NODE
                              ? m_allocator.GetNode(core)
                              : static_cast<uint32_t>(m_parameters.nid);
    uint32_t taken = 0;
    while (m_cacheCount < CACHE_REFILL)
    {
        CpuCore::Scope entry(core, Fn::page_pool_refill_entry);
        Page* page = m_ring.ConsumeUnlocked(core);
        if (page == nullptr)
        {
            break;
        }
        core.ReadAhead(page->meta); // page_to_nid(); pointers come from the ring, not from pages
        if (page->node != node)
        {
            ++m_stats.waive;
            Account(FootprintOwner::PoolRing, FootprintOwner::None, core);
            ReturnPage(core, *page);
            break;
        }
        core.Write(CacheSlotLine(m_cacheCount));
        m_cache[m_cacheCount++] = page;
        ++taken;
    }
    Account(FootprintOwner::PoolRing, FootprintOwner::PoolCache, core, taken);
    if (m_cacheCount == 0)
    {
        return nullptr;
    }
    ++m_stats.refill;
    return PopCache(core);
}

void
PagePool::DmaMap(CpuCore& core) const
{
    if (m_parameters.dmaMap)
    {
        CpuCore::Scope scope(core, Fn::page_pool_dma_map);
        core.System(SystemCost::DmaMap);
    }
}

void
PagePool::DmaUnmap(CpuCore& core) const
{
    if (m_parameters.dmaMap)
    {
        CpuCore::Scope scope(core, Fn::__page_pool_release_page_dma);
        core.System(SystemCost::DmaUnmap);
    }
}

void
PagePool::DmaSyncForDevice(CpuCore& core) const
{
    if (m_parameters.dmaSync)
    {
        CpuCore::Scope scope(core, Fn::page_pool_dma_sync_for_device);
        core.System(SystemCost::DmaSync);
    }
}

void
PagePool::SetPpInfo(CpuCore& core, Page& page)
{
    DmaMap(core);
    CpuCore::Scope scope(core, Fn::page_pool_set_pp_info);
    core.Write(page.meta);
    page.pool = this;
    page.ppFragCount = 1;
    ++m_hold;
    if (m_parameters.init != nullptr)
    {
        core.System(SystemCost::IndirectCall);
        m_parameters.init->InitPage(core, page);
    }
}

Page*
PagePool::AllocPagesSlow(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::__page_pool_alloc_pages_slow);
    core.Read(m_paramsLine);
    if (m_parameters.order > 0)
    {
        return GetSlowHighOrder(core);
    }
    const uint32_t count =
        m_allocator.AllocBulk(core, CACHE_REFILL, m_cache.data(), m_parameters.nid);
    if (count == 0)
    {
        return nullptr;
    }
    core.Write(m_holdFragLine);
    for (uint32_t i = 0; i < count; ++i)
    {
        core.Write(CacheSlotLine(i));
        SetPpInfo(core, *m_cache[i]);
    }
    m_cacheCount = count;
    Account(FootprintOwner::None, FootprintOwner::PoolCache, core, count);
    ++m_stats.slow;
    return PopCache(core);
}

Page*
PagePool::GetSlowHighOrder(CpuCore& core)
{
    Page* page =
        m_allocator.AllocPages(core, m_parameters.order, FootprintOwner::None, m_parameters.nid);
    if (page == nullptr)
    {
        return nullptr;
    }
    core.Write(m_holdFragLine);
    SetPpInfo(core, *page);
    page->ppCarved = m_pageBytes;
    Account(FootprintOwner::None, FootprintOwner::PoolInFlight, core);
    ++m_outside;
    ++m_stats.slow_high_order;
    return page;
}

// ---- fragments

PageFragment
PagePool::AllocFrag(CpuCore& core, uint32_t size)
{
    CpuCore::Scope scope(core, Fn::page_pool_alloc_frag);
    core.Write(m_holdFragLine);
    if (size > m_pageBytes)
    {
        return {};
    }
    if (m_fragPage != nullptr && m_fragOffset + size > m_pageBytes)
    {
        m_fragPage = DrainFrag(core, *m_fragPage);
        if (m_fragPage != nullptr)
        {
            ++m_stats.fast;
            ++m_allocs;
            BeginFragPage(core, *m_fragPage, size);
            return {m_fragPage, 0, size};
        }
    }
    if (m_fragPage == nullptr)
    {
        m_fragPage = AllocPages(core);
        if (m_fragPage == nullptr)
        {
            return {};
        }
        BeginFragPage(core, *m_fragPage, size);
        return {m_fragPage, 0, size};
    }
    ++m_fragUsers;
    ++m_allocs;
    ++m_carves;
    m_stats.fast += m_kernel.fragCarveCountsFast ? 1 : 0;
    const PageFragment piece{m_fragPage, m_fragOffset, size};
    m_fragOffset += size;
    SetCarved(core, *m_fragPage, m_fragPage->ppCarved + size);
    return piece;
}

PageFragment
PagePool::Alloc(CpuCore& core, uint32_t size)
{
    if (2 * uint64_t{size} > m_pageBytes)
    {
        return {AllocPages(core), 0, m_pageBytes};
    }
    PageFragment piece = AllocFrag(core, size);
    if (piece.page != nullptr && m_fragOffset + size > m_pageBytes)
    {
        SetCarved(core, *piece.page, piece.page->ppCarved + m_pageBytes - m_fragOffset);
        piece.size = m_pageBytes - piece.offset;
        m_fragOffset = m_pageBytes;
    }
    return piece;
}

void
PagePool::BeginFragPage(CpuCore& core, Page& page, uint32_t size)
{
    core.Write(page.meta);
    page.ppFragCount = BIAS_MAX;
    m_fragUsers = 1;
    m_fragOffset = size;
    SetCarved(core, page, size);
}

Page*
PagePool::DrainFrag(CpuCore& core, Page& page)
{
    core.Atomic(page.meta);
    page.ppFragCount -= BIAS_MAX - m_fragUsers;
    if (page.ppFragCount > 0)
    {
        return nullptr; // the last holder's put returns it
    }
    if (page.refcount == 1 && !page.pfmemalloc)
    {
        ++m_reuses;
        m_stats.cached += m_kernel.fragCarveCountsFast ? 0 : 1;
        return &page;
    }
    Release(core, page);
    return nullptr;
}

void
PagePool::FreeFrag(CpuCore& core)
{
    if (m_fragPage == nullptr)
    {
        return;
    }
    Page& page = *m_fragPage;
    m_fragPage = nullptr;
    core.Atomic(page.meta);
    page.ppFragCount -= BIAS_MAX - m_fragUsers;
    if (page.ppFragCount == 0)
    {
        Release(core, page);
    }
}

// ---- return

bool
PagePool::IsLastUser(CpuCore& core, Page& page)
{
    core.Read(page.meta);
    if (page.ppFragCount == 1)
    {
        return true; // nobody else can have a piece: no locked instruction
    }
    core.Atomic(page.meta);
    return --page.ppFragCount == 0;
}

bool
PagePool::IsPoolLocal(const CpuCore& core) const
{
    const auto cpu = static_cast<int32_t>(core.GetId());
    return m_parameters.cpuid == cpu ||
           (m_parameters.napiListOwner != nullptr && *m_parameters.napiListOwner == cpu);
}

bool
PagePool::IsDirect(const CpuCore& core, bool allowDirect) const
{
    if (m_destroyed)
    {
        return false; // page_pool_disable_direct_recycling()
    }
    switch (m_kernel.directReturn)
    {
    case 0:
        return allowDirect && core.GetContext() == Context::ServingSoftirq;
    case 1:
        return allowDirect && core.GetContext() != Context::Process;
    default:
        return allowDirect || (core.GetContext() != Context::Process && IsPoolLocal(core));
    }
}

bool
PagePool::RecycleInCache(CpuCore& core, Page& page)
{
    CpuCore::Scope scope(core, Fn::page_pool_recycle_in_cache);
    core.Write(m_allocLine);
    if (m_cacheCount == CACHE_SIZE)
    {
        ++m_stats.cache_full;
        return false;
    }
    core.Write(CacheSlotLine(m_cacheCount));
    m_cache[m_cacheCount++] = &page;
    ++m_stats.cached;
    ComeBack(core, page, FootprintOwner::PoolCache);
    return true;
}

bool
PagePool::RecycleInRing(CpuCore& core, Page& page)
{
    CpuCore::Scope scope(core, Fn::page_pool_recycle_in_ring);
    m_ring.LockProducer(core);
    if (!m_ring.ProduceLocked(core, &page))
    {
        ++m_stats.ring_full;
        return false;
    }
    ++m_stats.ring;
    ComeBack(core, page, FootprintOwner::PoolRing);
    return true;
}

void
PagePool::PutFullPage(CpuCore& core, Page& page, bool allowDirect)
{
    CpuCore::Scope scope(core, Fn::page_pool_put_page);
    core.Read(m_paramsLine);
    if (!IsLastUser(core, page))
    {
        return;
    }
    ++m_puts;
    if (page.refcount != 1 || page.pfmemalloc)
    {
        ++m_stats.released_refcnt;
        Release(core, page);
        return;
    }
    page.ppFragCount = 1;
    DmaSyncForDevice(core);
    if (IsDirect(core, allowDirect) && RecycleInCache(core, page))
    {
        return;
    }
    if (!RecycleInRing(core, page))
    {
        Release(core, page);
    }
}

void
PagePool::PutSkbPage(CpuCore& core, Page& page, bool napiSafe)
{
    const bool direct = napiSafe && m_kernel.AtLeast(6, 4) &&
                        m_parameters.napiListOwner != nullptr &&
                        *m_parameters.napiListOwner == static_cast<int32_t>(core.GetId());
    PutFullPage(core, page, direct);
}

void
PagePool::PutPageBulk(CpuCore& core, Page* const* pages, uint32_t count)
{
    CpuCore::Scope scope(core, Fn::page_pool_put_page_bulk);
    core.Read(m_paramsLine);
    std::array<Page*, BULK> queue;
    uint32_t queued = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        CpuCore::Scope entry(core, Fn::page_pool_put_page_bulk_entry);
        Page& page = *pages[i];
        if (!IsLastUser(core, page))
        {
            continue;
        }
        ++m_puts;
        if (page.refcount != 1 || page.pfmemalloc)
        {
            ++m_stats.released_refcnt;
            Release(core, page);
            continue;
        }
        page.ppFragCount = 1;
        DmaSyncForDevice(core);
        if (!IsDirect(core, false) || !RecycleInCache(core, page))
        {
            queue[queued++] = &page;
        }
    }
    if (queued > 0)
    {
        FlushBulk(core, queue.data(), queued);
    }
}

void
PagePool::FlushBulk(CpuCore& core, Page* const* pages, uint32_t count)
{
    m_ring.LockProducer(core);
    const uint32_t done = m_ring.ProduceBatchLocked(core, pages, count);
    m_stats.ring += done;
    for (uint32_t i = 0; i < done; ++i)
    {
        ComeBack(core, *pages[i], FootprintOwner::PoolRing);
    }
    if (done == count)
    {
        return;
    }
    ++m_stats.ring_full; // once, however many are released
    m_bulkUncounted += count - done - 1;
    for (uint32_t i = done; i < count; ++i)
    {
        Release(core, *pages[i]);
    }
}

void
PagePool::Release(CpuCore& core, Page& page)
{
    ComeBack(core, page, FootprintOwner::None);
    ReturnPage(core, page);
}

void
PagePool::ReleasePage(CpuCore& core, Page& page)
{
    ComeBack(core, page, FootprintOwner::None);
    ClearPpInfo(core, page);
    Disown(core, page);
}

void
PagePool::ClearPpInfo(CpuCore& core, Page& page)
{
    DmaUnmap(core);
    CpuCore::Scope scope(core, Fn::page_pool_return_page);
    core.Write(page.meta);
    core.Atomic(m_releaseLine);
    page.pool = nullptr;
    ++m_release;
}

void
PagePool::Disown(CpuCore& core, Page& page)
{
    page.owner = FootprintOwner::RxPages;
    if (m_meter != nullptr)
    {
        m_meter->Add(page.owner, m_pageBytes, core.Now());
    }
}

void
PagePool::ReturnPage(CpuCore& core, Page& page)
{
    ClearPpInfo(core, page);
    if (page.refcount > 1)
    {
        Disown(core, page); // somebody else keeps it
    }
    m_allocator.PutPage(core, page);
}

// ---- end

bool
PagePool::Destroy(CpuCore& core)
{
    m_destroyed = true;
    FreeFrag(core);
    while (m_cacheCount > 0)
    {
        Page* page = m_cache[--m_cacheCount];
        core.Read(CacheSlotLine(m_cacheCount));
        Account(FootprintOwner::PoolCache, FootprintOwner::None, core);
        ReturnPage(core, *page);
    }
    return RetryRelease(core) == 0;
}

uint64_t
PagePool::RetryRelease(CpuCore& core)
{
    m_ring.LockConsumer(core);
    while (Page* page = m_ring.ConsumeUnlocked(core))
    {
        Account(FootprintOwner::PoolRing, FootprintOwner::None, core);
        ReturnPage(core, *page);
    }
    return GetInFlight();
}

std::string
PagePool::CheckEqualities() const
{
    const PagePoolStats& s = m_stats;
    const uint64_t silent = m_kernel.fragCarveCountsFast ? 0 : m_carves;
    if (m_allocs != s.fast + s.refill + s.slow + s.slow_high_order + silent)
    {
        return "allocations != fast + refill + slow + slow_high_order (+ carves)";
    }
    const uint64_t reuses = m_kernel.fragCarveCountsFast ? 0 : m_reuses;
    if (m_puts + reuses != s.cached + s.ring + s.ring_full + s.released_refcnt + m_bulkUncounted)
    {
        return "returns != cached + ring + ring_full + released_refcnt + bulk releases";
    }
    if (GetInFlight() != m_cacheCount + m_ring.Count() + m_outside)
    {
        return "hold - release != cache + ring + outside";
    }
    return "";
}

} // namespace ns3
