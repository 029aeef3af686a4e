/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-allocator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Pages that come into being together: a block of the largest order. */
constexpr uint64_t CHUNK_PAGES = 1ULL << PageAllocator::MAX_ORDER;

/** list_add(): the old first page is written too. */
void
AddToFront(CpuCore& core, PageList& list, Page& page)
{
    if (!list.empty())
    {
        core.Write(list.front().meta);
    }
    core.Write(page.meta);
    list.push_front(page);
}

/** list_del(): both neighbours are written too. */
void
Unlink(CpuCore& core, PageList& list, Page& page)
{
    const auto it = list.iterator_to(page);
    if (it != list.begin())
    {
        core.Write(std::prev(it)->meta);
    }
    if (const auto next = std::next(it); next != list.end())
    {
        core.Write(next->meta);
    }
    core.Write(page.meta);
    list.erase(it);
}

/** Lines of a block with the state of one run. */
LineSet
LinesLike(const LineRun& state, uint16_t lines, uint8_t node)
{
    LineSet set(lines, 0, node);
    LineRun& run = set.GetRun(0);
    run = state;
    run.first = 0;
    run.count = lines;
    run.column = 0;
    run.Refresh();
    return set;
}

} // namespace

/** @brief per_cpu_pages: the lists of one CPU and zone. */
struct PageAllocator::PerCpuPages
{
    LineRun line{2, 0};                            //!< lock, count, list heads
    std::array<PageList, MAX_PCP_ORDER + 1> lists; //!< by order
    uint32_t count{0};                             //!< pages in the lists
    uint32_t freeFactor{0};                        //!< free_factor (to v6.6)
    uint32_t allocFactor{0};                       //!< alloc_factor (v6.7)
    uint32_t freeCount{0};                         //!< free_count (v6.7)
    bool prevFreeHighOrder{false};                 //!< PCPF_PREV_FREE_HIGH_ORDER (v6.7)
};

/** @brief struct zone: the buddy lists of a node. */
struct PageAllocator::Zone
{
    uint8_t node{0};                                   //!< node
    uint64_t base{0};                                  //!< first pfn
    uint64_t limit{0};                                 //!< most pages
    LineRun lock;                                      //!< zone->lock
    std::array<LineRun, MAX_ORDER + 1> areaLines;      //!< free_area[]
    std::array<PageList, MAX_ORDER + 1> areas;         //!< free blocks by order
    std::vector<std::unique_ptr<Page[]>> chunks;       //!< mem_map, in order of pfn
    std::vector<std::unique_ptr<PerCpuPages>> perCpus; //!< by core number

    /** @param pfn a frame of this zone @return its struct page */
    Page& At(uint64_t pfn) const
    {
        const uint64_t i = pfn - base;
        return chunks[i / CHUNK_PAGES][i % CHUNK_PAGES];
    }
};

PageAllocator::PageAllocator(const KernelProfile& kernel,
                             const PageAllocatorParameters& parameters,
                             FootprintMeter* meter)
    : m_kernel(kernel),
      m_parameters(parameters),
      m_meter(meter)
{
    const uint64_t pages = parameters.nodeBytes / parameters.pageSize;
    for (uint32_t node = 0; node < parameters.nodes; ++node)
    {
        m_zones.push_back(std::make_unique<Zone>());
        Zone& zone = *m_zones.back();
        zone.node = static_cast<uint8_t>(node);
        zone.limit = pages / CHUNK_PAGES * CHUNK_PAGES;
        zone.base = node * zone.limit;
        zone.lock = LineRun(1, 0, zone.node);
        for (uint32_t order = 0; order <= MAX_ORDER; ++order)
        {
            zone.areaLines[order] = LineRun(1, static_cast<uint8_t>(1 + order), zone.node);
        }
    }
}

PageAllocator::~PageAllocator()
{
    for (const auto& zone : m_zones)
    {
        for (PageList& list : zone->areas)
        {
            list.clear();
        }
        for (const auto& pcp : zone->perCpus)
        {
            for (uint32_t order = 0; pcp && order <= MAX_PCP_ORDER; ++order)
            {
                pcp->lists[order].clear();
            }
        }
    }
}

uint32_t
PageAllocator::GetNode(const CpuCore& core) const
{
    const uint32_t socket = core.GetUnit() / std::max(1U, core.GetMachine().coresPerSocket);
    return std::min(socket, m_parameters.nodes - 1);
}

PageAllocator::PerCpuPages&
PageAllocator::GetPcp(const CpuCore& core, Zone& zone)
{
    if (core.GetId() >= zone.perCpus.size())
    {
        zone.perCpus.resize(core.GetId() + 1);
    }
    auto& pcp = zone.perCpus[core.GetId()];
    if (!pcp)
    {
        pcp = std::make_unique<PerCpuPages>();
        pcp->line = LineRun(2, static_cast<uint8_t>(8 + 2 * zone.node), zone.node);
    }
    return *pcp;
}

bool
PageAllocator::Grow(Zone& zone)
{
    const uint64_t have = zone.chunks.size() * CHUNK_PAGES;
    if (have + CHUNK_PAGES > zone.limit)
    {
        return false;
    }
    auto chunk = std::make_unique<Page[]>(CHUNK_PAGES);
    const auto lines = static_cast<uint16_t>(m_parameters.pageSize / LINE_BYTES);
    for (uint64_t i = 0; i < CHUNK_PAGES; ++i)
    {
        Page& page = chunk[i];
        page.pfn = zone.base + have + i;
        page.node = zone.node;
        page.meta = LineRun(1, static_cast<uint8_t>(page.pfn % LINE_COLUMNS), zone.node);
        page.body = LineSet(lines, 0, zone.node);
    }
    chunk[0].order = MAX_ORDER;
    chunk[0].state = PageState::Buddy;
    zone.areas[MAX_ORDER].push_back(chunk[0]);
    zone.chunks.push_back(std::move(chunk));
    return true;
}

void
PageAllocator::AdoptLines(Page& page, uint32_t order)
{
    if (order > 0)
    {
        const uint32_t lines = (m_parameters.pageSize << order) / LINE_BYTES;
        page.body = LinesLike(page.body.GetRun(0), static_cast<uint16_t>(lines), page.node);
    }
}

void
PageAllocator::ReleaseLines(Page& page)
{
    if (page.order == 0)
    {
        return;
    }
    const auto lines = static_cast<uint16_t>(m_parameters.pageSize / LINE_BYTES);
    const LineSet block = page.body;
    for (uint32_t i = 0; i < 1U << page.order; ++i)
    {
        LineSet whole = block;
        const LineRun& state = whole.Find(i * lines);
        (&page)[i].body = LinesLike(state, lines, page.node);
    }
}

Page*
PageAllocator::TakeFromBuddy(CpuCore& core, Zone& zone, uint32_t order)
{
    uint32_t high = order;
    while (high <= MAX_ORDER && zone.areas[high].empty())
    {
        ++high;
    }
    if (high > MAX_ORDER)
    {
        if (!Grow(zone))
        {
            return nullptr;
        }
        high = MAX_ORDER;
    }
    Page& page = zone.areas[high].front();
    core.Write(zone.areaLines[high]);
    core.Read(page.meta);
    Unlink(core, zone.areas[high], page);
    while (high > order)
    {
        --high;
        Page& half = (&page)[1ULL << high];
        half.order = static_cast<uint8_t>(high);
        half.state = PageState::Buddy;
        core.Write(zone.areaLines[high]);
        AddToFront(core, zone.areas[high], half);
        ++m_stats.splits;
    }
    page.order = static_cast<uint8_t>(order);
    AdoptLines(page, order);
    return &page;
}

void
PageAllocator::FreeOnePage(CpuCore& core, Zone& zone, Page& freed, uint32_t order)
{
    ReleaseLines(freed);
    Page* page = &freed;
    while (order < MAX_ORDER)
    {
        Page& buddy = zone.At(page->pfn ^ (1ULL << order));
        core.Read(buddy.meta);
        if (buddy.state != PageState::Buddy || buddy.order != order)
        {
            break;
        }
        core.Write(zone.areaLines[order]);
        Unlink(core, zone.areas[order], buddy);
        Page* upper = page->pfn < buddy.pfn ? &buddy : page;
        page = page->pfn < buddy.pfn ? page : &buddy;
        upper->state = PageState::Tail;
        ++order;
        ++m_stats.merges;
    }
    page->order = static_cast<uint8_t>(order);
    page->state = PageState::Buddy;
    core.Write(zone.areaLines[order]);
    AddToFront(core, zone.areas[order], *page);
}

Page*
PageAllocator::RmqueueBuddy(CpuCore& core, Zone& zone, uint32_t order)
{
    CpuCore::Scope scope(core, Fn::rmqueue_bulk);
    ZoneLock(core, zone);
    return TakeFromBuddy(core, zone, order);
}

void
PageAllocator::ZoneLock(CpuCore& core, Zone& zone)
{
    ++m_stats.zoneLocks;
    core.System(SystemCost::IrqsavePair);
    core.Lock(zone.lock);
}

void
PageAllocator::RmqueueBulk(CpuCore& core,
                           Zone& zone,
                           PerCpuPages& pcp,
                           uint32_t order,
                           uint32_t count)
{
    CpuCore::Scope scope(core, Fn::rmqueue_bulk);
    ZoneLock(core, zone);
    ++m_stats.refills;
    PageList& list = pcp.lists[order];
    for (uint32_t i = 0; i < count; ++i)
    {
        CpuCore::Scope entry(core, Fn::rmqueue_bulk_entry);
        Page* page = TakeFromBuddy(core, zone, order);
        if (page == nullptr)
        {
            break;
        }
        // list_add_tail: the list has the order in which the pages were taken
        if (!list.empty())
        {
            core.Write(list.back().meta);
        }
        page->state = PageState::Pcp;
        list.push_back(*page);
        pcp.count += 1U << order;
    }
}

uint32_t
PageAllocator::NrPcpAlloc(PerCpuPages& pcp, uint32_t order) const
{
    uint32_t batch = m_kernel.pcpBatch;
    if (m_kernel.pcpScale && order == 0)
    {
        const int64_t room = static_cast<int64_t>(m_kernel.pcpHigh) - pcp.count - batch;
        const auto most = static_cast<uint32_t>(std::max<int64_t>(room, batch));
        batch <<= pcp.allocFactor;
        if (batch <= most && pcp.allocFactor < BATCH_SCALE_MAX)
        {
            ++pcp.allocFactor;
        }
        batch = std::min(batch, most);
    }
    return batch > 1 ? std::max(batch >> order, 2U) : 1;
}

uint32_t
PageAllocator::NrPcpFree(PerCpuPages& pcp, uint32_t order) const
{
    const uint32_t batch = m_kernel.pcpBatch;
    const uint32_t high = m_kernel.pcpHigh;
    bool freeHigh = order > 0 && pcp.freeFactor > 0;
    if (m_kernel.pcpScale)
    {
        freeHigh = order > 0 && pcp.prevFreeHighOrder && pcp.freeCount >= batch;
        pcp.prevFreeHighOrder = order > 0;
        pcp.freeCount = std::min(pcp.freeCount + (1U << order), batch << BATCH_SCALE_MAX);
    }
    if (freeHigh)
    {
        return pcp.count;
    }
    if (pcp.count < high)
    {
        return 0;
    }
    if (high < 2 * batch)
    {
        return std::max(1U, high < batch ? 1 : high - batch);
    }
    if (m_kernel.pcpScale)
    {
        return std::clamp(pcp.freeCount, batch, high - batch);
    }
    const uint32_t scaled = batch << pcp.freeFactor;
    if (scaled < high - batch && pcp.freeFactor < BATCH_SCALE_MAX)
    {
        ++pcp.freeFactor;
    }
    return std::clamp(scaled, batch, high - batch);
}

Page*
PageAllocator::RmqueuePcplist(CpuCore& core, Zone& zone, PerCpuPages& pcp, uint32_t order)
{
    PageList& list = pcp.lists[order];
    if (list.empty())
    {
        RmqueueBulk(core, zone, pcp, order, NrPcpAlloc(pcp, order));
        if (list.empty())
        {
            return nullptr;
        }
    }
    Page& page = list.front();
    Unlink(core, list, page);
    pcp.count -= 1U << order;
    return &page;
}

Page*
PageAllocator::AllocFromZone(CpuCore& core, Zone& zone, uint32_t order)
{
    if (order > MAX_PCP_ORDER)
    {
        return RmqueueBuddy(core, zone, order);
    }
    PerCpuPages& pcp = GetPcp(core, zone);
    core.Atomic(pcp.line); // pcp_spin_trylock(); the unlock is a plain store
    pcp.freeFactor >>= 1;
    pcp.freeCount >>= 1;
    return RmqueuePcplist(core, zone, pcp, order);
}

void
PageAllocator::PrepNewPage(CpuCore& core, Page& page, FootprintOwner owner)
{
    ++m_stats.allocated;
    page.state = PageState::Used;
    page.refcount = 1;
    page.owner = owner;
    if (page.body.IsSliced())
    {
        const auto lines = static_cast<uint16_t>(page.body.GetLines());
        page.body = LinesLike(page.body.GetRun(0), lines, page.node);
    }
    if (m_kernel.initOnAlloc)
    {
        core.Clear(page.body, 0, GetBytes(page));
    }
    if (m_meter != nullptr && owner != FootprintOwner::None)
    {
        m_meter->Add(owner, GetBytes(page), core.Now());
    }
}

Page*
PageAllocator::AllocPages(CpuCore& core, uint32_t order, FootprintOwner owner, int32_t node)
{
    CpuCore::Scope scope(core, Fn::__alloc_pages);
    const uint32_t first = node == NO_NODE ? GetNode(core) : static_cast<uint32_t>(node);
    for (uint32_t i = 0; i < m_zones.size(); ++i)
    {
        Zone& zone = *m_zones[(first + i) % m_zones.size()];
        if (Page* page = AllocFromZone(core, zone, order))
        {
            PrepNewPage(core, *page, owner);
            return page;
        }
    }
    ++m_stats.failed;
    return nullptr;
}

uint32_t
PageAllocator::AllocBulk(CpuCore& core, uint32_t count, Page** out, int32_t node)
{
    uint32_t done = 0;
    {
        CpuCore::Scope scope(core, Fn::__alloc_pages_bulk);
        const uint32_t want = node == NO_NODE ? GetNode(core) : static_cast<uint32_t>(node);
        Zone& zone = *m_zones[want % m_zones.size()];
        PerCpuPages& pcp = GetPcp(core, zone);
        core.Atomic(pcp.line);
        while (done < count)
        {
            CpuCore::Scope entry(core, Fn::alloc_pages_bulk_array_entry);
            Page* page = RmqueuePcplist(core, zone, pcp, 0);
            if (page == nullptr)
            {
                break;
            }
            PrepNewPage(core, *page, FootprintOwner::None);
            out[done++] = page;
        }
    }
    if (done == 0 && count > 0)
    {
        out[0] = AllocPages(core, 0, FootprintOwner::None, node);
        done = out[0] != nullptr ? 1 : 0;
    }
    return done;
}

void
PageAllocator::Free(CpuCore& core, Page& page)
{
    CpuCore::Scope scope(core, Fn::free_unref_page);
    ++m_stats.freed;
    if (m_meter != nullptr && page.owner != FootprintOwner::None)
    {
        m_meter->Add(page.owner, -static_cast<int64_t>(GetBytes(page)), core.Now());
    }
    page.owner = FootprintOwner::None;
    page.pool = nullptr;
    page.pfmemalloc = false;
    Zone& zone = *m_zones[page.node];
    if (page.order > MAX_PCP_ORDER)
    {
        ZoneLock(core, zone);
        FreeOnePage(core, zone, page, page.order);
        return;
    }
    FreeToPcp(core, zone, GetPcp(core, zone), page);
}

void
PageAllocator::FreeToPcp(CpuCore& core, Zone& zone, PerCpuPages& pcp, Page& page)
{
    core.Atomic(pcp.line); // pcp_spin_trylock(); the unlock is a plain store
    const uint32_t order = page.order;
    page.state = PageState::Pcp;
    AddToFront(core, pcp.lists[order], page);
    pcp.count += 1U << order;
    pcp.allocFactor >>= 1;
    if (const uint32_t count = NrPcpFree(pcp, order); count > 0)
    {
        FreePcppagesBulk(core, zone, pcp, count, order);
    }
}

void
PageAllocator::FreePcppagesBulk(CpuCore& core,
                                Zone& zone,
                                PerCpuPages& pcp,
                                uint32_t count,
                                uint32_t order)
{
    CpuCore::Scope scope(core, Fn::free_pcppages_bulk);
    ZoneLock(core, zone);
    ++m_stats.drains;
    const uint32_t most = std::min(count, pcp.count);
    for (uint32_t freed = 0; freed < most;)
    {
        PageList& list = pcp.lists[order];
        if (list.empty())
        {
            order = order == MAX_PCP_ORDER ? 0 : order + 1;
            continue;
        }
        CpuCore::Scope entry(core, Fn::free_pcppages_bulk_entry);
        Page& page = list.back();
        core.Read(page.meta);
        Unlink(core, list, page);
        pcp.count -= 1U << order;
        freed += 1U << order;
        FreeOnePage(core, zone, page, order);
    }
}

void
PageAllocator::DrainAll(CpuCore& core)
{
    for (const auto& zone : m_zones)
    {
        for (const auto& pcp : zone->perCpus)
        {
            if (pcp && pcp->count > 0)
            {
                FreePcppagesBulk(core, *zone, *pcp, pcp->count, 0);
            }
        }
    }
}

PageAudit
PageAllocator::Audit() const
{
    PageAudit audit;
    uint64_t usedBlocks = 0;
    uint64_t listed = 0;
    for (const auto& zone : m_zones)
    {
        const uint64_t pages = zone->chunks.size() * CHUNK_PAGES;
        audit.created += pages;
        for (uint64_t i = 0; i < pages;)
        {
            const Page& page = zone->At(zone->base + i);
            const uint64_t block = 1ULL << page.order;
            audit.buddy += page.state == PageState::Buddy ? block : 0;
            audit.pcp += page.state == PageState::Pcp ? block : 0;
            audit.used += page.state == PageState::Used ? block : 0;
            usedBlocks += page.state == PageState::Used ? 1 : 0;
            audit.consistent &= page.state != PageState::Tail && i % block == 0;
            audit.consistent &= page.hook.is_linked() == (page.state != PageState::Used);
            for (uint64_t tail = 1; tail < block; ++tail)
            {
                audit.consistent &= zone->At(zone->base + i + tail).state == PageState::Tail;
            }
            i += block;
        }
        listed += CountListed(*zone, audit.consistent);
    }
    audit.consistent &= listed == audit.buddy + audit.pcp;
    audit.consistent &= usedBlocks == m_stats.allocated - m_stats.freed;
    return audit;
}

uint64_t
PageAllocator::CountListed(const Zone& zone, bool& consistent)
{
    uint64_t pages = 0;
    for (uint32_t order = 0; order <= MAX_ORDER; ++order)
    {
        pages += zone.areas[order].size() << order;
    }
    for (const auto& pcp : zone.perCpus)
    {
        uint64_t here = 0;
        for (uint32_t order = 0; pcp && order <= MAX_PCP_ORDER; ++order)
        {
            here += pcp->lists[order].size() << order;
        }
        consistent &= !pcp || here == pcp->count;
        pages += here;
    }
    return pages;
}

} // namespace ns3
