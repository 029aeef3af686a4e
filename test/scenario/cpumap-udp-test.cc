/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/refusal.h"

#include "ns3/config.h"
#include "ns3/result-json.h"
#include "ns3/scenario-cpumap-udp.h"
#include "ns3/scenario-nic-xdp-pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

using Settings = std::vector<std::pair<std::string, std::string>>;

/** As the constants were fitted; the other tests are shorter. */
const Settings STEADY = {{"duration", "20"}, {"warmup", "10"}};

/** Every run checks its own conservation of frames, skbs and pages, and its ledgers. */
ScenarioResult
Run(const Scenario& scenario, const Settings& settings)
{
    Config::Reset();
    ScenarioConfig config = scenario.Defaults();
    config.Set("duration", "4");
    config.Set("warmup", "4");
    for (const auto& [name, value] : settings)
    {
        config.Set(name, value);
    }
    return scenario.Run(config);
}

ScenarioResult
RunCpumap(const Settings& settings = {})
{
    return Run(ScenarioCpumapUdp(), settings);
}

ScenarioResult
RunPass(const Settings& settings = {})
{
    return Run(ScenarioNicXdpPass(), settings);
}

double
SourceMpps(const ScenarioResult& r)
{
    return 1e3 / r.rows.at(0).ns;
}

} // namespace

/** The rows of the thread that the two bases were fitted on: 2 parameters, 3 numbers. */
TEST(CpumapUdp, CalibrationRows)
{
    EXPECT_NEAR(*RunPass(STEADY).mpps, 2.1, 2.1 * 0.05);
    const ScenarioResult r = RunCpumap(STEADY);
    EXPECT_NEAR(SourceMpps(r), 6.8, 6.8 * 0.05);
    EXPECT_NEAR(*r.mpps, 1.8, 1.8 * 0.05);
    EXPECT_NEAR(r.drops->at("cpumap_drops") / 20e3, 5.0, 5.0 * 0.06);
}

/** What the source drops goes back directly; what it forwards leaves the pool, or comes back. */
TEST(CpumapUdp, PagesLeaveThePoolUntil63)
{
    const ScenarioResult r = RunCpumap();
    EXPECT_NEAR(r.counters.at("pp_release"), *r.framesDelivered, 16);
    EXPECT_EQ(r.pool->at("rx_pp_recycle_ring"), 0u);
    EXPECT_EQ(r.pool->at("rx_pp_recycle_cached"), r.drops->at("cpumap_drops"));
    EXPECT_EQ(r.pool->at("rx_pp_alloc_empty"), r.pool->at("rx_pp_alloc_slow"));
}

TEST(CpumapUdp, PagesAreRecycledSince64)
{
    const ScenarioResult r = RunCpumap({{"kernel", "6.4"}});
    EXPECT_EQ(r.counters.at("pp_release"), 0u);
    EXPECT_EQ(r.counters.at("pp_hold"), 0u);
    EXPECT_NEAR(r.pool->at("rx_pp_recycle_ring"), *r.framesDelivered, 16);
    EXPECT_EQ(r.pool->at("rx_pp_alloc_slow"), 0u);
}

/** The predicted row that is met: 2.2 Mpps, within 8 %. */
TEST(CpumapUdp, RecyclingHelpsTheDestination)
{
    const ScenarioResult before = RunCpumap(STEADY);
    Settings recycling = STEADY;
    recycling.emplace_back("kernel", "6.4");
    const ScenarioResult after = RunCpumap(recycling);
    EXPECT_GT(*after.mpps, *before.mpps * 1.08);
    EXPECT_NEAR(*after.mpps, 2.2, 2.2 * 0.08);
}

/** 64 frames a poll under flood: 8 flushes of 8, batches of 8, and the kthread never sleeps. */
TEST(CpumapUdp, BatchesUnderFlood)
{
    const ScenarioResult r = RunCpumap();
    EXPECT_EQ(r.counters.at("cpumap_sched"), 0u);
    EXPECT_EQ(r.counters.at("cpumap_batches"), r.counters.at("cpumap_full_batches"));
    EXPECT_NEAR(r.counters.at("cpumap_flushes") * 8.0, r.counters.at("rx_packets"), 64);
    EXPECT_EQ(r.counters.at("rx_interrupts"), 0u);
}

/** Slow enough for both cores: nothing is lost, and the NIC interrupts. */
TEST(CpumapUdp, NothingIsLostAtALowRate)
{
    const ScenarioResult r = RunCpumap({{"rate", "200000"}});
    EXPECT_NEAR(*r.framesDelivered, 800, 2);
    for (const auto& [reason, count] : *r.drops)
    {
        EXPECT_EQ(count, 0u) << reason;
    }
    EXPECT_GT(r.counters.at("rx_interrupts"), 700u);
    EXPECT_GT(r.counters.at("cpumap_sched"), 100u);
}

TEST(CpumapUdp, ASmallQueueAndASocket)
{
    const ScenarioResult r = RunCpumap({{"qsize", "64"}, {"rcvbuf", "1M"}});
    EXPECT_GT(r.counters.at("udp_full"), 0u);
    EXPECT_GT(r.drops->at("cpumap_drops"), 0u);
}

TEST(CpumapUdp, AMachineWithoutDdioReadsFramesFromMemory)
{
    const ScenarioResult with = RunPass();
    const ScenarioResult without = RunPass({{"ns3::MachineProfile::DdioWays", "0"}});
    EXPECT_LT(*without.mpps, *with.mpps);
    EXPECT_GT(without.cycles->byKind.at("dram"), with.cycles->byKind.at("dram"));
}

TEST(CpumapUdp, RepeatsToTheByte)
{
    const std::string once = ResultToJson(RunCpumap({{"duration", "1"}}), WallTime::Omit);
    EXPECT_EQ(ResultToJson(RunCpumap({{"duration", "1"}}), WallTime::Omit), once);
}

TEST(CpumapUdp, RefusesWhatCannotBeBuilt)
{
    using testing::HasSubstr;
    EXPECT_THAT(Refusal([] { RunCpumap({{"qsize", "16385"}}); }), HasSubstr("1..16384"));
    EXPECT_THAT(Refusal([] {
                    RunPass({{"headroom", "2368"}, {"frame-size", "1514"}});
                }),
                HasSubstr("frame-size=1514"));
    EXPECT_THAT(Refusal([] {
                    RunCpumap({{"machine", "epyc-zen5-vm"}, {"rx-cpu", "socket"}});
                }),
                HasSubstr("socket"));
}

} // namespace ns3
