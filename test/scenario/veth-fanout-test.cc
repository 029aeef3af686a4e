/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/refusal.h"

#include "ns3/config.h"
#include "ns3/page-pool.h"
#include "ns3/result-json.h"
#include "ns3/scenario-registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace ns3
{

using testing::HasSubstr;
using testing::IsEmpty;

namespace
{

using Settings = std::vector<std::pair<std::string, std::string>>;

/** What the first allocation of a pool brings in, and what it then keeps [bytes]. */
constexpr double POOL_BYTES = PagePool::CACHE_REFILL * 4096.0;

ScenarioConfig
Configure(const std::string& scenario, const Settings& settings)
{
    ScenarioConfig config = FindScenario(Scenarios(), scenario).Defaults();
    for (const auto& [name, value] : settings)
    {
        config.Set(name, value);
    }
    return config;
}

/** Every run checks its own conservation of frames, skbs and pages, and its ledgers. */
ScenarioResult
RunScenario(const std::string& scenario, const Settings& settings)
{
    Config::Reset();
    return FindScenario(Scenarios(), scenario).Run(Configure(scenario, settings));
}

ScenarioResult
RunFanout(Settings settings)
{
    settings.insert(settings.begin(), {"duration", "20"});
    return RunScenario("veth-fanout", settings);
}

std::string
RefusalOf(const Settings& settings)
{
    return Refusal([&] {
        FindScenario(Scenarios(), "veth-fanout").Check(Configure("veth-fanout", settings));
    });
}

/** Idle pages and pages on their way [bytes], mean. */
double
PoolBytes(const ScenarioResult& result)
{
    double bytes = 0;
    for (const char* owner : {"pool_cache", "pool_ring", "pool_in_flight"})
    {
        bytes += result.footprint->byOwner.at(owner).mean;
    }
    return bytes;
}

/** Core cycles of all cores for a frame. */
double
CyclesPerFrame(const ScenarioResult& result)
{
    double sum = 0;
    for (const auto& [kind, cycles] : result.cycles->byKind)
    {
        sum += cycles;
    }
    return sum;
}

/** All figures but the configuration, what only many pairs have, and reasons of drops, of which
 * veth-burst knows more. */
std::string
FiguresOf(ScenarioResult result)
{
    result.fairness.reset();
    result.drops.reset();
    const std::string text = ResultToJson(result, WallTime::Omit);
    return text.substr(text.find("\"gbps\""));
}

} // namespace

/** The same bed, load and report: with one pair there is no difference to the byte. */
TEST(VethFanout, OnePairIsVethBurst)
{
    const Settings settings = {{"burst", "30"},
                               {"rate", "300000"},
                               {"frame-size", "1514"},
                               {"init-on-alloc", "on"},
                               {"napi", "threaded"},
                               {"duration", "20"},
                               {"warmup", "10"}};
    Settings one = settings;
    one.push_back({"pairs", "1"});
    EXPECT_EQ(FiguresOf(RunScenario("veth-burst", settings)),
              FiguresOf(RunScenario("veth-fanout", one)));
}

TEST(VethFanout, OneStreamIsVethStream)
{
    const Settings settings = {{"duration", "10"}, {"warmup", "10"}};
    Settings one = settings;
    one.push_back({"pairs", "1"});
    one.push_back({"load", "stream"});
    EXPECT_EQ(FiguresOf(RunScenario("veth-stream", settings)),
              FiguresOf(RunScenario("veth-fanout", one)));
}

TEST(VethFanout, EveryBufferAndLoadAddsUp)
{
    for (const std::string load : {"open", "stream"})
    {
        for (const std::string buffers : {"alloc-page", "page-pool", "page-pool-frag", "pp-cow"})
        {
            for (const std::string napi : {"softirq", "threaded"})
            {
                SCOPED_TRACE(load + " " + buffers + " " + napi);
                const ScenarioResult r = RunFanout({{"pairs", "7"},
                                                    {"cores", "3"},
                                                    {"load", load},
                                                    {"buffers", buffers},
                                                    {"napi", napi},
                                                    {"duration", "5"}});
                EXPECT_GT(*r.framesDelivered, 0U);
                EXPECT_EQ(PoolBytes(r) > 0, buffers != "alloc-page");
            }
        }
    }
}

TEST(VethFanout, EvenLoadIsFair)
{
    const ScenarioResult r = RunFanout({{"pairs", "50"}});
    EXPECT_EQ(*r.framesDelivered, 50U * 40);
    EXPECT_EQ(r.fairness->least, 40U);
    EXPECT_EQ(r.fairness->most, 40U);
    EXPECT_DOUBLE_EQ(r.fairness->jain, 1);
    EXPECT_EQ(r.cycles->byCore.size(), 4U);
    EXPECT_THAT(r.warnings, IsEmpty());
    EXPECT_THAT(ResultToJson(r, WallTime::Omit),
                HasSubstr(R"("fairness":{"jain":1.0,"least":40,"most":40})"));
    EXPECT_THAT(r.ToText(), HasSubstr("Jain 1.0000, 40 to 40 frames"));
}

/** CFS gives each of many senders a slice of 3 ms: some have not had their turn after 20 ms. */
TEST(VethFanout, OverloadIsReportedAndUnfairInAShortTime)
{
    const ScenarioResult r = RunFanout({{"pairs", "40"}, {"cores", "1"}, {"total-rate", "10e6"}});
    ASSERT_EQ(r.warnings.size(), 1U);
    EXPECT_THAT(r.warnings[0], HasSubstr("of 200000 frames"));
    EXPECT_EQ(*r.framesSent, *r.framesDelivered);
    EXPECT_LT(r.fairness->jain, 0.5);
    EXPECT_EQ(r.fairness->least, 0U);
}

TEST(VethFanout, WithoutMemoryFramesAreDroppedAndItIsSaid)
{
    const ScenarioResult r = RunFanout({{"pairs", "40"},
                                        {"machine", "client-kaby-lake"},
                                        {"ns3::LinuxHost::NodeMemory", "8000000"}});
    EXPECT_GT(r.drops->at("rx_drops"), 0U);
    ASSERT_EQ(r.warnings.size(), 1U);
    EXPECT_THAT(r.warnings[0], HasSubstr("out of memory"));
}

/** The objection of the thread: memory counts because veth serves many. */
TEST(VethFanout, EveryPairThatEverReceivedKeepsItsPages)
{
    const Settings some = {{"pairs", "60"}, {"active-pairs", "6"}};
    EXPECT_NEAR(PoolBytes(RunFanout(some)), 6 * POOL_BYTES, 100);
    Settings all = some;
    all.push_back({"warm-all", "true"});
    const ScenarioResult kept = RunFanout(all);
    EXPECT_NEAR(PoolBytes(kept), 60 * POOL_BYTES, 100);
    EXPECT_EQ(*kept.framesDelivered, 6U * 40);
    all.push_back({"buffers", "alloc-page"});
    const ScenarioResult none = RunFanout(all);
    EXPECT_EQ(PoolBytes(none), 0);
    EXPECT_LT(none.footprint->byOwner.at("rx_pages").peak, 10 * 4096);
}

TEST(VethFanout, MemoryIsProportionalToPairs)
{
    const ScenarioResult small = RunFanout({{"pairs", "30"}});
    const ScenarioResult large = RunFanout({{"pairs", "90"}});
    EXPECT_NEAR(PoolBytes(large), 3 * PoolBytes(small), 1000);
    EXPECT_EQ(large.footprint->byOwner.at("ptr_ring").mean,
              3 * small.footprint->byOwner.at("ptr_ring").mean);
}

/** What a session at a desk can ask for: under a minute, under 2 GiB. */
TEST(VethFanout, AThousandPairsCostSeconds)
{
    const ScenarioResult r = RunScenario("veth-fanout", {{"pairs", "1000"}});
    EXPECT_LT(r.wallSeconds, 60);
    rusage usage{};
    ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
    EXPECT_LT(usage.ru_maxrss, 500 * 1024);
}

/** Pages beyond a small ring go back: less is kept, and less falls out of the caches. */
TEST(VethFanout, ASmallPoolRingHoldsLess)
{
    double bytes = 0;
    double cycles = 0;
    for (const std::string slots : {"8", "16", "32", "64"})
    {
        SCOPED_TRACE(slots);
        const ScenarioResult r =
            RunFanout({{"pairs", "400"}, {"pool-ring", slots}, {"warmup", "60"}});
        EXPECT_GT(PoolBytes(r), bytes);
        EXPECT_GT(CyclesPerFrame(r), cycles);
        EXPECT_EQ(*r.framesSent, *r.framesDelivered);
        bytes = PoolBytes(r);
        cycles = CyclesPerFrame(r);
    }
    EXPECT_NEAR(bytes, 400 * POOL_BYTES, 1000);
}

/** A pool goes round through all of its pages; the per-CPU lists hand out the last one again. */
TEST(VethFanout, PrivatePagesFallOutOfSharedCaches)
{
    const auto cycles = [](const std::string& pairs, const std::string& buffers) {
        return CyclesPerFrame(
            RunFanout({{"pairs", pairs}, {"buffers", buffers}, {"total-rate", "500000"}}));
    };
    EXPECT_LT(cycles("4", "page-pool"), cycles("4", "alloc-page"));
    EXPECT_GT(cycles("1000", "page-pool"), 1.2 * cycles("1000", "alloc-page"));
}

TEST(VethFanout, TheSameSeedGivesTheSameResult)
{
    const auto run = [](const std::string& seed) {
        return FiguresOf(
            RunFanout({{"pairs", "30"},
                       {"seed", seed},
                       {"ns3::PacketGenerator::Gap", "ns3::ExponentialRandomVariable[Mean=1]"}}));
    };
    EXPECT_EQ(run("1"), run("1"));
    EXPECT_NE(run("1"), run("2"));
}

TEST(VethFanout, RefusesWhatCannotBe)
{
    EXPECT_EQ(RefusalOf({}), "accepted");
    EXPECT_THAT(RefusalOf({{"active-pairs", "101"}}), HasSubstr("accepted: 1..100"));
    EXPECT_THAT(RefusalOf({{"cores", "73"}}), HasSubstr("accepted: 1..72"));
    EXPECT_EQ(RefusalOf({{"cores", "72"}}), "accepted");
    EXPECT_THAT(RefusalOf({{"frame-size", "1515"}}), HasSubstr("60..1514"));
    EXPECT_THAT(RefusalOf({{"warm-all", "true"}, {"rate", "200"}}), HasSubstr("100.. ms"));
    EXPECT_EQ(RefusalOf({{"warm-all", "true"}}), "accepted");
    const auto stream = [](const std::string& name, const std::string& value) {
        return RefusalOf({{"load", "stream"}, {name, value}});
    };
    EXPECT_EQ(stream("pairs", "2"), "accepted");
    EXPECT_THAT(stream("warm-all", "true"), HasSubstr("load=open"));
    EXPECT_THAT(stream("xdp", "drop"), HasSubstr("none|pass"));
    EXPECT_THAT(stream("rcvbuf", "2304"), HasSubstr("accepted: 0, or 2896"));
}

} // namespace ns3
