/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-fixture.h"

#include "ns3/gro.h"
#include "ns3/gso-segmenter.h"
#include "ns3/jiffies.h"

namespace ns3
{
namespace stacktest
{

using ::testing::SizeIs;

/** @brief GRO with the default of 17 fragments. */
class GroTest : public StackTest
{
  protected:
    explicit GroTest(uint32_t maxFrags = 17)
        : StackTest(maxFrags),
          gro(skbs, sink, maxFrags, true)
    {
    }

    static constexpr uint32_t FRAMES = 45; //!< frames of a 64 KiB send at MTU 1500

    void Flush()
    {
        gro.Flush(core);
        gro.DeliverList(core);
    }

    /** Free what went up; all must then be free. */
    void TearDown() override
    {
        Flush();
        const Gro::Stats& s = gro.GetStats();
        EXPECT_EQ(s.received, s.held + s.normal + s.frags + s.heads + s.chained);
        EXPECT_EQ(s.held, s.completed + s.purged + gro.GetHeld());
        sink.FreeAll(core);
        ExpectAllFree();
    }

    /** Pieces of the payload in order, headers of the first not counted. */
    static std::vector<std::pair<const Page*, uint32_t>> Pieces(const Skb& skb)
    {
        std::vector<std::pair<const Page*, uint32_t>> pieces;
        for (const Skb* head : Heads(skb))
        {
            const uint32_t headers = head == &skb ? HEADERS : 0;
            if (head->HeadLen() > headers)
            {
                pieces.emplace_back(head->head->page, head->HeadLen() - headers);
            }
            for (const SkbFrag& frag : head->head->frags)
            {
                pieces.emplace_back(frag.page, frag.size);
            }
        }
        return pieces;
    }

    Gro gro; //!< under test
};

TEST_F(GroTest, FortyFiveFramesKeepThreeHeads)
{
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i} * MSS));
    }
    EXPECT_EQ(gro.GetStats().heads, 42u);
    EXPECT_EQ(gro.GetStats().chained, 2u);
    gro.Flush(core);
    ASSERT_THAT(sink.got, SizeIs(1)); // 45 frames are more than a batch
    const Skb& skb = *sink.got[0];
    EXPECT_EQ(skb.payload, 65160u);
    EXPECT_EQ(skb.len, 65160u + HEADERS);
    EXPECT_EQ(skb.dataLen, 44u * MSS);
    EXPECT_EQ(skb.gsoSize, 1448u);
    EXPECT_EQ(skb.gsoSegs, 45u);
    EXPECT_EQ(skb.frames, 45u);
    EXPECT_THAT(Heads(skb), SizeIs(3));
}

TEST_F(GroTest, EmptiedSkBuffsGoToTheNapiCache)
{
    std::vector<Skb*> frames;
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        frames.push_back(PageFrame(uint64_t{i} * MSS));
    }
    const uint64_t before = skbs.GetNapiCached(); // 45 of 48 are taken
    for (Skb* frame : frames)
    {
        gro.Receive(core, frame);
    }
    EXPECT_EQ(before, 3u);
    EXPECT_EQ(skbs.GetNapiCached(), 3u + 42u);
}

TEST_F(GroTest, TruesizeLosesOnlyTheStolenSkBuffs)
{
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i} * MSS));
    }
    Flush();
    const std::vector<const Skb*> heads = Heads(*sink.got.at(0));
    EXPECT_EQ(heads[0]->truesize, 45u * 4352 - 42 * 256);
    EXPECT_EQ(heads[1]->truesize, 18u * 4352 - 17 * 256);
    EXPECT_EQ(heads[2]->truesize, 9u * 4352 - 8 * 256);
    EXPECT_EQ(heads[1]->len, 18u * MSS);
    EXPECT_EQ(heads[2]->len, 9u * MSS);
}

TEST_F(GroTest, PayloadStaysInOrder)
{
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i} * MSS));
    }
    Flush();
    const auto pieces = Pieces(*sink.got.at(0));
    ASSERT_THAT(pieces, SizeIs(45));
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        EXPECT_EQ(pieces[i].first, taken[i]);
        EXPECT_EQ(pieces[i].second, MSS);
    }
    // headroom 256, Ethernet 14, headers 52
    EXPECT_EQ(sink.got[0]->head->frags[0].offset, 256u + 14u + 52u);
}

TEST_F(GroTest, FramesOfTwoBuffersKeepFiveHeads)
{
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        gro.Receive(core, TwoBufferFrame(uint64_t{i} * MSS));
    }
    Flush();
    ASSERT_THAT(sink.got, SizeIs(1));
    EXPECT_THAT(Heads(*sink.got[0]), SizeIs(5));
    EXPECT_EQ(gro.GetStats().heads, 40u);
    const auto pieces = Pieces(*sink.got[0]);
    ASSERT_THAT(pieces, SizeIs(90));
    for (uint32_t i = 0; i < 2 * FRAMES; ++i)
    {
        EXPECT_EQ(pieces[i].first, taken[i]);
        EXPECT_EQ(pieces[i].second, i % 2 == 0 ? MSS - 42 : 42);
    }
}

TEST_F(GroTest, FramesOfAKmallocHeadGiveTheirFragments)
{
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        gro.Receive(core, SegmentFrame(uint64_t{i} * MSS));
    }
    // 17 frames fill a head with its own fragment: 45 = 17 + 17 + 11
    EXPECT_EQ(gro.GetStats().frags, 42u);
    EXPECT_EQ(skbs.GetHeadObjectsAlive(), 3u);
    Flush();
    const Skb& skb = *sink.got.at(0);
    EXPECT_EQ(skb.payload, 65160u);
    EXPECT_THAT(Heads(skb), SizeIs(3));
    // a frame that was freed keeps its head's truesize: SKB_TRUESIZE(384)
    EXPECT_EQ(skb.truesize, 3u * (960 + MSS) + 42 * MSS);
    EXPECT_THAT(Pieces(skb), SizeIs(45));
}

TEST_F(GroTest, LinearKmallocFramesAreChained)
{
    for (uint32_t i = 0; i < 4; ++i)
    {
        gro.Receive(core, LinearFrame(uint64_t{i} * MSS));
    }
    EXPECT_EQ(gro.GetStats().chained, 3u);
    Flush();
    EXPECT_THAT(Heads(*sink.got.at(0)), SizeIs(4));
    EXPECT_EQ(Heads(*sink.got[0])[3]->len, MSS);
    EXPECT_EQ(sink.got[0]->payload, 4u * MSS);
}

/** @brief GRO of a kernel with CONFIG_MAX_SKB_FRAGS=45. */
class GroManyFragsTest : public GroTest
{
  protected:
    GroManyFragsTest()
        : GroTest(45)
    {
    }
};

TEST_F(GroManyFragsTest, FortyFiveFramesKeepOneHead)
{
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        gro.Receive(core, PageFrame(uint64_t{i} * MSS));
    }
    EXPECT_EQ(gro.GetStats().heads, 44u);
    Flush();
    EXPECT_THAT(Heads(*sink.got.at(0)), SizeIs(1));
    EXPECT_EQ(sink.got[0]->head->frags.size(), 44u);
}

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

TEST_F(GroTest, AnOwnersChargeSurvivesMerging)
{
    Account account;
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        Skb* skb = SegmentFrame(uint64_t{i} * MSS);
        skb->owner = &account;
        account.charged += skb->truesize;
        gro.Receive(core, skb);
    }
    Flush();
    EXPECT_THAT(sink.got, SizeIs(1));
    EXPECT_EQ(account.charged, sink.got[0]->truesize);
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

TEST_F(GroTest, SegmentsOfASendBecomeTheSendAgain)
{
    Account account;
    GsoSegmenter gso{skbs};
    Skb* send = skbs.AllocSkb(core, 320);
    send->Reserve(200);
    send->Put(HEADERS);
    send->AddRxFrag(NewPage(3), 0, 32768, 32768);
    send->AddRxFrag(NewPage(3), 0, 65160 - 32768, 65160 - 32768);
    Describe(*send, 0, 65160, 0);
    send->gsoSize = MSS;
    send->push = true;
    send->owner = &account;
    account.charged = send->truesize;
    gso.Begin(core, send);
    while (Skb* segment = gso.Next(core))
    {
        gro.Receive(core, segment);
    }
    EXPECT_EQ(gro.GetHeld(), 0u); // PSH of the last one
    ASSERT_THAT(sink.got, SizeIs(1));
    EXPECT_EQ(sink.got[0]->payload, 65160u);
    EXPECT_EQ(sink.got[0]->gsoSegs, 45u);
    EXPECT_TRUE(sink.got[0]->push);
    sink.FreeAll(core);
    EXPECT_EQ(account.charged, 0);
}

} // namespace stacktest
} // namespace ns3
