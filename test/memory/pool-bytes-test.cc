/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include "ns3/skb-layout.h"

namespace ns3
{

namespace
{

constexpr uint32_t MIN_FRAME = 60;
constexpr uint32_t MAX_FRAME = 73152;

/** @brief Page size and the step between frame lengths (every length at 4 KiB). */
struct Size
{
    uint32_t page;
    uint32_t step;
};

class PoolBytesTest : public testing::TestWithParam<Size>
{
  protected:
    PoolBytesTest()
        : m_rig({GetParam().page, 1, 1ULL << 32}),
          m_page(GetParam().page)
    {
        MakeLateKernel(m_rig.kernel);
        m_rig.Build();
        SkbLayoutParameters p;
        p.pageSize = m_page;
        m_layout = SkbLayout(p);
    }

    /** Take what one frame needs, as the conversion does. */
    void TakeFrame(PagePool& pool, Buffers buffers, uint32_t length)
    {
        SkbFrameLayout frame;
        ASSERT_TRUE(m_layout.Lay(buffers, length, frame));
        Take(pool, buffers, frame.headBytes);
        for (const SkbPiece& piece : frame.pieces)
        {
            Take(pool, buffers, piece.truesize);
        }
    }

    void Take(PagePool& pool, Buffers buffers, uint32_t bytes)
    {
        PageFragment piece{nullptr, 0, bytes};
        switch (buffers)
        {
        case Buffers::PpCow:
            piece = pool.Alloc(m_rig.Core(), bytes);
            break;
        case Buffers::PagePoolFrag:
            piece = pool.AllocFrag(m_rig.Core(), bytes);
            break;
        default:
            piece.page = pool.AllocPages(m_rig.Core());
        }
        m_held.push_back(piece.page);
    }

    /** @return page bytes that a number of equal frames took from a fresh pool */
    uint64_t Measure(Buffers buffers, uint32_t length, uint32_t frames)
    {
        PagePoolParameters p;
        p.poolSize = 1;
        PagePool pool(*m_rig.pages, m_rig.kernel, p, &m_rig.meter);
        for (uint32_t i = 0; i < frames; ++i)
        {
            TakeFrame(pool, buffers, length);
        }
        const uint64_t bytes = pool.GetOutside() * m_page;
        EXPECT_EQ(m_rig.meter.Get(FootprintOwner::PoolInFlight) +
                      m_rig.meter.Get(FootprintOwner::FragmentWaste),
                  static_cast<int64_t>(bytes));
        for (Page* page : m_held)
        {
            pool.PutFullPage(m_rig.Core(), *page, false);
        }
        m_held.clear();
        EXPECT_EQ(pool.CheckEqualities(), "");
        EXPECT_TRUE(pool.Destroy(m_rig.Core()));
        return bytes;
    }

    MemoryRig m_rig;
    uint32_t m_page;
    SkbLayout m_layout;
    std::vector<Page*> m_held;
};

uint32_t
CeilDiv(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

} // namespace

TEST_P(PoolBytesTest, WholePages)
{
    const uint32_t head = m_page - 576;
    for (uint32_t length = MIN_FRAME; length <= MAX_FRAME; length += GetParam().step)
    {
        const uint64_t pages = 1 + CeilDiv(length > head ? length - head : 0, m_page);
        ASSERT_EQ(Measure(Buffers::PagePool, length, 1), pages * m_page) << length;
        ASSERT_EQ(m_layout.GetBytesPerPeriod(Buffers::PagePool, length), pages * m_page);
    }
}

TEST_P(PoolBytesTest, HalfPageFragments)
{
    const uint32_t last = m_layout.GetMaxFrame(Buffers::PagePoolFrag);
    EXPECT_EQ(last, 1472U + 17 * 2048);
    for (uint32_t length = MIN_FRAME; length <= last; length += GetParam().step)
    {
        const uint32_t buffers = 1 + CeilDiv(length > 1472 ? length - 1472 : 0, 2048);
        const uint32_t perPage = m_page / 2048;
        // perPage frames take `buffers` pages; when that is a multiple, fewer frames do
        const uint32_t period = m_layout.GetPeriod(Buffers::PagePoolFrag, length);
        const uint64_t bytes = m_layout.GetBytesPerPeriod(Buffers::PagePoolFrag, length);
        ASSERT_EQ(bytes * perPage, uint64_t{period} * buffers * m_page);
        ASSERT_EQ(Measure(Buffers::PagePoolFrag, length, period), bytes) << length;
    }
    EXPECT_EQ(m_layout.GetBytesPerPeriod(Buffers::PagePoolFrag, last + 1), 0U);
}

TEST_P(PoolBytesTest, CopyOnWrite)
{
    const uint32_t head = m_page - 576;
    for (uint32_t length = MIN_FRAME; length <= MAX_FRAME; length += GetParam().step)
    {
        const uint32_t wanted = (length + 63) / 64 * 64 + 576;
        const uint32_t rest = length > head ? length - head : 0;
        const uint32_t tail = rest % m_page;
        const uint32_t whole = length > head ? 1 + rest / m_page : 0;
        const uint32_t fragment = length > head ? tail : wanted;
        const uint32_t perPage = fragment > 0 ? std::max(1U, m_page / fragment) : 1;
        const uint64_t bytes = uint64_t{m_page} * (perPage * whole + (fragment > 0 ? 1 : 0));
        ASSERT_EQ(Measure(Buffers::PpCow, length, perPage), bytes) << length;
        ASSERT_EQ(m_layout.GetPeriod(Buffers::PpCow, length), perPage);
        ASSERT_EQ(m_layout.GetBytesPerPeriod(Buffers::PpCow, length), bytes);
    }
    m_rig.ExpectConserved();
    EXPECT_EQ(m_rig.pages->Audit().used, 0U);
}

INSTANTIATE_TEST_SUITE_P(PageSizes,
                         PoolBytesTest,
                         testing::Values(Size{4096, 1}, Size{16384, 7}, Size{65536, 13}));

TEST(PoolFootprint, IdlePoolHoldsRingAndCacheAtMost)
{
    for (const uint32_t pageSize : {4096U, 65536U})
    {
        MemoryRig rig({pageSize, 1, 1ULL << 32});
        rig.Build();
        PagePoolParameters p;
        p.poolSize = 256;
        PagePool pool(*rig.pages, rig.kernel, p, &rig.meter);
        std::vector<Page*> held;
        for (int i = 0; i < 2000; ++i)
        {
            held.push_back(pool.AllocPages(rig.Core()));
        }
        rig.Core().SetContext(Context::ServingSoftirq);
        for (std::size_t i = 0; i < held.size(); ++i)
        {
            pool.PutFullPage(rig.Core(), *held[i], i % 2 == 0);
        }
        EXPECT_EQ(pool.GetInFlight(), 256U + 128U);
        EXPECT_EQ(rig.meter.Get(FootprintOwner::PoolRing), 256 * int64_t{pageSize});
        EXPECT_EQ(rig.meter.Get(FootprintOwner::PoolCache), 128 * int64_t{pageSize});
        EXPECT_EQ(rig.meter.Get(FootprintOwner::PoolInFlight), 0);
        // the thread's figures for the ring
        const int64_t mib = pageSize == 4096 ? 1 : 16;
        EXPECT_EQ(rig.meter.Get(FootprintOwner::PoolRing), mib << 20);
    }
}

} // namespace ns3
