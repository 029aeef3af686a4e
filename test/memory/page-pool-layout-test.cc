/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory-rig.h"

#include "ns3/config.h"
#include "ns3/page-pool-lines.h"
#include "ns3/pp-bench-simple.h"
#include "ns3/string.h"

namespace ns3
{

namespace
{

constexpr auto LineOf = PagePoolLayout::LineOf;

KernelProfile
Kernel(uint32_t version)
{
    KernelProfile kernel;
    kernel.version = version;
    return kernel;
}

/** @brief The placement of counters in the pools that are made while it lives. */
class Placed
{
  public:
    explicit Placed(const std::string& stats)
    {
        Config::SetDefault("ns3::PagePoolConfig::Stats", StringValue(stats));
    }

    ~Placed()
    {
        Config::SetDefault("ns3::PagePoolConfig::Stats", StringValue("alloc"));
    }
};

/** @brief What a page costs that core 0 takes and core 1, in softirq, returns. */
struct Shared
{
    Ticks alloc{0}; //!< transfers of the allocating core
    Ticks put{0};   //!< transfers of page_pool_put_page on the returning core
};

Shared
PassPages(const std::string& stats)
{
    const Placed placed(stats);
    MemoryRig rig;
    rig.Build();
    PagePool pool(*rig.pages, rig.kernel, {});
    rig.Core(0).SetContext(Context::ServingSoftirq);
    rig.Core(1).SetContext(Context::ServingSoftirq);
    const auto pass = [&](uint32_t times) {
        for (uint32_t i = 0; i < times; ++i)
        {
            Page* page = pool.AllocPages(rig.Core(0));
            pool.PutFullPage(rig.Core(1), *page, false);
        }
    };
    pass(4096);
    rig.Core(0).GetLedger().Reset();
    rig.Core(1).GetLedger().Reset();
    pass(6400);
    EXPECT_EQ(pool.CheckEqualities(), "");
    Shared shared;
    shared.alloc = rig.Core(0).GetLedger().Get(Fn::page_pool_alloc_pages, CostKind::Transfer);
    shared.put = rig.Core(1).GetLedger().Get(Fn::page_pool_put_page, CostKind::Transfer);
    return shared;
}

} // namespace

// byte offsets of kernel-datapath 1.8, as lines
TEST(PagePoolLayout, CountersShareALineWithTheParametersInTheFirstPatchOnly)
{
    for (const PagePoolLayout& layout : PagePoolLayout::All())
    {
        const bool shared =
            layout.fast != PagePoolLayout::NONE && LineOf(layout.fast) == LineOf(layout.params);
        EXPECT_EQ(shared, layout.stats == PoolStats::Params) << layout.build;
        EXPECT_LT(layout.release, layout.size) << layout.build;
        EXPECT_EQ(layout.ring % 64, 0) << layout.build;
        // alloc.count is followed by 128 pointers, then the ring is aligned to a line
        EXPECT_EQ(LineOf(layout.alloc) + 17, LineOf(layout.ring)) << layout.build;
        EXPECT_EQ(layout.size % 64, 0) << layout.build;
    }
}

TEST(PagePoolLayout, FollowsTheKernelAndThePlacement)
{
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(517), PoolStats::None).build, "v5.17");
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(604), PoolStats::None).build, "v5.17");
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(618), PoolStats::None).build, "v6.18");
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(604), PoolStats::Params).build, "v5.17, patch v1");
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(603), PoolStats::Alloc).build, "v6.1");
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(604), PoolStats::PerCpu).build, "v6.4");
    EXPECT_STREQ(PagePoolLayout::Find(Kernel(510), PoolStats::Alloc).build, "v6.1");
}

TEST(PagePoolLayout, GroupsOnOneLineAreOneLine)
{
    const auto find = [](uint32_t version, PoolStats stats) -> const PagePoolLayout& {
        return PagePoolLayout::Find(Kernel(version), stats);
    };
    PagePoolLines none(find(517, PoolStats::None), 128);
    EXPECT_EQ(none.fast, nullptr);
    EXPECT_EQ(none.empty, nullptr);
    EXPECT_EQ(none.alloc.count, 1);
    EXPECT_EQ(&none.hold, &none.frag);
    PagePoolLines params(find(517, PoolStats::Params), 128);
    EXPECT_EQ(params.fast, &params.params);
    ASSERT_NE(params.empty, nullptr);
    EXPECT_EQ(params.empty->column, 1);
    EXPECT_EQ(params.hold.column, 3);
    PagePoolLines merged(find(604, PoolStats::Alloc), 128);
    EXPECT_EQ(merged.fast, nullptr); // on the lines that an allocation writes anyway
    EXPECT_EQ(merged.alloc.column, 3);
    EXPECT_EQ(merged.alloc.count, 2);
    EXPECT_EQ(merged.CacheSlot(7).column, 5);
    EXPECT_EQ(merged.CacheSlot(127).column, 20);
    PagePoolLines late(find(618, PoolStats::None), 128);
    EXPECT_EQ(&late.hold, &late.params);
    EXPECT_EQ(late.frag.column, 1);
    EXPECT_NE(&merged.Recycle(0), &merged.Recycle(1));
}

TEST(PagePoolLayout, SharingShowsWhereTwoCpusTouchTheLine)
{
    const Shared none = PassPages("none");
    const Shared params = PassPages("params");
    const Shared alloc = PassPages("alloc");
    const Shared perCpu = PassPages("per-cpu");
    // one transfer of 48 ns to each side for every page that counts as fast, which is not the one
    // that a refill serves; half of a plain store is hidden
    const double transfer = 6400.0 * 63 / 64 * 48 * 2.99 * TICKS_PER_CYCLE;
    EXPECT_EQ(none.put, 0U);
    EXPECT_EQ(alloc.put, 0U);
    EXPECT_EQ(perCpu.put, 0U);
    EXPECT_NEAR(static_cast<double>(params.put), transfer, 0.001 * transfer);
    EXPECT_NEAR(static_cast<double>(params.alloc - none.alloc), transfer / 2, 0.05 * transfer);
}

TEST(PagePoolLayout, OneCpuDoesNotNoticeWhereCountersAre)
{
    const MachineProfile machine;
    const KernelProfile kernel;
    const PpBenchSimple bench(machine, kernel);
    const auto before = bench.Run(64 * 200);
    for (const std::string stats : {"none", "params", "per-cpu"})
    {
        const Placed placed(stats);
        const auto rows = bench.Run(64 * 200);
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            EXPECT_NEAR(rows[i].cycles, before[i].cycles, 0.01 * before[i].cycles)
                << stats << " " << rows[i].name;
        }
    }
}

} // namespace ns3
