/* SPDX-License-Identifier: GPL-2.0-only */
#include "pp-bench-simple.h"

#include "slab.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/** Slot of an sk_buff [bytes]. */
constexpr uint32_t OBJECT_BYTES = 256;
/** Pages that each pool row puts in the ring before it starts. */
constexpr uint32_t PREFILL = 64;
/** Elements before the clock is read: first touches of memory and code. */
constexpr uint64_t WARM_UP = 4096;
/** Objects alive at once in the large slab row, and in the small ones. */
constexpr uint32_t MANY = 256;
constexpr uint32_t FEW = 16;

/** @brief One core with its memory, as a row finds it. */
struct Bench
{
    Bench(const MachineProfile& machine, const KernelProfile& kernel)
        : caches(machine),
          core(machine, kernel, caches, 0, 0),
          pages(kernel),
          pool(pages, kernel, {}),
          objects(pages, kernel, OBJECT_BYTES, true),
          pair(kernel.AtLeast(6, 5))
    {
    }

    CacheHierarchy caches;
    CpuCore core;
    PageAllocator pages;
    PagePool pool;
    KmemCache objects;
    bool pair; //!< page_pool_release_page() is gone: get_page, put, put_page
    LineRun word{1, 0};
    std::array<SlabObject*, MANY> held{};

    void Prefill()
    {
        std::array<Page*, PREFILL> taken;
        for (Page*& page : taken)
        {
            page = pool.AllocPages(core);
        }
        for (Page* page : taken)
        {
            pool.PutFullPage(core, *page, false);
        }
    }
};

// The turn of the loop does not depend on the work inside and runs in its shadow: only the empty
// loop pays it. It is an addition that the next turn waits for.
uint64_t
Turn(Bench& b)
{
    b.core.Spend(TICKS_PER_CYCLE);
    return 1;
}

uint64_t
AtomicInc(Bench& b)
{
    b.core.Atomic(b.word);
    return 1;
}

uint64_t
LockUnlock(Bench& b)
{
    b.core.Lock(b.word);
    return 1;
}

uint64_t
FastPath(Bench& b)
{
    b.pool.PutFullPage(b.core, *b.pool.AllocPages(b.core), true);
    return 1;
}

uint64_t
ThroughRing(Bench& b)
{
    b.pool.PutFullPage(b.core, *b.pool.AllocPages(b.core), false);
    return 1;
}

uint64_t
ThroughAllocator(Bench& b)
{
    Page* page = b.pool.AllocPages(b.core);
    if (b.pair)
    {
        b.pages.GetPage(b.core, *page);
        b.pool.PutFullPage(b.core, *page, false);
    }
    else
    {
        b.pool.ReleasePage(b.core, *page);
    }
    b.pages.PutPage(b.core, *page);
    return 1;
}

uint64_t
PagePair(Bench& b)
{
    b.pages.PutPage(b.core, *b.pages.AllocPages(b.core, 0));
    return 1;
}

uint64_t
SlabPairs(Bench& b, uint32_t alive)
{
    for (uint32_t i = 0; i < alive; ++i)
    {
        b.held[i] = b.objects.Alloc(b.core);
    }
    for (uint32_t i = 0; i < alive; ++i)
    {
        b.objects.Free(b.core, *b.held[i]);
    }
    return alive;
}

uint64_t
SlabFew(Bench& b)
{
    return SlabPairs(b, FEW);
}

uint64_t
SlabMany(Bench& b)
{
    return SlabPairs(b, MANY);
}

uint64_t
SlabBulk(Bench& b)
{
    b.objects.AllocBulk(b.core, FEW, b.held.data());
    b.objects.FreeBulk(b.core, FEW, b.held.data());
    return FEW;
}

/** @brief What a row repeats, and in which context. */
struct Row
{
    const char* name;
    uint64_t (*turn)(Bench&);
    Context context;
    bool pool; //!< needs the prefilled pool
};

constexpr std::array<Row, 13> ROWS = {{
    {"for_loop", Turn, Context::Process, false},
    {"atomic_inc", AtomicInc, Context::Process, false},
    {"lock", LockUnlock, Context::Process, false},
    {"no-softirq-page_pool01", FastPath, Context::Process, true},
    {"no-softirq-page_pool02", ThroughRing, Context::Process, true},
    {"no-softirq-page_pool03", ThroughAllocator, Context::Process, true},
    {"tasklet_page_pool01_fast_path", FastPath, Context::ServingSoftirq, true},
    {"tasklet_page_pool02_ptr_ring", ThroughRing, Context::ServingSoftirq, true},
    {"tasklet_page_pool03_slow", ThroughAllocator, Context::ServingSoftirq, true},
    {"page_pair", PagePair, Context::Process, false},
    {"slab_pair_16", SlabFew, Context::Process, false},
    {"slab_pair_256", SlabMany, Context::Process, false},
    {"slab_bulk_16", SlabBulk, Context::Process, false},
}};

uint64_t
Repeat(Bench& b, const Row& row, uint64_t loops)
{
    uint64_t done = 0;
    while (done < loops)
    {
        done += row.turn(b);
    }
    return done;
}

PpBenchRow
Measure(Bench& b, const Row& row, uint64_t loops)
{
    CpuCore::Scope scope(b.core, Fn::bench_loop);
    b.core.SetContext(row.context);
    if (row.pool)
    {
        b.Prefill();
    }
    Repeat(b, row, WARM_UP);
    const PagePoolStats before = b.pool.GetStats();
    const Ticks start = b.core.Now();
    b.core.GetLedger().Reset();
    PpBenchRow result;
    result.name = row.name;
    result.loops = Repeat(b, row, loops);
    const Ticks spent = b.core.Now() - start;
    result.cycles = static_cast<double>(spent) / TICKS_PER_CYCLE / result.loops;
    result.ns = b.core.ToNs(spent) / result.loops;
    result.pool = b.pool.GetStats();
    for (const PagePoolStats::Field& field : PagePoolStats::GetFields())
    {
        result.pool.*field.counter -= before.*field.counter;
    }
    result.ledger = b.core.GetLedger();
    return result;
}

} // namespace

PpBenchSimple::PpBenchSimple(const MachineProfile& machine, const KernelProfile& kernel)
    : m_machine(machine),
      m_kernel(kernel)
{
}

const std::vector<std::string>&
PpBenchSimple::GetRowNames()
{
    static const std::vector<std::string> NAMES = [] {
        std::vector<std::string> names;
        for (const Row& row : ROWS)
        {
            names.emplace_back(row.name);
        }
        return names;
    }();
    return NAMES;
}

PpBenchRow
PpBenchSimple::RunRow(const std::string& name, uint64_t loops) const
{
    for (const Row& row : ROWS)
    {
        if (name == row.name)
        {
            Bench bench(m_machine, m_kernel);
            return Measure(bench, row, loops);
        }
    }
    return {};
}

std::vector<PpBenchRow>
PpBenchSimple::Run(uint64_t loops) const
{
    std::vector<PpBenchRow> rows;
    for (const std::string& name : GetRowNames())
    {
        rows.push_back(RunRow(name, loops));
    }
    return rows;
}

} // namespace ns3
