/* SPDX-License-Identifier: GPL-2.0-only */
#include "csv-table.h"
#include "tun-fixture.h"

#include <set>
#include <sstream>

namespace ns3
{
namespace tuntest
{

namespace
{

/** Bytes of a frame's head that come from SKB_SMALL_HEAD here, and from 576 bytes on the measured
 * kernel, whose skb_shared_info and MAX_HEADER are other. */
bool
HasSmallHead(const std::string& mode, uint32_t frame)
{
    const bool kmalloc = mode == "plain_blocking" || mode == "napi_blocking";
    return kmalloc && SkbLayout::DataAlign(64 + frame) + 320 <= SkbAllocator::SMALL_HEAD;
}

std::vector<uint32_t>
Numbers(const std::string& text, char separator)
{
    std::vector<uint32_t> numbers;
    std::istringstream in(text);
    for (std::string cell; std::getline(in, cell, separator);)
    {
        numbers.push_back(std::stoul(cell));
    }
    return numbers;
}

} // namespace

/** Layout of frames that a process writes to a tap of a 6.18 kernel, row by row. */
class TunFrameTable : public TunTest, public ::testing::WithParamInterface<std::string>
{
  protected:
    std::vector<CsvRow> Rows() const
    {
        std::vector<CsvRow> rows;
        for (const CsvRow& row : ReadTestData("tap_frame_table.csv"))
        {
            if (row.at("mode") == GetParam())
            {
                rows.push_back(row);
            }
        }
        return rows;
    }

    void WriteAll(const std::vector<CsvRow>& rows, bool nonblock)
    {
        LineSet user(160);
        InOneStep([&](CpuCore& core) {
            for (const CsvRow& row : rows)
            {
                EXPECT_TRUE(
                    tap->GetRx(0).Write(core, user, std::stoul(row.at("frame_len")), nonblock));
            }
        });
    }
};

TEST_P(TunFrameTable, LaysFramesOutAsTheKernelDid)
{
    const std::string mode = GetParam();
    MakeTap();
    tap->SetAttribute("Napi", BooleanValue(mode == "napi_blocking"));
    if (mode.rfind("xdp_pass", 0) == 0)
    {
        tap->SetXdpProgram(MakeProgram("pass"));
    }
    tap->Open();
    const std::vector<CsvRow> rows = Rows();
    ASSERT_GE(rows.size(), 290u);
    WriteAll(rows, mode.find("nonblocking") != std::string::npos);
    ASSERT_EQ(up.seen.size(), rows.size());
    uint32_t smallHeads = 0;
    uint32_t otherPieces = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const CsvRow& row = rows[i];
        SCOPED_TRACE(mode + " " + row.at("frame_len"));
        const SeenSkb& seen = up.seen[i];
        EXPECT_EQ(seen.linear, std::stoul(row.at("linear_len")));
        EXPECT_EQ(seen.headroom, std::stoul(row.at("headroom")));
        EXPECT_EQ(seen.frags, Numbers(row.at("page_frag_lens"), '+'));
        const std::vector<uint32_t> sizes = Numbers(row.at("skb_truesize"), '/');
        if (HasSmallHead(mode, std::stoul(row.at("frame_len"))))
        {
            EXPECT_EQ(seen.truesize, SkbLayout::SKB_BYTES + SkbAllocator::SMALL_HEAD);
            ++smallHeads;
        }
        else if (std::find(sizes.begin(), sizes.end(), seen.truesize) == sizes.end())
        {
            // The last piece of a pool page takes the rest of it; which frame meets it depends on
            // what was cut before.
            EXPECT_EQ(mode.rfind("xdp_pass", 0), 0u);
            EXPECT_GE(seen.truesize, sizes.front());
            ++otherPieces;
        }
    }
    EXPECT_LE(smallHeads, 11u);
    EXPECT_LE(otherPieces, rows.size() / 4);
    ExpectTapConserved();
}

INSTANTIATE_TEST_SUITE_P(Modes,
                         TunFrameTable,
                         ::testing::Values("plain_blocking",
                                           "plain_nonblocking",
                                           "xdp_pass_blocking",
                                           "xdp_pass_nonblocking",
                                           "napi_blocking"));

} // namespace tuntest
} // namespace ns3
