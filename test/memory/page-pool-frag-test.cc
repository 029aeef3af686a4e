/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

namespace ns3
{

namespace
{

/** @brief Whether carving a fragment counts as fast (all kernels but v6.18). */
class PagePoolFragTest : public testing::TestWithParam<bool>
{
  protected:
    PagePoolFragTest()
    {
        m_rig.kernel.fragCarveCountsFast = GetParam();
        m_rig.Build();
        PagePoolParameters p;
        p.poolSize = 256;
        p.pageFrag = true;
        m_pool = std::make_unique<PagePool>(*m_rig.pages, m_rig.kernel, p, &m_rig.meter);
        m_rig.Core().SetContext(Context::ServingSoftirq);
    }

    ~PagePoolFragTest() override
    {
        EXPECT_EQ(m_pool->CheckEqualities(), "");
    }

    PageFragment Take(uint32_t size)
    {
        return m_pool->AllocFrag(m_rig.Core(), size);
    }

    void Put(const PageFragment& piece)
    {
        m_pool->PutFullPage(m_rig.Core(), *piece.page, false);
    }

    const PagePoolStats& Stats() const
    {
        return m_pool->GetStats();
    }

    int64_t Held(FootprintOwner owner) const
    {
        return m_rig.meter.Get(owner);
    }

    MemoryRig m_rig;
    std::unique_ptr<PagePool> m_pool;
};

} // namespace

TEST_P(PagePoolFragTest, TwoHalvesShareAPageAndReturnOnce)
{
    const PageFragment a = Take(2048);
    const PageFragment b = Take(2048);
    const PageFragment c = Take(2048);
    EXPECT_EQ(a.page, b.page);
    EXPECT_EQ(b.offset, 2048U);
    EXPECT_NE(c.page, a.page);
    Put(a);
    EXPECT_EQ(Stats().ring, 0U);
    Put(b);
    EXPECT_EQ(Stats().ring, 1U);
}

TEST_P(PagePoolFragTest, FreePageIsReusedAtOnce)
{
    const PageFragment a = Take(2048);
    const PageFragment b = Take(2048);
    Put(a);
    Put(b);
    EXPECT_EQ(Stats().ring, 0U); // the pool's own bias is still on it
    const PagePoolStats before = Stats();
    const PageFragment c = Take(2048);
    EXPECT_EQ(c.page, a.page);
    EXPECT_EQ(c.offset, 0U);
    EXPECT_EQ(Stats().fast - before.fast, 1U);
    EXPECT_EQ(Stats().cached - before.cached, GetParam() ? 0U : 1U);
    EXPECT_EQ(Stats().slow, 1U);
}

TEST_P(PagePoolFragTest, CarvingCountsByGeneration)
{
    Take(1024);
    const uint64_t fast = Stats().fast;
    Take(1024);
    Take(1024);
    EXPECT_EQ(Stats().fast - fast, GetParam() ? 2U : 0U);
}

TEST_P(PagePoolFragTest, PageOfASharedReferenceIsNotReused)
{
    const PageFragment a = Take(4096);
    m_rig.pages->GetPage(m_rig.Core(), *a.page);
    Put(a);
    const PageFragment b = Take(4096);
    EXPECT_NE(b.page, a.page);
    EXPECT_EQ(a.page->pool, nullptr);
    EXPECT_EQ(a.page->refcount, 1);
    EXPECT_EQ(m_pool->GetRelease(), 1U);
    m_rig.pages->PutPage(m_rig.Core(), *a.page);
}

TEST_P(PagePoolFragTest, LastUserNeedsNoLockedInstruction)
{
    const PageFragment a = Take(2048);
    const PageFragment b = Take(2048);
    Take(2048); // drains the first page
    CycleLedger& ledger = m_rig.Core().GetLedger();
    ledger.Reset();
    Put(a);
    EXPECT_GT(ledger.Get(Fn::page_pool_put_page, CostKind::Atomic), 0U);
    ledger.Reset();
    Put(b);
    EXPECT_EQ(ledger.Get(Fn::page_pool_put_page, CostKind::Atomic), 0U);
}

TEST_P(PagePoolFragTest, LastPieceTakesTheRestOfThePage)
{
    PageFragment piece;
    for (int i = 0; i < 5; ++i)
    {
        piece = m_pool->Alloc(m_rig.Core(), 640);
        EXPECT_EQ(piece.size, 640U);
    }
    piece = m_pool->Alloc(m_rig.Core(), 640);
    EXPECT_EQ(piece.offset, 3200U);
    EXPECT_EQ(piece.size, 896U);
    EXPECT_EQ(m_pool->Alloc(m_rig.Core(), 640).offset, 0U);
    EXPECT_EQ(m_pool->GetOutside(), 2U);
}

TEST_P(PagePoolFragTest, MoreThanHalfAPageIsAWholePage)
{
    const PageFragment half = m_pool->Alloc(m_rig.Core(), 2048);
    const PageFragment more = m_pool->Alloc(m_rig.Core(), 2049);
    EXPECT_EQ(half.size, 2048U);
    EXPECT_EQ(more.size, 4096U);
    EXPECT_EQ(more.offset, 0U);
    EXPECT_NE(more.page, half.page);
    EXPECT_EQ(Take(4097).page, nullptr);
}

TEST_P(PagePoolFragTest, WasteIsWhatNobodyGot)
{
    const PageFragment a = Take(1500);
    EXPECT_EQ(Held(FootprintOwner::PoolInFlight), 1500);
    EXPECT_EQ(Held(FootprintOwner::FragmentWaste), 2596);
    const PageFragment b = Take(1500);
    EXPECT_EQ(Held(FootprintOwner::FragmentWaste), 1096);
    const PageFragment c = Take(1500); // another page: 1096 bytes of the first are lost
    EXPECT_EQ(Held(FootprintOwner::FragmentWaste), 1096 + 2596);
    EXPECT_EQ(Held(FootprintOwner::PoolInFlight), 4500);
    Put(a);
    Put(b);
    EXPECT_EQ(Held(FootprintOwner::FragmentWaste), 2596);
    EXPECT_EQ(Held(FootprintOwner::PoolInFlight), 1500);
    EXPECT_EQ(Held(FootprintOwner::PoolRing), 4096);
    Put(c);
    EXPECT_TRUE(m_pool->Destroy(m_rig.Core()));
    EXPECT_EQ(Held(FootprintOwner::FragmentWaste), 0);
    EXPECT_EQ(Held(FootprintOwner::PoolInFlight), 0);
}

TEST_P(PagePoolFragTest, DestroyGivesUpTheFragmentPage)
{
    const PageFragment a = Take(100);
    EXPECT_FALSE(m_pool->Destroy(m_rig.Core()));
    EXPECT_EQ(m_pool->GetInFlight(), 1U);
    Put(a);
    EXPECT_EQ(m_pool->RetryRelease(m_rig.Core()), 0U);
    EXPECT_EQ(m_rig.pages->Audit().used, 0U);
}

INSTANTIATE_TEST_SUITE_P(CarveCounts, PagePoolFragTest, testing::Bool());

} // namespace ns3
