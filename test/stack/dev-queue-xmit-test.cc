/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-fixture.h"

#include "ns3/dev-queue-xmit.h"

namespace ns3
{
namespace stacktest
{

/** @brief Takes so many skbs, then refuses. */
class LimitedSink : public KeepingSink
{
  public:
    using KeepingSink::KeepingSink;

    bool Receive(CpuCore& core, Skb* skb) override
    {
        dropping = got.size() >= most;
        return KeepingSink::Receive(core, skb);
    }

    std::size_t most{1000}; //!< skbs that it takes
};

class DevQueueXmitTest : public StackTest
{
  protected:
    /** A GSO skb: headers in the head, payload in one page block. */
    Skb* MakeGso(uint32_t segments)
    {
        Skb* skb = skbs.AllocSkb(core, 320);
        skb->Reserve(200);
        skb->Put(HEADERS);
        skb->AddRxFrag(NewPage(4), 0, segments * MSS, segments * MSS);
        Describe(*skb, 0, segments * MSS, 0);
        skb->gsoSize = MSS;
        return skb;
    }

    LimitedSink device{skbs};        //!< takes what is sent
    DevQueueXmit xmit{skbs, device}; //!< under test
};

TEST_F(DevQueueXmitTest, ADeviceThatSegmentsGetsItWhole)
{
    xmit.Begin(core, MakeGso(20), false);
    EXPECT_TRUE(xmit.IsBusy());
    EXPECT_FALSE(xmit.Step(core));
    EXPECT_EQ(xmit.GetStepPayload(), 20 * MSS);
    ASSERT_EQ(device.got.size(), 1u);
    EXPECT_FALSE(xmit.IsBusy());
    EXPECT_FALSE(xmit.WasDropped());
    device.FreeAll(core);
    ExpectAllFree();
}

/** validate_xmit_skb(): all segments are made before the first is sent. */
TEST_F(DevQueueXmitTest, SegmentsFirstThenSends)
{
    xmit.Begin(core, MakeGso(20), true);
    for (uint32_t i = 0; i < 20; ++i)
    {
        EXPECT_TRUE(xmit.Step(core));
        EXPECT_EQ(xmit.GetStepPayload(), 0u);
    }
    EXPECT_TRUE(device.got.empty());
    for (uint32_t i = 0; i < 20; ++i)
    {
        EXPECT_EQ(xmit.Step(core), i < 19);
        EXPECT_EQ(xmit.GetStepPayload(), MSS);
        EXPECT_EQ(device.got.back()->seq, i * MSS);
    }
    EXPECT_EQ(device.got.size(), 20u);
    device.FreeAll(core);
    ExpectAllFree();
}

TEST_F(DevQueueXmitTest, OneSegmentNeedsNoSegmenting)
{
    xmit.Begin(core, MakeGso(1), true);
    EXPECT_FALSE(xmit.Step(core));
    EXPECT_EQ(xmit.GetStepPayload(), MSS);
    EXPECT_EQ(device.got.size(), 1u);
    device.FreeAll(core);
    ExpectAllFree();
}

/** dev_hard_start_xmit() goes on after a drop; its return code is that of the last segment. */
TEST_F(DevQueueXmitTest, GoesOnAfterADrop)
{
    device.most = 15;
    xmit.Begin(core, MakeGso(20), true);
    xmit.Finish(core);
    EXPECT_EQ(device.got.size(), 15u);
    EXPECT_TRUE(xmit.WasDropped());
    device.FreeAll(core); // room again
    xmit.Begin(core, MakeGso(10), true);
    xmit.Finish(core);
    EXPECT_EQ(device.got.size(), 10u);
    EXPECT_FALSE(xmit.WasDropped());
    device.FreeAll(core);
    ExpectAllFree();
}

} // namespace stacktest
} // namespace ns3
