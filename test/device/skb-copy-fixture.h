/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_COPY_FIXTURE_H
#define LINUX_DATAPATH_SKB_COPY_FIXTURE_H

#include "memory/memory-rig.h"

#include "ns3/skb-allocator.h"
#include "ns3/veth-skb-copy.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace ns3
{
namespace vethtest
{

/** @brief One core that copies skbs as software GSO makes them. */
class VethSkbCopyTest : public ::testing::Test
{
  protected:
    static constexpr uint32_t HEADERS = 66; //!< Ethernet, IP, TCP with timestamps [bytes]

    void Build(Buffers buffers,
               const SkbLayoutParameters& layoutParameters = {},
               uint64_t bytes = 1ULL << 32)
    {
        rig = std::make_unique<MemoryRig>(
            PageAllocatorParameters{layoutParameters.pageSize, 1, bytes});
        rig->kernel.version = 604;
        rig->Build();
        layout = SkbLayout(layoutParameters);
        skbs = std::make_unique<SkbAllocator>(*rig->pages, rig->kernel, layout, &rig->meter);
        pool.reset();
        if (buffers != Buffers::AllocPage)
        {
            PagePoolParameters parameters;
            parameters.poolSize = 256;
            parameters.pageFrag = buffers != Buffers::PagePool;
            pool = std::make_unique<PagePool>(*rig->pages, rig->kernel, parameters, &rig->meter);
        }
        copy = std::make_unique<VethSkbCopy>(*skbs, pool.get(), buffers, layout, false);
    }

    /** @return a segment: headers in a kmalloc head, payload in big pages; null without memory */
    Skb* MakeSegment(uint32_t length)
    {
        Skb* skb = skbs->AllocSkb(Core(), 128);
        if (skb == nullptr)
        {
            return nullptr;
        }
        skb->Reserve(62);
        skb->Put(std::min(length, HEADERS));
        uint32_t rest = length - skb->len;
        skb->payload = rest;
        skb->seq = length;
        skb->flow = 7;
        skb->push = true;
        while (rest > 0)
        {
            const uint32_t n = std::min(rest, 32768U);
            Page* page = rig->pages->AllocPages(Core(), 3);
            if (page == nullptr)
            {
                skbs->ConsumeSkb(Core(), skb);
                return nullptr;
            }
            skb->AddRxFrag(page, 0, n, n);
            rest -= n;
        }
        return skb;
    }

    /** @return copies of equal frames */
    std::vector<Skb*> MakeCopies(uint32_t length, uint32_t count)
    {
        std::vector<Skb*> copies;
        for (uint32_t i = 0; i < count; ++i)
        {
            copies.push_back(copy->Convert(Core(), MakeSegment(length)));
        }
        return copies;
    }

    void Free(const std::vector<Skb*>& all)
    {
        for (Skb* skb : all)
        {
            skbs->ConsumeSkb(Core(), skb);
        }
    }

    /** Pages that nobody has but a slab or a free list, after everything was freed. */
    void ExpectAllBack()
    {
        if (pool != nullptr)
        {
            EXPECT_TRUE(pool->Destroy(Core()));
            EXPECT_EQ(pool->GetInFlight(), 0u);
            EXPECT_EQ(pool->CheckEqualities(), "");
        }
        skbs->DrainNapiCaches(Core());
        EXPECT_EQ(skbs->GetStats().allocated, skbs->GetStats().freed);
        EXPECT_EQ(skbs->GetStats().dataCreated, skbs->GetStats().dataFreed);
        EXPECT_EQ(skbs->GetSkbObjectsAlive() + skbs->GetHeadObjectsAlive(), 0u);
        for (const auto owner : {FootprintOwner::RxPages,
                                 FootprintOwner::PoolCache,
                                 FootprintOwner::PoolRing,
                                 FootprintOwner::PoolInFlight,
                                 FootprintOwner::FragmentWaste,
                                 FootprintOwner::Skb})
        {
            EXPECT_EQ(rig->meter.Get(owner), 0) << FootprintOwnerName(owner);
        }
        rig->ExpectConserved();
    }

    /** @return pages that hold frames: those of the pool, or those charged to receive */
    uint64_t PagesOut() const
    {
        return pool != nullptr ? pool->GetOutside()
                               : static_cast<uint64_t>(rig->meter.Get(FootprintOwner::RxPages)) /
                                     rig->pages->GetPageSize();
    }

    CpuCore& Core()
    {
        return rig->Core();
    }

    SkbLayout layout;                   //!< sizes
    std::unique_ptr<MemoryRig> rig;     //!< memory and core
    std::unique_ptr<SkbAllocator> skbs; //!< sk_buffs
    std::unique_ptr<PagePool> pool;     //!< pool of the queue
    std::unique_ptr<VethSkbCopy> copy;  //!< under test
};

} // namespace vethtest
} // namespace ns3

#endif // LINUX_DATAPATH_SKB_COPY_FIXTURE_H
