/* SPDX-License-Identifier: GPL-2.0-only */
#include "csv-table.h"
#include "tun-fixture.h"

#include <algorithm>

namespace ns3
{
namespace tuntest
{

namespace
{

/** @brief What happened to a burst. */
struct Burst
{
    uint32_t dropped; //!< by the full ring
    uint32_t read;    //!< read back
};

} // namespace

/** Bursts into a tap that nobody reads, drained after each: three to a freshly opened device. */
class TunBurstDrops : public TunTest
{
  protected:
    std::vector<Burst> SendThree(uint32_t txqueuelen, uint32_t burst)
    {
        MakeTap();
        tap->SetAttribute("TxQueueLen", UintegerValue(txqueuelen));
        tap->Open();
        std::vector<Burst> bursts;
        for (uint32_t i = 0; i < 3; ++i)
        {
            uint32_t dropped = 0;
            uint32_t read = 0;
            InOneStep([&](CpuCore& core) {
                for (uint32_t k = 0; k < burst; ++k)
                {
                    dropped += tap->Receive(core, MakeDatagram(core)) ? 0 : 1;
                }
                while (void* entry = tap->GetTx(0).Consume(core))
                {
                    tap->GetTx(0).Free(core, entry);
                    ++read;
                }
            });
            bursts.push_back({dropped, read});
        }
        return bursts;
    }
};

/** Six repetitions are two openings of three bursts: their median is that of three. */
TEST_F(TunBurstDrops, LoseWhatTheRingDoesNotHold)
{
    const std::vector<CsvRow> rows = ReadTestData("tap_burst_drops.csv");
    ASSERT_GE(rows.size(), 40u);
    uint32_t uncleared = 0;
    for (const CsvRow& row : rows)
    {
        const auto value = [&row](const std::string& name) {
            return static_cast<uint32_t>(std::stoul(row.at(name)));
        };
        SCOPED_TRACE(row.at("txqueuelen") + " entries, burst " + row.at("burst"));
        std::vector<Burst> bursts = SendThree(value("txqueuelen"), value("burst"));
        std::sort(bursts.begin(), bursts.end(), [](const Burst& a, const Burst& b) {
            return a.dropped < b.dropped;
        });
        EXPECT_EQ(bursts[0].dropped, value("tx_dropped_min"));
        EXPECT_EQ(bursts[1].dropped, value("tx_dropped_median"));
        EXPECT_EQ(bursts[2].dropped, value("tx_dropped_max"));
        EXPECT_EQ(bursts[2].read, value("read_back_min"));
        EXPECT_EQ(bursts[1].read, value("read_back_median"));
        EXPECT_EQ(bursts[0].read, value("read_back_max"));
        if (row.at("qdisc_bypass") == "1") // NET_XMIT_DROP reaches the sender
        {
            EXPECT_EQ(bursts[1].dropped, value("send_err_median"));
            EXPECT_EQ(bursts[2].dropped, value("send_err_max"));
        }
        uncleared += bursts[2].dropped > 0 && value("burst") <= value("txqueuelen") ? 1 : 0;
    }
    EXPECT_GT(uncleared, 2u); // of bursts that would have fitted an empty ring
    ExpectTapConserved();
}

TEST_F(TunBurstDrops, RingsHaveTheKernelsLengths)
{
    MakeTap();
    EXPECT_EQ(tap->GetTxQueueLen(), 1000u);
    tuns.SetDeviceAttribute("Mode", StringValue("tun"));
    MakeTap();
    EXPECT_EQ(tap->GetTxQueueLen(), 500u);
    EXPECT_THROW(tap->SetXdpProgram(MakeProgram("drop")), std::invalid_argument);
    tuns.SetDeviceAttribute("Mode", StringValue("tap"));
    MakeTap();
    EXPECT_THROW(tap->SetXdpProgram(MakeProgram("tx")), std::invalid_argument);
    EXPECT_FALSE(tap->SetMtu(67));
    EXPECT_TRUE(tap->SetMtu(9000));
}

TEST_F(TunBurstDrops, QueuesAreChosenByTheSkb)
{
    MakeTap();
    tap->SetAttribute("Queues", UintegerValue(4));
    tap->Open();
    InOneStep([&](CpuCore& core) {
        for (uint32_t i = 0; i < 8; ++i)
        {
            Skb* skb = MakeDatagram(core);
            skb->queueMapping = i % 4;
            EXPECT_TRUE(tap->Receive(core, skb));
        }
    });
    for (uint32_t q = 0; q < 4; ++q)
    {
        EXPECT_EQ(tap->GetTx(q).GetQueued(), 2u);
    }
    ExpectTapConserved();
}

} // namespace tuntest
} // namespace ns3
