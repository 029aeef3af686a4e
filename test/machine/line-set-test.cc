/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cpu-core.h"
#include "ns3/line-set.h"
#include "ns3/profile-reader.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t LINES = LINE_COLUMNS;
constexpr uint32_t UNITS[] = {0, 1, 18}; // two cores of one socket, one of the other

/** What one line of the object is to the three units, and what a touch of it must cost. Nothing is
 * ever evicted: the object is a page. */
class ReferenceLine
{
  public:
    explicit ReferenceLine(const MachineProfile& machine)
        : m_machine(&machine)
    {
    }

    Ticks Touch(uint32_t unit, bool own, bool first)
    {
        const Ticks cost = own ? CostOfOwning(unit, first) : CostOfReading(unit, first);
        if (own)
        {
            m_holders = {unit};
        }
        if (own || m_dirty != int(unit))
        {
            m_dirty = own ? int(unit) : -1;
        }
        m_holders.insert(unit);
        return cost;
    }

  private:
    static bool SameSocket(uint32_t a, uint32_t b)
    {
        return a / 18 == b / 18;
    }

    Ticks Cost(double ns, double overlap, bool first) const
    {
        const double ticks = m_machine->NsToCycles(ns) * TICKS_PER_CYCLE;
        return std::llround(first ? ticks : ticks / overlap);
    }

    Ticks Memory(uint32_t unit, bool first) const
    {
        const bool local = SameSocket(unit, 0);
        return Cost(local ? m_machine->dramLocalNs : m_machine->dramRemoteNs,
                    m_machine->overlapDram,
                    first);
    }

    Ticks Transfer(bool near, bool first) const
    {
        return Cost(near ? m_machine->transferDomainNs : m_machine->transferCrossNs,
                    m_machine->overlapTransfer,
                    first);
    }

    Ticks CostOfReading(uint32_t unit, bool first) const
    {
        if (m_holders.empty())
        {
            return Memory(unit, first);
        }
        if (m_holders.count(unit) > 0)
        {
            return 0;
        }
        const bool near = std::any_of(m_holders.begin(), m_holders.end(), [unit](uint32_t other) {
            return SameSocket(unit, other);
        });
        if (m_dirty < 0 && near)
        {
            return Cost(m_machine->llcHitNs, m_machine->overlapLlc, first);
        }
        return Transfer(near, first);
    }

    Ticks CostOfOwning(uint32_t unit, bool first) const
    {
        if (m_holders.empty())
        {
            return Memory(unit, first);
        }
        std::set<uint32_t> others = m_holders;
        others.erase(unit);
        if (others.empty())
        {
            return 0;
        }
        const bool near = std::all_of(others.begin(), others.end(), [unit](uint32_t other) {
            return SameSocket(unit, other);
        });
        return Transfer(near, first);
    }

    const MachineProfile* m_machine; //!< prices
    std::set<uint32_t> m_holders;    //!< units that hold the line
    int m_dirty{-1};                 //!< unit that holds it modified
};

} // namespace

class LineSetTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        for (const uint32_t unit : UNITS)
        {
            m_cores.push_back(
                std::make_unique<CpuCore>(*m_machine, *m_kernel, m_caches, unit, unit));
        }
    }

    /** Touch lines [begin, end) of the page by one core. @return what it cost */
    Ticks Touch(uint32_t who, uint32_t begin, uint32_t end, bool own)
    {
        CpuCore& core = *m_cores[who];
        const Ticks before = core.Now();
        // any byte of the first line to any byte of the last
        const uint32_t skipped = m_random() % LINE_BYTES;
        const uint32_t missing = m_random() % (end - begin > 1 ? LINE_BYTES : LINE_BYTES - skipped);
        const uint32_t bytes = (end - begin) * LINE_BYTES - skipped - missing;
        own ? core.Write(m_page, begin * LINE_BYTES + skipped, bytes)
            : core.Read(m_page, begin * LINE_BYTES + skipped, bytes);
        return core.Now() - before;
    }

    /** Touch the page and the reference, and add up what both say. */
    void TouchBoth(uint32_t who, uint32_t begin, uint32_t end, bool own)
    {
        for (uint32_t line = begin; line < end; ++line)
        {
            m_expected += m_reference[line].Touch(UNITS[who], own, line == begin);
        }
        m_actual += Touch(who, begin, end, own);
    }

    void ExpectCoverage()
    {
        uint32_t line = 0;
        for (unsigned i = 0; i < m_page.GetRuns(); ++i)
        {
            const LineRun& run = m_page.GetRun(i);
            ASSERT_EQ(run.first, line);
            ASSERT_GT(run.count, 0U);
            ASSERT_EQ(run.column, line % LINE_COLUMNS);
            ASSERT_EQ(run.node, 0U);
            line += run.count;
        }
        ASSERT_EQ(line, LINES);
        ASSERT_LE(m_page.GetRuns(), LineSet::MAX_RUNS);
    }

    Ptr<MachineProfile> m_machine = ReadMachineProfile("xeon-gold-6140");
    Ptr<KernelProfile> m_kernel = ReadKernelProfile("6.4");
    CacheHierarchy m_caches{*m_machine};
    std::vector<std::unique_ptr<CpuCore>> m_cores;
    LineSet m_page{LINES};
    std::mt19937 m_random{1};
    std::vector<ReferenceLine> m_reference{LINES, ReferenceLine(*m_machine)};
    double m_expected{0}; //!< ticks
    double m_actual{0};   //!< ticks
};

TEST_F(LineSetTest, RandomTouchesCostWhatTheyCostLineByLine)
{
    const uint32_t cuts[] = {0, 4, 5, 12, 28, 32, 58, 61, LINES}; // as many runs as there may be
    for (int step = 0; step < 20000; ++step)
    {
        const uint32_t a = m_random() % 8;
        const uint32_t b = a + 1 + m_random() % (8 - a);
        const uint32_t who = m_random() % 3;
        const bool own = m_random() % 3 == 0 && cuts[b] - cuts[a] > 1; // no lone store
        Ticks expected = 0;
        for (uint32_t line = cuts[a]; line < cuts[b]; ++line)
        {
            expected += m_reference[line].Touch(UNITS[who], own, line == cuts[a]);
        }
        ASSERT_EQ(Touch(who, cuts[a], cuts[b], own), expected)
            << "step " << step << ": unit " << UNITS[who] << (own ? " owns " : " reads ") << cuts[a]
            << " to " << cuts[b];
        ASSERT_NO_FATAL_FAILURE(ExpectCoverage());
    }
}

TEST_F(LineSetTest, AnyBoundariesKeepTheRunsWhole)
{
    for (int step = 0; step < 20000; ++step)
    {
        const uint32_t begin = m_random() % LINES;
        const uint32_t end = begin + 1 + m_random() % (LINES - begin);
        TouchBoth(m_random() % 3, begin, end, m_random() % 2 == 0 && end - begin > 1);
        ASSERT_NO_FATAL_FAILURE(ExpectCoverage());
    }
    // boundaries without any order: the worst case of a part that counts for all of its run
    EXPECT_NEAR(m_actual / m_expected, 1, 0.4);
}

TEST_F(LineSetTest, PagesWithFramesCostWhatTheyCostLineByLine)
{
    for (int step = 0; step < 20000; ++step)
    {
        const uint32_t lines = 2 + m_random() % 50; // of a frame behind its headroom
        const uint32_t piece = 1 + m_random() % (lines - 1);
        const uint32_t reader = 1 + m_random() % 2;
        TouchBoth(0, 4, 4 + lines, true);
        TouchBoth(0, 59, LINES, true); // skb_shared_info
        TouchBoth(reader, 4, 5, false);
        TouchBoth(reader, 59, 60, false);
        TouchBoth(reader, 4, 4 + piece, false);
        TouchBoth(reader, 4 + piece, 4 + lines, false);
        ASSERT_NO_FATAL_FAILURE(ExpectCoverage());
    }
    EXPECT_NEAR(m_actual / m_expected, 1, 0.05);
}

TEST_F(LineSetTest, APartThatIsReadAgainIsThereAlready)
{
    Touch(0, 0, LINES, true);
    EXPECT_GT(Touch(1, 4, 5, false), 0U);
    EXPECT_EQ(Touch(1, 4, 5, false), 0U);
    EXPECT_GT(Touch(1, 5, 6, false), 0U) << "its neighbour is not";
    EXPECT_EQ(Touch(0, 4, 6, false), 0U) << "the writer keeps a copy";
}

TEST_F(LineSetTest, TouchesOfWhatIsSettledDivideNothing)
{
    Touch(0, 0, LINES, true);
    Touch(0, 3, 9, false);
    Touch(0, 20, 30, true);
    EXPECT_EQ(m_page.GetRuns(), 1U);
}

TEST_F(LineSetTest, AWriteMakesItsRunsOne)
{
    Touch(0, 0, LINES, true);
    Touch(1, 4, 5, false);
    Touch(1, 10, 20, false);
    EXPECT_EQ(m_page.GetRuns(), 5U);
    Touch(0, 2, 30, true);
    EXPECT_EQ(m_page.GetRuns(), 1U) << "all of it is the writer's again";
    Touch(1, 4, 5, false);
    Touch(1, 0, LINES, true);
    EXPECT_EQ(m_page.GetRuns(), 1U);
}

TEST_F(LineSetTest, SlicesLeaveTheRestUntilTheLastOne)
{
    m_page.SetSliced();
    Touch(0, 0, LINES, true);
    const Ticks slice = Touch(1, 0, 16, false);
    EXPECT_EQ(Touch(1, 16, 32, false), slice);
    EXPECT_EQ(Touch(1, 32, 48, false), slice);
    EXPECT_FALSE(m_page.GetRun(0).IsHolder(1));
    EXPECT_EQ(Touch(1, 48, LINES, false), slice);
    EXPECT_TRUE(m_page.GetRun(0).IsHolder(1));
    EXPECT_EQ(Touch(1, 0, 16, false), 0U);
    EXPECT_EQ(m_page.GetRuns(), 1U);
}

TEST_F(LineSetTest, NothingIsTouchedByNoBytes)
{
    m_cores[0]->Write(m_page, 0, 0);
    m_cores[0]->Clear(m_page, 64, 0);
    m_cores[0]->Copy(m_page, 0, m_page, 2048, 0);
    EXPECT_EQ(m_cores[0]->Now(), 0U);
    EXPECT_EQ(m_page.GetRun(0).holders, 0U);
}

} // namespace ns3
