/* SPDX-License-Identifier: GPL-2.0-only */
#include "machine/exact-cache.h"

#include "ns3/cpu-core.h"
#include "ns3/profile-reader.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>

namespace ns3
{

namespace
{

/** Where the lines of a packet begin in its page. */
constexpr uint32_t OFFSET = 4;
/** Rounds of the ring of pages before and while misses are counted. */
constexpr uint32_t WARM_ROUNDS = 8;
constexpr uint32_t ROUNDS = 4;
/** Draws of addresses. */
constexpr uint32_t SEEDS = 8;

/** What each packet touches: hot lines of any address, and lines of the next page of a ring, in
 * every page the same ones. */
struct Trace
{
    Trace(uint32_t hotLines, uint32_t pages, uint32_t linesOfPage, uint32_t seed)
        : lines(linesOfPage)
    {
        std::mt19937_64 random(seed);
        const auto draw = [&random] { return random() >> 36; }; // line of 16 GiB
        for (uint32_t i = 0; i < hotLines; ++i)
        {
            hot.push_back(draw());
        }
        for (uint32_t i = 0; i < pages; ++i)
        {
            ring.push_back(draw() / LINE_COLUMNS * LINE_COLUMNS + OFFSET);
        }
    }

    /** Most hot lines of a column. */
    uint32_t Fullest() const
    {
        std::vector<uint32_t> count(LINE_COLUMNS);
        for (const uint64_t line : hot)
        {
            ++count[line % LINE_COLUMNS];
        }
        return *std::max_element(count.begin(), count.end());
    }

    std::vector<uint64_t> hot;  //!< hot lines
    std::vector<uint64_t> ring; //!< first line touched of each page
    uint32_t lines;             //!< lines touched of a page
};

/** Misses per packet. */
struct Misses
{
    double l1{0};
    double l2{0};
};

/**
 * L1 and L2 of one core of a Gold 6140, line by line. Both see every touch: so were the numbers of
 * the published table made, and so does the model age L2, whose hits in L1 stamp both levels. (The
 * L2 of the processor sees what L1 lets through.)
 */
struct ExactCore
{
    void Touch(uint64_t line)
    {
        l1.Touch(line);
        l2.Touch(line);
    }

    void Invalidate(uint64_t line)
    {
        l1.Invalidate(line);
        l2.Invalidate(line);
    }

    Misses Get() const
    {
        return {double(l1.GetMisses()), double(l2.GetMisses())};
    }

    ExactCache l1{64, 8};
    ExactCache l2{1024, 16};
};

/** The same core in the model. */
struct ModelCore
{
    ModelCore(const MachineProfile& m, const KernelProfile& k, CacheHierarchy& caches, uint32_t id)
        : core(m, k, caches, id, id)
    {
    }

    void SetHot(const std::vector<uint64_t>& lines)
    {
        for (const uint64_t line : lines)
        {
            hot.emplace_back(1, line % LINE_COLUMNS);
        }
    }

    void TouchHot()
    {
        for (LineRun& line : hot)
        {
            core.Read(line);
        }
    }

    Misses Get()
    {
        return {core.GetCaches().GetL1Fills(core.GetUnit()) / 256.0,
                core.GetCaches().GetL2Fills(core.GetUnit()) / 256.0};
    }

    CpuCore core;
    std::vector<LineRun> hot;
};

/** Run rounds of a ring. @return misses per packet after the warm rounds */
template <typename Core, typename Packet>
Misses
Measure(Core& core, std::size_t pages, Packet packet)
{
    Misses before;
    for (uint32_t round = 0; round < WARM_ROUNDS + ROUNDS; ++round)
    {
        before = round == WARM_ROUNDS ? core.Get() : before;
        for (std::size_t i = 0; i < pages; ++i)
        {
            packet(i);
        }
    }
    const double packets = double(pages) * ROUNDS;
    return {(core.Get().l1 - before.l1) / packets, (core.Get().l2 - before.l2) / packets};
}

Misses
RunExact(const Trace& trace)
{
    ExactCore core;
    return Measure(core, trace.ring.size(), [&](std::size_t i) {
        for (const uint64_t line : trace.hot)
        {
            core.Touch(line);
        }
        for (uint32_t k = 0; k < trace.lines; ++k)
        {
            core.Touch(trace.ring[i] + k);
        }
    });
}

/** A row of the published table: doc/cache-model.md. */
struct Row
{
    int level;
    uint32_t hot;
    uint32_t pages;
    uint32_t lines;
    double published;
};

void
PrintTo(const Row& row, std::ostream* out)
{
    *out << "L" << row.level << " " << row.hot << " hot, " << row.pages << " pages, " << row.lines
         << " lines";
}

const Row ROWS[] = {{1, 200, 64, 4, 4.0},
                    {1, 200, 384, 24, 24.0},
                    {1, 300, 256, 4, 34.0},
                    {1, 120, 256, 30, 30.0},
                    {2, 200, 256, 4, 1.7},
                    {2, 200, 384, 24, 23.1}};

double
At(const Misses& misses, int level)
{
    return level == 1 ? misses.l1 : misses.l2;
}

void
Report(const Row& row, const Misses& exact, const Misses& model)
{
    PrintTo(row, &std::cout);
    std::cout << std::fixed << std::setprecision(2) << ": exact " << At(exact, row.level)
              << ", model " << At(model, row.level) << "\n";
}

} // namespace

class CapacityTest : public testing::TestWithParam<Row>
{
  protected:
    ModelCore Core(uint32_t id)
    {
        return ModelCore(*m_machine, *m_kernel, m_caches, id);
    }

    Misses RunModel(const Trace& trace)
    {
        m_caches = CacheHierarchy(*m_machine);
        ModelCore core(*m_machine, *m_kernel, m_caches, 0);
        core.SetHot(trace.hot);
        std::vector<LineSet> ring(trace.ring.size(), LineSet(LINE_COLUMNS));
        return Measure(core, ring.size(), [&](std::size_t i) {
            core.TouchHot();
            core.core.Read(ring[i], OFFSET * LINE_BYTES, trace.lines * LINE_BYTES);
        });
    }

    /** Mean over draws of addresses, of exact cache and model. */
    std::pair<Misses, Misses> Mean(const Row& row)
    {
        Misses exact;
        Misses model;
        for (uint32_t seed = 1; seed <= SEEDS; ++seed)
        {
            const Trace trace(row.hot, row.pages, row.lines, seed);
            const Misses e = RunExact(trace);
            const Misses m = RunModel(trace);
            if (row.published > 0)
            {
                EXPECT_NEAR(At(m, row.level), At(e, row.level), 2) << "seed " << seed;
            }
            exact = {exact.l1 + e.l1 / SEEDS, exact.l2 + e.l2 / SEEDS};
            model = {model.l1 + m.l1 / SEEDS, model.l2 + m.l2 / SEEDS};
        }
        return {exact, model};
    }

    Ptr<MachineProfile> m_machine = ReadMachineProfile("xeon-gold-6140");
    Ptr<KernelProfile> m_kernel = ReadKernelProfile("6.4");
    CacheHierarchy m_caches{*m_machine};
};

TEST_P(CapacityTest, IsWithinTwoLinesOfAnExactLru)
{
    const auto [exact, model] = Mean(GetParam());
    Report(GetParam(), exact, model);
    EXPECT_NEAR(At(model, GetParam().level), At(exact, GetParam().level), 2);
}

INSTANTIATE_TEST_SUITE_P(PublishedTable, CapacityTest, testing::ValuesIn(ROWS));

/** The knee of L2, 256 pages, where veth's pool lives. All lines of a page fall into sets by the
 * same bits of its address, so a draw differs much from the mean, which the model gives. */
INSTANTIATE_TEST_SUITE_P(Knee,
                         CapacityTest,
                         testing::Values(Row{2, 120, 256, 30, 0},
                                         Row{2, 120, 128, 24, 0},
                                         Row{2, 120, 160, 24, 0},
                                         Row{2, 120, 192, 24, 0},
                                         Row{2, 120, 256, 24, 0},
                                         Row{2, 120, 320, 24, 0},
                                         Row{2, 120, 512, 24, 0}));

using ExactCacheTest = CapacityTest;

TEST_P(ExactCacheTest, ReproducesThePublishedColumn)
{
    const Row& row = GetParam();
    double least = 1e9;
    double most = 0;
    for (uint32_t seed = 1; seed <= 12; ++seed)
    {
        const Trace trace(row.hot, row.pages, row.lines, seed);
        const double misses = At(RunExact(trace), row.level);
        if (row.level == 1 && trace.Fullest() <= 7)
        {
            EXPECT_DOUBLE_EQ(misses, row.lines) << "hot lines fit beside one line of a page";
        }
        least = std::min(least, misses);
        most = std::max(most, misses);
    }
    // the draw of addresses is not published; 0.3 for the fifth row, 1.7 where 12 draws have 1.9
    EXPECT_LE(least, row.published + 0.3);
    EXPECT_GE(most, row.published - 0.3);
}

INSTANTIATE_TEST_SUITE_P(PublishedTable, ExactCacheTest, testing::ValuesIn(ROWS));

/** Two cores: one writes pages, the other reads them some packets later. */
class SharedPagesTest : public CapacityTest
{
  protected:
    static constexpr uint32_t LAG = 32; //!< packets between writer and reader

    void RunExact(const Trace (&traces)[2], Misses (&result)[2])
    {
        ExactCore cores[2];
        const std::size_t pages = traces[0].ring.size();
        for (int counted = 0; counted < 2; ++counted)
        {
            cores[0] = cores[1] = ExactCore();
            result[counted] = Measure(cores[counted], pages, [&](std::size_t i) {
                for (int who = 0; who < 2; ++who)
                {
                    const uint64_t page = traces[0].ring[(i + pages - who * LAG) % pages];
                    for (const uint64_t line : traces[who].hot)
                    {
                        cores[who].Touch(line);
                    }
                    for (uint32_t k = 0; k < traces[0].lines; ++k)
                    {
                        cores[who].Touch(page + k);
                        if (who == 0)
                        {
                            cores[1].Invalidate(page + k);
                        }
                    }
                }
            });
        }
    }

    void RunModel(const Trace (&traces)[2], Misses (&result)[2])
    {
        const std::size_t pages = traces[0].ring.size();
        for (int counted = 0; counted < 2; ++counted)
        {
            m_caches = CacheHierarchy(*m_machine);
            ModelCore writer = Core(0);
            ModelCore reader = Core(1);
            writer.SetHot(traces[0].hot);
            reader.SetHot(traces[1].hot);
            std::vector<LineSet> ring(pages, LineSet(LINE_COLUMNS));
            result[counted] = Measure(counted == 0 ? writer : reader, pages, [&](std::size_t i) {
                const uint32_t bytes = traces[0].lines * LINE_BYTES;
                writer.TouchHot();
                writer.core.Write(ring[i], OFFSET * LINE_BYTES, bytes);
                reader.TouchHot();
                reader.core.Read(ring[(i + pages - LAG) % pages], OFFSET * LINE_BYTES, bytes);
            });
        }
    }
};

TEST_P(SharedPagesTest, BothCoresAreWithinTwoLinesOfAnExactLru)
{
    const Row& row = GetParam();
    Misses exact[2];
    Misses model[2];
    constexpr uint32_t DRAWS = 4;
    for (uint32_t seed = 0; seed < DRAWS; ++seed)
    {
        const Trace traces[2] = {{row.hot, row.pages, row.lines, 2 * seed},
                                 {row.hot, row.pages, row.lines, 2 * seed + 1}};
        Misses e[2];
        Misses m[2];
        RunExact(traces, e);
        RunModel(traces, m);
        for (int who = 0; who < 2; ++who)
        {
            exact[who] = {exact[who].l1 + e[who].l1 / DRAWS, exact[who].l2 + e[who].l2 / DRAWS};
            model[who] = {model[who].l1 + m[who].l1 / DRAWS, model[who].l2 + m[who].l2 / DRAWS};
        }
    }
    for (int who = 0; who < 2; ++who)
    {
        std::cout << (who == 0 ? "writer " : "reader ");
        Report(row, exact[who], model[who]);
        EXPECT_NEAR(At(model[who], row.level), At(exact[who], row.level), 2) << who;
    }
}

INSTANTIATE_TEST_SUITE_P(Rings,
                         SharedPagesTest,
                         testing::Values(Row{1, 100, 64, 24, 0},
                                         Row{2, 100, 64, 24, 0},
                                         Row{2, 200, 192, 24, 0},
                                         Row{2, 200, 256, 24, 0},
                                         Row{2, 200, 384, 24, 0}));

TEST(CapacityRampTest, IsAHardEdgeWithOneSet)
{
    const CapacityRamp ramp(1, 8);
    EXPECT_EQ(ramp.HitProbability(8 * 256 - 1), 256U);
    EXPECT_EQ(ramp.HitProbability(8 * 256), 0U);
    EXPECT_EQ(ramp.HitProbability(~0U), 0U);
    EXPECT_EQ(ramp.HitWeight(0), 0U);
    EXPECT_NEAR(ramp.HitWeight(4 * 256), 128, 1);
    EXPECT_EQ(ramp.HitWeight(8 * 256), 256U);
}

TEST(CapacityRampTest, IsTheBinomialOccupancyWithMany)
{
    const CapacityRamp ramp(16, 16);
    std::mt19937 random(1);
    for (const uint32_t n : {100U, 180U, 256U, 320U, 400U})
    {
        int hits = 0;
        constexpr int TRIALS = 20000;
        for (int trial = 0; trial < TRIALS; ++trial)
        {
            uint32_t inSet = 0;
            for (uint32_t i = 0; i < n; ++i)
            {
                inSet += random() % 16 == 0 ? 1 : 0;
            }
            hits += inSet < 16 ? 1 : 0;
        }
        EXPECT_NEAR(ramp.HitProbability(n * 256) / 256.0, double(hits) / TRIALS, 0.015) << n;
    }
}

TEST(CapacityRampTest, NeverRises)
{
    const CapacityRamp ramp(599, 11);
    uint32_t last = 256;
    for (uint32_t n = 0; n < 30000; n += 10)
    {
        ASSERT_LE(ramp.HitProbability(n * 256), last);
        last = ramp.HitProbability(n * 256);
    }
    EXPECT_EQ(last, 0U);
}

TEST_F(CapacityTest, RandomTouchesHitAboutAsOftenAsInAnExactLru)
{
    std::mt19937 random(1);
    constexpr uint32_t PAGES = 400; // in a column of 256
    ExactCache exact(1024, 16);
    ModelCore core = Core(0);
    std::vector<LineRun> lines(PAGES, LineRun(1, 3));
    std::vector<uint64_t> addresses;
    for (uint32_t i = 0; i < PAGES; ++i)
    {
        addresses.push_back(uint64_t{random()} * LINE_COLUMNS + 3);
    }
    constexpr uint32_t TOUCHES = 40000;
    for (uint32_t i = 0; i < TOUCHES; ++i)
    {
        const uint32_t which = random() % PAGES;
        exact.Touch(addresses[which]);
        core.core.Read(lines[which]);
    }
    const double expected = double(exact.GetMisses()) / TOUCHES;
    EXPECT_NEAR(core.Get().l2 / TOUCHES, expected, 0.15);
    std::cout << "random touches: exact " << expected << ", model " << core.Get().l2 / TOUCHES
              << "\n";
}

} // namespace ns3
