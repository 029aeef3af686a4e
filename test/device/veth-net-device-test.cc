/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/refusal.h"
#include "veth-fixture.h"

#include "ns3/host-stack.h"
#include "ns3/veth-channel.h"

namespace ns3
{
namespace vethtest
{

using testing::HasSubstr;

class VethNetDeviceTest : public VethTest
{
};

TEST_F(VethNetDeviceTest, TheChannelJoinsBothEnds)
{
    MakeEnds();
    Ptr<Channel> channel = a->GetChannel();
    EXPECT_EQ(channel, b->GetChannel());
    ASSERT_EQ(channel->GetNDevices(), 2u);
    EXPECT_EQ(channel->GetDevice(0), a);
    EXPECT_EQ(channel->GetDevice(1), b);
    EXPECT_TRUE(a->IsLinkUp());
    EXPECT_TRUE(b->IsLinkUp());
}

/** kernel-datapath: 4096 - 256 - 320 - 14, and 17 pages more for a program that copes with frags.
 */
TEST_F(VethNetDeviceTest, AProgramLimitsTheMtuOfThePeer)
{
    MakeEnds();
    EXPECT_EQ(a->GetMaxMtu(), 65535u);
    b->SetXdpProgram(MakeProgram("pass", false));
    EXPECT_EQ(a->GetMaxMtu(), 3506u);
    EXPECT_EQ(b->GetMaxMtu(), 65535u);
    b->SetXdpProgram(MakeProgram("pass", true));
    EXPECT_EQ(a->GetMaxMtu(), 73138u);
}

TEST_F(VethNetDeviceTest, AnMtuBeyondTheLimitIsRefusedByNumber)
{
    MakeEnds();
    b->SetXdpProgram(MakeProgram("pass", false));
    EXPECT_EQ(a->ChangeMtu(3506), "");
    EXPECT_EQ(a->GetFullMtu(), 3506u);
    EXPECT_THAT(a->ChangeMtu(3507), HasSubstr("3507"));
    EXPECT_THAT(a->ChangeMtu(3507), HasSubstr("68..3506"));
    EXPECT_FALSE(a->ChangeMtu(67).empty());
    EXPECT_EQ(a->GetFullMtu(), 3506u);
    EXPECT_FALSE(a->SetMtu(3507));
    EXPECT_TRUE(a->SetMtu(1500));
    EXPECT_EQ(a->GetMtu(), 1500);
    b->SetXdpProgram(MakeProgram("pass", true));
    EXPECT_EQ(a->ChangeMtu(73138), "");
    EXPECT_EQ(a->GetMtu(), 65535); // ns-3's 16 bits
    EXPECT_FALSE(a->ChangeMtu(73139).empty());
}

TEST_F(VethNetDeviceTest, AProgramIsRefusedByAPeerWithALargeMtu)
{
    MakeEnds();
    ASSERT_EQ(a->ChangeMtu(3507), "");
    EXPECT_THAT(Refusal([&] { b->SetXdpProgram(MakeProgram("pass", false)); }),
                HasSubstr("accepted: 68..3506"));
    EXPECT_TRUE(a->CanSegment()); // nothing was attached
    b->SetXdpProgram(MakeProgram("pass", true));
    EXPECT_FALSE(a->CanSegment());
}

TEST_F(VethNetDeviceTest, WithoutAProgramTheBacklogOfTheSenderReceives)
{
    MakeEnds();
    b->Open();
    EXPECT_TRUE(b->GetRxQueues().empty());
    EXPECT_EQ(SendDatagrams(70), 70u);
    const Backlog& backlog = HostStack::Of(*host).GetBacklogs().Of(Core());
    EXPECT_EQ(backlog.GetQueueStats().enqueued, 70u);
    EXPECT_EQ(backlog.GetQueueStats().processed, 70u);
    // weight 64: a full poll, then the rest
    EXPECT_EQ(backlog.GetStats().histogram[64], 1u);
    EXPECT_EQ(backlog.GetStats().histogram[6], 1u);
    EXPECT_EQ(meterB->GetStats().passed, 70u);
    EXPECT_EQ(meterB->GetStats().bytes, 70u * 60);
    ExpectConserved();
}

/** enqueue_to_backlog(): taken while qlen <= netdev_max_backlog, 1000. */
TEST_F(VethNetDeviceTest, AFullBacklogDrops)
{
    MakeEnds();
    EXPECT_EQ(SendDatagrams(1100), 1001u);
    EXPECT_EQ(a->GetTransmitted(), 1100u);
    EXPECT_EQ(a->GetDropped(), 99u);
    EXPECT_EQ(meterB->GetStats().passed, 1001u);
    ExpectConserved();
}

TEST_F(VethNetDeviceTest, WithAProgramTheRingReceives)
{
    MakeEnds();
    b->SetXdpProgram(MakeProgram("pass"));
    b->Open();
    EXPECT_EQ(SendDatagrams(70), 70u);
    const VethRxQueue& queue = QueueOf(b);
    EXPECT_EQ(queue.GetRxStats().produced, 70u);
    EXPECT_EQ(queue.GetRxStats().xdp_bytes, 70u * 60);
    EXPECT_EQ(queue.Napi::GetStats().histogram[64], 1u);
    EXPECT_EQ(queue.Napi::GetStats().histogram[6], 1u);
    EXPECT_EQ(meterB->GetStats().passed, 70u);
    EXPECT_EQ(HostStack::Of(*host).GetBacklogs().Of(Core()).GetQueueStats().enqueued, 0u);
    ExpectConserved();
}

TEST_F(VethNetDeviceTest, AFullRingDropsAndBothSidesCount)
{
    MakeEnds();
    b->SetXdpProgram(MakeProgram("drop"));
    b->Open();
    EXPECT_EQ(SendDatagrams(300), 256u);
    EXPECT_EQ(a->GetTransmitted(), 300u);
    EXPECT_EQ(a->GetDropped(), 44u);
    EXPECT_EQ(QueueOf(b).GetRxStats().ring_full, 44u);
    EXPECT_EQ(QueueOf(b).GetRxStats().xdp_drops, 256u);
    ExpectConserved();
}

TEST_F(VethNetDeviceTest, TheRingSizeIsAnAttribute)
{
    veth.SetDeviceAttribute("RingSize", UintegerValue(32));
    MakeEnds();
    b->SetXdpProgram(MakeProgram("drop"));
    b->Open();
    EXPECT_EQ(SendDatagrams(300), 32u);
    ExpectConserved();
}

TEST_F(VethNetDeviceTest, AClosedDeviceKeepsNothing)
{
    veth.SetDeviceAttribute("Threaded", BooleanValue(true));
    veth.SetDeviceAttribute("ThreadCpu", UintegerValue(1));
    MakeEnds();
    b->SetXdpProgram(MakeProgram("pass"));
    b->Open();
    // skbs and frames, still in the ring when it closes
    std::vector<XdpFrame*> frames;
    for (uint32_t i = 0; i < 20; ++i)
    {
        QueueOf(b).Produce(Core(), MakeDatagram(Core()));
        frames.push_back(maker->MakeFrame(Core(), 60));
    }
    EXPECT_EQ(QueueOf(b).ProduceFrames(Core(), frames.data(), 20), 20u);
    EXPECT_EQ(QueueOf(b).GetQueued(), 40u);
    b->Close(Core());
    EXPECT_EQ(QueueOf(b).GetQueued(), 0u);
    EXPECT_EQ(host->GetSkbs().GetStats().allocated, host->GetSkbs().GetStats().freed);
    EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), 0u);
}

} // namespace vethtest
} // namespace ns3
