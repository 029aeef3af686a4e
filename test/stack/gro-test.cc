/* SPDX-License-Identifier: GPL-2.0-only */
#include "gro-fixture.h"

#include "ns3/jiffies.h"

namespace ns3
{
namespace stacktest
{

using ::testing::SizeIs;

TEST_F(GroTest, TheSumStaysBelow64KiB)
{
    for (uint32_t i = 0; i < FRAMES + 1; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i} * MSS));
    }
    ASSERT_THAT(sink.got, SizeIs(1)); // 52 + 46 * 1448 would be 66660
    EXPECT_EQ(sink.got[0]->payload, 65160u);
    EXPECT_EQ(gro.GetHeld(), 1u);
    Flush();
    EXPECT_EQ(sink.got.at(1)->seq, 65160u);
}

TEST_F(GroTest, PushJoinsAndSendsUp)
{
    gro.Receive(core, PageFrame(0));
    gro.Receive(core, PageFrame(MSS));
    Skb* last = PageFrame(2 * MSS);
    last->push = true;
    gro.Receive(core, last);
    EXPECT_EQ(gro.GetHeld(), 0u);
    EXPECT_THAT(sink.got, SizeIs(0)); // three frames are no batch yet
    gro.DeliverList(core);
    ASSERT_THAT(sink.got, SizeIs(1));
    EXPECT_EQ(sink.got[0]->payload, 3 * MSS);
    EXPECT_TRUE(sink.got[0]->push);
}

TEST_F(GroTest, PushThatFindsNothingIsNotHeld)
{
    Skb* skb = PageFrame(0);
    skb->push = true;
    gro.Receive(core, skb);
    EXPECT_EQ(gro.GetHeld(), 0u);
    EXPECT_EQ(gro.GetStats().normal, 1u);
}

TEST_F(GroTest, AShortFrameJoinsAndSendsUp)
{
    gro.Receive(core, PageFrame(0));
    gro.Receive(core, PageFrame(MSS, 500));
    EXPECT_EQ(gro.GetHeld(), 0u);
    gro.DeliverList(core);
    EXPECT_EQ(sink.got.at(0)->payload, MSS + 500);
    EXPECT_EQ(sink.got[0]->gsoSegs, 2u);
}

TEST_F(GroTest, ALongerFrameStartsAnew)
{
    gro.Receive(core, PageFrame(0, 500));
    gro.Receive(core, PageFrame(500, MSS));
    EXPECT_EQ(gro.GetHeld(), 1u);
    Flush();
    ASSERT_THAT(sink.got, SizeIs(2));
    EXPECT_EQ(sink.got[0]->payload, 500u);
    EXPECT_EQ(sink.got[0]->gsoSize, 0u); // alone
    EXPECT_EQ(sink.got[0]->gsoSegs, 0u);
}

TEST_F(GroTest, AnAcknowledgementFlushesItsFlowAndGoesUpBehindIt)
{
    gro.Receive(core, PageFrame(0));
    gro.Receive(core, PageFrame(0, MSS, 1));
    Skb* ack = LinearFrame(MSS);
    ack->Pull(MSS);
    ack->payload = 0;
    ack->isAck = true;
    gro.Receive(core, ack);
    EXPECT_EQ(gro.GetHeld(), 1u); // flow 1
    gro.DeliverList(core);
    ASSERT_THAT(sink.got, SizeIs(2));
    EXPECT_EQ(sink.got[0]->payload, MSS);
    EXPECT_TRUE(sink.got[1]->isAck);
}

/** @brief What makes a frame not continue the held one. */
struct Difference
{
    const char* name;     //!< of the test
    void (*change)(Skb&); //!< makes it differ
};

class GroRefusesTest : public GroTest, public ::testing::WithParamInterface<Difference>
{
};

TEST_P(GroRefusesTest, AndHoldsTheNewOneInstead)
{
    gro.Receive(core, PageFrame(0));
    Skb* skb = PageFrame(MSS);
    GetParam().change(*skb);
    gro.Receive(core, skb);
    EXPECT_EQ(gro.GetHeld(), 1u);
    gro.DeliverList(core);
    ASSERT_THAT(sink.got, SizeIs(1));
    EXPECT_EQ(sink.got[0]->payload, MSS);
    EXPECT_EQ(sink.got[0]->seq, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Differences,
    GroRefusesTest,
    ::testing::Values(Difference{"Gap", [](Skb& s) { s.seq += 1; }},
                      Difference{"Repeat", [](Skb& s) { s.seq = 0; }},
                      Difference{"Window", [](Skb& s) { s.window += 1; }},
                      Difference{"Acknowledgement", [](Skb& s) { s.ackSeq += 1; }},
                      Difference{"Recycling", [](Skb& s) { s.ppRecycle = true; }}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(GroTest, TheNinthFlowOfABucketSendsTheOldestUp)
{
    for (uint32_t i = 0; i < 9; ++i)
    {
        gro.Receive(core, PageFrame(0, MSS, 8 * i));
    }
    EXPECT_EQ(gro.GetHeld(), 8u);
    gro.DeliverList(core);
    ASSERT_THAT(sink.got, SizeIs(1));
    EXPECT_EQ(sink.got[0]->flow, 0u);
    Flush();
    ASSERT_THAT(sink.got, SizeIs(9));
    for (uint32_t i = 0; i < 9; ++i)
    {
        EXPECT_EQ(sink.got[i]->flow, 8 * i);
    }
}

TEST_F(GroTest, FlowsOfOneBucketMergeApart)
{
    for (uint32_t i = 0; i < 6; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i / 2} * MSS, MSS, 8 * (i % 2)));
    }
    Flush();
    ASSERT_THAT(sink.got, SizeIs(2));
    EXPECT_EQ(sink.got[0]->payload, 3 * MSS);
    EXPECT_EQ(sink.got[1]->payload, 3 * MSS);
}

TEST_F(GroTest, SkbsOfDifferentOwnersDoNotMerge)
{
    Account account;
    Skb* first = SegmentFrame(0);
    first->owner = &account;
    account.charged = first->truesize;
    gro.Receive(core, first);
    gro.Receive(core, SegmentFrame(MSS));
    EXPECT_EQ(gro.GetHeld(), 2u);
    Flush();
    sink.FreeAll(core);
    EXPECT_EQ(account.charged, 0);
}

TEST_F(GroTest, SwitchedOffItDeliversEightAtATime)
{
    gro.SetEnabled(false);
    for (uint32_t i = 0; i < 7; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i} * MSS));
    }
    EXPECT_THAT(sink.got, SizeIs(0));
    gro.Receive(core, PageFrame(7 * MSS));
    EXPECT_THAT(sink.got, SizeIs(8));
    gro.Receive(core, PageFrame(8 * MSS));
    gro.DeliverList(core);
    EXPECT_THAT(sink.got, SizeIs(9));
    EXPECT_EQ(gro.GetListStats().lists, 2u);
    EXPECT_EQ(gro.GetListStats().delivered, 9u);
    for (uint32_t i = 0; i < 9; ++i)
    {
        EXPECT_EQ(sink.got[i]->seq, i * MSS);
    }
}

TEST_F(GroTest, DropsOfTheStackAreCounted)
{
    sink.dropping = true;
    gro.Receive(core, PageFrame(0));
    Flush();
    EXPECT_EQ(gro.GetListStats().dropped, 1u);
}

TEST_F(GroTest, WithATickOfAMillisecondAnExhaustedPollFlushesWhatIsOlderThanIt)
{
    kernel->hz = 1000;
    core.IdleUntil(Jiffies(core).Next(core.Now()));
    gro.Receive(core, PageFrame(0));
    gro.FlushOld(core);
    EXPECT_EQ(gro.GetHeld(), 1u);
    core.IdleUntil(Jiffies(core).Next(core.Now()));
    gro.Receive(core, PageFrame(0, MSS, 8));
    gro.FlushOld(core);
    EXPECT_EQ(gro.GetHeld(), 1u);
    gro.DeliverList(core);
    EXPECT_EQ(sink.got.at(0)->flow, 0u);
}

TEST_F(GroTest, WithALongerTickItFlushesAll)
{
    kernel->hz = 250;
    gro.Receive(core, PageFrame(0));
    gro.FlushOld(core);
    EXPECT_EQ(gro.GetHeld(), 0u);
}

TEST_F(GroTest, PurgeFreesWhatIsHeldAndListed)
{
    gro.Receive(core, PageFrame(0));
    gro.Receive(core, LinearFrame(MSS));
    gro.Receive(core, PageFrame(0, MSS, 1));
    Skb* listed = PageFrame(0, MSS, 2);
    listed->push = true;
    gro.Receive(core, listed);
    gro.Purge(core);
    EXPECT_EQ(gro.GetHeld(), 0u);
    EXPECT_THAT(sink.got, SizeIs(0));
    ExpectAllFree();
}

} // namespace stacktest
} // namespace ns3
