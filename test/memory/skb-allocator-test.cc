/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include "ns3/skb-allocator.h"

#include <cstring>
#include <random>
#include <type_traits>

namespace ns3
{

namespace
{

/** @brief A socket that counts what comes back. */
struct CountingOwner : public SkbOwner
{
    void Wfree(CpuCore&, Skb&) override
    {
        ++freed;
    }

    uint32_t freed{0};
};

class SkbAllocatorTest : public testing::Test
{
  protected:
    void Build()
    {
        m_rig.Build();
        m_skbs =
            std::make_unique<SkbAllocator>(*m_rig.pages, m_rig.kernel, SkbLayout(), &m_rig.meter);
        PagePoolParameters p;
        p.poolSize = 256;
        m_pool = std::make_unique<PagePool>(*m_rig.pages, m_rig.kernel, p, &m_rig.meter);
        m_rig.Core().SetContext(Context::ServingSoftirq);
    }

    Skb* FromPool()
    {
        Page* page = m_pool->AllocPages(m_rig.Core());
        Skb* skb = m_skbs->BuildSkb(m_rig.Core(), *page, 0, 4096);
        skb->ppRecycle = true;
        return skb;
    }

    void ExpectNothingInUse()
    {
        m_skbs->DrainNapiCaches(m_rig.Core());
        EXPECT_EQ(m_skbs->GetStats().allocated, m_skbs->GetStats().freed);
        EXPECT_EQ(m_skbs->GetStats().dataCreated, m_skbs->GetStats().dataFreed);
        EXPECT_EQ(m_skbs->GetSkbObjectsAlive(), 0U);
        EXPECT_EQ(m_skbs->GetHeadObjectsAlive(), 0U);
        EXPECT_EQ(m_rig.meter.Get(FootprintOwner::Skb), 0);
        EXPECT_EQ(m_rig.meter.Get(FootprintOwner::PoolInFlight), 0);
        m_rig.ExpectConserved();
    }

    MemoryRig m_rig;
    std::unique_ptr<SkbAllocator> m_skbs;
    std::unique_ptr<PagePool> m_pool;
};

} // namespace

TEST_F(SkbAllocatorTest, HeadSizesAndTruesize)
{
    Build();
    Skb* small = m_skbs->AllocSkb(m_rig.Core(), 256);
    EXPECT_EQ(small->head->bytes, 704U);
    EXPECT_EQ(small->truesize, 704U + 256);
    Skb* large = m_skbs->AllocSkb(m_rig.Core(), 400);
    EXPECT_EQ(large->head->bytes, 1024U);
    EXPECT_EQ(large->head->end, 704U);
    EXPECT_TRUE(large->IsHeadLocked());
    EXPECT_EQ(m_skbs->AllocSkb(m_rig.Core(), 8000), nullptr);
    Skb* page = FromPool();
    EXPECT_EQ(page->truesize, 4352U);
    EXPECT_EQ(page->head->end, 3776U);
    EXPECT_FALSE(page->IsHeadLocked());
    for (Skb* skb : {small, large, page})
    {
        m_skbs->ConsumeSkb(m_rig.Core(), skb);
    }
}

TEST_F(SkbAllocatorTest, NoSmallHeadBeforeItExisted)
{
    m_rig.kernel.version = 602;
    Build();
    EXPECT_EQ(m_skbs->AllocSkb(m_rig.Core(), 128)->head->bytes, 512U);
    EXPECT_EQ(m_skbs->AllocSkb(m_rig.Core(), 256)->head->bytes, 1024U);
}

TEST_F(SkbAllocatorTest, HeadroomAndLengths)
{
    Build();
    Skb* skb = FromPool();
    skb->Reserve(256);
    skb->Put(1000);
    skb->Pull(14);
    EXPECT_EQ(skb->Headroom(), 270U);
    EXPECT_EQ(skb->len, 986U);
    EXPECT_EQ(skb->Tailroom(), 3776U - 1256);
    Page* more = m_pool->AllocPages(m_rig.Core());
    skb->AddRxFrag(more, 0, 500, 4096);
    EXPECT_EQ(skb->HeadLen(), 986U);
    EXPECT_EQ(skb->len, 1486U);
    EXPECT_EQ(skb->truesize, 4352U + 4096);
    EXPECT_TRUE(skb->IsNonlinear());
    m_skbs->ConsumeSkb(m_rig.Core(), skb);
    EXPECT_EQ(m_pool->GetStats().ring, 2U);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, PagesGoBackToTheirPoolOnlyWhenMarked)
{
    Build();
    Skb* skb = FromPool();
    skb->ppRecycle = false;
    Page* page = skb->head->page;
    m_skbs->ConsumeSkb(m_rig.Core(), skb);
    EXPECT_EQ(m_pool->GetStats().ring, 0U);
    EXPECT_EQ(page->state, PageState::Pcp); // freed behind the pool's back, as the kernel would
}

TEST_F(SkbAllocatorTest, CloneSharesTheHead)
{
    Build();
    Skb* skb = m_skbs->AllocSkb(m_rig.Core(), 256, true);
    Skb* clone = m_skbs->Clone(m_rig.Core(), *skb);
    EXPECT_EQ(clone, skb->companion);
    EXPECT_EQ(clone->head, skb->head);
    EXPECT_EQ(skb->head->dataref, 2);
    EXPECT_TRUE(skb->IsCloned());
    Skb* second = m_skbs->Clone(m_rig.Core(), *skb);
    EXPECT_EQ(second->fclone, SkbFclone::Unavailable);
    EXPECT_EQ(m_skbs->GetSkbObjectsAlive(), 2U);
    m_skbs->ConsumeSkb(m_rig.Core(1), skb);
    m_skbs->ConsumeSkb(m_rig.Core(1), second);
    EXPECT_FALSE(clone->IsCloned());
    EXPECT_EQ(m_skbs->GetSkbObjectsAlive(), 1U);
    m_skbs->ConsumeSkb(m_rig.Core(), clone);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, PairCanBeClonedAgainAfterItsCloneIsGone)
{
    Build();
    Skb* skb = m_skbs->AllocSkb(m_rig.Core(), 256, true);
    for (int i = 0; i < 5; ++i)
    {
        Skb* clone = m_skbs->Clone(m_rig.Core(), *skb);
        EXPECT_EQ(clone, skb->companion);
        m_skbs->ConsumeSkb(m_rig.Core(), clone);
    }
    m_skbs->ConsumeSkb(m_rig.Core(), skb);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, OwnerIsToldOnce)
{
    Build();
    CountingOwner owner;
    Skb* a = m_skbs->AllocSkb(m_rig.Core(), 256);
    Skb* b = m_skbs->AllocSkb(m_rig.Core(), 256);
    a->owner = b->owner = &owner;
    m_skbs->SkbOrphan(m_rig.Core(), *a);
    m_skbs->ConsumeSkb(m_rig.Core(), a);
    EXPECT_EQ(owner.freed, 1U);
    ++b->users;
    m_skbs->ConsumeSkb(m_rig.Core(), b);
    EXPECT_EQ(owner.freed, 1U);
    m_skbs->ConsumeSkb(m_rig.Core(), b);
    EXPECT_EQ(owner.freed, 2U);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, NapiCacheRefillsBy16AndFreesItsUpperHalf)
{
    Build();
    std::vector<Skb*> skbs;
    for (int i = 0; i < 100; ++i)
    {
        Page* page = m_pool->AllocPages(m_rig.Core());
        skbs.push_back(m_skbs->NapiBuildSkb(m_rig.Core(), *page, 0, 4096));
        skbs.back()->ppRecycle = true;
    }
    EXPECT_EQ(m_skbs->GetStats().napiBulkAllocs, 7U);
    for (int i = 0; i < 51; ++i)
    {
        m_skbs->NapiConsumeSkb(m_rig.Core(), skbs[static_cast<std::size_t>(i)]);
    }
    m_skbs->NapiConsumeSkb(m_rig.Core(), skbs[51]);
    EXPECT_EQ(m_skbs->GetNapiCached(), 32U);
    EXPECT_EQ(m_skbs->GetStats().napiBulkFrees, 1U);
    for (std::size_t i = 52; i < 100; ++i)
    {
        m_skbs->NapiConsumeSkb(m_rig.Core(), skbs[i], 0); // no budget: plain free
    }
    EXPECT_EQ(m_skbs->GetNapiCached(), 32U);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, StolenHeadLeavesThePage)
{
    Build();
    Skb* skb = FromPool();
    Page* page = skb->head->page;
    m_skbs->NapiFreeStolenHead(m_rig.Core(), skb);
    EXPECT_EQ(m_pool->GetStats().ring, 0U);
    EXPECT_EQ(page->state, PageState::Used);
    EXPECT_EQ(m_skbs->GetNapiCached(), 1U);
    m_pool->PutFullPage(m_rig.Core(), *page, false);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, FragListIsFreedInBulk)
{
    Build();
    Skb* first = FromPool();
    Skb** link = &first->head->fragList;
    for (int i = 0; i < 40; ++i)
    {
        *link = FromPool();
        link = &(*link)->next;
    }
    m_rig.Core().GetLedger().Reset();
    m_skbs->ConsumeSkb(m_rig.Core(), first);
    EXPECT_EQ(m_pool->GetStats().ring, 41U);
    EXPECT_GT(m_rig.Core().GetLedger().OfFunction(Fn::kmem_cache_free_bulk), 0U);
    ExpectNothingInUse();
}

/** Bytes of an skb that something leaves as they were. */
template <typename Make>
std::size_t
BytesLeft(Make make)
{
    static_assert(std::is_trivially_copyable_v<Skb>);
    alignas(Skb) std::array<unsigned char, sizeof(Skb)> zeros{};
    alignas(Skb) std::array<unsigned char, sizeof(Skb)> ones{};
    ones.fill(0xff);
    make(zeros.data());
    make(ones.data());
    std::size_t left = 0;
    for (std::size_t i = 0; i < zeros.size(); ++i)
    {
        left += zeros[i] != ones[i] ? 1 : 0;
    }
    return left;
}

TEST_F(SkbAllocatorTest, NothingOfTheLastUseIsLeftInANewOne)
{
    const std::size_t padding = BytesLeft([](void* at) { new (at) Skb; });
    const std::size_t left =
        BytesLeft([](void* at) { std::launder(reinterpret_cast<Skb*>(at))->Renew(7); });
    EXPECT_EQ(left,
              padding + sizeof(Skb::lines) + sizeof(Skb::object) + sizeof(Skb::companion) +
                  sizeof(Skb::fclone));
    Skb renewed;
    renewed.len = 1;
    renewed.users = 2;
    renewed.frames = 3;
    renewed.Renew(7);
    const Skb fresh;
    EXPECT_EQ(renewed.len, fresh.len);
    EXPECT_EQ(renewed.users, fresh.users);
    EXPECT_EQ(renewed.frames, fresh.frames);
    EXPECT_EQ(renewed.allocCpu, 7U);
}

TEST_F(SkbAllocatorTest, BulkHeadsForFrames)
{
    Build();
    std::vector<Skb*> skbs(40);
    EXPECT_EQ(m_skbs->AllocSkbBulk(m_rig.Core(), 40, skbs.data()), 40U);
    for (Skb* skb : skbs)
    {
        Page* page = m_pool->AllocPages(m_rig.Core());
        m_skbs->BuildSkbAround(m_rig.Core(), *skb, *page, 0, 4096);
        skb->ppRecycle = true;
    }
    for (std::size_t i = 0; i + 1 < skbs.size(); ++i)
    {
        skbs[i]->next = skbs[i + 1];
    }
    m_skbs->KfreeSkbList(m_rig.Core(), skbs[0]);
    EXPECT_EQ(m_pool->GetStats().ring, 40U);
    ExpectNothingInUse();
}

TEST_F(SkbAllocatorTest, RandomLivesConserve)
{
    for (const bool clear : {false, true})
    {
        m_rig.kernel.initOnAlloc = clear;
        m_pool.reset();
        m_skbs.reset();
        m_rig.owned.clear();
        m_rig.meter = {};
        Build();
        std::mt19937 random(clear ? 5 : 6);
        std::vector<Skb*> held;
        for (int step = 0; step < 30000; ++step)
        {
            const uint32_t what = random() % 8;
            CpuCore& core = m_rig.Core(random() % 2);
            if (what < 2)
            {
                held.push_back(m_skbs->AllocSkb(core, 64 + random() % 2000, what == 0));
            }
            else if (what == 2)
            {
                held.push_back(FromPool());
            }
            else if (what == 3 && !held.empty())
            {
                held.push_back(m_skbs->Clone(core, *held[random() % held.size()]));
            }
            else if (!held.empty())
            {
                std::swap(held[random() % held.size()], held.back());
                what % 2 == 0 ? m_skbs->ConsumeSkb(core, held.back())
                              : m_skbs->NapiConsumeSkb(core, held.back());
                held.pop_back();
            }
        }
        for (Skb* skb : held)
        {
            m_skbs->ConsumeSkb(m_rig.Core(), skb);
        }
        ExpectNothingInUse();
        EXPECT_EQ(m_pool->CheckEqualities(), "");
    }
}

} // namespace ns3
