/* SPDX-License-Identifier: GPL-2.0-only */
// What the parts cost that every frame goes through: pool, ring, caches.
#include "ns3/page-pool.h"
#include "ns3/profile-reader.h"
#include "ns3/ptr-ring.h"
#include "ns3/scenario-registry.h"

#include <array>
#include <benchmark/benchmark.h>
#include <vector>

namespace ns3
{

namespace
{

/** @brief Two cores and their memory, of the machine and kernel that scenarios have by default. */
struct Bench
{
    explicit Bench(const ScenarioConfig& config)
        : machine(ReadMachineProfile(config.Get("machine"))),
          kernel(ReadKernelProfile(config.Get("kernel"))),
          caches(*machine),
          core(*machine, *kernel, caches, 0, 0),
          other(*machine, *kernel, caches, 1, 1),
          pages(*kernel)
    {
        core.SetContext(Context::ServingSoftirq);
        other.SetContext(Context::ServingSoftirq);
    }

    Bench()
        : Bench(FindScenario(Scenarios(), "veth-stream").Defaults())
    {
    }

    Ptr<MachineProfile> machine;
    Ptr<KernelProfile> kernel;
    CacheHierarchy caches;
    CpuCore core;
    CpuCore other;
    PageAllocator pages;
};

/** A page from the pool's cache and back into it, or back through its ring. */
void
PoolPair(benchmark::State& state, bool direct)
{
    constexpr uint32_t PREFILL = 64;
    Bench b;
    PagePool pool(b.pages, *b.kernel, {});
    std::array<Page*, PREFILL> taken;
    for (Page*& page : taken)
    {
        page = pool.AllocPages(b.core);
    }
    for (Page* page : taken)
    {
        pool.PutFullPage(b.core, *page, false);
    }
    for ([[maybe_unused]] auto turn : state)
    {
        pool.PutFullPage(b.core, *pool.AllocPages(b.core), direct);
    }
}

/** ptr_ring_produce() on one core, ptr_ring_consume() on another. */
void
RingPair(benchmark::State& state)
{
    Bench b;
    PtrRing<int> ring(256);
    int entry = 0;
    for ([[maybe_unused]] auto turn : state)
    {
        ring.Produce(b.core, &entry);
        benchmark::DoNotOptimize(ring.Consume(b.other));
    }
}

/** A load of a line that stays in L1. */
void
TouchL1(benchmark::State& state)
{
    Bench b;
    LineRun line(1, 0);
    for ([[maybe_unused]] auto turn : state)
    {
        b.core.Read(line);
        benchmark::ClobberMemory();
    }
}

/** Loads of the lines of many pages one after the other: gone from L1, still in L2. */
void
TouchL2(benchmark::State& state)
{
    constexpr uint32_t PAGES = 64;
    Bench b;
    std::vector<LineRun> lines;
    for (uint32_t i = 0; i < PAGES * LINE_COLUMNS; ++i)
    {
        lines.emplace_back(1, static_cast<uint8_t>(i % LINE_COLUMNS));
    }
    std::size_t next = 0;
    for ([[maybe_unused]] auto turn : state)
    {
        b.core.Read(lines[next]);
        next = next + 1 == lines.size() ? 0 : next + 1;
    }
}

/** Stores of two cores to the same line in turns: each takes it from the other. */
void
TouchTransfer(benchmark::State& state)
{
    Bench b;
    LineRun line(1, 0);
    for ([[maybe_unused]] auto turn : state)
    {
        b.core.Write(line);
        b.other.Write(line);
    }
}

/** The payload of a frame copied from one page to another, many pages in turn. */
void
CopyPayload(benchmark::State& state)
{
    constexpr uint32_t PAGES = 512;
    constexpr uint32_t BYTES = 1448;
    Bench b;
    std::vector<LineSet> pages(PAGES, LineSet(LINE_COLUMNS));
    std::size_t next = 0;
    for ([[maybe_unused]] auto turn : state)
    {
        b.core.Copy(pages[next], 0, pages[(next + PAGES / 2) % PAGES], 0, BYTES);
        next = (next + 1) % PAGES;
    }
}

BENCHMARK_CAPTURE(PoolPair, fast, true)->Name("page_pool/fast-pair");
BENCHMARK_CAPTURE(PoolPair, ring, false)->Name("page_pool/ring-pair");
BENCHMARK(RingPair)->Name("ptr_ring/produce-consume");
BENCHMARK(TouchL1)->Name("caches/touch-l1");
BENCHMARK(TouchL2)->Name("caches/touch-l2");
BENCHMARK(TouchTransfer)->Name("caches/touch-transfer-pair");
BENCHMARK(CopyPayload)->Name("caches/copy-1448");

} // namespace

} // namespace ns3
