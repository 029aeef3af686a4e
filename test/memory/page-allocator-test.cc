/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include <random>

namespace ns3
{

namespace
{

PageAllocatorParameters
Small(uint64_t pages, uint32_t nodes = 1)
{
    return {4096, nodes, pages * 4096};
}

/** @brief A kernel generation of the per-CPU lists. */
class PageAllocatorTest : public testing::TestWithParam<bool>
{
  protected:
    void Build(MemoryRig& rig)
    {
        rig.kernel.pcpScale = GetParam();
        rig.Build();
    }
};

} // namespace

TEST_P(PageAllocatorTest, ConservesPagesUnderRandomOperations)
{
    MemoryRig rig(Small(4096), 3);
    Build(rig);
    std::mt19937 random(7);
    std::vector<Page*> held;
    uint64_t pages = 0;
    for (int step = 0; step < 60000; ++step)
    {
        CpuCore& core = rig.Core(random() % 3);
        const bool growing = (step / 4000) % 2 == 0;
        if (random() % 10 < (growing ? 7U : 3U))
        {
            const uint32_t order = random() % 4 == 0 ? random() % 6 : 0;
            if (Page* page = rig.pages->AllocPages(core, order))
            {
                ASSERT_EQ(page->order, order);
                ASSERT_EQ(page->body.GetLines(), 64U << order);
                ASSERT_EQ(page->pfn % (1U << order), 0U);
                pages += 1ULL << order;
                held.push_back(page);
            }
        }
        else if (!held.empty())
        {
            std::swap(held[random() % held.size()], held.back());
            pages -= 1ULL << held.back()->order;
            rig.pages->PutPage(core, *held.back());
            held.pop_back();
        }
        if (step % 1000 == 0)
        {
            rig.ExpectConserved();
            ASSERT_EQ(rig.pages->Audit().used, pages);
        }
    }
    EXPECT_GT(rig.pages->GetStats().merges, 100U);
    EXPECT_GT(rig.pages->GetStats().splits, 100U);
}

TEST_P(PageAllocatorTest, EverythingMergesBackToTheLargestBlocks)
{
    MemoryRig rig(Small(1024));
    Build(rig);
    std::vector<Page*> held;
    while (Page* page = rig.pages->AllocPages(rig.Core(), 0))
    {
        held.push_back(page);
    }
    EXPECT_EQ(held.size(), 1024U);
    EXPECT_EQ(rig.pages->GetStats().failed, 1U);
    std::shuffle(held.begin(), held.end(), std::mt19937(3));
    for (Page* page : held)
    {
        rig.pages->PutPage(rig.Core(1), *page);
    }
    rig.pages->DrainAll(rig.Core());
    EXPECT_EQ(rig.pages->Audit().buddy, 1024U);
    // all blocks of order 5 can be had again
    for (int i = 0; i < 32; ++i)
    {
        EXPECT_NE(rig.pages->AllocPages(rig.Core(), 5), nullptr);
    }
    EXPECT_EQ(rig.pages->AllocPages(rig.Core(), 0), nullptr);
    rig.ExpectConserved();
}

TEST_P(PageAllocatorTest, ListIsLifo)
{
    MemoryRig rig;
    Build(rig);
    Page* a = rig.pages->AllocPages(rig.Core(), 0);
    Page* b = rig.pages->AllocPages(rig.Core(), 0);
    rig.pages->PutPage(rig.Core(), *a);
    rig.pages->PutPage(rig.Core(), *b);
    EXPECT_EQ(rig.pages->AllocPages(rig.Core(), 0), b);
    EXPECT_EQ(rig.pages->AllocPages(rig.Core(), 0), a);
}

INSTANTIATE_TEST_SUITE_P(Generations, PageAllocatorTest, testing::Bool());

TEST(PageAllocator, OneZoneLockPerBatchBetweenTwoCores)
{
    MemoryRig rig;
    rig.Build();
    const uint32_t batch = rig.kernel.pcpBatch;
    for (uint32_t i = 0; i < 100 * batch; ++i)
    {
        rig.pages->PutPage(rig.Core(1), *rig.pages->AllocPages(rig.Core(0), 0));
    }
    const PageAllocatorStats& stats = rig.pages->GetStats();
    EXPECT_EQ(stats.refills, 100U);
    EXPECT_EQ(stats.zoneLocks, stats.refills + stats.drains);
    // runs of frees scale the amount: fewer drains than refills, never more than a batch apart
    EXPECT_GT(stats.drains, 10U);
    EXPECT_LE(stats.drains, 100U);
    EXPECT_LE(rig.pages->Audit().pcp, rig.kernel.pcpHigh + batch);
}

TEST(PageAllocator, ScaledRefillsDoubleInARunOfAllocations)
{
    MemoryRig rig;
    rig.kernel.pcpScale = true;
    rig.kernel.pcpHigh = 4092;
    rig.Build();
    for (int i = 0; i < 63 + 126 + 252; ++i)
    {
        rig.pages->AllocPages(rig.Core(), 0);
    }
    EXPECT_EQ(rig.pages->GetStats().refills, 3U);
}

TEST(PageAllocator, HighOrderRefillsByItsShareOfABatch)
{
    MemoryRig rig;
    rig.Build();
    rig.pages->AllocPages(rig.Core(), 3);
    EXPECT_EQ(rig.pages->Audit().pcp, (63U / 8 - 1) * 8);
}

TEST(PageAllocator, BulkTakesOneLockAndGivesWhatThereIs)
{
    MemoryRig rig(Small(96));
    rig.Build();
    std::vector<Page*> out(200);
    EXPECT_EQ(rig.pages->AllocBulk(rig.Core(), 64, out.data()), 64U);
    EXPECT_EQ(rig.pages->AllocBulk(rig.Core(), 64, out.data() + 64), 32U);
    EXPECT_EQ(rig.pages->AllocBulk(rig.Core(), 64, out.data() + 96), 0U);
    EXPECT_EQ(rig.pages->GetStats().failed, 1U);
    rig.ExpectConserved();
}

TEST(PageAllocator, NodesAreLocalAndFallBack)
{
    MemoryRig rig(Small(64, 2), 1);
    rig.machine.coresPerSocket = 1;
    rig.machine.llcDomainCores = 1;
    rig.machine.sockets = 2;
    rig.Build();
    CpuCore far(rig.machine, rig.kernel, *rig.caches, 1, 1);
    EXPECT_EQ(rig.pages->GetNode(far), 1U);
    EXPECT_EQ(rig.pages->GetNode(rig.Core()), 0U);
    EXPECT_EQ(rig.pages->AllocPages(far, 0, FootprintOwner::None, 0)->node, 0);
    for (int i = 0; i < 64; ++i)
    {
        EXPECT_EQ(rig.pages->AllocPages(far, 0)->node, 1);
    }
    for (int i = 0; i < 63; ++i)
    {
        EXPECT_EQ(rig.pages->AllocPages(far, 0)->node, 0);
    }
    EXPECT_EQ(rig.pages->AllocPages(far, 0), nullptr);
    rig.ExpectConserved();
}

TEST(PageAllocator, ReferencesKeepAPage)
{
    MemoryRig rig;
    rig.Build();
    Page* page = rig.pages->AllocPages(rig.Core(), 0, FootprintOwner::SendPages);
    EXPECT_EQ(rig.meter.Get(FootprintOwner::SendPages), 4096);
    rig.pages->GetPage(rig.Core(), *page);
    rig.pages->PutPage(rig.Core(), *page);
    EXPECT_EQ(rig.pages->Audit().used, 1U);
    rig.pages->PutPage(rig.Core(), *page);
    EXPECT_EQ(rig.pages->Audit().used, 0U);
    EXPECT_EQ(rig.meter.Get(FootprintOwner::SendPages), 0);
}

TEST(PageAllocator, ClearingIsPaidPerByteOfTheBlock)
{
    MemoryRig rig;
    rig.kernel.initOnAlloc = true;
    rig.Build();
    CpuCore& core = rig.Core();
    const auto clear = [&](uint32_t order) {
        core.GetLedger().Reset();
        rig.pages->AllocPages(core, order);
        return static_cast<double>(core.GetLedger().OfKind(CostKind::Clear)) / TICKS_PER_CYCLE;
    };
    EXPECT_NEAR(clear(0), 29 + 4096 / 28.0, 1);
    EXPECT_NEAR(clear(3), 29 + 32768 / 28.0, 1);
}

TEST(PageAllocator, BlockKeepsWhatCachesKnowOfItsLines)
{
    MemoryRig rig(Small(32));
    rig.Build();
    CpuCore& core = rig.Core();
    Page* block = rig.pages->AllocPages(core, 5);
    core.Write(block->body, 0, 32 * 4096);
    rig.pages->PutPage(core, *block);
    Page* page = rig.pages->AllocPages(core, 0);
    EXPECT_EQ(page->body.GetLines(), 64U);
    EXPECT_EQ(page->body.GetRun(0).dirty, core.GetUnit());
}

} // namespace ns3
