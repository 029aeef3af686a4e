/* SPDX-License-Identifier: GPL-2.0-only */
#include "machine/exact-cache.h"

#include "ns3/cpu-core.h"
#include "ns3/profile-reader.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{

/** Instruction fetch: functions lie one behind the other in the order of the table. */
class CodeTest : public testing::Test
{
  protected:
    static uint32_t LinesOf(Fn fn)
    {
        return (KERNEL_FUNCTIONS[IndexOf(fn)].codeBytes + LINE_BYTES - 1) / LINE_BYTES;
    }

    /** Functions from a position of the table on, of no more than so many lines together. */
    static std::vector<Fn> Functions(std::size_t from, uint32_t lines)
    {
        std::vector<Fn> chosen;
        for (std::size_t i = from; i < KERNEL_FUNCTION_COUNT; ++i)
        {
            const Fn fn = static_cast<Fn>(i);
            if (LinesOf(fn) > lines)
            {
                break;
            }
            lines -= LinesOf(fn);
            chosen.push_back(fn);
        }
        return chosen;
    }

    /** Call the functions in a loop. @return ticks of instruction fetch in the last round */
    Ticks Loop(const std::vector<Fn>& functions, int rounds)
    {
        Ticks fetched = 0;
        for (int round = 0; round < rounds; ++round)
        {
            fetched = 0;
            for (const Fn fn : functions)
            {
                fetched += m_caches.FetchCode(0, fn);
            }
        }
        return fetched;
    }

    Ptr<MachineProfile> m_machine = ReadMachineProfile("xeon-gold-6140");
    CacheHierarchy m_caches{*m_machine};
};

TEST_F(CodeTest, ALoopThatFitsNeverMissesAgain)
{
    const auto functions = Functions(0, 512);
    ASSERT_GT(functions.size(), 30U);
    EXPECT_GT(Loop(functions, 1), 0U);
    EXPECT_EQ(Loop(functions, 1), 0U);
    EXPECT_EQ(Loop(functions, 100), 0U);
}

TEST_F(CodeTest, ALoopOfMoreThanTheCacheThrashes)
{
    m_machine->l1iKib = 16;
    m_machine->l1iWays = 4;
    m_caches = CacheHierarchy(*m_machine);
    const auto functions = Functions(0, 512); // twice the cache
    const Ticks cold = Loop(functions, 1);
    const Ticks warm = Loop(functions, 100);
    EXPECT_GT(warm, 0U);
    EXPECT_LT(warm, cold) << "from L2";
    Ticks all = 0;
    for (const Fn fn : functions)
    {
        const double cycles = m_machine->l2HitCycles * TICKS_PER_CYCLE;
        const auto following = std::llround(cycles / m_machine->overlapL2);
        all += LinesOf(fn) > 0 ? std::llround(cycles) + (LinesOf(fn) - 1) * following : 0;
    }
    EXPECT_EQ(warm, all) << "every function, every round";
}

TEST_F(CodeTest, WhatALargeLoopMissesIsWhatAnExactCacheMisses)
{
    for (const uint32_t excess : {16U, 64U, 128U})
    {
        m_machine->l1iKib = 24;
        m_machine->l1iWays = 6;
        m_caches = CacheHierarchy(*m_machine);
        const auto functions = Functions(0, 384 + excess);
        ExactCache exact(64, 6);
        uint64_t before = 0;
        uint64_t line = 0;
        for (int round = 0; round < 10; ++round)
        {
            before = exact.GetMisses();
            line = 0;
            for (const Fn fn : functions)
            {
                for (uint32_t i = 0; i < LinesOf(fn); ++i)
                {
                    exact.Touch(line++);
                }
            }
        }
        Loop(functions, 9);
        const uint64_t already = m_caches.GetCodeFills(0);
        Loop(functions, 1);
        EXPECT_GT(exact.GetMisses(), before);
        EXPECT_EQ(m_caches.GetCodeFills(0) - already, exact.GetMisses() - before) << excess;
    }
}

TEST_F(CodeTest, CodeIsFetchedFromTheLlcTheFirstTime)
{
    const Fn fn = Fn::put_page; // one line
    ASSERT_EQ(LinesOf(fn), 1U);
    EXPECT_EQ(m_caches.FetchCode(0, fn),
              Ticks(std::llround(m_machine->NsToCycles(m_machine->llcHitNs) * TICKS_PER_CYCLE)));
    EXPECT_EQ(m_caches.FetchCode(0, fn), 0U);
    EXPECT_GT(m_caches.FetchCode(1, fn), 0U) << "every core for itself";
}

} // namespace ns3
