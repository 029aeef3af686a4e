/* SPDX-License-Identifier: GPL-2.0-only */
#include "csv-table.h"
#include "veth-fixture.h"

namespace ns3
{
namespace vethtest
{

/**
 * @brief Batches of 64 frames, as BPF_PROG_TEST_RUN makes them, into an end that answers XDP_TX;
 * the end that they come back to drops them (xdp_tx_counts.csv).
 *
 * A batch is sent with softirqs off, in bulks of 16 with a kick each. Then b polls 64, which is its
 * weight, so it goes to the repoll list; its answers scheduled a, which waits for the next
 * net_rx_action. That one polls a (64) and b (0); a third one polls a (0).
 */
class VethXdpTxTest : public VethTest
{
  protected:
    static constexpr uint32_t BATCH = 64;    //!< frames of a batch
    static constexpr uint32_t BATCHES = 100; //!< batches sent

    VethXdpTxTest()
        : VethTest("6.18")
    {
        MakeEnds();
        a->SetXdpProgram(MakeProgram("drop"));
        b->SetXdpProgram(MakeProgram("tx"));
        a->Open();
        b->Open();
        for (uint32_t i = 0; i < BATCHES; ++i)
        {
            InOneStep([this](CpuCore& core) { SendBatch(core); });
        }
        for (const CsvRow& row : ReadTestData("xdp_tx_counts.csv"))
        {
            m_per1000[row.at("key")] = std::stod(row.at("per1000frames_median"));
        }
    }

    void SendBatch(CpuCore& core)
    {
        std::vector<XdpFrame*> frames;
        for (uint32_t i = 0; i < BATCH; ++i)
        {
            frames.push_back(maker->MakeFrame(core, 64));
        }
        for (uint32_t i = 0; i < BATCH; i += XdpBulkQueue::SIZE)
        {
            EXPECT_EQ(b->XdpXmit(core, &frames[i], XdpBulkQueue::SIZE, true), 16u);
        }
    }

    /** @param counted of this model @param key of the measurement: counts per frame of NAPI work */
    void ExpectMeasured(uint64_t counted, const std::string& key)
    {
        const double work = static_cast<double>(Sum(&Napi::Stats::work));
        EXPECT_DOUBLE_EQ(static_cast<double>(counted) * 1000 / work, m_per1000.at(key)) << key;
    }

    uint64_t Sum(uint64_t Napi::Stats::*counter) const
    {
        return QueueOf(a).Napi::GetStats().*counter + QueueOf(b).Napi::GetStats().*counter;
    }

    uint64_t Histogram(uint32_t work) const
    {
        return QueueOf(a).Napi::GetStats().histogram[work] +
               QueueOf(b).Napi::GetStats().histogram[work];
    }

    std::map<std::string, double> m_per1000; //!< measured
};

TEST_F(VethXdpTxTest, PollsAsTheRealKernelDoes)
{
    EXPECT_EQ(Sum(&Napi::Stats::work), 2u * BATCH * BATCHES);
    ExpectMeasured(Sum(&Napi::Stats::work), "napi_work");
    ExpectMeasured(Sum(&Napi::Stats::polls), "napi_poll");
    ExpectMeasured(Histogram(64), "napi_work_hist_64");
    ExpectMeasured(Histogram(0), "napi_work_hist_0");
    ExpectMeasured(host->GetCpu(0).GetNetRx().GetStats().actions, "softirq_rx");
}

TEST_F(VethXdpTxTest, SendsBackEveryFrame)
{
    ExpectMeasured(QueueOf(b).GetRxStats().xdp_tx, "bulktx_sent");
    EXPECT_EQ(QueueOf(b).GetRxStats().xdp_tx_errors, 0u);
    EXPECT_EQ(QueueOf(a).GetRxStats().xdp_drops, BATCH * BATCHES);
    ExpectConserved();
}

} // namespace vethtest
} // namespace ns3
