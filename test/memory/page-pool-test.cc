/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include <random>

namespace ns3
{

namespace
{

PagePoolParameters
OfSize(uint32_t size)
{
    PagePoolParameters p;
    p.poolSize = size;
    return p;
}

class PagePoolTest : public testing::Test
{
  protected:
    void Build(const PagePoolParameters& parameters)
    {
        m_rig.Build();
        m_pool = std::make_unique<PagePool>(*m_rig.pages, m_rig.kernel, parameters, &m_rig.meter);
        m_rig.Core().SetContext(Context::ServingSoftirq);
    }

    std::vector<Page*> Take(uint32_t n)
    {
        std::vector<Page*> pages;
        for (uint32_t i = 0; i < n; ++i)
        {
            pages.push_back(m_pool->AllocPages(m_rig.Core()));
        }
        return pages;
    }

    void Put(const std::vector<Page*>& pages, bool direct, uint32_t core = 0)
    {
        for (Page* page : pages)
        {
            m_pool->PutFullPage(m_rig.Core(core), *page, direct);
        }
    }

    const PagePoolStats& Stats() const
    {
        return m_pool->GetStats();
    }

    ~PagePoolTest() override
    {
        EXPECT_EQ(m_pool->CheckEqualities(), "");
        EXPECT_EQ(m_rig.meter.Get(FootprintOwner::PoolCache),
                  m_pool->GetCacheCount() * int64_t{4096});
        EXPECT_EQ(m_rig.meter.Get(FootprintOwner::PoolRing),
                  m_pool->GetRingCount() * int64_t{4096});
        m_rig.ExpectConserved();
    }

    MemoryRig m_rig;
    std::unique_ptr<PagePool> m_pool;
};

} // namespace

TEST_F(PagePoolTest, SteadyStateThroughTheRing)
{
    Build(OfSize(1024));
    for (int i = 0; i < 64; ++i)
    {
        Put(Take(1), false);
    }
    const PagePoolStats before = Stats();
    for (int i = 0; i < 640; ++i)
    {
        Put(Take(1), false);
    }
    EXPECT_EQ(Stats().fast - before.fast, 630U);
    EXPECT_EQ(Stats().refill - before.refill, 10U);
    EXPECT_EQ(Stats().slow - before.slow, 0U);
    EXPECT_EQ(Stats().empty - before.empty, 0U);
    EXPECT_EQ(Stats().ring - before.ring, 640U);
    EXPECT_EQ(m_pool->GetInFlight(), 64U);
}

TEST_F(PagePoolTest, NothingComesBack)
{
    Build(OfSize(1024));
    Take(640);
    EXPECT_EQ(Stats().fast, 630U);
    EXPECT_EQ(Stats().slow, 10U);
    EXPECT_EQ(Stats().empty, 10U);
    EXPECT_EQ(Stats().refill, 0U);
    EXPECT_EQ(m_pool->GetHold(), 640U);
}

TEST_F(PagePoolTest, DirectReturnFillsTheCacheThenTheRing)
{
    Build(OfSize(64));
    Put(Take(300), true);
    // 300 pages took 5 refills of 64: the cache holds 20 when the returns begin
    EXPECT_EQ(Stats().cached, 128U - 20);
    EXPECT_EQ(Stats().cache_full, 300U - 108);
    EXPECT_EQ(Stats().ring, 64U);
    EXPECT_EQ(Stats().ring_full, 300U - 108 - 64);
    EXPECT_EQ(m_pool->GetInFlight(), 128U + 64);
    EXPECT_EQ(m_pool->GetRelease(), Stats().ring_full);
}

TEST_F(PagePoolTest, SharedPageIsReleasedButLives)
{
    Build(OfSize(64));
    Page* page = Take(1).front();
    m_rig.pages->GetPage(m_rig.Core(), *page);
    Put({page}, false);
    EXPECT_EQ(Stats().released_refcnt, 1U);
    EXPECT_EQ(page->pool, nullptr);
    EXPECT_EQ(page->refcount, 1);
    EXPECT_EQ(m_rig.meter.Get(FootprintOwner::RxPages), 4096);
    m_rig.pages->PutPage(m_rig.Core(), *page);
    EXPECT_EQ(m_rig.meter.Get(FootprintOwner::RxPages), 0);
}

TEST_F(PagePoolTest, EmergencyPageIsReleased)
{
    Build(OfSize(64));
    Page* page = Take(1).front();
    page->pfmemalloc = true;
    Put({page}, true);
    EXPECT_EQ(Stats().released_refcnt, 1U);
    EXPECT_EQ(Stats().cached, 0U);
}

TEST_F(PagePoolTest, BulkReturnCountsAFullRingOnce)
{
    Build(OfSize(32));
    const auto pages = Take(48);
    for (int i = 0; i < 3; ++i)
    {
        m_pool->PutPageBulk(m_rig.Core(), pages.data() + 16 * i, 16);
    }
    EXPECT_EQ(Stats().ring, 32U);
    EXPECT_EQ(Stats().ring_full, 1U);
    EXPECT_EQ(m_pool->GetRelease(), 16U);
    const double cycles = m_rig.machine.atomicCycles + 2 * m_rig.machine.callCycles;
    const Ticks lock = static_cast<Ticks>(cycles * TICKS_PER_CYCLE);
    m_rig.Core().GetLedger().Reset();
    m_pool->PutPageBulk(m_rig.Core(), Take(16).data(), 16);
    EXPECT_GE(m_rig.Core().GetLedger().Get(Fn::page_pool_put_page_bulk, CostKind::Atomic), lock);
}

TEST_F(PagePoolTest, BulkReturnReleasesSharedPagesFirst)
{
    Build(OfSize(32));
    const auto pages = Take(4);
    m_rig.pages->GetPage(m_rig.Core(), *pages[1]);
    m_pool->PutPageBulk(m_rig.Core(), pages.data(), 4);
    EXPECT_EQ(Stats().released_refcnt, 1U);
    EXPECT_EQ(Stats().ring, 3U);
}

TEST_F(PagePoolTest, WrongNodeIsWaived)
{
    m_rig.parameters.nodes = 2;
    m_rig.machine.coresPerSocket = m_rig.machine.llcDomainCores = 1;
    Build(OfSize(256));
    Put(Take(64), false);
    // the consumer moves to the other node: one page is thrown out per refill, which ends it
    Page* page = m_pool->AllocPages(m_rig.Core(1));
    EXPECT_EQ(Stats().waive, 1U);
    EXPECT_EQ(Stats().refill, 0U);
    EXPECT_EQ(Stats().slow, 2U);
    EXPECT_EQ(page->node, 1);
    EXPECT_EQ(m_pool->GetRingCount(), 63U);
}

TEST_F(PagePoolTest, FixedNodeIgnoresTheCore)
{
    m_rig.parameters.nodes = 2;
    m_rig.machine.coresPerSocket = m_rig.machine.llcDomainCores = 1;
    PagePoolParameters p = OfSize(256);
    p.nid = 0;
    Build(p);
    Put(Take(64), false);
    EXPECT_EQ(m_pool->AllocPages(m_rig.Core(1))->node, 0);
    EXPECT_EQ(Stats().waive, 0U);
    EXPECT_EQ(Stats().refill, 1U);
}

TEST_F(PagePoolTest, UpdatedNodeEmptiesTheCacheAndWaivesTheRing)
{
    m_rig.parameters.nodes = 2;
    m_rig.machine.coresPerSocket = m_rig.machine.llcDomainCores = 1;
    PagePoolParameters p = OfSize(256);
    p.nid = 0;
    Build(p);
    Put(Take(64), false);
    const auto pages = Take(10);
    EXPECT_EQ(m_pool->GetCacheCount(), 54U);
    m_pool->UpdateNid(m_rig.Core(), 0);
    EXPECT_EQ(m_pool->GetCacheCount(), 54U);
    m_pool->UpdateNid(m_rig.Core(1), 1);
    EXPECT_EQ(m_pool->GetCacheCount(), 0U);
    EXPECT_EQ(m_pool->GetRelease(), 54U);
    Put(pages, false);
    EXPECT_EQ(m_pool->AllocPages(m_rig.Core(1))->node, 1);
    EXPECT_EQ(Stats().waive, 1U);
    EXPECT_EQ(m_pool->GetRelease(), 55U);
    EXPECT_EQ(m_pool->GetRingCount(), 9U);
    EXPECT_GT(m_rig.Core(1).GetLedger().OfFunction(Fn::page_pool_update_nid), 0U);
}

TEST_F(PagePoolTest, HighOrderIsTakenOneByOne)
{
    PagePoolParameters p = OfSize(64);
    p.order = 2;
    Build(p);
    const auto pages = Take(5);
    EXPECT_EQ(Stats().slow_high_order, 5U);
    EXPECT_EQ(Stats().slow, 0U);
    EXPECT_EQ(m_rig.meter.Get(FootprintOwner::PoolInFlight), 5 * 16384);
    m_pool->ReleasePage(m_rig.Core(), *pages[0]);
    EXPECT_EQ(pages[0]->refcount, 1);
    m_rig.pages->PutPage(m_rig.Core(), *pages[0]);
    m_pool->PutFullPage(m_rig.Core(), *pages[1], true);
    m_pool->AllocPages(m_rig.Core());
    EXPECT_EQ(Stats().fast, 1U);
    for (const std::size_t i : {1U, 2U, 3U, 4U})
    {
        m_pool->ReleasePage(m_rig.Core(), *pages[i]);
        m_rig.pages->PutPage(m_rig.Core(), *pages[i]);
    }
}

TEST_F(PagePoolTest, NoMemoryIsReported)
{
    m_rig.parameters.nodeBytes = 64 * 4096;
    Build(OfSize(64));
    Take(64);
    EXPECT_EQ(m_pool->AllocPages(m_rig.Core()), nullptr);
    EXPECT_EQ(Stats().slow, 1U);
    EXPECT_EQ(Stats().empty, 2U);
    const PageFragment none = m_pool->Alloc(m_rig.Core(), 700);
    EXPECT_EQ(none.page, nullptr);
}

TEST_F(PagePoolTest, DestroyWaitsForPagesThatAreOut)
{
    Build(OfSize(64));
    const auto pages = Take(70);
    EXPECT_FALSE(m_pool->Destroy(m_rig.Core()));
    EXPECT_EQ(m_pool->GetInFlight(), 70U);
    // returns still go to the ring, never to the cache, and are collected by the retry
    Put({pages.begin(), pages.begin() + 69}, true);
    EXPECT_EQ(Stats().cached, 0U);
    EXPECT_EQ(m_pool->RetryRelease(m_rig.Core()), 1U);
    Put({pages[69]}, false);
    EXPECT_EQ(m_pool->RetryRelease(m_rig.Core()), 0U);
    EXPECT_EQ(m_rig.pages->Audit().used, 0U);
}

} // namespace ns3
