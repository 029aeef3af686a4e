/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"
#include "udp-echo.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/tun-vhost-helper.h"
#include "ns3/virtio-net-device.h"

namespace ns3
{
namespace packettest
{

/** @brief A guest and its host: virtio NIC, vhost_net on core 3, tap; guest on core 2, the host's
 * process on core 1. */
class VirtioGuestTest : public testing::Test
{
  public:
    VirtioGuestTest()
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        nodes.Create(2);
    }

    ~VirtioGuestTest() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    void Build(bool program)
    {
        host = LinuxHostHelper().Install(nodes.Get(0));
        ends = tuns.InstallGuest(nodes.Get(0), nodes.Get(1), 3, 2);
        tap = DynamicCast<TunNetDevice>(ends.Get(0));
        nic = DynamicCast<VirtioNetDevice>(ends.Get(1));
        tap->GetObject<PacketPort>()->SetAttribute("ProcessCpu", UintegerValue(1));
        if (program)
        {
            tap->SetXdpProgram(CreateObject<XdpProgram>());
        }
        InternetStackHelper().Install(nodes);
        addresses = Ipv4AddressHelper("10.1.1.0", "/24").Assign(ends);
    }

    void MakeEcho(uint32_t client)
    {
        echo.Make(nodes.Get(1 - client),
                  InetSocketAddress(Ipv4Address::GetAny(), 7),
                  nodes.Get(client),
                  InetSocketAddress(Ipv4Address::GetAny(), 1000),
                  InetSocketAddress(addresses.GetAddress(1 - client), 7));
    }

    Ptr<PacketSink> AddTransfer(uint32_t from, uint64_t bytes)
    {
        BulkSendHelper source("ns3::TcpSocketFactory",
                              InetSocketAddress(addresses.GetAddress(1 - from), 9));
        source.SetAttribute("MaxBytes", UintegerValue(bytes));
        source.Install(nodes.Get(from));
        PacketSinkHelper helper("ns3::TcpSocketFactory",
                                InetSocketAddress(Ipv4Address::GetAny(), 9));
        return DynamicCast<PacketSink>(helper.Install(nodes.Get(1 - from)).Get(0));
    }

    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    void ExpectConserved()
    {
        CpuCore& core = host->GetCpu(2).GetCore();
        PacketStack& stack = PacketStack::Of(*host);
        stack.Purge(core);
        HostStack::Of(*host).GetDeferredFree().Purge(core);
        nic->Close(core);
        nic->GetVhost().Close(core);
        tap->Close(core);
        host->GetSkbs().DrainNapiCaches(core);
        const PageAudit audit = host->GetPages().Audit();
        EXPECT_TRUE(audit.consistent);
        const SkbAllocatorStats& skbs = host->GetSkbs().GetStats();
        EXPECT_EQ(skbs.allocated, skbs.freed);
        EXPECT_EQ(skbs.dataCreated, skbs.dataFreed);
        EXPECT_EQ(host->GetSkbs().GetSkbObjectsAlive(), 0u);
        EXPECT_EQ(stack.CheckEqualities(), "");
        EXPECT_EQ(stack.GetInFlight(), 0u);
        EXPECT_EQ(nic->GetVhost().CheckEqualities(), "");
        host->SettleIdle();
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    NodeContainer nodes;              //!< host, guest
    TunVhostHelper tuns;              //!< makes them
    Ptr<LinuxHost> host;              //!< the host's kernel
    NetDeviceContainer ends;          //!< tap, NIC
    Ptr<TunNetDevice> tap;            //!< host's end
    Ptr<VirtioNetDevice> nic;         //!< guest's end
    Ipv4InterfaceContainer addresses; //!< of host, of guest
    UdpEcho echo;                     //!< both ends
};

TEST_F(VirtioGuestTest, TheHostAnswersTheGuest)
{
    Build(false);
    MakeEcho(1);
    for (int i = 0; i < 3; ++i)
    {
        Simulator::Schedule(MilliSeconds(100 + 100 * i), &UdpEcho::SendOne, &echo, 1400);
    }
    RunFor(Seconds(1));
    EXPECT_EQ(echo.answers, 3u);
    EXPECT_EQ(echo.answered, 4200u);
    EXPECT_EQ(PacketStack::Of(*host).GetStats().lost, 0u);
    ExpectConserved();
}

TEST_F(VirtioGuestTest, TheGuestAnswersTheHost)
{
    Build(true);
    MakeEcho(0);
    for (int i = 0; i < 3; ++i)
    {
        Simulator::Schedule(MilliSeconds(100 + 100 * i), &UdpEcho::SendOne, &echo, 20);
    }
    RunFor(Seconds(1));
    EXPECT_EQ(echo.answers, 3u);
    ExpectConserved();
}

TEST_F(VirtioGuestTest, TcpWorksInBothDirections)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    for (const bool program : {false, true})
    {
        for (const uint32_t from : {0, 1})
        {
            nodes = NodeContainer(2);
            Build(program);
            Ptr<PacketSink> sink = AddTransfer(from, 1000000);
            RunFor(Seconds(2));
            EXPECT_EQ(sink->GetTotalRx(), 1000000u) << program << from;
            ExpectConserved();
            Simulator::Destroy();
        }
    }
}

TEST_F(VirtioGuestTest, AProgramOfTheTapDrops)
{
    Config::SetDefault("ns3::XdpProgram::Verdict", StringValue("drop"));
    Build(true);
    MakeEcho(1);
    Simulator::Schedule(MilliSeconds(100), &UdpEcho::SendOne, &echo, 100);
    RunFor(Seconds(5));
    EXPECT_EQ(echo.answers, 0u);
    EXPECT_GT(
        PacketStack::Of(*host).GetStats().lostBy[static_cast<std::size_t>(SkbDropReason::Xdp)],
        0u);
    ExpectConserved();
}

TEST_F(VirtioGuestTest, TheChannelJoinsTapAndNic)
{
    Build(false);
    ASSERT_EQ(tap->GetChannel(), nic->GetChannel());
    EXPECT_EQ(tap->GetChannel()->GetNDevices(), 2u);
    EXPECT_EQ(tap->GetChannel()->GetDevice(1), nic);
    RunFor(MilliSeconds(1));
    EXPECT_FALSE(nic->SetMtu(1501)); // BufferFrame
    EXPECT_TRUE(nic->SetMtu(1400));
}

} // namespace packettest
} // namespace ns3
