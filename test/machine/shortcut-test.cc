/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cache-hierarchy.h"
#include "ns3/machine-profile.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace ns3
{

/**
 * @brief Two cache hierarchies that see the same touches: one takes its short paths, the other only
 * the general one.
 *
 * The parameter says whether the last-level cache is inclusive.
 */
class ShortcutTest : public testing::TestWithParam<bool>
{
  protected:
    static constexpr unsigned RUNS = 800;     //!< more lines than an L2 holds
    static constexpr unsigned STEPS = 200000; //!< touches

    ShortcutTest()
    {
        machine->llcInclusive = GetParam();
        shortened = std::make_unique<CacheHierarchy>(*machine);
        general = std::make_unique<CacheHierarchy>(*machine);
        for (unsigned i = 0; i < RUNS; ++i)
        {
            const auto count =
                static_cast<uint16_t>(i % 50 == 0 ? 100 : 1 + Draw(i % 4 == 0 ? 64 : 8));
            runs.emplace_back(count, static_cast<uint8_t>(Draw(LINE_COLUMNS)), Draw(2));
        }
        reference = runs;
    }

    uint32_t Draw(uint32_t below)
    {
        return static_cast<uint32_t>(random() % below);
    }

    Stall TouchGeneral(uint32_t unit, LineRun& run, uint32_t first, uint32_t n, Access a, Pattern p)
    {
        CacheUnit& u = general->GetUnit(unit);
        Stall stall;
        if (!u.TouchSettled(run, first, n, a))
        {
            general->Recenter(run);
            general->TouchAny(u, run, Piece(first, n, a, p), stall);
        }
        return stall;
    }

    /** A few runs are touched again and again, the others now and then. */
    void Step()
    {
        static constexpr uint32_t UNITS[] = {0, 1, 17, 18};
        const unsigned i = Draw(2) == 0 ? Draw(20) : Draw(RUNS);
        const uint32_t unit = UNITS[Draw(Draw(3) == 0 ? 4 : 2)];
        if (Draw(50) == 0)
        {
            shortened->DmaWrite(unit, runs[i]);
            general->DmaWrite(unit, reference[i]);
            return;
        }
        const uint32_t first = Draw(3) == 0 ? Draw(runs[i].count) : 0;
        const uint32_t n = Draw(3) == 0 ? 1 + Draw(runs[i].count - first) : runs[i].count - first;
        const auto access = static_cast<Access>(Draw(3));
        const auto pattern = static_cast<Pattern>(Draw(4));
        const Stall got = shortened->Touch(unit, runs[i], first, n, access, pattern);
        const Stall wanted = TouchGeneral(unit, reference[i], first, n, access, pattern);
        ASSERT_EQ(got.l2, wanted.l2);
        ASSERT_EQ(got.llc, wanted.llc);
        ASSERT_EQ(got.dram, wanted.dram);
        ASSERT_EQ(got.transfer, wanted.transfer);
        ExpectLike(runs[i], reference[i]);
        sum += got;
    }

    void ExpectLike(const LineRun& a, const LineRun& b)
    {
        ASSERT_EQ(a.dirty, b.dirty);
        ASSERT_EQ(a.holders, b.holders);
        ASSERT_EQ(a.stamped, b.stamped);
        ASSERT_EQ(a.llc, b.llc);
        for (unsigned slot = 0; slot < LineRun::SLOTS; ++slot)
        {
            ASSERT_EQ(a.unit[slot], b.unit[slot]);
            ASSERT_EQ(a.clock[slot], b.clock[slot]);
        }
    }

    std::mt19937_64 random{1};                                   //!< same touches in every run
    Ptr<MachineProfile> machine{CreateObject<MachineProfile>()}; //!< Gold 6140
    std::unique_ptr<CacheHierarchy> shortened;                   //!< with short paths
    std::unique_ptr<CacheHierarchy> general;                     //!< without
    std::vector<LineRun> runs;                                   //!< of the one
    std::vector<LineRun> reference;                              //!< of the other
    Stall sum;                                                   //!< all that was charged
};

TEST_P(ShortcutTest, ChargesAndAgesAsTheGeneralPath)
{
    for (unsigned i = 0; i < STEPS && !HasFatalFailure(); ++i)
    {
        Step();
    }
    for (const uint32_t unit : {0, 1, 17, 18})
    {
        EXPECT_EQ(shortened->GetL1Fills(unit), general->GetL1Fills(unit));
        EXPECT_EQ(shortened->GetL2Fills(unit), general->GetL2Fills(unit));
    }
    // touches of every kind were compared
    EXPECT_GT(sum.l2, 0u);
    EXPECT_GT(sum.llc, 0u);
    EXPECT_GT(sum.dram, 0u);
    EXPECT_GT(sum.transfer, 0u);
}

INSTANTIATE_TEST_SUITE_P(Inclusive, ShortcutTest, testing::Bool());

} // namespace ns3
