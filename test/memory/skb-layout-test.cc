/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/skb-layout.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr uint32_t MIN_FRAME = 60;
constexpr uint32_t MAX_FRAME = 73152;

SkbLayout
Layout(uint32_t pageSize, uint32_t headroom = 256, uint32_t ipAlign = 0, uint32_t frags = 17)
{
    SkbLayoutParameters p;
    p.pageSize = pageSize;
    p.headroom = headroom;
    p.ipAlign = ipAlign;
    p.maxFrags = frags;
    return SkbLayout(p);
}

uint32_t
CeilDiv(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

class SkbLayoutTest : public testing::TestWithParam<uint32_t>
{
};

} // namespace

TEST(SkbLayout, SharedInfoByFrags)
{
    EXPECT_EQ(Layout(4096).GetSharedInfo(), 320U);
    EXPECT_EQ(Layout(4096, 256, 0, 18).GetSharedInfo(), 384U);
    EXPECT_EQ(Layout(4096, 256, 0, 45).GetSharedInfo(), 768U);
    EXPECT_EQ(Layout(4096).Truesize(Layout(4096).WithOverhead(4096)), 4352U);
    EXPECT_EQ(SkbLayout::DataAlign(1), 64U);
    EXPECT_EQ(SkbLayout::DataAlign(64), 64U);
}

TEST(SkbLayout, FiguresOfTheThread)
{
    EXPECT_EQ(Layout(4096, 256, 2).GetMaxHead(Buffers::PagePoolFrag), 1470U);
    EXPECT_EQ(Layout(4096, 256, 2).GetMaxHead(Buffers::PagePool), 3518U);
    EXPECT_EQ(Layout(4096, 192, 2).GetMaxHead(Buffers::PagePoolFrag), 1534U);
    EXPECT_EQ(Layout(4096).GetMaxHead(Buffers::PagePool), 3520U);
}

TEST(SkbLayout, MaxMtu)
{
    EXPECT_EQ(Layout(4096).GetMaxMtu(Buffers::PagePool, false), 3506U);
    EXPECT_EQ(Layout(4096).GetMaxMtu(Buffers::PagePool, true), 73138U);
    EXPECT_EQ(Layout(4096, 256, 2).GetMaxMtu(Buffers::PagePool, false), 3504U);
    EXPECT_EQ(Layout(4096).GetMaxFrame(Buffers::PpCow), MAX_FRAME);
}

TEST(SkbLayout, PagesOfTheFactSheet)
{
    const std::pair<uint32_t, uint32_t> mtuAndPages[] =
        {{1500, 1}, {3506, 1}, {3507, 2}, {8000, 3}, {9000, 3}, {16000, 5}};
    const SkbLayout layout = Layout(4096);
    for (const auto& [mtu, pages] : mtuAndPages)
    {
        EXPECT_EQ(layout.GetBytesPerPeriod(Buffers::PagePool, mtu + 14), pages * 4096U) << mtu;
        EXPECT_EQ(layout.GetPeriod(Buffers::PagePool, mtu + 14), 1U);
    }
}

TEST_P(SkbLayoutTest, WholePagesForEveryLength)
{
    const uint32_t page = GetParam();
    const SkbLayout layout = Layout(page);
    const uint32_t head = page - 256 - 320;
    SkbFrameLayout frame;
    for (uint32_t length = MIN_FRAME; length <= MAX_FRAME; ++length)
    {
        ASSERT_TRUE(layout.Lay(Buffers::AllocPage, length, frame));
        const uint32_t rest = length > head ? length - head : 0;
        ASSERT_EQ(frame.linear, std::min(length, head));
        ASSERT_TRUE(frame.headWholePage);
        ASSERT_EQ(frame.pieces.size(), CeilDiv(rest, page));
        ASSERT_EQ(layout.GetTruesize(frame), page + 256 + CeilDiv(rest, page) * page);
        uint32_t sum = frame.linear;
        for (const SkbPiece& piece : frame.pieces)
        {
            ASSERT_TRUE(piece.wholePage && piece.truesize == page);
            sum += piece.size;
        }
        ASSERT_EQ(sum, length);
    }
}

TEST_P(SkbLayoutTest, FragmentVariantForEveryLength)
{
    const SkbLayout layout = Layout(GetParam(), 256, 2);
    SkbFrameLayout frame;
    for (uint32_t length = MIN_FRAME; length <= MAX_FRAME; ++length)
    {
        const bool fits = length <= 1470 + 17 * 2048;
        ASSERT_EQ(layout.Lay(Buffers::PagePoolFrag, length, frame), fits);
        ASSERT_EQ(layout.GetBytesPerPeriod(Buffers::PagePoolFrag, length) > 0, fits);
        if (!fits)
        {
            continue;
        }
        const uint32_t more = length > 1470 ? CeilDiv(length - 1470, 2048) : 0;
        ASSERT_EQ(frame.headBytes, 2048U);
        ASSERT_EQ(frame.pieces.size(), more);
        ASSERT_EQ(layout.GetTruesize(frame), (1 + more) * 2048 + 256);
    }
}

TEST_P(SkbLayoutTest, CopyOnWriteForEveryLength)
{
    const uint32_t page = GetParam();
    const SkbLayout layout = Layout(page);
    const uint32_t head = page - 576;
    SkbFrameLayout frame;
    for (uint32_t length = MIN_FRAME; length <= MAX_FRAME; ++length)
    {
        ASSERT_TRUE(layout.Lay(Buffers::PpCow, length, frame));
        const uint32_t wanted = (std::min(length, head) + 63) / 64 * 64 + 576;
        ASSERT_EQ(frame.headWholePage, 2 * wanted > page) << length;
        ASSERT_EQ(frame.headBytes, 2 * wanted > page ? page : wanted) << length;
        const uint32_t rest = length > head ? length - head : 0;
        ASSERT_EQ(frame.pieces.size(), CeilDiv(rest, page));
        for (const SkbPiece& piece : frame.pieces)
        {
            ASSERT_EQ(piece.wholePage, 2 * piece.size > page);
            ASSERT_EQ(piece.truesize, piece.wholePage ? page : piece.size);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(PageSizes, SkbLayoutTest, testing::Values(4096, 16384, 65536));

TEST(SkbLayout, RefusesNamingTheValue)
{
    SkbLayoutParameters p;
    EXPECT_EQ(SkbLayout::Check(p, Buffers::PagePool), "");
    p.headroom = 1700;
    EXPECT_EQ(SkbLayout::Check(p, Buffers::PagePool), "");
    EXPECT_EQ(SkbLayout::Check(p, Buffers::PagePoolFrag),
              "headroom = 1700; accepted: 72..1668 (buffers of 2048 bytes)");
    p.headroom = 3800;
    EXPECT_EQ(SkbLayout::Check(p, Buffers::PpCow),
              "headroom = 3800; accepted: 72..3716 (buffers of 4096 bytes)");
    p.headroom = 71;
    EXPECT_NE(SkbLayout::Check(p, Buffers::AllocPage), "");
    p = {};
    p.pageSize = 8192;
    EXPECT_EQ(SkbLayout::Check(p, Buffers::AllocPage),
              "page-size = 8192; accepted: 4096, 16384, 65536");
    p = {};
    p.maxFrags = 46;
    EXPECT_EQ(SkbLayout::Check(p, Buffers::AllocPage), "frags-max = 46; accepted: 17..45");
    p = {};
    p.ipAlign = 64;
    EXPECT_EQ(SkbLayout::Check(p, Buffers::AllocPage), "ip-align = 64; accepted: 0..63");
}

TEST(SkbLayout, LargestHeadroomStillHoldsAFrame)
{
    for (const Buffers buffers : {Buffers::PagePool, Buffers::PagePoolFrag, Buffers::PpCow})
    {
        SkbLayoutParameters p;
        for (p.headroom = 72; SkbLayout::Check(p, buffers).empty(); ++p.headroom)
        {
        }
        --p.headroom;
        EXPECT_EQ(SkbLayout(p).GetMaxHead(buffers), MIN_FRAME) << BuffersName(buffers);
    }
}

} // namespace ns3
