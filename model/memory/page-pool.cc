/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-pool.h"

#include "page-pool-config.h"

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

} // namespace

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
      m_placement(CreateObject<PagePoolConfig>()->GetStats()),
      m_layout(PagePoolLayout::Find(kernel, m_placement)),
      m_nid(parameters.nid),
      m_ring(RingSize(kernel, parameters), PagePoolLines::ColumnOf(m_layout.ring)),
      m_lines(m_layout, CACHE_SIZE)
{
    if (m_meter != nullptr)
    {
        m_meter->Add(FootprintOwner::PtrRing, static_cast<int64_t>(m_ring.GetBytes()), 0);
    }
}

// ---- counters

void
PagePool::CountAlloc(CpuCore& core, uint64_t& counter, LineRun* line)
{
    ++counter;
    if (line != nullptr)
    {
        core.Write(*line);
    }
}

void
PagePool::CountRecycle(CpuCore& core, uint64_t& counter, uint64_t n)
{
    counter += n;
    if (m_placement == PoolStats::PerCpu)
    {
        core.Write(m_lines.Recycle(core.GetId()));
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

Page*
PagePool::PopCache(CpuCore& core)
{
    --m_cacheCount;
    core.Read(m_lines.CacheSlot(m_cacheCount));
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
    core.Write(m_lines.alloc);
    Page* page = GetCached(core);
    return page != nullptr ? page : AllocPagesSlow(core);
}

Page*
PagePool::GetCached(CpuCore& core)
{
    if (m_cacheCount > 0)
    {
        CountAlloc(core, m_stats.fast, m_lines.fast);
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
        CountAlloc(core, m_stats.empty, m_lines.empty);
        return nullptr;
    }
    const uint32_t node =
        m_nid == PageAllocator::NO_NODE ? m_allocator.GetNode(core) : static_cast<uint32_t>(m_nid);
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
            CountAlloc(core, m_stats.waive, m_lines.empty);
            Account(FootprintOwner::PoolRing, FootprintOwner::None, core);
            ReturnPage(core, *page);
            break;
        }
        core.Write(m_lines.CacheSlot(m_cacheCount));
        m_cache[m_cacheCount++] = page;
        ++taken;
    }
    Account(FootprintOwner::PoolRing, FootprintOwner::PoolCache, core, taken);
    if (m_cacheCount == 0)
    {
        return nullptr;
    }
    CountAlloc(core, m_stats.refill, m_lines.empty);
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
    core.Read(m_lines.params);
    if (m_parameters.order > 0)
    {
        return GetSlowHighOrder(core);
    }
    const uint32_t count = m_allocator.AllocBulk(core, CACHE_REFILL, m_cache.data(), m_nid);
    if (count == 0)
    {
        return nullptr;
    }
    core.Write(m_lines.hold);
    for (uint32_t i = 0; i < count; ++i)
    {
        core.Write(m_lines.CacheSlot(i));
        SetPpInfo(core, *m_cache[i]);
    }
    m_cacheCount = count;
    Account(FootprintOwner::None, FootprintOwner::PoolCache, core, count);
    CountAlloc(core, m_stats.slow, m_lines.fast);
    return PopCache(core);
}

Page*
PagePool::GetSlowHighOrder(CpuCore& core)
{
    Page* page = m_allocator.AllocPages(core, m_parameters.order, FootprintOwner::None, m_nid);
    if (page == nullptr)
    {
        return nullptr;
    }
    core.Write(m_lines.hold);
    SetPpInfo(core, *page);
    page->ppCarved = m_pageBytes;
    Account(FootprintOwner::None, FootprintOwner::PoolInFlight, core);
    ++m_outside;
    CountAlloc(core, m_stats.slow_high_order, m_lines.fast);
    return page;
}

// ---- fragments

PageFragment
PagePool::AllocFrag(CpuCore& core, uint32_t size)
{
    CpuCore::Scope scope(core, Fn::page_pool_alloc_frag);
    core.Write(m_lines.frag);
    if (size > m_pageBytes)
    {
        return {};
    }
    if (m_fragPage != nullptr && m_fragOffset + size > m_pageBytes)
    {
        m_fragPage = DrainFrag(core, *m_fragPage);
        if (m_fragPage != nullptr)
        {
            CountAlloc(core, m_stats.fast, m_lines.fast);
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
    if (m_kernel.fragCarveCountsFast)
    {
        CountAlloc(core, m_stats.fast, m_lines.fast);
    }
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
    core.Write(m_lines.alloc);
    if (m_cacheCount == CACHE_SIZE)
    {
        CountRecycle(core, m_stats.cache_full);
        return false;
    }
    core.Write(m_lines.CacheSlot(m_cacheCount));
    m_cache[m_cacheCount++] = &page;
    CountRecycle(core, m_stats.cached);
    ComeBack(core, page, FootprintOwner::PoolCache);
    return true;
}

uint32_t
PagePool::ProduceInRing(CpuCore& core, Page* const* pages, uint32_t count)
{
    m_ring.LockProducer(core, m_parameters.contention ? &m_producerWait : nullptr);
    const uint32_t done = m_ring.ProduceBatchLocked(core, pages, count);
    m_producerWait.Release(core);
    return done;
}

bool
PagePool::TakeBack(CpuCore& core, Page& page)
{
    if (!IsLastUser(core, page))
    {
        return false;
    }
    ++m_puts;
    if (page.refcount != 1 || page.pfmemalloc)
    {
        CountRecycle(core, m_stats.released_refcnt);
        Release(core, page);
        return false;
    }
    page.ppFragCount = 1;
    DmaSyncForDevice(core);
    return true;
}

bool
PagePool::PreparePut(CpuCore& core, Page& page, bool allowDirect)
{
    CpuCore::Scope scope(core, Fn::page_pool_put_page);
    core.Read(m_lines.params);
    return TakeBack(core, page) && (!IsDirect(core, allowDirect) || !RecycleInCache(core, page));
}

void
PagePool::PutInRing(CpuCore& core, Page& page)
{
    CpuCore::Scope scope(core, Fn::page_pool_recycle_in_ring);
    Page* const one = &page;
    if (ProduceInRing(core, &one, 1) == 1)
    {
        CountRecycle(core, m_stats.ring);
        ComeBack(core, page, FootprintOwner::PoolRing);
        return;
    }
    CountRecycle(core, m_stats.ring_full);
    Release(core, page);
}

void
PagePool::PutFullPage(CpuCore& core, Page& page, bool allowDirect)
{
    if (PreparePut(core, page, allowDirect))
    {
        PutInRing(core, page);
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
    core.Read(m_lines.params);
    std::array<Page*, BULK> queue;
    uint32_t queued = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        CpuCore::Scope entry(core, Fn::page_pool_put_page_bulk_entry);
        Page& page = *pages[i];
        if (TakeBack(core, page) && (!IsDirect(core, false) || !RecycleInCache(core, page)))
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
    const uint32_t done = ProduceInRing(core, pages, count);
    CountRecycle(core, m_stats.ring, done);
    for (uint32_t i = 0; i < done; ++i)
    {
        ComeBack(core, *pages[i], FootprintOwner::PoolRing);
    }
    if (done == count)
    {
        return;
    }
    CountRecycle(core, m_stats.ring_full); // once, however many are released
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
    core.Atomic(m_lines.release);
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

void
PagePool::EmptyCache(CpuCore& core)
{
    while (m_cacheCount > 0)
    {
        Page* page = m_cache[--m_cacheCount];
        core.Read(m_lines.CacheSlot(m_cacheCount));
        Account(FootprintOwner::PoolCache, FootprintOwner::None, core);
        ReturnPage(core, *page);
    }
}

void
PagePool::UpdateNid(CpuCore& core, int32_t nid)
{
    if (nid == m_nid)
    {
        return;
    }
    CpuCore::Scope scope(core, Fn::page_pool_update_nid);
    core.Write(m_lines.params);
    m_nid = nid;
    EmptyCache(core);
}

bool
PagePool::Destroy(CpuCore& core)
{
    m_destroyed = true;
    FreeFrag(core);
    EmptyCache(core);
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
