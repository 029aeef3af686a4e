/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cpu-core.h"
#include "ns3/profile-reader.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3
{

/** Two cores of the first socket and one of the second of a Gold 6140. */
class DmaWriteTest : public testing::Test
{
  protected:
    DmaWriteTest()
    {
        Build();
    }

    void Build()
    {
        m_caches = std::make_unique<CacheHierarchy>(*m_machine);
        m_core = std::make_unique<CpuCore>(*m_machine, *m_kernel, *m_caches, 0, 0);
    }

    Stall Read(uint32_t unit, LineRun& run)
    {
        return m_caches->Touch(unit, run, 0, run.count, Access::Read);
    }

    Ticks Ns(double ns) const
    {
        return static_cast<Ticks>(std::llround(m_machine->NsToCycles(ns) * TICKS_PER_CYCLE));
    }

    Ptr<MachineProfile> m_machine = ReadMachineProfile("xeon-gold-6140"); //!< silicon
    Ptr<KernelProfile> m_kernel = ReadKernelProfile("6.4");               //!< kernel
    std::unique_ptr<CacheHierarchy> m_caches;                             //!< caches
    std::unique_ptr<CpuCore> m_core;                                      //!< core 0
};

TEST_F(DmaWriteTest, AFreshLineIsInTheLastLevelCache)
{
    LineRun run(1, 4);
    m_caches->DmaWrite(0, run);
    EXPECT_EQ(Read(0, run).llc, Ns(21));
    EXPECT_EQ(Read(0, run).OfLevels(), 0u);
}

/** The reader has it in L1 until the device writes again, whoever reads. */
TEST_F(DmaWriteTest, NoCacheHoldsTheLineAnyMore)
{
    LineRun run(1, 4);
    m_caches->Touch(0, run, 0, 1, Access::Write);
    Read(1, run);
    m_caches->DmaWrite(0, run);
    EXPECT_FALSE(m_caches->GetUnit(0).IsSettled(run, 0, Access::Read));
    EXPECT_FALSE(m_caches->GetUnit(1).IsSettled(run, 0, Access::Read));
    const Stall stall = Read(1, run);
    EXPECT_EQ(stall.llc, Ns(21));
    EXPECT_EQ(stall.transfer, 0u);
}

TEST_F(DmaWriteTest, AWriteTakesItFromThere)
{
    LineRun run(1, 4);
    Read(0, run);
    m_caches->DmaWrite(0, run);
    EXPECT_EQ(m_caches->Touch(0, run, 0, 1, Access::Rmw).llc, Ns(21));
    EXPECT_TRUE(m_caches->GetUnit(0).IsSettled(run, 0, Access::Write));
}

/** Devices may fill 2 of 11 ways: 1152 lines of a column, spread over 576 sets at random. */
TEST_F(DmaWriteTest, ManyOthersPushItOutToMemory)
{
    std::vector<LineRun> runs(8192, LineRun(1, 4));
    for (LineRun& run : runs)
    {
        m_caches->DmaWrite(0, run);
    }
    EXPECT_EQ(Read(0, runs.front()).dram, Ns(89));
    EXPECT_EQ(Read(0, runs.back()).dram, 0u);
    const Stall middle = Read(0, runs[runs.size() - 1152]);
    EXPECT_GT(middle.dram, 0u);
    EXPECT_GT(middle.llc, 0u);
}

TEST_F(DmaWriteTest, WithoutDdioItIsInMemory)
{
    m_machine->ddioWays = 0;
    Build();
    LineRun run(1, 4);
    Read(0, run);
    m_caches->DmaWrite(0, run);
    EXPECT_EQ(Read(0, run).dram, Ns(89));
}

TEST_F(DmaWriteTest, TheOtherSocketFetchesItFromTheDevicesOne)
{
    LineRun run(1, 4);
    m_caches->DmaWrite(0, run);
    EXPECT_EQ(Read(18, run).transfer, Ns(136));
}

/** Only the frame's lines are written; the rest of the page keeps its state. */
TEST_F(DmaWriteTest, PartOfAPage)
{
    LineSet page(64);
    m_core->Write(page, 0, 4096);
    m_core->Read(page, 0, 4096);
    const Ticks before = m_core->Now();
    m_core->DmaWrite(page, 256, 60);
    EXPECT_EQ(m_core->Now(), before);
    ASSERT_EQ(page.GetRuns(), 3u);
    EXPECT_EQ(page.GetRun(1).first, 4u);
    EXPECT_EQ(page.GetRun(1).count, 1u);
    EXPECT_EQ(page.GetRun(1).dirty, LineRun::DEVICE);
    EXPECT_EQ(page.GetRun(0).dirty, 0u);
    EXPECT_EQ(page.GetRun(2).dirty, 0u);
    m_core->Read(page, 256, 60);
    EXPECT_EQ(m_core->Now() - before, Ns(21));
    m_core->DmaWrite(page, 256, 1514);
    EXPECT_EQ(page.Find(27).dirty, LineRun::DEVICE);
    EXPECT_EQ(page.Find(28).dirty, 0u);
}

/** prefetchw() owns a line at the price of a sequence. */
TEST_F(DmaWriteTest, PrefetchForWriting)
{
    LineRun run(1, 9);
    m_caches->Touch(1, run, 0, 1, Access::Write);
    const Ticks before = m_core->Now();
    m_core->PrefetchWrite(run);
    EXPECT_EQ(m_core->Now() - before, Ns(48 / 3.5));
    EXPECT_EQ(run.dirty, 0u);
}

} // namespace ns3
