/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include "ns3/skb-layout.h"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{

/** @brief A row of frame_table.csv; see test/data/README.md. */
struct Row
{
    uint32_t length;
    uint32_t linear;
    std::vector<uint32_t> fragments;
    std::set<uint32_t> headBytes;
    uint32_t headsPerPage;
    uint32_t sharedTail;
    uint32_t tailsPerPage;
    std::set<uint32_t> truesizes;
};

std::vector<uint32_t>
Numbers(const std::string& text, char separator)
{
    std::vector<uint32_t> numbers;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, separator);)
    {
        numbers.push_back(static_cast<uint32_t>(std::stoul(word)));
    }
    return numbers;
}

std::vector<Row>
ReadTable()
{
    std::vector<Row> rows;
    std::ifstream in(LINUX_DATAPATH_SOURCE_DIR "/test/data/frame_table.csv");
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line))
    {
        std::istringstream columns(line);
        std::vector<std::string> c;
        for (std::string column; std::getline(columns, column, ',');)
        {
            c.push_back(column);
        }
        const auto number = [](const std::string& text) {
            return text.empty() ? 0 : static_cast<uint32_t>(std::stoul(text));
        };
        const auto heads = Numbers(c[4], '/');
        const auto truesizes = Numbers(c[8], '/');
        rows.push_back({number(c[0]),
                        number(c[1]),
                        Numbers(c[3], '+'),
                        {heads.begin(), heads.end()},
                        number(c[5]),
                        number(c[6]),
                        number(c[7]),
                        {truesizes.begin(), truesizes.end()}});
    }
    return rows;
}

/** @brief What a stream of equal frames took from a pool. */
struct Seen
{
    std::set<uint32_t> headBytes;
    std::set<uint32_t> truesizes;
    std::set<uint32_t> headsPerPage;
    std::set<uint32_t> tailsPerPage;
};

/** skb_pp_cow_data() for frames until some pages were used up. */
Seen
Drive(MemoryRig& rig, const SkbLayout& layout, uint32_t length)
{
    PagePoolParameters p;
    p.poolSize = 256;
    PagePool pool(*rig.pages, rig.kernel, p);
    SkbFrameLayout frame;
    EXPECT_TRUE(layout.Lay(Buffers::PpCow, length, frame));
    Seen seen;
    const Page* headPage = nullptr;
    const Page* tailPage = nullptr;
    uint32_t heads = 0;
    uint32_t tails = 0;
    const uint32_t frames = 3 * layout.GetPeriod(Buffers::PpCow, length);
    for (uint32_t i = 0; i < frames; ++i)
    {
        const PageFragment head = pool.Alloc(rig.Core(), frame.headBytes);
        seen.headBytes.insert(head.size);
        uint32_t truesize = layout.Truesize(layout.WithOverhead(head.size));
        if (head.page != headPage)
        {
            heads > 0 ? (void)seen.headsPerPage.insert(heads) : (void)0;
            heads = 0;
            headPage = head.page;
        }
        ++heads;
        for (const SkbPiece& piece : frame.pieces)
        {
            const PageFragment taken = pool.Alloc(rig.Core(), piece.truesize);
            truesize += taken.size;
            if (!piece.wholePage && taken.page != tailPage)
            {
                tails > 0 ? (void)seen.tailsPerPage.insert(tails) : (void)0;
                tails = 0;
                tailPage = taken.page;
            }
            tails += piece.wholePage ? 0 : 1;
        }
        seen.truesizes.insert(truesize);
    }
    return seen;
}

} // namespace

TEST(FrameTable, PpCowMeetsTheRealKernelExactly)
{
    const std::vector<Row> table = ReadTable();
    ASSERT_EQ(table.size(), 293U);
    MemoryRig rig({4096, 1, 1ULL << 34});
    MakeLateKernel(rig.kernel);
    rig.Build();
    const SkbLayout layout;
    uint32_t twoTruesizes = 0;
    for (const Row& row : table)
    {
        SCOPED_TRACE(row.length);
        SkbFrameLayout frame;
        ASSERT_TRUE(layout.Lay(Buffers::PpCow, row.length, frame));
        EXPECT_EQ(frame.linear, row.linear);
        std::vector<uint32_t> sizes;
        for (const SkbPiece& piece : frame.pieces)
        {
            sizes.push_back(piece.size);
        }
        EXPECT_EQ(sizes, row.fragments);
        const Seen seen = Drive(rig, layout, row.length);
        EXPECT_EQ(seen.headBytes, row.headBytes);
        EXPECT_EQ(seen.headsPerPage, std::set<uint32_t>{row.headsPerPage});
        EXPECT_EQ(*seen.truesizes.begin(), *row.truesizes.begin());
        for (const uint32_t truesize : row.truesizes)
        {
            EXPECT_EQ(seen.truesizes.count(truesize), 1U) << truesize;
        }
        twoTruesizes += row.truesizes.size() == 2 ? 1 : 0;
        if (row.sharedTail > 0)
        {
            EXPECT_FALSE(frame.pieces.back().wholePage);
            EXPECT_EQ(frame.pieces.back().size, row.sharedTail);
        }
        if (row.tailsPerPage > 0)
        {
            EXPECT_EQ(seen.tailsPerPage, std::set<uint32_t>{row.tailsPerPage});
        }
    }
    EXPECT_GT(twoTruesizes, 100U);
}

} // namespace ns3
