/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-fixture.h"

#include "ns3/gso-segmenter.h"

#include <map>

namespace ns3
{
namespace stacktest
{

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/** @brief A TCP skb of up to 64 KiB in two blocks of 32 KiB. */
class GsoSegmenterTest : public StackTest
{
  protected:
    static constexpr uint32_t HEAD = SkbLayout::HARD_HEADER + HEADERS; //!< headers of a segment
    static constexpr uint32_t BLOCK = 32768;                           //!< send page [bytes]

    /** @param mss gso_size @param payload bytes @return an skb charged to the account */
    Skb* GsoSkb(uint32_t mss, uint32_t payload)
    {
        Skb* skb = skbs.AllocSkb(core, 320);
        skb->Reserve(200);
        skb->Put(HEAD);
        for (uint32_t done = 0; done < payload; done += BLOCK)
        {
            const uint32_t bytes = std::min(payload - done, BLOCK);
            skb->AddRxFrag(NewPage(3), 0, bytes, bytes);
        }
        Describe(*skb, 5000, payload, 7);
        skb->gsoSize = mss;
        skb->gsoSegs = (payload + mss - 1) / mss;
        skb->push = true;
        skb->sentAt = 123;
        skb->ackSeq = 99;
        skb->queueMapping = 3;
        skb->owner = &account;
        account.charged = skb->truesize;
        return skb;
    }

    /** @brief Segment. @param skb original @return the segments */
    std::vector<Skb*> Segment(Skb* skb)
    {
        std::vector<Skb*> segments;
        gso.Begin(core, skb);
        while (Skb* segment = gso.Next(core))
        {
            segments.push_back(segment);
        }
        return segments;
    }

    void Free(const std::vector<Skb*>& segments)
    {
        for (Skb* segment : segments)
        {
            skbs.ConsumeSkb(core, segment);
        }
    }

    Account account;        //!< socket
    GsoSegmenter gso{skbs}; //!< under test
};

TEST_F(GsoSegmenterTest, ASendOf64KiBIs45SegmentsAtMtu1500)
{
    const std::vector<Skb*> segments = Segment(GsoSkb(MSS, 65160));
    ASSERT_THAT(segments, SizeIs(45));
    for (std::size_t i = 0; i < segments.size(); ++i)
    {
        const Skb& s = *segments[i];
        EXPECT_EQ(s.payload, 1448u);
        EXPECT_EQ(s.len, 1514u);
        EXPECT_EQ(s.dataLen, 1448u);
        EXPECT_EQ(s.HeadLen(), 66u);
        EXPECT_EQ(s.seq, 5000 + 1448 * i);
        EXPECT_EQ(s.push, i == 44);
        EXPECT_EQ(s.gsoSize, 0u);
        EXPECT_EQ(s.frames, 1u);
        EXPECT_FALSE(s.headFrag);
    }
    EXPECT_FALSE(gso.IsBusy());
    EXPECT_EQ(gso.Next(core), nullptr);
    Free(segments);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, SegmentsInheritFlowAndTimes)
{
    const std::vector<Skb*> segments = Segment(GsoSkb(MSS, 3000));
    for (const Skb* s : segments)
    {
        EXPECT_EQ(s->flow, 7u);
        EXPECT_EQ(s->sentAt, 123u);
        EXPECT_EQ(s->ackSeq, 99u);
        EXPECT_EQ(s->window, 1000u);
        EXPECT_EQ(s->queueMapping, 3u);
    }
    Free(segments);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, TheLastSegmentTakesTheRest)
{
    const std::vector<Skb*> segments = Segment(GsoSkb(MSS, 10000));
    ASSERT_THAT(segments, SizeIs(7));
    EXPECT_EQ(segments[5]->payload, 1448u);
    EXPECT_EQ(segments[6]->payload, 1312u);
    EXPECT_EQ(segments[6]->len, 66u + 1312u);
    Free(segments);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, At8000ByteFramesThereAreNine)
{
    const std::vector<Skb*> segments = Segment(GsoSkb(8000 - HEADERS, 65160));
    ASSERT_THAT(segments, SizeIs(9));
    EXPECT_EQ(segments[0]->len, 8014u);
    EXPECT_EQ(segments[8]->payload, 65160u - 8 * 7948);
    Free(segments);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, SegmentsCoverThePagesWithoutGap)
{
    const std::vector<Skb*> segments = Segment(GsoSkb(MSS, 65160));
    std::map<const Page*, uint32_t> reached{{taken[0], 0}, {taken[1], 0}};
    uint32_t spanning = 0;
    for (const Skb* s : segments)
    {
        spanning += s->head->frags.size() == 2 ? 1 : 0;
        for (const SkbFrag& frag : s->head->frags)
        {
            EXPECT_EQ(frag.offset, reached[frag.page]);
            reached[frag.page] += frag.size;
        }
    }
    EXPECT_EQ(spanning, 1u); // 32768 is not a multiple of 1448
    EXPECT_EQ(reached[taken[0]], 32768u);
    EXPECT_EQ(reached[taken[1]], 65160u - 32768u);
    Free(segments);
}

TEST_F(GsoSegmenterTest, EveryFragmentHoldsAReferenceOnItsPage)
{
    const std::vector<Skb*> segments = Segment(GsoSkb(MSS, 65160));
    // 22 whole segments and one that spans both blocks; the original's reference is gone
    EXPECT_EQ(taken[0]->refcount, 23);
    EXPECT_EQ(taken[1]->refcount, 23);
    Free(segments);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, TruesizeIsSmallHeadPlusPayload)
{
    // SKB_TRUESIZE(704 - 320) = 384 + 256 + 320
    const std::vector<Skb*> segments = Segment(GsoSkb(MSS, 3 * MSS));
    for (const Skb* s : segments)
    {
        EXPECT_EQ(s->truesize, 960u + 1448u);
    }
    Free(segments);
}

TEST_F(GsoSegmenterTest, TheSocketIsChargedForAllSegmentsBeforeTheFirstIsSent)
{
    gso.Begin(core, GsoSkb(MSS, 65160));
    Skb* first = gso.Next(core);
    EXPECT_EQ(account.charged, 45 * 960 + 65160);
    skbs.ConsumeSkb(core, first);
    while (Skb* segment = gso.Next(core))
    {
        EXPECT_EQ(segment->owner, &account);
        skbs.ConsumeSkb(core, segment);
    }
    EXPECT_EQ(account.charged, 0);
    EXPECT_EQ(account.wfrees, 45u);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, ACloneIsSegmentedAndItsOriginalStays)
{
    Skb* original = skbs.AllocSkb(core, 320, true);
    original->Reserve(200);
    original->Put(HEAD);
    original->AddRxFrag(NewPage(3), 0, 3 * MSS, 3 * MSS);
    Describe(*original, 0, 3 * MSS, 0);
    original->gsoSize = MSS;
    Skb* clone = skbs.Clone(core, *original);
    const std::vector<Skb*> segments = Segment(clone);
    EXPECT_THAT(segments, SizeIs(3));
    EXPECT_EQ(taken[0]->refcount, 1 + 3);
    EXPECT_EQ(original->head->dataref, 1);
    Free(segments);
    EXPECT_EQ(taken[0]->refcount, 1);
    skbs.ConsumeSkb(core, original);
    ExpectAllFree();
}

TEST_F(GsoSegmenterTest, WithoutMemoryTheRestIsDroppedAndItsChargeGoesBack)
{
    PageAllocatorParameters parameters;
    parameters.nodeBytes = 1 << 20; // 2048 segments would need twice that
    PageAllocator few{*kernel, parameters};
    SkbAllocator allocator{few, *kernel, layout};
    GsoSegmenter segmenter{allocator};
    Skb* skb = allocator.AllocSkb(core, 320);
    ASSERT_NE(skb, nullptr);
    skb->Reserve(200);
    skb->Put(HEAD);
    Page* block = few.AllocPages(core, 3);
    skb->AddRxFrag(block, 0, BLOCK, BLOCK);
    Describe(*skb, 0, BLOCK, 0);
    skb->gsoSize = 16;
    skb->owner = &account;
    account.charged = skb->truesize;
    segmenter.Begin(core, skb);
    std::vector<Skb*> segments;
    int64_t charged = 0;
    while (Skb* segment = segmenter.Next(core))
    {
        segments.push_back(segment);
        charged += segment->truesize;
    }
    EXPECT_EQ(segmenter.GetStats().failed, 1u);
    EXPECT_FALSE(segmenter.IsBusy());
    ASSERT_LT(segments.size(), 2048u);
    EXPECT_EQ(account.charged, charged);
    for (Skb* segment : segments)
    {
        allocator.ConsumeSkb(core, segment);
    }
    EXPECT_EQ(account.charged, 0);
    EXPECT_EQ(block->refcount, 0);
    EXPECT_EQ(allocator.GetStats().allocated, allocator.GetStats().freed);
}

} // namespace stacktest
} // namespace ns3
