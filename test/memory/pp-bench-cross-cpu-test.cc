/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/config.h"
#include "ns3/pp-bench-cross-cpu.h"
#include "ns3/string.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/** @brief Two sockets, small rings, so that few elements are a steady state. */
class PpBenchCrossCpuTest : public testing::Test
{
  protected:
    PpBenchCrossCpuTest()
    {
        m_machine.sockets = 2;
        m_p.loops = 4000;
        m_p.queue = 64;
        m_p.poolSize = 1024;
    }

    ~PpBenchCrossCpuTest() override
    {
        Config::SetDefault("ns3::PagePoolConfig::Stats", StringValue("alloc"));
    }

    PpCrossCpuResult Run(const std::string& stats = "none") const
    {
        Config::SetDefault("ns3::PagePoolConfig::Stats", StringValue(stats));
        const PpBenchCrossCpu bench(m_machine, m_kernel);
        EXPECT_EQ(bench.Check(m_p), "");
        PpCrossCpuResult result = bench.Run(m_p);
        EXPECT_EQ(result.wrong, "");
        return result;
    }

    static Ticks Transfers(const PpBenchRow& row, Fn fn)
    {
        return row.ledger.Get(fn, CostKind::Transfer);
    }

    MachineProfile m_machine;
    KernelProfile m_kernel;
    PpCrossCpuParameters m_p;
};

} // namespace

/** Every run checks pages, counters and ledgers itself. */
TEST_F(PpBenchCrossCpuTest, ConservesPagesForAnyNumberOfReturnersAndTopology)
{
    for (const uint32_t returners : {1U, 2U, 3U, 5U})
    {
        for (const PpTopology topology :
             {PpTopology::Same, PpTopology::Other, PpTopology::Alternate})
        {
            m_p.returners = returners;
            m_p.topology = topology;
            const PpCrossCpuResult result = Run();
            ASSERT_EQ(result.rows.size(), returners + 1);
            EXPECT_EQ(result.rows.back().loops, returners * m_p.loops);
            EXPECT_EQ(result.pool.waive, 0U);
            EXPECT_NEAR(static_cast<double>(result.pool.ring),
                        static_cast<double>(returners * m_p.loops),
                        4.0 * returners);
        }
    }
}

TEST_F(PpBenchCrossCpuTest, TheAllocatingCpuWaitsForTheOthers)
{
    const auto rows = Run().rows;
    const double slower = std::max(rows[0].ns, rows[1].ns);
    EXPECT_NEAR(rows[2].ns, slower / 2, 0.01 * slower);
    EXPECT_GT(rows[0].ledger.OfFunction(Fn::native_queued_spin_lock_slowpath), 0U);
}

TEST_F(PpBenchCrossCpuTest, OneReturnerNeverWaitsForTheLock)
{
    m_p.returners = 1;
    const auto rows = Run().rows;
    EXPECT_EQ(rows[0].ledger.OfFunction(Fn::native_queued_spin_lock_slowpath), 0U);
}

TEST_F(PpBenchCrossCpuTest, MoreReturnersDoNotGetThroughTheLockFaster)
{
    const double two = Run().rows.back().ns;
    m_p.returners = 4;
    const double four = Run().rows.back().ns;
    EXPECT_GT(four, two);
    EXPECT_LT(four, 1.5 * two);
}

TEST_F(PpBenchCrossCpuTest, RunsRepeat)
{
    const auto a = Run();
    const auto b = Run();
    for (std::size_t i = 0; i < a.rows.size(); ++i)
    {
        EXPECT_EQ(a.rows[i].ledger.Total(), b.rows[i].ledger.Total());
    }
    EXPECT_EQ(a.pool.fast, b.pool.fast);
}

TEST_F(PpBenchCrossCpuTest, SocketsCostMore)
{
    const double same = Run().rows.back().ns;
    m_p.topology = PpTopology::Alternate;
    EXPECT_GT(Run().rows.back().ns, 2 * same);
}

TEST_F(PpBenchCrossCpuTest, CountersInTheLineOfTheParametersTakeItFromTheReturners)
{
    for (const PpTopology topology : {PpTopology::Same, PpTopology::Other, PpTopology::Alternate})
    {
        m_p.topology = topology;
        const auto none = Run("none").rows;
        const auto params = Run("params").rows;
        const auto alloc = Run("alloc").rows;
        EXPECT_EQ(Transfers(none[0], Fn::page_pool_put_page), 0U);
        EXPECT_EQ(Transfers(alloc[0], Fn::page_pool_put_page), 0U);
        // nearly every put has to fetch the line
        const double latency = topology == PpTopology::Other ? 136 : 48;
        const double fetched = static_cast<double>(Transfers(params[0], Fn::page_pool_put_page)) /
                               TICKS_PER_CYCLE / m_p.loops / (latency * 2.99);
        EXPECT_GT(fetched, 0.8);
        EXPECT_LE(fetched, 1.0);
        EXPECT_NEAR(alloc.back().ns, none.back().ns, 0.01 * none.back().ns);
    }
}

TEST_F(PpBenchCrossCpuTest, TheFirstPatchIsSlowerWhereTheLockDoesNotHideIt)
{
    m_p.returners = 1;
    m_p.topology = PpTopology::Other;
    const double none = Run("none").rows.back().ns;
    EXPECT_GT(Run("params").rows.back().ns, 1.1 * none);
    EXPECT_NEAR(Run("per-cpu").rows.back().ns, none, 0.01 * none);
}

TEST_F(PpBenchCrossCpuTest, AFixedNodeIsNotWaived)
{
    m_p.nid = 0;
    m_p.moveAfter = 3000;
    const PpCrossCpuResult result = Run();
    EXPECT_EQ(result.pool.waive, 0U);
    EXPECT_EQ(result.pool.slow, 0U);
}

// The ring gives up its first page of the old node and the refill ends; the page allocator
// gives 64.
TEST_F(PpBenchCrossCpuTest, AMovedCpuWaivesPagesOneByOne)
{
    m_p.loops = 20000;
    m_p.moveAfter = 3000;
    const PpCrossCpuResult stayed = [&] {
        PpCrossCpuParameters p = m_p;
        p.moveAfter = 0;
        return PpBenchCrossCpu(m_machine, m_kernel).Run(p);
    }();
    EXPECT_EQ(stayed.pool.waive, 0U);
    const PpCrossCpuResult moved = Run();
    EXPECT_GT(moved.pool.waive, 50U);
    // a new page in front of the old one spares the page allocator
    EXPECT_LE(moved.pool.slow, moved.pool.waive);
    EXPECT_GE(moved.pool.slow + 10, moved.pool.waive);
    EXPECT_EQ(moved.pool.empty, 0U);
    // of the pages that there were, each at most once
    EXPECT_LE(moved.pool.waive, stayed.peakHeld);
    EXPECT_GT(moved.peakHeld, 2 * stayed.peakHeld);
}

TEST_F(PpBenchCrossCpuTest, AnUpdatedNodeDrainsTheCacheToo)
{
    m_p.loops = 20000;
    m_p.moveAfter = 3000;
    m_p.updateNid = true;
    const PpCrossCpuResult updated = Run();
    EXPECT_GT(updated.pool.waive, 50U);
    m_p.updateNid = false;
    EXPECT_LT(updated.pool.waive, Run().pool.waive);
}

TEST_F(PpBenchCrossCpuTest, RefusesWhatTheMachineDoesNotHave)
{
    const auto refusal = [this] { return PpBenchCrossCpu(m_machine, m_kernel).Check(m_p); };
    m_p.nid = 2;
    EXPECT_EQ(refusal(), "nid = 2; accepted: 0..1");
    m_p.nid = 0;
    m_p.returners = 18;
    EXPECT_NE(refusal().find("returners = 18"), std::string::npos);
    m_p.returners = 2;
    m_machine.sockets = 1;
    EXPECT_EQ(refusal(), "");
    m_p.topology = PpTopology::Other;
    EXPECT_NE(refusal().find("second socket"), std::string::npos);
    m_p.topology = PpTopology::Same;
    m_p.moveAfter = 1;
    EXPECT_NE(refusal().find("second socket"), std::string::npos);
    m_p.moveAfter = 0;
    m_p.poolSize = 40000;
    EXPECT_NE(refusal().find("40000"), std::string::npos);
}

} // namespace ns3
