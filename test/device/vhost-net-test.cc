/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-fixture.h"

#include "ns3/virtio-sender.h"

namespace ns3
{
namespace tuntest
{

class VhostNetTest : public TunTest
{
  protected:
    ~VhostNetTest() override
    {
        guest.reset();
        if (vhost)
        {
            vhost->Dispose();
        }
    }

    void Connect(const std::string& verdict)
    {
        MakeTap();
        if (verdict != "none")
        {
            tap->SetXdpProgram(MakeProgram(verdict));
        }
        tap->Open();
        vhost = tuns.Attach(tap, 1);
        vhost->Start(host->GetCpu(1).GetCore());
    }

    void SendFor(Time duration, uint32_t frame = 60)
    {
        VirtioSenderParameters p;
        p.frame = frame;
        guest = std::make_unique<VirtioSender>(host->GetCpu(0), vhost->GetTxQueue(), p);
        guest->StartAt(host->Now());
        host->RunFor(duration);
        guest->Stop();
        host->RunFor(MilliSeconds(2));
    }

    void ExpectDrained()
    {
        const Virtqueue::Stats& queue = vhost->GetTxQueue().GetStats();
        EXPECT_GT(queue.posted, 1000u);
        EXPECT_EQ(queue.posted, queue.used);
        EXPECT_EQ(vhost->CheckEqualities(), "");
        EXPECT_TRUE(vhost->IsDrained());
        const TunRxStats& rx = tap->GetRx(0).GetStats();
        EXPECT_EQ(rx.packets, vhost->GetTx().GetStats().packets);
        EXPECT_EQ(rx.packets, rx.passed + rx.xdp_drops + rx.rx_drops);
        vhost->Close(host->GetCpu(1).GetCore());
        ExpectTapConserved();
    }

    Ptr<VhostNet> vhost;                 //!< under test
    std::unique_ptr<VirtioSender> guest; //!< fills its transmit queue
};

TEST_F(VhostNetTest, LaysBuffersOutAsTheKernelDoes)
{
    Connect("none");
    EXPECT_EQ(vhost->GetTx().GetPad(), 128u);
    EXPECT_EQ(vhost->GetTx().GetBufferBytes(64), 576u);
    EXPECT_EQ(vhost->GetTx().GetBufferBytes(1514), 1984u);
    vhost->Dispose();
    Connect("drop");
    EXPECT_EQ(vhost->GetTx().GetPad(), 384u);
    EXPECT_EQ(vhost->GetTx().GetBufferBytes(60), 832u);
    EXPECT_EQ(vhost->GetTx().GetBufferBytes(64), 832u);
    EXPECT_EQ(vhost->GetTx().GetBufferBytes(1514), 2240u);
    EXPECT_EQ(32768u / vhost->GetTx().GetBufferBytes(64), 39u);
    EXPECT_LE(vhost->GetTx().GetBufferBytes(3380), 4096u);
    EXPECT_GT(vhost->GetTx().GetBufferBytes(3381), 4096u);
}

/** Every way to take references, every way to release them, every verdict: nothing is lost. */
TEST_F(VhostNetTest, ConservesPagesInAllWays)
{
    for (const std::string refill : {"get-page", "bias", "frag-cache"})
    {
        for (const bool batch : {false, true})
        {
            for (const std::string verdict : {"drop", "pass", "none"})
            {
                SCOPED_TRACE(refill + " " + verdict);
                tuns.SetVhostAttribute("Refill", StringValue(refill));
                tuns.SetDeviceAttribute("PutBatch", BooleanValue(batch));
                Connect(verdict);
                SendFor(MilliSeconds(1));
                ExpectDrained();
                guest.reset();
                vhost->Dispose();
            }
        }
    }
}

/** Drops that come in a row from one block are one atomic, at most two blocks to a batch of 64. */
TEST_F(VhostNetTest, ReleasesBlocksNotPackets)
{
    Connect("drop");
    SendFor(MilliSeconds(2));
    const TunRxStats& rx = tap->GetRx(0).GetStats();
    EXPECT_GE(rx.pagePuts, rx.batches);
    EXPECT_LE(rx.pagePuts, 3 * rx.batches);
    EXPECT_LT(rx.pagePuts * 16, rx.xdp_drops);
    ExpectDrained();
}

TEST_F(VhostNetTest, BatchesAndRunsHaveTheirLimits)
{
    Connect("drop");
    SendFor(MilliSeconds(2));
    const VhostNetTxStats& tx = vhost->GetTx().GetStats();
    EXPECT_LE(tx.packets, tx.flushes * 64);
    EXPECT_LE(tx.packets, tx.runs * VhostWeight::PACKETS);
    EXPECT_GT(tx.requeues, 0u);
    // the worker keeps up its run: the guest is told that it need not kick
    EXPECT_GT(vhost->GetTxQueue().GetStats().kicksSpared, vhost->GetTxQueue().GetStats().kicks);
    ExpectDrained();
}

TEST_F(VhostNetTest, PacketsGoThroughNapiIfAsked)
{
    tuns.SetDeviceAttribute("Napi", BooleanValue(true));
    Connect("pass");
    SendFor(MilliSeconds(1));
    const TunNapi& napi = *tap->GetRx(0).GetNapi();
    EXPECT_EQ(napi.GetStats().work, tap->GetRx(0).GetStats().passed);
    EXPECT_EQ(up.seen.size(), tap->GetRx(0).GetStats().passed);
    ExpectDrained();
}

TEST_F(VhostNetTest, BuffersThatFitNoPageAreDropped)
{
    tuns.SetVhostAttribute("BufferFrame", UintegerValue(4000));
    Connect("drop");
    SendFor(MilliSeconds(2), 3381);
    const VhostNetTxStats& tx = vhost->GetTx().GetStats();
    EXPECT_GT(tx.packets, 0u);
    EXPECT_EQ(tx.dropped, tx.packets);
    EXPECT_EQ(tap->GetRx(0).GetStats().packets, 0u);
}

} // namespace tuntest
} // namespace ns3
