/* SPDX-License-Identifier: GPL-2.0-only */
#include "device/csv-table.h"
#include "workload/stream-fixture.h"

namespace ns3
{
namespace tcptest
{

namespace
{

/** iperf3 sent 80 MiB in calls of 128 KiB. */
constexpr double CALLS = 640;

/** @brief The median of a count of the real kernel; 0 where it was never seen. */
double
Measured(const std::string& label, const std::string& key)
{
    for (const CsvRow& row : ReadTestData("tcp_counts.csv"))
    {
        if (row.at("label") == label && row.at("key") == key)
        {
            return std::stod(row.at("median"));
        }
    }
    return 0;
}

/** @brief The same kernel and machine: NAPI on the sender's core, the reader on the other one. */
class TcpCounts
{
  public:
    TcpCounts(uint32_t mtu, bool gro)
        : m_rig(Options(mtu, gro))
    {
        m_rig.Start();
        m_rig.Run(200000);
    }

    ~TcpCounts()
    {
        m_rig.Close();
    }

    const VethRxQueue& Queue() const
    {
        return *m_rig.b->GetRxQueues().at(0);
    }

    const Napi::Stats& Polls() const
    {
        return Queue().Napi::GetStats();
    }

    /** @return polls of a size, a send call */
    double PollsPerCall(uint32_t work) const
    {
        return static_cast<double>(Polls().histogram.at(work)) / m_rig.writer->GetCalls();
    }

    /** @return acknowledgements a frame that a NAPI handled */
    double AcksPerFrame() const
    {
        return static_cast<double>(m_rig.receiver->GetStats().acks) / Polls().work;
    }

    StreamRig& Rig()
    {
        return m_rig;
    }

  private:
    static StreamOptions Options(uint32_t mtu, bool gro)
    {
        StreamOptions options;
        options.kernel = "6.18";
        options.machine = "epyc-zen5-vm";
        options.buffers = "pp-cow";
        options.gro = gro ? "on" : "off";
        options.mtu = mtu;
        return options;
    }

    StreamRig m_rig; //!< the stream
};

} // namespace

/** What polls take from the ring is what napi_gro_receive() gets: exact in both. */
TEST_F(StreamTest, EveryPolledFrameGoesThroughGro)
{
    for (const uint32_t mtu : {1500U, 3500U, 8000U})
    {
        const std::string label = "tcp:" + std::to_string(mtu) + ":p_pass";
        EXPECT_EQ(Measured(label, "gro_receive"), Measured(label, "napi_work"));
        TcpCounts run(mtu, false);
        VethRxQueue& queue = *run.Rig().b->GetRxQueues().at(0);
        EXPECT_EQ(queue.GetGro().GetStats().received, queue.GetRxStats().xdp_packets);
        EXPECT_GE(queue.GetRxStats().xdp_packets, run.Polls().work); // and the poll under way
        EXPECT_LE(queue.GetRxStats().xdp_packets, run.Polls().work + 64);
    }
}

/** Acknowledgements go by the backlog of the CPU that sends them, one entry each: exact in both. */
TEST_F(StreamTest, EveryAcknowledgementIsABacklogEntry)
{
    for (const uint32_t mtu : {1500U, 3500U, 8000U})
    {
        const std::string label = "tcp:" + std::to_string(mtu) + ":p_pass";
        EXPECT_EQ(Measured(label, "netif_rx"), Measured(label, "napi_other_work"));
        TcpCounts run(mtu, false);
        uint64_t enqueued = 0;
        for (HostCpu* cpu : run.Rig().host->GetCpusInUse())
        {
            const Backlog& backlog =
                HostStack::Of(*run.Rig().host).GetBacklogs().Of(cpu->GetCore());
            enqueued += backlog.GetQueueStats().enqueued;
            EXPECT_EQ(backlog.GetQueueStats().enqueued,
                      backlog.GetQueueStats().processed + backlog.GetLength());
        }
        EXPECT_EQ(enqueued, run.Rig().receiver->GetStats().acks);
    }
}

/**
 * A send call of 128 KiB at MTU 8000 is two GSO skbs of 8 segments and half a segment; each skb is
 * segmented, put into the ring and polled at once. The kernel's counts a call: 1.99 and 1.01.
 */
TEST_F(StreamTest, PollsAreTheSkbsOfASendCall)
{
    const double eights = Measured("tcp:8000:p_pass", "napi_work_hist_8") / CALLS;
    const double ones = Measured("tcp:8000:p_pass", "napi_work_hist_1") / CALLS;
    TcpCounts run(8000, false);
    EXPECT_NEAR(run.PollsPerCall(8), eights, 0.02 * eights);
    EXPECT_NEAR(run.PollsPerCall(1), ones, 0.03 * ones);
    const double frames =
        Measured("tcp:8000:p_pass", "napi_work") / Measured("tcp:8000:p_pass", "napi_poll");
    EXPECT_NEAR(static_cast<double>(run.Polls().work) / run.Polls().polls, frames, 0.02 * frames);
}

/** At other MTUs most polls are whole skbs, too: of 45 and of 18 segments. */
TEST_F(StreamTest, MostFramesComeInWholeSkbs)
{
    for (const auto& [mtu, segments] : {std::pair(1500U, 45U), std::pair(3500U, 18U)})
    {
        const std::string label = "tcp:" + std::to_string(mtu) + ":p_pass";
        const double whole = Measured(label, "napi_work_hist_" + std::to_string(segments)) *
                             segments / Measured(label, "napi_work");
        EXPECT_GT(whole, 0.85);
        TcpCounts run(mtu, false);
        const double found =
            static_cast<double>(run.Polls().histogram.at(segments)) * segments / run.Polls().work;
        EXPECT_NEAR(found, whole, 0.1);
    }
}

/** Acknowledgements a frame: with GRO (1 for 32 frames), and of large segments without it. */
TEST_F(StreamTest, TheReaderAcknowledgesAsOften)
{
    for (const auto& [mtu, gro] : {std::pair(1500U, true), std::pair(8000U, false)})
    {
        const std::string label =
            "tcp:" + std::to_string(mtu) + (gro ? ":groon_tsooff" : ":p_pass");
        const double wanted = Measured(label, "netif_rx") / Measured(label, "napi_work");
        TcpCounts run(mtu, gro);
        EXPECT_NEAR(run.AcksPerFrame(), wanted, 0.1 * wanted) << label;
    }
}

} // namespace tcptest
} // namespace ns3
