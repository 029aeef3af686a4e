/* SPDX-License-Identifier: GPL-2.0-only */
#include "csv-table.h"
#include "veth-fixture.h"

#include "ns3/fifo-spinner.h"

namespace ns3
{
namespace vethtest
{

/**
 * @brief One pair whose receiving thread is kept off core 1 while bursts are sent into its ring.
 *
 * Why a burst loses what it loses: the consumer gives slots back 16 at a time, at positions that
 * are multiples of 16. Of n entries put through a ring that was drained, the last n mod 16 are
 * consumed, but not cleared. A producer finds 256 - n mod 16 free slots; the rest of a burst is
 * dropped.
 */
class VethStalledRingTest : public VethTest
{
  protected:
    VethStalledRingTest()
        : VethTest("6.18"),
          m_spinner(host->GetCpu(1))
    {
        veth.SetDeviceAttribute("Threaded", BooleanValue(true));
        veth.SetDeviceAttribute("ThreadCpu", UintegerValue(1));
        MakeEnds();
        b->SetXdpProgram(MakeProgram("drop"));
        b->Open();
    }

    /** Send while the thread may run; the ring is drained afterwards. */
    void PutThrough(uint32_t entries)
    {
        for (uint32_t left = entries; left > 0; left -= std::min(left, 128u))
        {
            const uint32_t piece = std::min(left, 128u);
            EXPECT_EQ(SendDatagrams(piece), piece);
        }
        EXPECT_EQ(QueueOf(b).GetQueued(), 0u);
    }

    /** @return frames of a burst that were dropped; the ring is drained afterwards */
    uint32_t SendStalled(uint32_t burst)
    {
        m_spinner.Hold(host->Now(), Callback<void, Ticks>());
        host->RunFor(MicroSeconds(100));
        const uint64_t taken = SendDatagrams(burst);
        EXPECT_EQ(QueueOf(b).GetQueued(), taken);
        m_spinner.Release(Core());
        host->RunFor(MilliSeconds(20));
        EXPECT_EQ(QueueOf(b).GetQueued(), 0u);
        EXPECT_FALSE(QueueOf(b).IsScheduled());
        return burst - static_cast<uint32_t>(taken);
    }

    /** @return entries put into the ring so far, modulo its size */
    uint32_t Position() const
    {
        return static_cast<uint32_t>(QueueOf(b).GetRxStats().produced % 256);
    }

    FifoSpinner m_spinner; //!< keeps the thread off
};

TEST_F(VethStalledRingTest, HoldsTheRingLessWhatIsNotCleared)
{
    for (uint32_t before = 0; before < 40; ++before)
    {
        PutThrough((256 + before - Position()) % 256);
        ASSERT_EQ(Position(), before);
        EXPECT_EQ(SendStalled(300), 300 - (256 - before % 16)) << before;
    }
    ExpectConserved();
}

TEST_F(VethStalledRingTest, ReplaysAllMeasuredBurstsInOneRing)
{
    const std::vector<CsvRow> rows = ReadTestData("veth_stalled_bursts.csv");
    ASSERT_EQ(rows.size(), 120u);
    uint32_t lossy = 0;
    for (const CsvRow& row : rows)
    {
        const uint32_t before = std::stoul(row.at("entries_before_mod_256"));
        const uint32_t burst = std::stoul(row.at("burst"));
        SCOPED_TRACE("entries before " + row.at("entries_before_mod_256") + ", burst " +
                     row.at("burst"));
        PutThrough((256 + before - Position()) % 256);
        ASSERT_EQ(Position(), before);
        const uint32_t dropped = SendStalled(burst);
        EXPECT_EQ(dropped, std::stoul(row.at("dropped")));
        lossy += dropped > 0 ? 1 : 0;
    }
    EXPECT_GT(lossy, 60u);
    EXPECT_EQ(QueueOf(b).GetRxStats().ring_full, a->GetDropped());
    ExpectConserved();
}

TEST_F(VethStalledRingTest, ASmallRingIsClearedEntryByEntry)
{
    veth.SetDeviceAttribute("RingSize", UintegerValue(31));
    Ptr<VethNetDevice> c;
    std::tie(c, b) = MakePair();
    a = c;
    b->SetProtocol(meterB.get());
    b->SetXdpProgram(MakeProgram("drop"));
    b->Open();
    for (const uint32_t before : {0u, 5u, 15u, 30u})
    {
        PutThrough(before % 31);
        EXPECT_EQ(SendStalled(40), 9u) << before;
    }
}

} // namespace vethtest
} // namespace ns3
