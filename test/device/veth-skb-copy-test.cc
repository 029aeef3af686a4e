/* SPDX-License-Identifier: GPL-2.0-only */
#include "skb-copy-fixture.h"

namespace ns3
{
namespace vethtest
{

namespace
{

/** Lengths of a sweep over all that veth takes: the edges, and a prime step between. */
std::vector<uint32_t>
Lengths(uint32_t most)
{
    std::vector<uint32_t> lengths{60, 64, 128, 256, 512, 1024, 1514, 8014};
    for (const uint32_t edge : {1470U, 1472U, 3518U, 3520U, 3520U + 4096, 3520U + 16 * 4096, most})
    {
        lengths.insert(lengths.end(), {edge - 1, edge, edge + 1});
    }
    for (uint32_t length = 60; length <= most; length += 293)
    {
        lengths.push_back(length);
    }
    lengths.erase(std::remove_if(lengths.begin(),
                                 lengths.end(),
                                 [most](uint32_t length) { return length > most; }),
                  lengths.end());
    return lengths;
}

/** kernel-datapath 5.6: a head page, and one for each further 4096 bytes. */
uint64_t
WholePages(uint32_t length, uint32_t head)
{
    return 1 + (length > head ? (length - head + 4095) / 4096 : 0);
}

/** Halves of a page: one for the head, one for each further 2048 bytes; two make a page. */
uint64_t
HalfPages(uint32_t length, uint32_t head, uint64_t frames)
{
    const uint64_t halves = 1 + (length > head ? (length - head + 2047) / 2048 : 0);
    return (frames * halves + 1) / 2;
}

/** skb_pp_cow_data(): what does not fill half a page shares one with its equals. */
uint64_t
CowPages(uint32_t length, uint64_t frames)
{
    const uint32_t head = (std::min(length, 3520U) + 63) / 64 * 64 + 320 + 256;
    const uint32_t rest = length > 3520 ? length - 3520 : 0;
    const uint32_t tail = rest % 4096;
    uint64_t pages = rest / 4096 * frames;
    for (const uint32_t piece : {head, tail})
    {
        const uint64_t perPage = piece == 0 ? 0 : std::max(1U, 4096 / piece);
        pages += piece == 0 ? 0 : (frames + perPage - 1) / perPage;
    }
    return pages;
}

} // namespace

TEST_F(VethSkbCopyTest, WholePagesForEveryLength)
{
    for (const Buffers buffers : {Buffers::AllocPage, Buffers::PagePool})
    {
        Build(buffers);
        for (const uint32_t length : Lengths(73152))
        {
            const std::vector<Skb*> copies = MakeCopies(length, 1);
            ASSERT_NE(copies[0], nullptr) << length;
            EXPECT_EQ(PagesOut(), WholePages(length, 3520)) << length;
            EXPECT_EQ(copies[0]->len, length);
            EXPECT_EQ(copies[0]->HeadLen(), std::min(length, 3520U));
            // SKB_TRUESIZE of a whole page, and 4096 for each further one
            EXPECT_EQ(copies[0]->truesize, 4352 + (WholePages(length, 3520) - 1) * 4096) << length;
            Free(copies);
            EXPECT_EQ(PagesOut(), 0u) << length;
        }
        ExpectAllBack();
    }
}

TEST_F(VethSkbCopyTest, HalfPagesOfThe2048ByteVariant)
{
    Build(Buffers::PagePoolFrag);
    for (const uint32_t length : Lengths(1472 + 17 * 2048))
    {
        Build(Buffers::PagePoolFrag);
        const std::vector<Skb*> copies = MakeCopies(length, 7);
        EXPECT_EQ(PagesOut(), HalfPages(length, 1472, 7)) << length;
        EXPECT_EQ(copies[3]->HeadLen(), std::min(length, 1472U));
        const uint64_t further = copies[3]->head->frags.size();
        EXPECT_EQ(copies[3]->truesize, 2304 + further * 2048) << length;
        Free(copies);
        ExpectAllBack();
    }
}

/** The seed's figure: 1470 bytes of a frame beside a NET_IP_ALIGN of 2. */
TEST_F(VethSkbCopyTest, IpAlignTakesTwoBytesOfTheHead)
{
    SkbLayoutParameters aligned;
    aligned.ipAlign = 2;
    Build(Buffers::PagePoolFrag, aligned);
    for (const auto& [length, linear, frags] :
         {std::tuple(1470U, 1470U, 0U), std::tuple(1471U, 1470U, 1U), std::tuple(1514U, 1470U, 1U)})
    {
        const std::vector<Skb*> copies = MakeCopies(length, 1);
        EXPECT_EQ(copies[0]->HeadLen(), linear);
        EXPECT_EQ(copies[0]->head->frags.size(), frags);
        EXPECT_EQ(copies[0]->Headroom(), 258u);
        Free(copies);
    }
    ExpectAllBack();
    Build(Buffers::PagePool, aligned);
    const std::vector<Skb*> copies = {MakeCopies(3518, 1)[0], MakeCopies(3519, 1)[0]};
    EXPECT_EQ(copies[0]->head->frags.size(), 0u);
    EXPECT_EQ(copies[1]->head->frags.size(), 1u);
    Free(copies);
    ExpectAllBack();
}

/** kernel-datapath 5.6, table: heads a page 6, 5, 4, 3, 2, 2, 1, 1; all other lengths by rule. */
TEST_F(VethSkbCopyTest, CowSharesPages)
{
    constexpr uint32_t FRAMES = 60; // a multiple of 6, 5, 4, 3 and 2
    for (const auto& [length, heads] : {std::pair(60U, 6U),
                                        std::pair(64U, 6U),
                                        std::pair(128U, 5U),
                                        std::pair(256U, 4U),
                                        std::pair(512U, 3U),
                                        std::pair(1024U, 2U),
                                        std::pair(1472U, 2U),
                                        std::pair(1473U, 1U),
                                        std::pair(1514U, 1U),
                                        std::pair(3520U, 1U)})
    {
        EXPECT_EQ(CowPages(length, FRAMES), FRAMES / heads) << length;
    }
    // head page, whole page, and ten tails of 398 bytes a page
    EXPECT_EQ(CowPages(8014, FRAMES), 2 * FRAMES + FRAMES / 10);
    for (const uint32_t length : Lengths(73152))
    {
        Build(Buffers::PpCow);
        const std::vector<Skb*> copies = MakeCopies(length, FRAMES);
        EXPECT_EQ(PagesOut(), CowPages(length, FRAMES)) << length;
        EXPECT_EQ(copies[9]->len, length);
        Free(copies);
        ExpectAllBack();
    }
}

TEST_F(VethSkbCopyTest, LargerPagesTakeLongerHeads)
{
    for (const uint32_t pageSize : {16384U, 65536U})
    {
        SkbLayoutParameters large;
        large.pageSize = pageSize;
        Build(Buffers::PagePool, large);
        const uint32_t head = pageSize - 256 - 320;
        for (const uint32_t length : {60U, 1514U, head, head + 1, 64000U})
        {
            const std::vector<Skb*> copies = MakeCopies(length, 1);
            const uint32_t more = length > head ? (length - head + pageSize - 1) / pageSize : 0;
            EXPECT_EQ(PagesOut(), 1 + more) << length;
            EXPECT_EQ(copies[0]->truesize, (1 + more) * pageSize + 256) << length;
            Free(copies);
        }
        ExpectAllBack();
    }
}

} // namespace vethtest
} // namespace ns3
