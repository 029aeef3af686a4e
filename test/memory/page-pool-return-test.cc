/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include <random>

namespace ns3
{

namespace
{

/** @brief Who puts a page, and whether it goes straight into the cache. */
struct Case
{
    uint32_t version;
    uint32_t directReturn;
    Context context;
    bool allowDirect;
    bool local; //!< the pool belongs to the returning CPU
    bool direct;
};

class DirectReturnTest : public testing::TestWithParam<Case>
{
};

} // namespace

TEST_P(DirectReturnTest, FollowsTheGeneration)
{
    const Case& c = GetParam();
    MemoryRig rig;
    rig.kernel.version = c.version;
    rig.kernel.directReturn = c.directReturn;
    rig.Build();
    PagePoolParameters p;
    p.cpuid = c.local ? 0 : 1;
    PagePool pool(*rig.pages, rig.kernel, p);
    Page* page = pool.AllocPages(rig.Core());
    rig.Core().SetContext(c.context);
    pool.PutFullPage(rig.Core(), *page, c.allowDirect);
    EXPECT_EQ(pool.GetStats().cached, c.direct ? 1U : 0U);
    EXPECT_EQ(pool.GetStats().ring, c.direct ? 0U : 1U);
    EXPECT_EQ(pool.CheckEqualities(), "");
}

INSTANTIATE_TEST_SUITE_P(Generations,
                         DirectReturnTest,
                         testing::Values(
                             // to v6.2: in_serving_softirq
                             Case{602, 0, Context::Process, true, true, false},
                             Case{602, 0, Context::BhDisabled, true, true, false},
                             Case{602, 0, Context::ServingSoftirq, true, false, true},
                             Case{602, 0, Context::ServingSoftirq, false, true, false},
                             // v6.3: in_softirq
                             Case{604, 1, Context::Process, true, true, false},
                             Case{604, 1, Context::BhDisabled, true, false, true},
                             Case{604, 1, Context::ServingSoftirq, true, false, true},
                             Case{604, 1, Context::ServingSoftirq, false, true, false},
                             // v6.9: trusted, or local in softirq
                             Case{609, 2, Context::Process, true, false, true},
                             Case{609, 2, Context::Process, false, true, false},
                             Case{609, 2, Context::BhDisabled, false, true, true},
                             Case{609, 2, Context::ServingSoftirq, false, false, false}));

TEST(SkbReturn, DirectOnlyForTheNapiThatOwnsThePool)
{
    for (const uint32_t version : {603U, 604U})
    {
        MemoryRig rig;
        rig.kernel.version = version;
        rig.Build();
        int32_t listOwner = 0;
        PagePoolParameters p;
        p.napiListOwner = &listOwner;
        PagePool pool(*rig.pages, rig.kernel, p);
        rig.Core().SetContext(Context::ServingSoftirq);
        const auto put = [&](bool napiSafe) {
            const uint64_t before = pool.GetStats().cached;
            pool.PutSkbPage(rig.Core(), *pool.AllocPages(rig.Core()), napiSafe);
            return pool.GetStats().cached > before;
        };
        EXPECT_EQ(put(true), version == 604);
        EXPECT_FALSE(put(false));
        listOwner = 1;
        EXPECT_FALSE(put(true));
        listOwner = -1;
        EXPECT_FALSE(put(true));
    }
}

TEST(SkbReturn, VethPoolsHaveNoNapi)
{
    for (const uint32_t generation : {0U, 1U, 2U})
    {
        MemoryRig rig;
        rig.kernel.directReturn = generation;
        rig.Build();
        PagePool pool(*rig.pages, rig.kernel, {});
        rig.Core().SetContext(Context::ServingSoftirq);
        pool.PutSkbPage(rig.Core(), *pool.AllocPages(rig.Core()), true);
        EXPECT_EQ(pool.GetStats().ring, 1U);
    }
}

TEST(PoolSize, RefusedOrClamped)
{
    KernelProfile kernel;
    EXPECT_EQ(PagePool::CheckSize(kernel, 32768), "");
    EXPECT_EQ(PagePool::CheckSize(kernel, 32769),
              "pool-ring = 32769; accepted: 0..32768 (page_pool_create returns E2BIG)");
    kernel.poolSizeClamp = true;
    EXPECT_EQ(PagePool::CheckSize(kernel, 1000000), "");
    MemoryRig rig;
    rig.kernel.poolSizeClamp = true;
    rig.Build();
    PagePoolParameters p;
    p.poolSize = 32000;
    EXPECT_EQ(PagePool(*rig.pages, rig.kernel, p).GetRingSize(), 16384U);
    p.poolSize = 0;
    EXPECT_EQ(PagePool(*rig.pages, rig.kernel, p).GetRingSize(), 1024U);
}

TEST(RecycledPage, IsOnlyReadByOthers)
{
    MemoryRig rig;
    rig.Build();
    PagePool pool(*rig.pages, rig.kernel, {});
    CpuCore& owner = rig.Core(0);
    CpuCore& other = rig.Core(1);
    std::vector<Page*> pages(64);
    const auto round = [&] {
        for (Page*& page : pages)
        {
            page = pool.AllocPages(owner);
        }
        for (Page* page : pages)
        {
            pool.PutFullPage(other, *page, false);
        }
    };
    round();
    round();
    round();
    for (Page* page : pages)
    {
        EXPECT_EQ(page->meta.dirty, LineRun::NONE) << "a recycled page's struct page was written";
    }
}

TEST(Counters, EqualitiesHoldUnderRandomOperations)
{
    for (const bool late : {false, true})
    {
        MemoryRig rig({4096, 1, 1ULL << 26});
        late ? MakeLateKernel(rig.kernel) : (void)0;
        rig.Build();
        PagePoolParameters p;
        p.poolSize = 64;
        p.pageFrag = true;
        PagePool pool(*rig.pages, rig.kernel, p, &rig.meter);
        rig.Core().SetContext(Context::ServingSoftirq);
        std::mt19937 random(late ? 1 : 2);
        std::vector<Page*> held;
        for (int step = 0; step < 50000; ++step)
        {
            const bool growing = (step / 3000) % 2 == 0;
            if (random() % 10 < (growing ? 6U : 4U))
            {
                const uint32_t size = 64 + random() % 4000;
                held.push_back(random() % 2 ? pool.Alloc(rig.Core(), size).page
                                            : pool.AllocPages(rig.Core()));
            }
            else if (!held.empty())
            {
                std::swap(held[random() % held.size()], held.back());
                pool.PutFullPage(rig.Core(random() % 2), *held.back(), random() % 3 == 0);
                held.pop_back();
            }
            ASSERT_EQ(pool.CheckEqualities(), "") << "step " << step;
        }
        for (Page* page : held)
        {
            pool.PutFullPage(rig.Core(), *page, false);
        }
        EXPECT_TRUE(pool.Destroy(rig.Core()));
        EXPECT_EQ(pool.CheckEqualities(), "");
        EXPECT_EQ(rig.pages->Audit().used, 0U);
        EXPECT_EQ(rig.meter.GetTotal(), static_cast<int64_t>(64 * sizeof(void*)));
    }
}

} // namespace ns3
