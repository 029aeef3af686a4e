/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/refusal.h"

#include "ns3/config.h"
#include "ns3/result-json.h"
#include "ns3/scenario-tap-userspace.h"
#include "ns3/scenario-vhost-rx.h"
#include "ns3/scenario-vhost-xdp-drop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

using testing::HasSubstr;

namespace
{

using Settings = std::vector<std::pair<std::string, std::string>>;

template <class S>
ScenarioConfig
Configure(const Settings& settings)
{
    ScenarioConfig config = S().Defaults();
    config.Set("duration", "5");
    config.Set("warmup", "1");
    for (const auto& [name, value] : settings)
    {
        config.Set(name, value);
    }
    return config;
}

/** Every run checks its own conservation of frames, skbs and pages, and its ledgers. */
template <class S>
ScenarioResult
RunIt(const Settings& settings)
{
    Config::Reset();
    return S().Run(Configure<S>(settings));
}

template <class S>
std::string
RefusalOf(const Settings& settings)
{
    return Refusal([&] { S().Check(Configure<S>(settings)); });
}

double
WorkerCycles(const ScenarioResult& result)
{
    return result.cycles->byCore.at("1");
}

} // namespace

/** The tun thread: 4.63 fitted, the increments predicted, put_page worth more than get_page. */
TEST(VhostXdpDrop, PredictsTheIncrementsOfTheThread)
{
    const auto run = [&](const std::string& refill, const std::string& put) {
        return *RunIt<ScenarioVhostXdpDrop>(
                    {{"duration", "20"}, {"refill", refill}, {"put-batch", put}})
                    .mpps;
    };
    const double before = run("get-page", "off");
    const double bias = run("bias", "off");
    const double both = run("bias", "on");
    EXPECT_NEAR(before, 4.63, 0.01);
    EXPECT_NEAR((bias / before - 1) * 100, 1.73, 1.0);
    EXPECT_NEAR((both / bias - 1) * 100, 3.82, 1.0);
    EXPECT_GT(both / bias, bias / before);
}

/** Cost falls with the batch and then stays: what is paid once a batch is spread thin. */
TEST(VhostXdpDrop, CostFallsWithTheBatchToAPlateau)
{
    double last = 1e9;
    double first = 0;
    for (const std::string batch : {"1", "2", "4", "8", "16", "32", "64"})
    {
        const double cycles = WorkerCycles(
            RunIt<ScenarioVhostXdpDrop>({{"vq-size", "1024"}, {"vhost-batch", batch}}));
        EXPECT_LT(cycles, last) << batch;
        first = first == 0 ? cycles : first;
        last = cycles;
    }
    EXPECT_GT(first, last * 1.3);
    for (const std::string batch : {"128", "256", "512"})
    {
        const double cycles = WorkerCycles(
            RunIt<ScenarioVhostXdpDrop>({{"vq-size", "1024"}, {"vhost-batch", batch}}));
        EXPECT_NEAR(cycles / last, 1.0, 0.03) << batch;
    }
}

TEST(VhostXdpDrop, TheSameConfigurationGivesTheSameResult)
{
    const auto run = [] { return ResultToJson(RunIt<ScenarioVhostXdpDrop>({}), WallTime::Omit); };
    EXPECT_EQ(run(), run());
}

TEST(VhostXdpDrop, RefusesWhatCannotBe)
{
    EXPECT_EQ(RefusalOf<ScenarioVhostXdpDrop>({}), "accepted");
    EXPECT_THAT(RefusalOf<ScenarioVhostXdpDrop>({{"mtu", "9000"}, {"frame-size", "3381"}}),
                HasSubstr("60..3380"));
    EXPECT_EQ(RefusalOf<ScenarioVhostXdpDrop>({{"mtu", "9000"}, {"frame-size", "3380"}}),
              "accepted");
    EXPECT_THAT(RefusalOf<ScenarioVhostXdpDrop>({{"frame-size", "1515"}}), HasSubstr("60..1514"));
    EXPECT_THAT(RefusalOf<ScenarioVhostXdpDrop>({{"rx-cpu", "same"}}), HasSubstr("smt|core"));
}

TEST(VhostRx, CopiesWhatTheRingTakesToTheGuest)
{
    for (const std::string interrupts : {"off", "on"})
    {
        for (const std::string eventIdx : {"off", "on"})
        {
            for (const std::string frame : {"60", "1514"})
            {
                SCOPED_TRACE(interrupts + eventIdx + frame);
                const ScenarioResult slow =
                    RunIt<ScenarioVhostRx>({{"guest-interrupts", interrupts},
                                            {"event-idx", eventIdx},
                                            {"frame-size", frame},
                                            {"rate", "200000"}});
                EXPECT_EQ(slow.drops->at("ring_full"), 0u);
                EXPECT_NEAR(*slow.mpps, 0.2, 0.01);
            }
        }
    }
}

TEST(VhostRx, ASmallRingLosesWhatABurstHasMore)
{
    const ScenarioResult r = RunIt<ScenarioVhostRx>(
        {{"txqueuelen", "64"}, {"rate", "100000"}, {"burst", "500"}, {"rx-cpu", "core"}});
    EXPECT_GT(r.drops->at("ring_full"), 0u);
    EXPECT_LT(*r.framesDelivered, *r.framesSent);
}

TEST(TapUserspace, WritesAndReads)
{
    for (const std::string xdp : {"none", "pass", "drop"})
    {
        for (const std::string nonblock : {"off", "on"})
        {
            SCOPED_TRACE(xdp + nonblock);
            const ScenarioResult w = RunIt<ScenarioTapUserspace>(
                {{"xdp", xdp}, {"nonblock", nonblock}, {"frame-size", "1400"}});
            EXPECT_GT(*w.framesSent, 1000u);
            EXPECT_EQ(*w.framesSent, *w.framesDelivered);
        }
    }
    const ScenarioResult r =
        RunIt<ScenarioTapUserspace>({{"direction", "read"}, {"rate", "100000"}});
    EXPECT_NEAR(*r.mpps, 0.1, 0.01);
    EXPECT_EQ(r.drops->at("ring_full"), 0u);
}

/** tap_write_counts.csv: with IFF_NAPI a blocking write is one poll of one packet. */
TEST(TapUserspace, NapiPollsOncePerWrite)
{
    const ScenarioResult w = RunIt<ScenarioTapUserspace>({{"tap-napi", "on"}});
    EXPECT_NEAR(static_cast<double>(w.napi->polls), static_cast<double>(*w.framesSent), 1.0);
}

} // namespace ns3
