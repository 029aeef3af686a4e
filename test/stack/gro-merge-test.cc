/* SPDX-License-Identifier: GPL-2.0-only */
#include "gro-fixture.h"

#include "ns3/gso-segmenter.h"

namespace ns3
{
namespace stacktest
{

using ::testing::SizeIs;

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
    const std::vector<const Skb*> heads = Heads(skb);
    ASSERT_THAT(heads, SizeIs(3));
    EXPECT_EQ(heads[0]->head->frags.size(), 17u);
    EXPECT_EQ(heads[1]->head->frags.size(), 17u);
    EXPECT_EQ(heads[2]->head->frags.size(), 11u);
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
