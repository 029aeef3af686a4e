/* SPDX-License-Identifier: GPL-2.0-only */
#include "skb-copy-fixture.h"

namespace ns3
{
namespace vethtest
{

namespace
{

constexpr Buffers ALL[] = {Buffers::AllocPage,
                           Buffers::PagePool,
                           Buffers::PagePoolFrag,
                           Buffers::PpCow};

} // namespace

class VethSkbCopyDropTest : public VethSkbCopyTest
{
};

TEST_F(VethSkbCopyDropTest, ACopyKnowsWhatTheOriginalDid)
{
    for (const Buffers buffers : ALL)
    {
        Build(buffers);
        Skb* segment = MakeSegment(5000);
        segment->sentAt = 4711;
        segment->gsoSize = 1448;
        Skb* made = copy->Convert(Core(), segment);
        EXPECT_EQ(made->seq, 5000u);
        EXPECT_EQ(made->payload, 5000 - HEADERS);
        EXPECT_EQ(made->flow, 7u);
        EXPECT_TRUE(made->push);
        EXPECT_EQ(made->sentAt, 4711u);
        EXPECT_EQ(made->gsoSize, 1448u);
        EXPECT_EQ(made->Headroom(), 256u);
        EXPECT_TRUE(made->headFrag);
        EXPECT_EQ(made->ppRecycle, buffers != Buffers::AllocPage);
        Free({made});
        ExpectAllBack();
    }
}

/** veth_convert_skb_to_xdp_buff(): linear, own page, headroom enough: it stays as it is. */
TEST_F(VethSkbCopyDropTest, WhatXdpMayModifyStays)
{
    Build(Buffers::PagePool);
    Skb* skb = skbs->BuildSkb(Core(), *rig->pages->AllocPages(Core(), 0), 0, 4096);
    skb->Reserve(256);
    skb->Put(1000);
    EXPECT_FALSE(VethSkbCopy::MustCopy(*skb, 256));
    EXPECT_TRUE(VethSkbCopy::MustCopy(*skb, 257));
    EXPECT_EQ(copy->Convert(Core(), skb), skb);
    EXPECT_EQ(PagesOut(), 0u);
    Skb* clone = skbs->Clone(Core(), *skb);
    EXPECT_TRUE(VethSkbCopy::MustCopy(*skb, 256)); // skb_head_is_locked
    Free({clone});
    EXPECT_FALSE(VethSkbCopy::MustCopy(*skb, 256));
    ++skb->users;
    EXPECT_TRUE(VethSkbCopy::MustCopy(*skb, 256)); // skb_shared
    --skb->users;
    Free({skb});
    ExpectAllBack();
}

TEST_F(VethSkbCopyDropTest, AFrameBeyondAllFragmentsIsDropped)
{
    for (const auto& [buffers, most] : {std::pair(Buffers::AllocPage, 73152U),
                                        std::pair(Buffers::PagePool, 73152U),
                                        std::pair(Buffers::PagePoolFrag, 36288U),
                                        std::pair(Buffers::PpCow, 73152U)})
    {
        Build(buffers);
        Free(MakeCopies(most, 1));
        EXPECT_EQ(copy->Convert(Core(), MakeSegment(most + 1)), nullptr);
        ExpectAllBack();
    }
}

/** Copies until there is no page for the next: what was begun is freed, the others are whole. */
TEST_F(VethSkbCopyDropTest, WithoutMemoryNothingLeaks)
{
    for (const Buffers buffers : ALL)
    {
        for (const uint32_t length : {60U, 9000U, 30000U})
        {
            Build(buffers, {}, 2 << 20);
            std::vector<Skb*> copies;
            uint32_t failed = 0;
            while (failed == 0)
            {
                Skb* segment = MakeSegment(length);
                Skb* made = segment != nullptr ? copy->Convert(Core(), segment) : nullptr;
                made != nullptr ? copies.push_back(made) : void(++failed);
            }
            EXPECT_GT(copies.size(), 10u);
            EXPECT_EQ(skbs->GetStats().allocated - skbs->GetStats().freed, copies.size());
            Free(copies);
            ExpectAllBack();
        }
    }
}

} // namespace vethtest
} // namespace ns3
