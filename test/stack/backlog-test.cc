/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-host-fixture.h"

#include "ns3/backlogs.h"

namespace ns3
{
namespace stacktest
{

/** @brief Backlogs of a host with two cores in use. */
class BacklogTest : public StackHostTest
{
  protected:
    void TearDown() override
    {
        const Backlog::QueueStats& s = backlog.GetQueueStats();
        EXPECT_EQ(s.enqueued, s.processed + s.purged + backlog.GetLength());
        backlogs.Purge(core0);
        ExpectAllFree();
    }

    /** Enqueue packets within one step of a core. */
    void EnqueueFrom(HostCpu& from, uint32_t packets)
    {
        RunStep(from, [&, packets](CpuCore& core) {
            for (uint32_t i = 0; i < packets; ++i)
            {
                accepted += backlog.Enqueue(core, NewSkb(core, sequence++), sink) ? 1 : 0;
            }
        });
    }

    Backlogs backlogs{*host};              //!< all of the host
    Backlog& backlog = backlogs.Of(core0); //!< of core 0
    CountingSink sink{host->GetSkbs()};    //!< receives
    uint64_t sequence{0};                  //!< packets made
    uint32_t accepted{0};                  //!< packets that the backlog took
};

TEST_F(BacklogTest, EachCoreHasItsOwn)
{
    EXPECT_EQ(&backlogs.Of(core0), &backlog);
    EXPECT_NE(&backlogs.Of(core1), &backlog);
}

TEST_F(BacklogTest, PacketsArriveInOrderOnTheCoreThatSent)
{
    EnqueueFrom(cpu0, 3);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(sink.sequences, ::testing::ElementsAre(0, 1, 2));
    EXPECT_THAT(sink.cores, ::testing::Each(0u));
    EXPECT_EQ(backlog.GetQueueStats().receivedRps, 0u);
    EXPECT_FALSE(backlog.IsScheduled());
}

TEST_F(BacklogTest, AQueueLongerThanTheLimitDrops)
{
    // enqueue_to_backlog(): taken while qlen <= netdev_max_backlog
    EnqueueFrom(cpu0, 1003);
    host->RunFor(MilliSeconds(10));
    EXPECT_EQ(accepted, 1001u);
    EXPECT_EQ(backlog.GetQueueStats().dropped, 2u);
    EXPECT_EQ(sink.sequences.size(), 1001u);
    EXPECT_EQ(sink.sequences.back(), 1000u);
}

TEST_F(BacklogTest, APollHandlesDevWeight)
{
    EnqueueFrom(cpu0, 1001);
    host->RunFor(MilliSeconds(10));
    const Napi::Stats& s = backlog.GetStats();
    EXPECT_EQ(s.histogram.size(), 65u);
    EXPECT_EQ(s.histogram[64], 15u);
    EXPECT_EQ(s.histogram[41], 1u);
    EXPECT_EQ(s.scheduled, 1u);
    EXPECT_EQ(s.completed, 1u);
}

TEST_F(BacklogTest, AnotherCoreInterrupts)
{
    EnqueueFrom(cpu1, 2);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(sink.cores, ::testing::ElementsAre(0u, 0u));
    EXPECT_EQ(backlog.GetQueueStats().receivedRps, 1u);
}

TEST_F(BacklogTest, WhatComesDuringThePollIsHandledByIt)
{
    sink.onReceive = [this](CpuCore& core) {
        if (sequence < 10)
        {
            backlog.Enqueue(core, NewSkb(core, sequence++), sink);
        }
    };
    EnqueueFrom(cpu0, 1);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(sink.sequences.size(), 10u);
    EXPECT_EQ(backlog.GetStats().polls, 1u);
    EXPECT_EQ(backlog.GetStats().scheduled, 1u);
}

TEST_F(BacklogTest, ItWakesUpAgainAfterCompletion)
{
    EnqueueFrom(cpu0, 1);
    host->RunFor(MilliSeconds(1));
    EnqueueFrom(cpu0, 1);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(sink.sequences.size(), 2u);
    EXPECT_EQ(backlog.GetStats().scheduled, 2u);
    EXPECT_EQ(host->CheckLedgers(), "");
}

TEST_F(BacklogTest, PurgeFreesWhatWaits)
{
    for (uint32_t i = 0; i < 5; ++i)
    {
        backlog.Enqueue(core0, NewSkb(core0, i), sink);
    }
    EXPECT_EQ(backlog.GetLength(), 5u);
    backlog.Purge(core0);
    EXPECT_EQ(backlog.GetLength(), 0u);
    EXPECT_EQ(backlog.GetQueueStats().purged, 5u);
}

} // namespace stacktest
} // namespace ns3
