/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STACK_FIXTURE_H
#define LINUX_DATAPATH_STACK_FIXTURE_H

#include "ns3/cache-hierarchy.h"
#include "ns3/page-allocator.h"
#include "ns3/skb-allocator.h"
#include "ns3/skb-sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace stacktest
{

/** @brief Keeps what it gets, or drops it. */
class KeepingSink : public SkbSink
{
  public:
    explicit KeepingSink(SkbAllocator& skbs)
        : m_skbs(skbs)
    {
    }

    bool Receive(CpuCore& core, Skb* skb) override
    {
        if (dropping)
        {
            m_skbs.KfreeSkb(core, skb);
            return false;
        }
        got.push_back(skb);
        return true;
    }

    void FreeAll(CpuCore& core)
    {
        for (Skb* skb : got)
        {
            m_skbs.ConsumeSkb(core, skb);
        }
        got.clear();
    }

    std::vector<Skb*> got; //!< received, in order
    bool dropping{false};  //!< refuse

  private:
    SkbAllocator& m_skbs; //!< where dropped skbs go
};

/** @brief A socket's account. */
class Account : public SkbOwner
{
  public:
    void Wfree(CpuCore&, Skb& skb) override
    {
        charged -= skb.truesize;
        ++wfrees;
        freed.push_back(skb.seq);
    }

    void Recharge(CpuCore&, int64_t bytes) override
    {
        charged += bytes;
    }

    int64_t charged{0};          //!< sk_wmem_alloc
    uint64_t wfrees{0};          //!< skbs given back
    std::vector<uint64_t> freed; //!< their sequence numbers, in order
};

/** @brief One core, memory, and frames as veth builds them. */
class StackTest : public ::testing::Test
{
  protected:
    explicit StackTest(uint32_t maxFrags = 17)
        : layout(SkbLayoutParameters{4096, 256, 0, maxFrags})
    {
    }

    static constexpr uint32_t HEADERS = 52; //!< IPv4, TCP, timestamps [bytes]
    static constexpr uint32_t MSS = 1448;   //!< payload of a frame at MTU 1500 [bytes]

    Page* NewPage(uint32_t order = 0)
    {
        Page* page = pages.AllocPages(core, order);
        taken.push_back(page);
        return page;
    }

    void Describe(Skb& skb, uint64_t seq, uint32_t payload, uint32_t flow)
    {
        skb.seq = seq;
        skb.payload = payload;
        skb.flow = flow;
        skb.window = 1000;
    }

    /** Frame in one page, data at the IP header. */
    Skb* PageFrame(uint64_t seq, uint32_t payload = MSS, uint32_t flow = 0)
    {
        Skb* skb = skbs.NapiBuildSkb(core, *NewPage(), 0, 4096);
        skb->Reserve(256 + SkbLayout::HARD_HEADER);
        skb->Put(HEADERS + payload);
        Describe(*skb, seq, payload, flow);
        return skb;
    }

    /** The same with 42 bytes of it in a second buffer of 2048 bytes. */
    Skb* TwoBufferFrame(uint64_t seq)
    {
        Skb* skb = skbs.NapiBuildSkb(core, *NewPage(), 0, 2048);
        skb->Reserve(256 + SkbLayout::HARD_HEADER);
        skb->Put(HEADERS + MSS - 42);
        skb->AddRxFrag(NewPage(), 0, 42, 2048);
        Describe(*skb, seq, MSS, 0);
        return skb;
    }

    /** Headers in a kmalloc head, payload in a page, as software GSO makes them. */
    Skb* SegmentFrame(uint64_t seq)
    {
        Skb* skb = skbs.AllocSkb(core, 320);
        skb->Reserve(200);
        skb->Put(HEADERS);
        skb->AddRxFrag(NewPage(), 100, MSS, MSS);
        Describe(*skb, seq, MSS, 0);
        return skb;
    }

    /** Everything in a kmalloc head. */
    Skb* LinearFrame(uint64_t seq)
    {
        Skb* skb = skbs.AllocSkb(core, 64 + HEADERS + MSS);
        skb->Reserve(64);
        skb->Put(HEADERS + MSS);
        Describe(*skb, seq, MSS, 0);
        return skb;
    }

    /** Every page that a test took, and every skb, is free again. */
    void ExpectAllFree()
    {
        for (const Page* page : taken)
        {
            EXPECT_EQ(page->refcount, 0);
        }
        EXPECT_EQ(skbs.GetStats().allocated, skbs.GetStats().freed);
        EXPECT_EQ(skbs.GetStats().dataCreated, skbs.GetStats().dataFreed);
        EXPECT_EQ(skbs.GetHeadObjectsAlive(), 0u);
        EXPECT_EQ(skbs.GetSkbObjectsAlive(), skbs.GetNapiCached());
    }

    /** An skb and what is chained on its frag_list. */
    static std::vector<const Skb*> Heads(const Skb& skb)
    {
        std::vector<const Skb*> heads{&skb};
        for (const Skb* next = skb.head->fragList; next != nullptr; next = next->next)
        {
            heads.push_back(next);
        }
        return heads;
    }

    Ptr<MachineProfile> machine = CreateObject<MachineProfile>();
    Ptr<KernelProfile> kernel = CreateObject<KernelProfile>();
    CacheHierarchy caches{*machine};
    CpuCore core{*machine, *kernel, caches, 0, 0};
    SkbLayout layout;
    PageAllocator pages{*kernel};
    SkbAllocator skbs{pages, *kernel, layout};
    KeepingSink sink{skbs};
    std::vector<Page*> taken; //!< pages that the test took
};

} // namespace stacktest
} // namespace ns3

#endif // LINUX_DATAPATH_STACK_FIXTURE_H
