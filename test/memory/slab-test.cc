/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include "ns3/slab.h"

#include <random>
#include <set>

namespace ns3
{

namespace
{

std::vector<SlabObject*>
Take(KmemCache& cache, CpuCore& core, uint32_t n)
{
    std::vector<SlabObject*> objects;
    for (uint32_t i = 0; i < n; ++i)
    {
        objects.push_back(cache.Alloc(core));
    }
    return objects;
}

/** @return core cycles of a pair when `alive` objects are taken, then freed in the same order */
double
PairCycles(MemoryRig& rig, KmemCache& cache, uint32_t alive)
{
    CpuCore& core = rig.Core();
    Ticks start = 0;
    for (int round = 0; round < 60; ++round)
    {
        start = round == 30 ? core.Now() : start;
        for (SlabObject* object : Take(cache, core, alive))
        {
            cache.Free(core, *object);
        }
    }
    return static_cast<double>(core.Now() - start) / TICKS_PER_CYCLE / 30 / alive;
}

class SlabTest : public testing::Test
{
  protected:
    SlabTest()
    {
        m_rig.Build();
        m_cache = std::make_unique<KmemCache>(*m_rig.pages, m_rig.kernel, 256, true, &m_rig.meter);
    }

    MemoryRig m_rig;
    std::unique_ptr<KmemCache> m_cache;
};

/** @brief Geometry of a cache as /proc/slabinfo shows it. */
struct Geometry
{
    uint32_t size;
    uint32_t objects;
    uint32_t pages;
};

class SlabGeometryTest : public testing::TestWithParam<Geometry>
{
};

} // namespace

TEST_P(SlabGeometryTest, ObjectsAndPagesOfASlab)
{
    MemoryRig rig;
    rig.Build();
    KmemCache cache(*rig.pages, rig.kernel, GetParam().size, false);
    EXPECT_EQ(cache.GetObjectsPerSlab(), GetParam().objects);
    EXPECT_EQ(1U << cache.GetOrder(), GetParam().pages);
    const SlabObject* object = cache.Alloc(rig.Core());
    EXPECT_EQ(object->lines.GetLines(), GetParam().size / 64);
    EXPECT_EQ(rig.pages->Audit().used, GetParam().pages);
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         SlabGeometryTest,
                         testing::Values(Geometry{64, 64, 1},
                                         Geometry{256, 32, 2},
                                         Geometry{512, 32, 4},
                                         Geometry{704, 46, 8},
                                         Geometry{1024, 32, 8},
                                         Geometry{2048, 16, 8},
                                         Geometry{4096, 8, 8}));

TEST_F(SlabTest, ObjectsAreDistinctAndComeBack)
{
    const auto objects = Take(*m_cache, m_rig.Core(), 1000);
    EXPECT_EQ(std::set<SlabObject*>(objects.begin(), objects.end()).size(), 1000U);
    EXPECT_EQ(m_cache->GetAlive(), 1000U);
    EXPECT_EQ(m_cache->GetSlabs(), 32U);
    EXPECT_EQ(m_rig.meter.Get(FootprintOwner::Skb), 256000);
    for (SlabObject* object : objects)
    {
        m_cache->Free(m_rig.Core(), *object);
    }
    EXPECT_EQ(m_cache->GetAlive(), 0U);
    m_cache->Shrink(m_rig.Core());
    EXPECT_EQ(m_cache->GetSlabs(), 0U);
    EXPECT_EQ(m_rig.pages->Audit().used, 0U);
    EXPECT_EQ(m_rig.meter.GetTotal(), 0);
}

TEST_F(SlabTest, FewObjectsStayInTheActiveSlab)
{
    for (int round = 0; round < 10; ++round)
    {
        for (SlabObject* object : Take(*m_cache, m_rig.Core(), 16))
        {
            m_cache->Free(m_rig.Core(), *object);
        }
    }
    EXPECT_EQ(m_cache->GetStats().freeSlow, 0U);
    EXPECT_EQ(m_cache->GetStats().allocSlow, 1U);
    EXPECT_EQ(m_cache->GetSlabs(), 1U);
}

TEST_F(SlabTest, ManyObjectsCostMoreByTheirOwnSlabs)
{
    const double few = PairCycles(m_rig, *m_cache, 16);
    const uint64_t slow = m_cache->GetStats().freeSlow;
    const double many = PairCycles(m_rig, *m_cache, 256);
    EXPECT_EQ(slow, 0U);
    EXPECT_NEAR(few, 115, 2.3);
    EXPECT_GT(many, 1.4 * few);
    // at most the objects of the active slab go the fast way
    EXPECT_GT(m_cache->GetStats().freeSlow, 60U * 256 * 3 / 4);
}

TEST_F(SlabTest, RemoteFreeGoesToTheSlabAndIsTakenOver)
{
    const auto objects = Take(*m_cache, m_rig.Core(0), 32);
    for (SlabObject* object : objects)
    {
        m_cache->Free(m_rig.Core(1), *object);
    }
    EXPECT_EQ(m_cache->GetStats().freeSlow, 32U);
    EXPECT_GT(m_rig.Core(1).GetLedger().OfKind(CostKind::Transfer), 0U);
    Take(*m_cache, m_rig.Core(0), 32);
    EXPECT_EQ(m_cache->GetSlabs(), 1U); // no new slab: get_freelist() found them
}

TEST_F(SlabTest, PartialSlabsMoveBetweenCpusThroughTheNode)
{
    const auto objects = Take(*m_cache, m_rig.Core(0), 32 * 40);
    for (std::size_t i = 0; i < objects.size(); i += 2)
    {
        m_cache->Free(m_rig.Core(0), *objects[i]);
    }
    const uint64_t slabs = m_cache->GetSlabs();
    Take(*m_cache, m_rig.Core(1), 16 * 30);
    EXPECT_EQ(m_cache->GetSlabs(), slabs);
}

TEST_F(SlabTest, EmptySlabsGoBackToThePageAllocator)
{
    auto objects = Take(*m_cache, m_rig.Core(), 32 * 64);
    for (SlabObject* object : objects)
    {
        m_cache->Free(m_rig.Core(), *object);
    }
    EXPECT_GT(m_cache->GetStats().slabsFreed, 40U);
    EXPECT_LT(m_cache->GetSlabs(), 20U);
}

TEST_F(SlabTest, BulkIsCheaperAndConserves)
{
    CpuCore& core = m_rig.Core();
    std::vector<SlabObject*> objects(16);
    Ticks start = 0;
    for (int round = 0; round < 20; ++round)
    {
        start = round == 10 ? core.Now() : start;
        ASSERT_EQ(m_cache->AllocBulk(core, 16, objects.data()), 16U);
        m_cache->FreeBulk(core, 16, objects.data());
    }
    EXPECT_NEAR(static_cast<double>(core.Now() - start) / TICKS_PER_CYCLE / 160, 68, 1.4);
    EXPECT_EQ(m_cache->GetAlive(), 0U);
}

TEST_F(SlabTest, BulkFreeGroupsObjectsOfASlab)
{
    auto objects = Take(*m_cache, m_rig.Core(), 96);
    // all of one slab that is not the active one: one exchange
    m_cache->FreeBulk(m_rig.Core(), 32, objects.data());
    EXPECT_EQ(m_cache->GetStats().freeSlow, 1U);
    EXPECT_EQ(m_cache->GetAlive(), 64U);
}

TEST_F(SlabTest, RandomOperationsConserve)
{
    std::mt19937 random(11);
    std::vector<SlabObject*> held;
    std::set<SlabObject*> unique;
    for (int step = 0; step < 40000; ++step)
    {
        CpuCore& core = m_rig.Core(random() % 2);
        const bool growing = (step / 3000) % 2 == 0;
        if (random() % 10 < (growing ? 6U : 4U))
        {
            held.push_back(m_cache->Alloc(core));
            ASSERT_TRUE(unique.insert(held.back()).second);
        }
        else if (!held.empty())
        {
            const uint32_t n = std::min<uint32_t>(1 + random() % 20, held.size());
            for (uint32_t i = 0; i < n; ++i)
            {
                std::swap(held[random() % (held.size() - i)], held[held.size() - 1 - i]);
                unique.erase(held[held.size() - 1 - i]);
            }
            m_cache->FreeBulk(core, n, held.data() + held.size() - n);
            held.resize(held.size() - n);
        }
        ASSERT_EQ(m_cache->GetAlive(), held.size());
    }
    m_cache->FreeBulk(m_rig.Core(), static_cast<uint32_t>(held.size()), held.data());
    m_cache->Shrink(m_rig.Core());
    EXPECT_EQ(m_rig.pages->Audit().used, 0U);
    m_rig.ExpectConserved();
}

TEST(Slab, ClearingIsPaidPerObject)
{
    MemoryRig rig;
    rig.kernel.initOnAlloc = true;
    rig.Build();
    KmemCache cache(*rig.pages, rig.kernel, 256, true);
    cache.Alloc(rig.Core());
    rig.Core().GetLedger().Reset();
    cache.Alloc(rig.Core());
    EXPECT_NEAR(static_cast<double>(rig.Core().GetLedger().OfKind(CostKind::Clear)) /
                    TICKS_PER_CYCLE,
                29 + 256 / 28.0,
                0.5);
}

} // namespace ns3
