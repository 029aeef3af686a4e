/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-rig.h"

#include "ns3/boolean.h"

#include <gtest/gtest.h>

namespace ns3
{

/** @brief A host of its own. */
class XdpFrameTest : public ::testing::Test
{
  protected:
    static Ptr<LinuxHost> MakeHost()
    {
        Ptr<LinuxHost> host = CreateObject<LinuxHost>();
        host->SetAttribute("Bound", BooleanValue(false));
        return host;
    }

    Ptr<LinuxHost> host = MakeHost();
    CpuCore& core = host->GetCpu(0).GetCore();
    XdpFrames& frames = XdpFrames::Of(*host);
    SkbAllocator& skbs = host->GetSkbs();
    FrameMaker maker{*host};
};

TEST_F(XdpFrameTest, AHostHasOneSetOfFrames)
{
    EXPECT_EQ(&XdpFrames::Of(*host), &frames);
    Ptr<LinuxHost> other = MakeHost();
    EXPECT_NE(&XdpFrames::Of(*other), &frames);
}

TEST_F(XdpFrameTest, SharesThePagesOfItsSkb)
{
    Skb* skb = maker.MakeSkb(core, 1000, 500);
    Page* head = skb->head->page;
    Page* tail = skb->head->frags[0].page;
    skb->flow = 7;
    XdpFrame* frame = frames.FromSkb(core, *skb);
    EXPECT_EQ(frame->page, head);
    EXPECT_EQ(frame->headroom, 256u);
    EXPECT_EQ(frame->linear, 1000u);
    EXPECT_EQ(frame->len, 1500u);
    EXPECT_EQ(frame->payload, skb->payload);
    EXPECT_EQ(frame->sentAt, skb->sentAt);
    EXPECT_EQ(frame->flow, 7u);
    EXPECT_TRUE(frame->push);
    EXPECT_EQ(head->refcount, 2);
    EXPECT_EQ(tail->refcount, 2);
    skbs.ConsumeSkb(core, skb);
    EXPECT_EQ(head->refcount, 1);
    EXPECT_EQ(tail->refcount, 1);
    frames.Return(core, frame);
    EXPECT_EQ(head->refcount, 0);
    EXPECT_EQ(tail->refcount, 0);
}

TEST_F(XdpFrameTest, MadeIsGivenBackOrInUse)
{
    std::vector<XdpFrame*> made;
    for (uint32_t i = 0; i < 5; ++i)
    {
        made.push_back(maker.MakeFrame(core, 60));
    }
    EXPECT_EQ(frames.GetInUse(), 5u);
    frames.Return(core, made[0]);
    EXPECT_EQ(frames.GetInUse(), 4u);
    // the record that came back is used again, without what it held before
    XdpFrame* again = maker.MakeFrame(core, 60, 100);
    EXPECT_EQ(again, made[0]);
    EXPECT_EQ(again->frags.size(), 1u);
    frames.Return(core, again);
    EXPECT_TRUE(maker.MakeFrame(core, 60)->frags.empty());
}

TEST_F(XdpFrameTest, ForgettingLeavesTheReferences)
{
    XdpFrame* frame = maker.MakeFrame(core, 60);
    Page* page = frame->page;
    frames.Forget(frame);
    EXPECT_EQ(frames.GetInUse(), 0u);
    EXPECT_EQ(page->refcount, 1);
    host->GetPages().PutPage(core, *page);
}

} // namespace ns3
