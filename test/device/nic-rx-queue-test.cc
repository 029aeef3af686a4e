/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/linux-host-helper.h"
#include "ns3/nic-net-device.h"
#include "ns3/packet-meter.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>

namespace ns3
{

TEST(NicWire, CountsWhatArrived)
{
    NicWire wire;
    EXPECT_EQ(wire.GetArrived(1000), 0u);
    wire.Start(100, 2.5, 0);
    EXPECT_EQ(wire.GetArrived(100), 0u);
    EXPECT_EQ(wire.GetArrival(0), 103u);
    EXPECT_EQ(wire.GetArrived(102), 0u);
    EXPECT_EQ(wire.GetArrived(103), 1u);
    EXPECT_EQ(wire.GetArrived(105), 2u);
    for (uint64_t n = 0; n < 1000; ++n)
    {
        EXPECT_EQ(wire.GetArrived(wire.GetArrival(n)), n + 1);
        EXPECT_EQ(wire.GetArrived(wire.GetArrival(n) - 1), n);
    }
    wire.Stop(200);
    EXPECT_EQ(wire.GetArrived(10000), 40u);
    EXPECT_FALSE(wire.HasFrame(40));
}

TEST(NicWire, StopsByItself)
{
    NicWire wire;
    wire.Start(0, 10, 7);
    EXPECT_EQ(wire.GetArrived(69), 6u);
    EXPECT_EQ(wire.GetArrived(1000), 7u);
    EXPECT_TRUE(wire.HasFrame(6));
    EXPECT_FALSE(wire.HasFrame(7));
}

/** @brief A target that keeps or refuses frames. */
class KeepingTarget : public XdpRedirectTarget
{
  public:
    explicit KeepingTarget(XdpFrames& frames)
        : m_frames(frames)
    {
    }

    uint32_t Enqueue(CpuCore&, XdpFrame* frame) override
    {
        kept.push_back(frame);
        return 0;
    }

    uint32_t Flush(CpuCore& core) override
    {
        ++flushes;
        const uint32_t refused = static_cast<uint32_t>(kept.size());
        for (XdpFrame* frame : kept)
        {
            m_frames.Return(core, frame, true);
        }
        kept.clear();
        return refused;
    }

    std::vector<XdpFrame*> kept; //!< frames
    uint32_t flushes{0};         //!< xdp_do_flush()

  private:
    XdpFrames& m_frames; //!< where they go
};

/** @brief A host with a NIC. */
class NicRxQueueTest : public testing::Test
{
  protected:
    NicRxQueueTest()
    {
        LinuxHostHelper hosts;
        hosts.SetAttribute("Bound", BooleanValue(false));
        node = CreateObject<Node>();
        host = hosts.Install(node);
        meter = std::make_unique<PacketMeter>(host->GetSkbs());
        nic = CreateObject<NicNetDevice>();
        node->AddDevice(nic);
        nic->SetProtocol(meter.get());
    }

    ~NicRxQueueTest() override
    {
        nic->Dispose();
        host->Dispose();
        Simulator::Destroy();
    }

    void Open(const std::string& verdict = "")
    {
        if (!verdict.empty())
        {
            Ptr<XdpProgram> program = CreateObject<XdpProgram>();
            program->SetAttribute("Verdict", StringValue(verdict));
            nic->SetXdpProgram(program);
        }
        nic->SetXdpWatcher(meter.get());
        nic->Open();
    }

    void Offer(double rate, uint64_t count)
    {
        nic->SetAttribute("Rate", DoubleValue(rate));
        nic->StartWire(count);
        host->RunFor(MilliSeconds(20));
        EXPECT_FALSE(Queue().IsBusy());
    }

    NicRxQueue& Queue()
    {
        return *nic->GetRxQueue();
    }

    const NicRxStats& Stats()
    {
        return Queue().GetRxStats();
    }

    void ExpectConserved(uint64_t arrived)
    {
        const NicRxStats& s = Stats();
        EXPECT_EQ(arrived, s.missed + s.received);
        EXPECT_EQ(s.received, s.packets);
        EXPECT_EQ(s.packets, s.passed + s.rx_drops + s.xdp_drops + s.xdp_tx + s.xdp_redirect);
        CpuCore& core = host->GetCpu(0).GetCore();
        nic->Close(core);
        EXPECT_EQ(Queue().GetPool().CheckEqualities(), "");
        EXPECT_EQ(Queue().GetPool().GetInFlight(), 0u);
        EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), 0u);
        const PageAudit audit = host->GetPages().Audit();
        EXPECT_TRUE(audit.consistent);
        EXPECT_EQ(audit.created, audit.buddy + audit.pcp + audit.used);
        EXPECT_EQ(host->GetSkbs().GetStats().allocated, host->GetSkbs().GetStats().freed);
        host->SettleIdle();
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    Ptr<Node> node;                     //!< with the host
    Ptr<LinuxHost> host;                //!< the host
    Ptr<NicNetDevice> nic;              //!< the NIC
    std::unique_ptr<PacketMeter> meter; //!< above it
};

/** Far apart, each frame has an interrupt and a poll of its own. */
TEST_F(NicRxQueueTest, OneInterruptAFrameWhenIdle)
{
    Open();
    Offer(10000, 50);
    EXPECT_EQ(Stats().interrupts, 50u);
    EXPECT_EQ(Queue().GetStats().histogram[1], 50u);
    EXPECT_EQ(Stats().passed, 50u);
    EXPECT_EQ(Stats().missed, 0u);
    EXPECT_GT(meter->GetLatency().Percentile(0.5), host->GetCpu(0).GetCore().FromNs(500));
    ExpectConserved(50);
}

/** The NIC has size - 1 descriptors and gets none back until the first poll. */
TEST_F(NicRxQueueTest, DropsWhatFindsNoDescriptor)
{
    nic->SetAttribute("RingSize", UintegerValue(64));
    Open("drop");
    Offer(1e9, 100000);
    EXPECT_GT(Stats().missed, 90000u);
    EXPECT_GE(Stats().received, 63u);
    EXPECT_EQ(meter->GetStats().kept, Stats().xdp_drops);
    EXPECT_GT(Queue().GetStats().exhausted, 0u);
    ExpectConserved(100000);
}

/** Nothing is faster than the NIC: whatever it can keep, it keeps, once. */
TEST_F(NicRxQueueTest, ABurstAsLongAsTheRingFits)
{
    Open("drop");
    Offer(1e9, 511);
    EXPECT_EQ(Stats().missed, 0u);
    EXPECT_EQ(Stats().xdp_drops, 511u);
    EXPECT_EQ(Stats().interrupts, 1u);
    ExpectConserved(511);
}

/** XDP_DROP takes no page from anywhere but the array cache. */
TEST_F(NicRxQueueTest, DropsRecycleDirectly)
{
    Open("drop");
    const uint64_t held = Queue().GetPool().GetHold();
    Offer(1e6, 5000);
    EXPECT_EQ(Queue().GetPool().GetHold(), held);
    EXPECT_EQ(Queue().GetPool().GetStats().cached, 5000u);
    EXPECT_EQ(Queue().GetPool().GetStats().ring, 0u);
    ExpectConserved(5000);
}

TEST_F(NicRxQueueTest, PassedPagesComeBackByTheRing)
{
    Open("pass");
    Offer(1e6, 5000);
    EXPECT_EQ(meter->GetStats().passed, 5000u);
    EXPECT_EQ(meter->GetStats().bytes, 5000u * 60);
    EXPECT_EQ(Queue().GetPool().GetStats().ring, 5000u);
    EXPECT_EQ(Queue().GetPool().GetRelease(), 0u);
    ExpectConserved(5000);
}

TEST_F(NicRxQueueTest, RedirectsAndFlushesOncePerPoll)
{
    KeepingTarget target(XdpFrames::Of(*host));
    nic->SetRedirectTarget(&target);
    Open("redirect");
    Offer(1e6, 1000);
    EXPECT_EQ(Stats().xdp_redirect, 1000u);
    EXPECT_EQ(Stats().redirect_errors, 1000u);
    EXPECT_EQ(target.flushes, Queue().GetStats().polls);
    ExpectConserved(1000);
}

/** Without a target or a transmit ring frames are refused, and go back directly. */
TEST_F(NicRxQueueTest, NowhereToGo)
{
    Open("tx");
    Offer(1e6, 100);
    EXPECT_EQ(Stats().xdp_tx, 100u);
    EXPECT_EQ(Stats().xdp_tx_errors, 100u);
    EXPECT_EQ(Queue().GetPool().GetStats().cached, 100u);
    ExpectConserved(100);
}

/** A page is mapped once when it enters the pool, and unmapped once when it leaves. */
TEST_F(NicRxQueueTest, PagesAreMappedOnce)
{
    Open("pass");
    Offer(1e6, 5000);
    const PagePool& pool = Queue().GetPool();
    const CycleLedger& ledger = host->GetCpu(0).GetCore().GetLedger();
    const CpuCore& core = host->GetCpu(0).GetCore();
    EXPECT_EQ(ledger.OfFunction(Fn::page_pool_dma_map), pool.GetHold() * core.FromNs(3.9));
    EXPECT_EQ(ledger.OfFunction(Fn::__page_pool_release_page_dma), 0u);
    EXPECT_EQ(ledger.OfFunction(Fn::dma_sync_single_for_cpu), 5000 * core.FromNs(2.2));
    EXPECT_EQ(ledger.OfFunction(Fn::page_pool_dma_sync_for_device), 5000 * core.FromNs(2.2));
    const uint64_t held = pool.GetHold();
    nic->Close(host->GetCpu(0).GetCore());
    EXPECT_EQ(ledger.OfFunction(Fn::__page_pool_release_page_dma), held * core.FromNs(6.8));
}

/** The stack's own packets are not sent. */
TEST_F(NicRxQueueTest, SendsNothing)
{
    Open();
    CpuCore& core = host->GetCpu(0).GetCore();
    EXPECT_FALSE(nic->Receive(core, host->GetSkbs().AllocSkb(core, 128)));
    EXPECT_EQ(nic->GetTxDropped(), 1u);
    EXPECT_EQ(nic->XdpXmit(core, nullptr, 0, true), 0u);
    EXPECT_TRUE(nic->SetMtu(3000));
    EXPECT_FALSE(nic->SetMtu(4000));
    ExpectConserved(0);
}

} // namespace ns3
