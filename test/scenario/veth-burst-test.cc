/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/refusal.h"

#include "ns3/config.h"
#include "ns3/result-json.h"
#include "ns3/scenario-veth-burst.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

using testing::AnyOf;
using testing::HasSubstr;

namespace
{

using Settings = std::vector<std::pair<std::string, std::string>>;

ScenarioConfig
Configure(const Settings& settings)
{
    ScenarioConfig config = ScenarioVethBurst().Defaults();
    for (const auto& [name, value] : settings)
    {
        config.Set(name, value);
    }
    return config;
}

/** Every run checks its own conservation of frames, skbs and pages, and its ledgers. */
ScenarioResult
RunBurst(const Settings& settings)
{
    Config::Reset();
    return ScenarioVethBurst().Run(Configure(settings));
}

std::string
RefusalOf(const Settings& settings)
{
    return Refusal([&] { ScenarioVethBurst().Check(Configure(settings)); });
}

uint64_t
Dropped(const ScenarioResult& result, const std::string& reason)
{
    return result.drops->at(reason);
}

} // namespace

/** Counted runs are drained, so that nothing is on its way: sent == delivered + lost. */
TEST(VethBurst, ConservesFramesForEveryVerdictAndBuffer)
{
    for (const std::string xdp : {"pass", "drop", "tx", "redirect"})
    {
        for (const std::string buffers : {"alloc-page", "page-pool", "page-pool-frag", "pp-cow"})
        {
            for (const std::string napi : {"softirq", "threaded"})
            {
                SCOPED_TRACE(xdp + " " + buffers + " " + napi);
                const ScenarioResult r = RunBurst({{"xdp", xdp},
                                                   {"buffers", buffers},
                                                   {"napi", napi},
                                                   {"xdp-instructions", "3000"},
                                                   {"burst", "500"},
                                                   {"bursts", "3"}});
                EXPECT_EQ(*r.framesSent, 1500U);
                EXPECT_EQ(*r.framesSent,
                          *r.framesDelivered + Dropped(r, "ring_full") + Dropped(r, "rx_drops"));
                EXPECT_EQ(Dropped(r, "ring_full") > 0, napi == "threaded");
                EXPECT_EQ(Dropped(r, "xdp_drops"), xdp == "drop" ? *r.framesDelivered : 0);
            }
        }
    }
}

TEST(VethBurst, CarriesLargeFrames)
{
    for (const std::string xdp : {"none", "pass", "drop", "tx", "redirect"})
    {
        SCOPED_TRACE(xdp);
        const ScenarioResult r = RunBurst({{"xdp", xdp},
                                           {"mtu", "65535"},
                                           {"frame-size", "65549"},
                                           {"burst", "20"},
                                           {"bursts", "5"}});
        EXPECT_EQ(*r.framesDelivered, 100U);
    }
}

TEST(VethBurst, ReportsFrameBytesOverTheMeasuredTime)
{
    const ScenarioResult r =
        RunBurst({{"frame-size", "1514"}, {"rate", "200000"}, {"duration", "20"}, {"warmup", "2"}});
    EXPECT_NEAR(*r.mpps, 0.2, 0.0002);
    EXPECT_NEAR(*r.gbps, 0.2e6 * 1514 * 8 / 1e9, 0.003);
    EXPECT_NEAR(static_cast<double>(*r.framesSent), 4000, 1);
    EXPECT_GT(r.latency->p50, 0);
    EXPECT_LE(r.latency->p50, r.latency->p99);
    EXPECT_LE(r.latency->p99, r.latency->max);
    // softirq: each frame is polled before the next one is sent
    EXPECT_EQ(r.napi->workHistogram.size(), 1U);
    EXPECT_EQ(r.napi->workHistogram.at(1), *r.framesDelivered);
    EXPECT_GT(r.cycles->total, 0);
    EXPECT_GT(r.pool->at("rx_pp_alloc_fast"), 0U);
}

TEST(VethBurst, WithoutAProgramTheBacklogPolls)
{
    const ScenarioResult r = RunBurst({{"xdp", "none"}, {"burst", "100"}, {"bursts", "10"}});
    EXPECT_EQ(*r.framesDelivered, 1000U);
    EXPECT_EQ(Dropped(r, "cpu_backlog"), 0U);
    EXPECT_EQ(r.napi->polls, 1000U);
    EXPECT_EQ(r.drops->count("ring_full"), 0U);
}

/** As veth_burst_drops.csv: a longer service drops more of a burst, a longer burst loses more. */
TEST(VethBurst, DropsGrowWithServiceTimeAndBurstLength)
{
    const std::vector<std::string> bursts = {"128", "300", "768", "2000"};
    std::vector<uint64_t> before(bursts.size(), 0);
    for (const std::string instructions : {"2", "1000", "2000", "4000", "8000", "16000"})
    {
        uint64_t shorter = 0;
        for (std::size_t i = 0; i < bursts.size(); ++i)
        {
            SCOPED_TRACE(instructions + " instructions, burst " + bursts[i]);
            const ScenarioResult r = RunBurst({{"xdp", "drop"},
                                               {"napi", "threaded"},
                                               {"xdp-instructions", instructions},
                                               {"burst", bursts[i]},
                                               {"bursts", "1"}});
            const uint64_t dropped = Dropped(r, "ring_full");
            EXPECT_GE(dropped, before[i]);
            EXPECT_GE(dropped, shorter);
            // never more than into a ring that nobody empties
            const uint64_t burst = std::stoul(bursts[i]);
            EXPECT_LE(dropped, burst > 241 ? burst - 241 : 0);
            before[i] = dropped;
            shorter = dropped;
        }
    }
    EXPECT_EQ(before[0], 0U);
    EXPECT_GT(before[2], 300U);
}

/** Softirq polls on the sender's core, between two frames: it may be slow, it does not drop. */
TEST(VethBurst, SoftirqNeverDrops)
{
    const ScenarioResult r = RunBurst(
        {{"xdp", "drop"}, {"xdp-instructions", "20000"}, {"burst", "2000"}, {"bursts", "1"}});
    EXPECT_EQ(*r.framesDelivered, 2000U);
}

TEST(VethBurst, TheSameSeedGivesTheSameResult)
{
    const auto run = [](const std::string& seed) {
        return ResultToJson(
            RunBurst({{"napi", "threaded"},
                      {"burst", "40"},
                      {"duration", "5"},
                      {"warmup", "1"},
                      {"seed", seed},
                      {"ns3::PacketGenerator::Gap", "ns3::ExponentialRandomVariable[Mean=1]"}}),
            WallTime::Omit);
    };
    EXPECT_EQ(run("1"), run("1"));
    const auto figures = [&run](const std::string& seed) {
        const std::string text = run(seed);
        return text.substr(text.find("\"gbps\""));
    };
    EXPECT_NE(figures("1"), figures("2"));
}

TEST(VethBurst, RefusesWhatCannotBe)
{
    EXPECT_EQ(RefusalOf({}), "accepted");
    EXPECT_THAT(RefusalOf({{"frame-size", "1515"}}), HasSubstr("60..1514"));
    EXPECT_EQ(RefusalOf({{"frame-size", "1514"}}), "accepted");
    EXPECT_THAT(RefusalOf({{"mtu", "73139"}}), HasSubstr("68..73138"));
    EXPECT_EQ(RefusalOf({{"mtu", "73138"}, {"frame-size", "73152"}}), "accepted");
    EXPECT_THAT(RefusalOf({{"mtu", "3507"}, {"xdp-frags", "off"}}), HasSubstr("68..3506"));
    EXPECT_THAT(RefusalOf({{"mtu", "65536"}, {"xdp", "none"}}), HasSubstr("68..65535"));
    EXPECT_THAT(RefusalOf({{"machine", "epyc-zen5-vm"}}),
                HasSubstr("rx-cpu=core is refused: the machine has one core per last-level cache; "
                          "accepted: same|domain"));
    EXPECT_THAT(RefusalOf({{"stall", "on"}}), HasSubstr("napi=threaded"));
    EXPECT_THAT(RefusalOf({{"stall", "on"}, {"napi", "threaded"}, {"xdp", "none"}}),
                HasSubstr("xdp=pass"));
    EXPECT_THAT(RefusalOf({{"stall", "on"}, {"napi", "threaded"}, {"rx-cpu", "same"}}),
                HasSubstr("smt|core|domain|socket"));
    EXPECT_THAT(RefusalOf({{"ring-offset", "8"}}), HasSubstr("bursts of 1 or more"));
    EXPECT_THAT(RefusalOf({{"ring-offset", "8"}, {"bursts", "1"}, {"xdp", "none"}}),
                HasSubstr("needs a ring"));
    EXPECT_EQ(RefusalOf({{"ring-offset", "8"}, {"bursts", "1"}}), "accepted");
}

} // namespace ns3
