/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include "ns3/page-frag-cache.h"
#include "ns3/page-frag.h"

namespace ns3
{

namespace
{

/** @brief Kernel release: the offset runs downwards to v6.13, upwards from v6.14. */
class PageFragCacheTest : public testing::TestWithParam<uint32_t>
{
  protected:
    PageFragCacheTest()
    {
        m_rig.kernel.version = GetParam();
        m_rig.Build();
        m_cache = std::make_unique<PageFragCache>(*m_rig.pages, m_rig.kernel);
    }

    void Free(const PageFragment& piece)
    {
        PageFragCache::Free(m_rig.Core(1), *m_rig.pages, *piece.page);
    }

    MemoryRig m_rig;
    std::unique_ptr<PageFragCache> m_cache;
};

} // namespace

TEST_P(PageFragCacheTest, OffsetsRunByGeneration)
{
    const PageFragment a = m_cache->Alloc(m_rig.Core(), 1000, 64);
    const PageFragment b = m_cache->Alloc(m_rig.Core(), 1000, 64);
    EXPECT_EQ(a.page, b.page);
    EXPECT_EQ(a.page->order, 3);
    if (GetParam() >= 614)
    {
        EXPECT_EQ(a.offset, 0U);
        EXPECT_EQ(b.offset, 1024U);
    }
    else
    {
        EXPECT_EQ(a.offset, 32768U - 1024);
        EXPECT_EQ(b.offset, 32768U - 2048);
    }
}

TEST_P(PageFragCacheTest, PiecesDoNotOverlapAndFillTheBlock)
{
    std::vector<bool> used(32768);
    for (int i = 0; i < 16; ++i)
    {
        const PageFragment piece = m_cache->Alloc(m_rig.Core(), 2048);
        for (uint32_t byte = piece.offset; byte < piece.offset + 2048; ++byte)
        {
            ASSERT_FALSE(used[byte]);
            used[byte] = true;
        }
    }
    EXPECT_EQ(m_rig.pages->Audit().used, 8U);
    m_cache->Alloc(m_rig.Core(), 1);
    EXPECT_EQ(m_rig.pages->Audit().used, 16U);
}

TEST_P(PageFragCacheTest, ReferencesAreBiasPlusPieces)
{
    std::vector<PageFragment> pieces;
    for (int i = 0; i < 10; ++i)
    {
        pieces.push_back(m_cache->Alloc(m_rig.Core(), 2000));
    }
    Page* page = pieces[0].page;
    EXPECT_EQ(page->refcount, m_cache->GetBias() + 10);
    Free(pieces[3]);
    EXPECT_EQ(page->refcount, m_cache->GetBias() + 9);
}

TEST_P(PageFragCacheTest, TakingAPieceNeedsNoAtomic)
{
    m_cache->Alloc(m_rig.Core(), 100);
    m_rig.Core().GetLedger().Reset();
    m_cache->Alloc(m_rig.Core(), 100);
    EXPECT_EQ(m_rig.Core().GetLedger().OfKind(CostKind::Atomic), 0U);
}

TEST_P(PageFragCacheTest, BlockIsReusedWhenAllPiecesCameBack)
{
    const PageFragment a = m_cache->Alloc(m_rig.Core(), 20000);
    Free(a);
    const PageFragment b = m_cache->Alloc(m_rig.Core(), 20000);
    EXPECT_EQ(b.page, a.page);
    EXPECT_EQ(m_cache->GetBias(), PageFragCache::REFS);
    // with a piece alive it is left to its last holder
    const PageFragment c = m_cache->Alloc(m_rig.Core(), 20000);
    EXPECT_NE(c.page, b.page);
    EXPECT_EQ(b.page->refcount, 1);
    Free(b);
    EXPECT_EQ(m_rig.pages->Audit().used, 8U);
}

TEST_P(PageFragCacheTest, DrainLeavesTheBlockToItsHolders)
{
    const PageFragment a = m_cache->Alloc(m_rig.Core(), 100);
    m_cache->Drain(m_rig.Core());
    EXPECT_EQ(a.page->refcount, 1);
    Free(a);
    EXPECT_EQ(m_rig.pages->Audit().used, 0U);
    EXPECT_EQ(m_rig.meter.Get(FootprintOwner::RxPages), 0);
}

TEST_P(PageFragCacheTest, FallsBackToAPageAndFailsBeyondIt)
{
    EXPECT_EQ(m_cache->Alloc(m_rig.Core(), 32769).page, nullptr);
    std::vector<Page*> blocks;
    MemoryRig small({4096, 1, 32 * 4096});
    small.kernel.version = GetParam();
    small.Build();
    PageFragCache cache(*small.pages, small.kernel);
    for (int i = 0; i < 31; ++i)
    {
        blocks.push_back(small.pages->AllocPages(small.Core(), 0));
    }
    const PageFragment piece = cache.Alloc(small.Core(), 3000);
    ASSERT_NE(piece.page, nullptr);
    EXPECT_EQ(piece.page->order, 0);
    EXPECT_EQ(cache.Alloc(small.Core(), 5000).page, nullptr);
    EXPECT_EQ(cache.Alloc(small.Core(), 3000).page, nullptr); // no page left
}

INSTANTIATE_TEST_SUITE_P(Generations, PageFragCacheTest, testing::Values(604, 613, 614, 618));

TEST(PageFrag, PiecesAdvanceAndTakeReferences)
{
    MemoryRig rig;
    rig.Build();
    PageFrag frag(*rig.pages);
    ASSERT_TRUE(frag.Refill(rig.Core(), 32));
    EXPECT_EQ(frag.GetRoom(), 32768U);
    const PageFragment a = frag.Take(rig.Core(), 1448);
    const PageFragment b = frag.Take(rig.Core(), 1448);
    EXPECT_EQ(b.offset, 1448U);
    EXPECT_EQ(a.page->refcount, 3);
    frag.Take(rig.Core(), 100, true);
    EXPECT_EQ(a.page->refcount, 3);
    EXPECT_EQ(frag.GetOffset(), 2996U);
    EXPECT_EQ(rig.meter.Get(FootprintOwner::SendPages), 32768);
}

TEST(PageFrag, BlockIsReusedOnlyWhenNobodyHoldsIt)
{
    MemoryRig rig;
    rig.Build();
    PageFrag frag(*rig.pages);
    frag.Refill(rig.Core(), 32);
    const PageFragment a = frag.Take(rig.Core(), 32768);
    ASSERT_TRUE(frag.Refill(rig.Core(), 32));
    EXPECT_NE(frag.GetPage(), a.page);
    EXPECT_EQ(a.page->refcount, 1);
    const PageFragment b = frag.Take(rig.Core(), 32768);
    rig.pages->PutPage(rig.Core(), *b.page);
    ASSERT_TRUE(frag.Refill(rig.Core(), 32));
    EXPECT_EQ(frag.GetPage(), b.page);
    EXPECT_EQ(frag.GetOffset(), 0U);
    rig.pages->PutPage(rig.Core(), *a.page);
    frag.Drop(rig.Core());
    EXPECT_EQ(rig.pages->Audit().used, 0U);
    EXPECT_EQ(rig.meter.GetTotal(), 0);
}

TEST(PageFrag, BlockSizeDoesNotDependOnThePage)
{
    for (const uint32_t pageSize : {4096U, 16384U, 65536U})
    {
        MemoryRig rig({pageSize, 1, 1ULL << 30});
        rig.Build();
        PageFrag frag(*rig.pages);
        ASSERT_TRUE(frag.Refill(rig.Core(), 32));
        EXPECT_EQ(frag.GetRoom(), std::max(32768U, pageSize));
    }
}

} // namespace ns3
