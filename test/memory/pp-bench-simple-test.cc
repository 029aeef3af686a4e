/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/pp-bench-simple.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr uint64_t LOOPS = 64 * 500;

PpBenchRow
RunRow(const std::string& name, const KernelProfile& kernel = KernelProfile())
{
    const MachineProfile machine;
    return PpBenchSimple(machine, kernel).RunRow(name, LOOPS);
}

/** @brief A row on which constants were set, with the published figure. */
struct SetRow
{
    const char* name;
    double cycles;
};

class SetRowTest : public testing::TestWithParam<SetRow>
{
};

} // namespace

TEST_P(SetRowTest, IsMetWithinTwoPercent)
{
    const PpBenchRow row = RunRow(GetParam().name);
    EXPECT_NEAR(row.cycles, GetParam().cycles, 0.02 * GetParam().cycles);
    EXPECT_EQ(row.ledger.OfKind(CostKind::Transfer), 0U);
}

constexpr double GHZ = 2.99;

// Xeon Gold 6140: time_bench of the statistics thread in ns, pairs in core cycles
INSTANTIATE_TEST_SUITE_P(Gold6140,
                         SetRowTest,
                         testing::Values(SetRow{"for_loop", 0.334 * GHZ},
                                         SetRow{"atomic_inc", 18.0},
                                         SetRow{"lock", 13.514 * GHZ},
                                         SetRow{"tasklet_page_pool01_fast_path", 7.472 * GHZ},
                                         SetRow{"tasklet_page_pool03_slow", 47.807 * GHZ},
                                         SetRow{"page_pair", 200},
                                         SetRow{"slab_pair_16", 115},
                                         SetRow{"slab_bulk_16", 68}));

TEST(PpBenchSimple, FastPathStaysInTheCache)
{
    const PpBenchRow row = RunRow("tasklet_page_pool01_fast_path");
    EXPECT_EQ(row.pool.fast, LOOPS);
    EXPECT_EQ(row.pool.cached, LOOPS);
    EXPECT_EQ(row.ledger.OfKind(CostKind::Atomic), 0U);
}

TEST(PpBenchSimple, RingRowIsOneRefillPer64)
{
    const PpBenchRow row = RunRow("tasklet_page_pool02_ptr_ring");
    EXPECT_EQ(row.pool.refill, LOOPS / 64);
    EXPECT_EQ(row.pool.fast, LOOPS - LOOPS / 64);
    EXPECT_EQ(row.pool.ring, LOOPS);
    EXPECT_EQ(row.pool.slow, 0U);
}

TEST(PpBenchSimple, SlowRowIsOneBulkPer64)
{
    const PpBenchRow row = RunRow("tasklet_page_pool03_slow");
    EXPECT_EQ(row.pool.slow, LOOPS / 64);
    EXPECT_EQ(row.pool.empty, LOOPS / 64);
    EXPECT_EQ(row.pool.ring, 0U);
}

TEST(PpBenchSimple, LaterModuleHoldsAReferenceInTheSlowRow)
{
    KernelProfile kernel;
    kernel.version = 605;
    const PpBenchRow row = RunRow("tasklet_page_pool03_slow", kernel);
    EXPECT_EQ(row.pool.released_refcnt, LOOPS);
    EXPECT_EQ(row.pool.slow, LOOPS / 64);
}

TEST(PpBenchSimple, OutsideOfSoftirqTheFastPathIsRefused)
{
    const PpBenchRow first = RunRow("no-softirq-page_pool01");
    const PpBenchRow second = RunRow("no-softirq-page_pool02");
    EXPECT_EQ(first.pool.cached, 0U);
    EXPECT_EQ(first.pool.ring, LOOPS);
    EXPECT_DOUBLE_EQ(first.cycles, second.cycles);
    EXPECT_GT(second.cycles, RunRow("tasklet_page_pool02_ptr_ring").cycles);
}

TEST(PpBenchSimple, MoreObjectsAliveCostMore)
{
    EXPECT_GT(RunRow("slab_pair_256").cycles, 1.4 * RunRow("slab_pair_16").cycles);
}

TEST(PpBenchSimple, LedgerAddsUpToTheClock)
{
    const MachineProfile machine;
    const KernelProfile kernel;
    for (const PpBenchRow& row : PpBenchSimple(machine, kernel).Run(1000))
    {
        EXPECT_GE(row.loops, 1000U);
        EXPECT_NEAR(static_cast<double>(row.ledger.Total()) / TICKS_PER_CYCLE / row.loops,
                    row.cycles,
                    1e-9)
            << row.name;
    }
    EXPECT_EQ(PpBenchSimple(machine, kernel).RunRow("no such row", 1).name, "");
}

} // namespace ns3
