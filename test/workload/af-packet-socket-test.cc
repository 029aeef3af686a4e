/* SPDX-License-Identifier: GPL-2.0-only */
#include "workload-fixture.h"

#include "ns3/af-packet-socket.h"

namespace ns3
{
namespace vethtest
{

/** @brief Keeps what it gets. */
class KeepingDevice : public SkbSink
{
  public:
    bool Receive(CpuCore&, Skb* skb) override
    {
        got.push_back(skb);
        return true;
    }

    std::vector<Skb*> got; //!< in order
};

/** @brief A socket in front of it. */
class AfPacketSocketTest : public VethTest
{
  protected:
    /** Send one frame. */
    Skb* Send(uint32_t bytes)
    {
        LineSet user(static_cast<uint16_t>((bytes + 63) / 64));
        EXPECT_TRUE(socket.Send(Core(), user, bytes));
        return device.got.back();
    }

    void FreeAll()
    {
        for (Skb* skb : device.got)
        {
            host->GetSkbs().ConsumeSkb(Core(), skb);
        }
        device.got.clear();
    }

    KeepingDevice device;
    AfPacketSocket socket{host->GetSkbs(), device, 3};
};

TEST_F(AfPacketSocketTest, BuildsALinearSkb)
{
    const Skb* skb = Send(1514);
    EXPECT_EQ(skb->len, 1514u);
    EXPECT_FALSE(skb->IsNonlinear());
    EXPECT_EQ(skb->Headroom(), 16u);
    EXPECT_EQ(skb->payload, 1514u - 42);
    EXPECT_EQ(skb->flow, 3u);
    EXPECT_TRUE(skb->push);
    EXPECT_TRUE(skb->IsHeadLocked()); // XDP must copy it
    EXPECT_EQ(skb->head->bytes, 2048u);
    FreeAll();
    ExpectConserved();
}

TEST_F(AfPacketSocketTest, WhatDoesNotFitIntoAHeadGoesIntoBlocks)
{
    // 8192 - 320 - 16 bytes fit into the largest head
    EXPECT_TRUE(Send(7856)->head->frags.empty());
    const Skb* one = Send(7857);
    ASSERT_EQ(one->head->frags.size(), 1u);
    EXPECT_EQ(one->head->frags[0].size, 1u);
    EXPECT_EQ(one->head->frags[0].page->order, 0);
    const Skb* largest = Send(73152);
    ASSERT_EQ(largest->head->frags.size(), 2u);
    EXPECT_EQ(largest->head->frags[0].size, 32768u);
    EXPECT_EQ(largest->head->frags[0].page->order, 3);
    EXPECT_EQ(largest->head->frags[1].size, 73152u - 7856 - 32768);
    EXPECT_EQ(largest->len, 73152u);
    FreeAll();
    ExpectConserved();
}

TEST_F(AfPacketSocketTest, IsChargedUntilItsSkbsAreFreed)
{
    const Skb* first = Send(60);
    EXPECT_EQ(socket.GetWmemAlloc(), first->truesize);
    const Skb* second = Send(9000);
    EXPECT_EQ(socket.GetWmemAlloc(), first->truesize + second->truesize);
    EXPECT_EQ(second->truesize, 256u + 8192 + 4096);
    FreeAll();
    EXPECT_EQ(socket.GetWmemAlloc(), 0);
}

} // namespace vethtest
} // namespace ns3
