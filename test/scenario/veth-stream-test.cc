/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-stream-fixture.h"

#include "ns3/result-json.h"

namespace ns3
{
namespace streamtest
{

using testing::HasSubstr;

TEST(VethStream, TheSameSeedGivesTheSameBytes)
{
    const Settings settings{{"duration", "3"}, {"warmup", "3"}, {"seed", "7"}};
    const std::string first = ResultToJson(RunStream(settings), WallTime::Omit);
    RunStream({{"duration", "1"}, {"mtu", "8000"}}); // something else between
    EXPECT_EQ(ResultToJson(RunStream(settings), WallTime::Omit), first);
    EXPECT_NE(ResultToJson(RunStream(settings, 2), WallTime::Omit), first);
    EXPECT_NE(ResultToJson(RunStream({{"duration", "3"}, {"warmup", "3"}, {"seed", "8"}}),
                           WallTime::Omit),
              first);
}

/** tcp_limit_output_bytes charges what is on its way; IP takes the charge off (skb_orphan). */
TEST(VethStream, RunsWithoutAProgram)
{
    const ScenarioResult r = RunStream({{"xdp", "none"}, {"duration", "5"}, {"warmup", "5"}});
    EXPECT_GT(*r.gbps, 1);
    EXPECT_EQ(r.napi->polls, 0u);
    EXPECT_EQ(r.pool->at("rx_pp_alloc_slow"), 0u);
}

/** Payload over time, frames over time; a frame of MTU 1500 carries 1448 bytes. */
TEST(VethStream, RatesAgreeWithTheFrames)
{
    const ScenarioResult r = RunStream({{"duration", "20"}, {"warmup", "5"}});
    EXPECT_DOUBLE_EQ(*r.mpps, static_cast<double>(*r.framesDelivered) / 20e-3 / 1e6);
    // 90 of 91 frames of a send call are full, the last one has 752 bytes
    EXPECT_NEAR(*r.gbps * 1e3 / 8 / *r.mpps, 131072. / 91, 8);
    const auto frames = static_cast<double>(*r.framesDelivered);
    const double busy = r.cycles->total * frames / 2.99e9; // xeon-gold-6140: 2.99 GHz
    EXPECT_GT(busy, 0.95 * 20e-3);                         // the sender's core is the bottleneck
    EXPECT_LE(busy, 20.01e-3);
    EXPECT_LE(r.latency->p50, r.latency->p99);
    EXPECT_LE(r.latency->p99, r.latency->max);
    EXPECT_GT(r.latency->p50, 1000);
    EXPECT_LT(r.latency->max, 5e6);
}

/** An empty path: a call of 100 bytes is there within some microseconds. */
TEST(VethStream, SmallCallsAreFast)
{
    const ScenarioResult r = RunStream({{"send-size", "100"},
                                        {"duration", "5"},
                                        {"warmup", "5"},
                                        {"ns3::Stream::SegmentCycles", "0"}});
    EXPECT_GT(r.latency->p50, 500);
    EXPECT_LT(r.latency->p50, 50000);
}

/** Every polled frame is a ring entry: the histogram's frames are those delivered or on their way.
 */
TEST(VethStream, PollsHandleTheFrames)
{
    const ScenarioResult r = RunStream({{"duration", "20"}, {"warmup", "5"}});
    uint64_t polls = 0;
    uint64_t work = 0;
    for (const auto& [frames, count] : r.napi->workHistogram)
    {
        EXPECT_LE(frames, 64u); // NAPI weight
        polls += count;
        work += frames * count;
    }
    EXPECT_EQ(polls, r.napi->polls);
    EXPECT_NEAR(static_cast<double>(work), static_cast<double>(*r.framesDelivered), 700);
}

/** Page_pool: 256 entries of ring and 128 of cache are all that can be idle; larger pages scale. */
TEST(VethStream, IdlePagesAreLimited)
{
    for (const std::string pageSize : {"4096", "16384", "65536"})
    {
        const uint64_t page = std::stoul(pageSize);
        const ScenarioResult r =
            RunStream({{"page-size", pageSize}, {"duration", "10"}, {"warmup", "5"}});
        const auto& owners = r.footprint->byOwner;
        EXPECT_LE(owners.at("pool_ring").peak, 256. * page);
        EXPECT_LE(owners.at("pool_cache").peak, 128. * page);
        EXPECT_GT(owners.at("pool_ring").peak, 0);
        // one ring of packets and one of pages, 8 bytes an entry
        EXPECT_EQ(owners.at("ptr_ring").peak, 2 * 256 * 8.);
        EXPECT_GE(r.footprint->all.peak, r.footprint->all.mean);
    }
}

/** A run may be shorter than anything that happens in it. */
TEST(VethStream, TakesTinyDurations)
{
    for (const std::string duration : {"0.001", "0.01", "0.1"})
    {
        const ScenarioResult r = RunStream({{"duration", duration}, {"warmup", "0"}});
        EXPECT_GE(*r.framesSent, *r.framesDelivered);
    }
}

TEST(VethStream, RefusesWhatCannotRun)
{
    for (const std::string verdict : {"drop", "tx", "redirect"})
    {
        EXPECT_THAT(RefusalOf({{"xdp", verdict}}), HasSubstr("veth-burst"));
    }
    EXPECT_THAT(RefusalOf({{"mtu", "3507"}, {"xdp-frags", "false"}}), HasSubstr("68..3506"));
    EXPECT_EQ(RefusalOf({{"mtu", "3506"}, {"xdp-frags", "false"}}), "accepted");
    EXPECT_THAT(RefusalOf({{"mtu", "73139"}}), HasSubstr("73138"));
    EXPECT_EQ(RefusalOf({{"mtu", "73138"}}), "accepted");
    EXPECT_THAT(RefusalOf({{"mtu", "65536"}, {"xdp", "none"}}), HasSubstr("68..65535"));
    // half of the buffer is window: two segments of 1448
    EXPECT_THAT(RefusalOf({{"rcvbuf", "2304"}}), HasSubstr("2896.."));
    EXPECT_THAT(RefusalOf({{"rcvbuf", "2895"}}), HasSubstr("2896.."));
    EXPECT_EQ(RefusalOf({{"rcvbuf", "2896"}}), "accepted");
    EXPECT_THAT(RefusalOf({{"rcvbuf", "2303"}, {"mtu", "576"}}), HasSubstr("2304.."));
    EXPECT_THAT(RefusalOf({{"headroom", "4000"}}), HasSubstr("headroom"));
    EXPECT_THAT(RefusalOf({{"ring", "65536"}}), HasSubstr("pool-ring"));
    EXPECT_FALSE(RefusalOf({{"rx-cpu", "domain"}}).empty()); // one cache domain a socket
}

} // namespace streamtest
} // namespace ns3
