/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cache-hierarchy.h"
#include "ns3/profile-reader.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <ostream>

namespace ns3
{

static bool
operator==(const Stall& a, const Stall& b)
{
    return a.l2 == b.l2 && a.llc == b.llc && a.dram == b.dram && a.transfer == b.transfer;
}

static std::ostream&
operator<<(std::ostream& out, const Stall& s)
{
    return out << "l2 " << s.l2 << " llc " << s.llc << " dram " << s.dram << " transfer "
               << s.transfer;
}

static const Stall FREE{};

/** The Gold 6140: units 0..17 are the first socket, 18..35 the second. */
class CoherenceTest : public testing::Test
{
  protected:
    /** Build the caches after the profile was changed. */
    void Build()
    {
        m_caches = std::make_unique<CacheHierarchy>(*m_machine);
    }

    void SetUp() override
    {
        Build();
    }

    Stall Touch(uint32_t unit, LineRun& run, Access access, Pattern pattern = Pattern::Lone)
    {
        return m_caches->Touch(unit, run, 0, run.count, access, pattern);
    }

    /** Ticks of n lines in order. */
    Ticks Sequence(double ns, double overlap, uint32_t n) const
    {
        const double cycles = m_machine->NsToCycles(ns) * TICKS_PER_CYCLE;
        return Ticks(std::llround(cycles)) + (n - 1) * Ticks(std::llround(cycles / overlap));
    }

    Ticks One(double ns) const
    {
        return Sequence(ns, 1, 1);
    }

    /** Push everything of a column out of a unit's L1 and L2, but not out of the LLC. */
    void Evict(uint32_t unit, uint8_t column)
    {
        for (int i = 0; i < 1000; ++i)
        {
            LineRun other(1, column);
            Touch(unit, other, Access::Read);
        }
    }

    Ptr<MachineProfile> m_machine = ReadMachineProfile("xeon-gold-6140");
    std::unique_ptr<CacheHierarchy> m_caches;
    static constexpr uint8_t COLUMN = 7;
};

TEST_F(CoherenceTest, TheFirstTouchGoesToMemory)
{
    LineRun local(1, COLUMN, 0);
    EXPECT_EQ(Touch(0, local, Access::Read), (Stall{0, 0, One(m_machine->dramLocalNs), 0}));
    LineRun remote(1, COLUMN, 1);
    EXPECT_EQ(Touch(0, remote, Access::Read), (Stall{0, 0, One(m_machine->dramRemoteNs), 0}));
    LineRun same(1, COLUMN, 1);
    EXPECT_EQ(Touch(18, same, Access::Rmw), (Stall{0, 0, One(m_machine->dramLocalNs), 0}));
}

TEST_F(CoherenceTest, OwnLinesAreFree)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Read);
    EXPECT_EQ(Touch(0, line, Access::Read), FREE);
    EXPECT_EQ(Touch(0, line, Access::Write), FREE) << "exclusive becomes modified in silence";
    EXPECT_EQ(Touch(0, line, Access::Rmw), FREE);
    EXPECT_EQ(Touch(0, line, Access::Read), FREE);
}

TEST_F(CoherenceTest, AModifiedLineIsTransferred)
{
    LineRun line(1, COLUMN);
    Touch(1, line, Access::Write);
    EXPECT_EQ(Touch(0, line, Access::Read), (Stall{0, 0, 0, One(m_machine->transferDomainNs)}));
    EXPECT_EQ(Touch(0, line, Access::Read), FREE);
    EXPECT_EQ(Touch(1, line, Access::Read), FREE) << "the writer keeps a copy";
}

TEST_F(CoherenceTest, AWriterTakesAModifiedLine)
{
    LineRun line(1, COLUMN);
    for (int i = 0; i < 4; ++i)
    {
        const uint32_t unit = i % 2;
        const Stall expected{0, 0, 0, i == 0 ? 0 : One(m_machine->transferDomainNs)};
        const Stall stall = Touch(unit, line, Access::Rmw);
        EXPECT_EQ(stall.transfer, expected.transfer) << i;
        EXPECT_EQ(stall.llc, 0U);
        EXPECT_EQ(line.holders, 1U);
    }
}

TEST_F(CoherenceTest, OwningASharedLineCostsATransferOnce)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Write);
    Touch(1, line, Access::Read);
    EXPECT_EQ(Touch(0, line, Access::Rmw), (Stall{0, 0, 0, One(m_machine->transferDomainNs)}));
    EXPECT_EQ(Touch(0, line, Access::Rmw), FREE);
    EXPECT_FALSE(line.IsHolder(1));
}

TEST_F(CoherenceTest, ACleanLineOfAnotherCoreComesFromTheLlc)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Read);
    EXPECT_EQ(Touch(1, line, Access::Read), (Stall{0, One(m_machine->llcHitNs), 0, 0}));
    EXPECT_EQ(Touch(0, line, Access::Read), FREE);
    EXPECT_EQ(Touch(1, line, Access::Read), FREE);
}

TEST_F(CoherenceTest, AModifiedLineThatItsOwnerLostComesFromTheLlc)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Write);
    Evict(0, COLUMN);
    EXPECT_EQ(Touch(1, line, Access::Read), (Stall{0, One(m_machine->llcHitNs), 0, 0}));
}

TEST_F(CoherenceTest, OwnEvictedLinesComeFromTheLlc)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Write);
    Evict(0, COLUMN);
    EXPECT_EQ(Touch(0, line, Access::Rmw), (Stall{0, One(m_machine->llcHitNs), 0, 0}));
    for (int i = 0; i < 8; ++i)
    {
        LineRun other(1, COLUMN);
        Touch(0, other, Access::Read);
    }
    EXPECT_EQ(Touch(0, line, Access::Rmw).l2,
              Ticks(std::llround(m_machine->l2HitCycles * TICKS_PER_CYCLE)));
}

TEST_F(CoherenceTest, ANonInclusiveLlcKnowsThatTheSharerIsGone)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Write);
    Touch(1, line, Access::Read);
    Evict(1, COLUMN);
    EXPECT_EQ(Touch(0, line, Access::Rmw), (Stall{0, One(m_machine->llcHitNs), 0, 0}));
    EXPECT_EQ(Touch(0, line, Access::Rmw), FREE);
}

TEST_F(CoherenceTest, AnInclusiveLlcSnoopsAllTheSame)
{
    m_machine->llcInclusive = true;
    Build();
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Write);
    Touch(1, line, Access::Read);
    Evict(1, COLUMN);
    EXPECT_EQ(Touch(0, line, Access::Rmw), (Stall{0, 0, 0, One(m_machine->transferDomainNs)}));
}

TEST_F(CoherenceTest, FartherIsDearer)
{
    m_machine->llcDomainCores = 9;
    m_machine->transferSocketNs = 70;
    Build();
    const double expected[][2] = {{1, m_machine->transferDomainNs},
                                  {9, m_machine->transferSocketNs},
                                  {18, m_machine->transferCrossNs}};
    for (const auto& [unit, ns] : expected)
    {
        LineRun dirty(1, COLUMN);
        Touch(unit, dirty, Access::Write);
        EXPECT_EQ(Touch(0, dirty, Access::Read), (Stall{0, 0, 0, One(ns)})) << unit;
        EXPECT_EQ(Touch(unit, dirty, Access::Rmw), (Stall{0, 0, 0, One(ns)})) << unit;
        EXPECT_EQ(m_caches->TransferTicks(0, unit), One(ns));
        EXPECT_EQ(m_caches->TransferTicks(unit, 0), One(ns));
    }
    EXPECT_EQ(m_caches->TransferTicks(5, 5), 0U);
}

TEST_F(CoherenceTest, ACleanLineOfAnotherSocketIsNotInTheOwnLlc)
{
    LineRun line(1, COLUMN);
    Touch(18, line, Access::Read);
    EXPECT_EQ(Touch(0, line, Access::Read), (Stall{0, 0, 0, One(m_machine->transferCrossNs)}));
    EXPECT_EQ(Touch(1, line, Access::Read), (Stall{0, One(m_machine->llcHitNs), 0, 0}))
        << "now it is";
    LineRun evicted(1, COLUMN);
    Touch(18, evicted, Access::Read);
    Evict(18, COLUMN);
    EXPECT_EQ(Touch(0, evicted, Access::Read), (Stall{0, 0, 0, One(m_machine->transferCrossNs)}));
}

TEST_F(CoherenceTest, TheFarthestSharerDecidesOverOwnership)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Write);
    Touch(18, line, Access::Read);
    Touch(1, line, Access::Read);
    EXPECT_EQ(Touch(0, line, Access::Rmw), (Stall{0, 0, 0, One(m_machine->transferCrossNs)}));
}

TEST_F(CoherenceTest, TheNearestHolderAnswersARead)
{
    LineRun line(1, COLUMN);
    Touch(0, line, Access::Read);
    Touch(18, line, Access::Read);
    EXPECT_EQ(Touch(1, line, Access::Read), (Stall{0, One(m_machine->llcHitNs), 0, 0}));
}

TEST_F(CoherenceTest, TheOldestOfFourHoldersIsForgotten)
{
    LineRun line(1, COLUMN);
    for (uint32_t unit = 0; unit < 4; ++unit)
    {
        Touch(unit, line, Access::Read);
    }
    EXPECT_FALSE(line.IsHolder(0));
    EXPECT_TRUE(line.IsHolder(1) && line.IsHolder(2) && line.IsHolder(3));
    EXPECT_EQ(Touch(0, line, Access::Read).llc, One(m_machine->llcHitNs));
}

TEST_F(CoherenceTest, OnlyALonePlainStoreHidesBehindTheStoreBuffer)
{
    const auto prepare = [this](uint16_t lines) {
        LineRun run(lines, COLUMN);
        Touch(1, run, Access::Rmw);
        return run;
    };
    const Ticks full = One(m_machine->transferDomainNs);
    LineRun lone = prepare(1);
    EXPECT_EQ(Touch(0, lone, Access::Write).transfer, full / 2);
    LineRun locked = prepare(1);
    EXPECT_EQ(Touch(0, locked, Access::Rmw).transfer, full);
    LineRun many = prepare(3);
    EXPECT_EQ(Touch(0, many, Access::Write).transfer,
              Sequence(m_machine->transferDomainNs, m_machine->overlapTransfer, 3));
}

TEST_F(CoherenceTest, LinesInOrderOverlap)
{
    for (const uint16_t n : {1, 2, 24, 64, 200})
    {
        LineRun run(n, 0);
        EXPECT_EQ(Touch(0, run, Access::Read).dram,
                  Sequence(m_machine->dramLocalNs, m_machine->overlapDram, n));
        EXPECT_EQ(Touch(1, run, Access::Read).llc,
                  Sequence(m_machine->llcHitNs, m_machine->overlapLlc, n));
        Touch(1, run, Access::Rmw);
        EXPECT_EQ(Touch(0, run, Access::Read).transfer,
                  Sequence(m_machine->transferDomainNs, m_machine->overlapTransfer, n));
        for (uint8_t column = 0; column < 64; ++column)
        {
            for (int i = 0; i < 8; ++i)
            {
                LineRun other(1, column);
                Touch(0, other, Access::Read);
            }
        }
        const double ns = m_machine->l2HitCycles / m_machine->coreGhz;
        EXPECT_EQ(Touch(0, run, Access::Read).l2, Sequence(ns, m_machine->overlapL2, n)) << n;
    }
}

TEST_F(CoherenceTest, ASequenceThatGoesOnPaysNoLatencyAgain)
{
    LineRun whole(24, 4);
    LineRun head(10, 4);
    LineRun tail(14, 14);
    const Ticks sum =
        Touch(0, head, Access::Read).dram + Touch(0, tail, Access::Read, Pattern::Continued).dram;
    EXPECT_EQ(sum, Touch(0, whole, Access::Read).dram);
}

TEST_F(CoherenceTest, AStreamGoesAtTheRateOfItsLevel)
{
    const double perLine =
        64 / m_machine->copyDramBytesPerCycle - 64 / m_machine->copyBytesPerCycle;
    const Ticks stream = std::llround(perLine * TICKS_PER_CYCLE);
    LineRun memory(24, 4);
    EXPECT_EQ(Touch(0, memory, Access::Read, Pattern::StreamLead).dram,
              One(m_machine->dramLocalNs) + 23 * stream);
    LineRun rest(24, 4);
    EXPECT_EQ(Touch(0, rest, Access::Read, Pattern::Stream).dram, 24 * stream);
    LineRun foreign(24, 4);
    Touch(1, foreign, Access::Rmw);
    EXPECT_EQ(Touch(0, foreign, Access::Read, Pattern::StreamLead).transfer,
              Sequence(m_machine->transferDomainNs, m_machine->overlapTransfer, 24));
}

TEST_F(CoherenceTest, LinesThatComeBackTakeThePlacesThatTheyLeft)
{
    LineRun bouncing(1, COLUMN);
    LineRun quiet(1, COLUMN);
    Touch(0, quiet, Access::Read);
    for (int i = 0; i < 10000; ++i)
    {
        Touch(i % 2, bouncing, Access::Rmw);
    }
    EXPECT_EQ(Touch(0, quiet, Access::Read), FREE);
}

TEST_F(CoherenceTest, ARunLongerThanACacheDoesNotFitInIt)
{
    LineRun fits(512, 0);  // 32 KiB
    LineRun large(600, 0); // more than L1, less than L2
    Touch(0, fits, Access::Read);
    EXPECT_EQ(Touch(0, fits, Access::Read), FREE);
    Touch(0, large, Access::Read);
    EXPECT_GT(Touch(0, large, Access::Read).l2, 0U);
    LineRun huge(60000, 0); // more than L2
    Touch(0, huge, Access::Read);
    const Stall stall = Touch(0, huge, Access::Read);
    EXPECT_EQ(stall.l2, 0U);
    EXPECT_GT(stall.llc, 0U);
}

} // namespace ns3
