/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/refusal.h"

#include "ns3/config.h"
#include "ns3/result-json.h"
#include "ns3/scenario-nic-xdp-pass.h"
#include "ns3/scenario-pp-bench-cross-cpu.h"
#include "ns3/scenario-pp-bench-simple.h"
#include "ns3/scenario-xdp-live-frames.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

using testing::HasSubstr;

namespace
{

using Settings = std::vector<std::pair<std::string, std::string>>;

template <typename Kind>
ScenarioConfig
Configure(const Settings& settings)
{
    ScenarioConfig config = Kind().Defaults();
    for (const auto& [name, value] : settings)
    {
        config.Set(name, value);
    }
    return config;
}

template <typename Kind = ScenarioPpBenchCrossCpu>
ScenarioResult
RunWith(const Settings& settings)
{
    Config::Reset();
    ScenarioResult result = Kind().Run(Configure<Kind>(settings));
    Config::Reset();
    return result;
}

std::string
RefusalOf(const Settings& settings)
{
    return Refusal(
        [&] { ScenarioPpBenchCrossCpu().Check(Configure<ScenarioPpBenchCrossCpu>(settings)); });
}

} // namespace

TEST(PpBenchCrossCpuScenario, PrintsTheRowsOfTheModule)
{
    const ScenarioResult r = RunWith({{"loops", "2000"}, {"pool-ring", "1024"}});
    ASSERT_EQ(r.rows.size(), 4U);
    EXPECT_EQ(r.rows[2].name, "page_pool_cross_cpu CPU(2)");
    EXPECT_EQ(r.rows[3].name, "page_pool_cross_cpu Average");
    EXPECT_NEAR(r.rows[3].ns, (r.rows[0].ns + r.rows[1].ns + r.rows[2].ns) / 3, 1e-9);
    EXPECT_NEAR(r.rows[0].cycles, 2.3 * r.rows[0].ns, 1e-6);
    double sum = 0;
    for (const auto& [core, cycles] : r.cycles->byCore)
    {
        sum += cycles;
    }
    for (const auto& [kind, cycles] : r.cycles->byKind)
    {
        sum -= cycles;
    }
    EXPECT_NEAR(sum, 0, 1e-6);
    EXPECT_GT(r.cycles->byKind.at("transfer"), 0);
}

TEST(PpBenchCrossCpuScenario, RepeatsToTheByte)
{
    const Settings settings{{"loops", "2000"}, {"topology", "alternate"}, {"stats", "params"}};
    EXPECT_EQ(ResultToJson(RunWith(settings), WallTime::Omit),
              ResultToJson(RunWith(settings), WallTime::Omit));
}

/** Published: 418.8 ns a page; passes within 35 % in one of the two ways to number the CPUs. */
TEST(PpBenchCrossCpuScenario, PredictsTheControlRowByTheAlternateNumbering)
{
    EXPECT_NEAR(RunWith({{"topology", "alternate"}}).rows[2].ns, 418.758, 0.35 * 418.758);
    EXPECT_LT(RunWith({{"topology", "same"}}).rows[2].ns, 0.65 * 418.758);
}

TEST(PpBenchCrossCpuScenario, MovesThePoolToAnotherNode)
{
    const Settings base{{"queue", "32"}, {"pool-ring", "1024"}, {"move-after", "2000"}};
    const auto waived = [&base](const std::string& nid) {
        Settings settings = base;
        settings.emplace_back("nid", nid);
        return RunWith(settings).pool->at("rx_pp_alloc_waive");
    };
    EXPECT_GT(waived("cpu"), 100U);
    EXPECT_GT(waived("update"), 100U);
    EXPECT_LT(waived("update"), waived("cpu"));
    EXPECT_EQ(waived("0"), 0U);
    EXPECT_EQ(waived("1"), 0U);
}

/** Every row of a micro-benchmark, or the rate of a scenario, by placement of the counters. */
template <typename Kind>
std::vector<double>
FiguresWith(Settings settings, const std::string& stats)
{
    settings.emplace_back("ns3::PagePoolConfig::Stats", stats);
    const ScenarioResult result = RunWith<Kind>(settings);
    std::vector<double> figures;
    for (const auto& row : result.rows)
    {
        figures.push_back(row.ns);
    }
    if (result.mpps)
    {
        figures.push_back(*result.mpps);
    }
    return figures;
}

/** Largest relative change of any figure when the counters leave the allocating side [%]. */
template <typename Kind>
double
ChangeByPlacement(const Settings& settings)
{
    const std::vector<double> before = FiguresWith<Kind>(settings, "alloc");
    EXPECT_FALSE(before.empty());
    double change = 0;
    for (const std::string stats : {"none", "params", "per-cpu"})
    {
        const std::vector<double> after = FiguresWith<Kind>(settings, stats);
        for (std::size_t i = 0; i < before.size(); ++i)
        {
            change = std::max(change, 100 * std::abs(after.at(i) / before[i] - 1));
        }
    }
    return change;
}

TEST(PpBenchCrossCpuScenario, OneCpuDoesNotNoticeWhoSharesALine)
{
    EXPECT_LT(ChangeByPlacement<ScenarioPpBenchSimple>({{"loops", "6400"}}), 1);
    EXPECT_LT(ChangeByPlacement<ScenarioNicXdpPass>({{"duration", "4"}, {"warmup", "4"}}), 1);
    EXPECT_LT(ChangeByPlacement<ScenarioXdpLiveFrames>({{"duration", "4"}}), 1);
    EXPECT_LT(ChangeByPlacement<ScenarioXdpLiveFrames>({{"duration", "4"}, {"pool-ring", "1024"}}),
              1);
}

TEST(PpBenchCrossCpuScenario, TwoCpusNoticeWhoSharesALine)
{
    const auto price = [](const std::string& stats) {
        return RunWith({{"returners", "1"}, {"topology", "other"}, {"stats", stats}}).rows[1].ns;
    };
    EXPECT_GT(price("params"), 1.5 * price("none"));
    EXPECT_NEAR(price("per-cpu"), price("none"), 0.01 * price("none"));
}

TEST(PpBenchCrossCpuScenario, RefusesWhatItCannotBuild)
{
    EXPECT_THAT(RefusalOf({{"topology", "near"}}), HasSubstr("same"));
    EXPECT_THAT(RefusalOf({{"stats", "everywhere"}}), HasSubstr("per-cpu"));
    EXPECT_THAT(RefusalOf({{"nid", "5"}}), HasSubstr("accepted: 0..1"));
    EXPECT_THAT(RefusalOf({{"nid", "node"}}), HasSubstr("update"));
    EXPECT_THAT(RefusalOf({{"returners", "0"}}), HasSubstr("1..16"));
    EXPECT_THAT(RefusalOf({{"machine", "epyc-zen5-vm"}, {"topology", "other"}}),
                HasSubstr("second socket"));
    EXPECT_EQ(RefusalOf({{"topology", "other"}, {"move-after", "100"}}), "accepted");
}

} // namespace ns3
