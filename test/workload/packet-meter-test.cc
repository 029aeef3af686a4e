/* SPDX-License-Identifier: GPL-2.0-only */
#include "device/veth-fixture.h"

namespace ns3
{
namespace vethtest
{

class PacketMeterTest : public VethTest
{
};

TEST_F(PacketMeterTest, CountsAndFreesWhatComesUp)
{
    Skb* skb = MakeDatagram(Core(), 1514);
    skb->Pull(SkbLayout::HARD_HEADER);
    Core().Execute(10000);
    const Ticks sent = skb->sentAt;
    EXPECT_TRUE(meterB->Receive(Core(), skb));
    const PacketMeter::Stats& s = meterB->GetStats();
    EXPECT_EQ(s.frames, 1u);
    EXPECT_EQ(s.passed, 1u);
    EXPECT_EQ(s.bytes, 1514u);
    EXPECT_GT(meterB->GetLast(), sent);
    EXPECT_EQ(meterB->GetLatency().GetMax(), meterB->GetLast() - sent);
    ExpectConserved();
}

TEST_F(PacketMeterTest, TheProgramIsTheReaderOfWhatItKeeps)
{
    meterB->Decided(Core(), XdpVerdict::Pass, 0, 60);
    EXPECT_EQ(meterB->GetStats().frames, 0u);
    for (const XdpVerdict verdict : {XdpVerdict::Drop, XdpVerdict::Tx, XdpVerdict::Redirect})
    {
        meterB->Decided(Core(), verdict, 0, 60);
    }
    EXPECT_EQ(meterB->GetStats().kept, 3u);
    EXPECT_EQ(meterB->GetStats().frames, 3u);
    EXPECT_EQ(meterB->GetStats().bytes, 180u);
}

TEST_F(PacketMeterTest, ForgetsOnReset)
{
    meterB->Decided(Core(), XdpVerdict::Drop, 0, 60);
    meterB->ResetStats();
    EXPECT_EQ(meterB->GetStats().frames, 0u);
    EXPECT_EQ(meterB->GetLatency().GetCount(), 0u);
}

} // namespace vethtest
} // namespace ns3
