/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-fixture.h"

#include "ns3/host-stack.h"

namespace ns3
{
namespace vethtest
{

/** @brief The same for each kernel. */
class VethFeaturesTest : public VethTest, public testing::WithParamInterface<const char*>
{
  protected:
    VethFeaturesTest()
        : VethTest(GetParam())
    {
    }
};

/** v5.13 to v6.8: attaching a program turns GRO on; v6.9 leaves it off (d7db7775ea2e). */
TEST_P(VethFeaturesTest, AProgramTurnsGroOnUntilSixEight)
{
    const bool forced = std::string(GetParam()) == "6.3" || std::string(GetParam()) == "6.4";
    MakeEnds();
    EXPECT_FALSE(b->HasGro());
    b->SetXdpProgram(MakeProgram("pass"));
    EXPECT_EQ(b->HasGro(), forced);
    EXPECT_FALSE(a->HasGro());
    b->Open();
    EXPECT_EQ(QueueOf(b).GetGro().IsEnabled(), forced);
}

INSTANTIATE_TEST_SUITE_P(Kernels,
                         VethFeaturesTest,
                         testing::Values("6.3", "6.4", "6.9", "6.18"),
                         [](const auto& info) {
                             std::string name = info.param;
                             name[1] = '_';
                             return name;
                         });

class VethQueueTest : public VethTest
{
};

TEST_F(VethQueueTest, GroIsWhatTheUserSays)
{
    for (const bool on : {true, false})
    {
        veth.SetDeviceAttribute("Gro", StringValue(on ? "on" : "off"));
        MakeEnds();
        b->SetXdpProgram(MakeProgram("pass"));
        EXPECT_EQ(b->HasGro(), on);
    }
}

/** use_napi: with GRO alone there is a NAPI, but a peer that segments goes by the backlog. */
TEST_F(VethQueueTest, GroAloneLeavesSegmentingPeersInTheBacklog)
{
    veth.SetDeviceAttribute("Gro", StringValue("on"));
    MakeEnds();
    b->Open();
    ASSERT_EQ(b->GetRxQueues().size(), 1u);
    EXPECT_FALSE(QueueOf(b).HasProgram());
    EXPECT_TRUE(a->CanSegment());
    EXPECT_EQ(SendDatagrams(10), 10u);
    EXPECT_EQ(QueueOf(b).GetRxStats().produced, 0u);
    EXPECT_EQ(HostStack::Of(*host).GetBacklogs().Of(Core()).GetQueueStats().processed, 10u);
    EXPECT_EQ(meterB->GetStats().passed, 10u);
    ExpectConserved();
}

/** veth_xmit(): the receive queue of the skb's transmit queue, where there is one. */
TEST_F(VethQueueTest, TheQueueMappingChoosesTheQueue)
{
    veth.SetDeviceAttribute("Queues", UintegerValue(3));
    MakeEnds();
    b->SetXdpProgram(MakeProgram("pass"));
    b->Open();
    ASSERT_EQ(b->GetRxQueues().size(), 3u);
    InOneStep([&](CpuCore& core) {
        for (const uint16_t mapping : {0, 2, 2, 3})
        {
            Skb* skb = MakeDatagram(core);
            skb->queueMapping = mapping;
            EXPECT_TRUE(a->Receive(core, skb));
        }
    });
    EXPECT_EQ(b->GetRxQueues()[0]->GetRxStats().produced, 1u);
    EXPECT_EQ(b->GetRxQueues()[1]->GetRxStats().produced, 0u);
    EXPECT_EQ(b->GetRxQueues()[2]->GetRxStats().produced, 2u);
    const Backlog& backlog = HostStack::Of(*host).GetBacklogs().Of(Core());
    EXPECT_EQ(backlog.GetQueueStats().enqueued, 1u); // there is no queue 3
    EXPECT_EQ(meterB->GetStats().passed, 4u);
    ExpectConserved();
}

/** __is_skb_forwardable(): the peer takes its MTU with Ethernet and VLAN headers, and GSO skbs. */
TEST_F(VethQueueTest, LongerFramesThanThePeersMtuAreDropped)
{
    MakeEnds();
    ASSERT_EQ(b->ChangeMtu(1000), "");
    EXPECT_EQ(SendDatagrams(1, 1018), 1u);
    EXPECT_EQ(SendDatagrams(1, 1019), 0u);
    EXPECT_EQ(a->GetDropped(), 1u);
    InOneStep([&](CpuCore& core) {
        Skb* skb = MakeDatagram(core, 1400);
        skb->gsoSize = 700;
        skb->gsoSegs = 2;
        EXPECT_TRUE(a->Receive(core, skb));
    });
    EXPECT_EQ(meterB->GetStats().passed, 2u);
    ExpectConserved();
}

/** Two network namespaces of one kernel: two nodes, one host. */
TEST_F(VethQueueTest, TwoNodesShareTheHost)
{
    Ptr<Node> other = CreateObject<Node>();
    const NetDeviceContainer ends = veth.Install(node, other);
    Ptr<VethNetDevice> far = DynamicCast<VethNetDevice>(ends.Get(1));
    EXPECT_EQ(far->GetNode(), other);
    EXPECT_EQ(&far->GetHost(), PeekPointer(host));
    EXPECT_EQ(&DynamicCast<VethNetDevice>(ends.Get(0))->GetHost(), PeekPointer(host));
    EXPECT_EQ(other->GetObject<LinuxHost>(), nullptr);
    EXPECT_NE(ends.Get(0)->GetAddress(), ends.Get(1)->GetAddress());
    for (uint32_t i = 0; i < 2; ++i)
    {
        ends.Get(i)->Dispose();
    }
}

} // namespace vethtest
} // namespace ns3
