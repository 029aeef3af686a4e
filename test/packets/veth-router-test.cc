/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"

namespace ns3
{
namespace packettest
{

/** @brief Client, something in the middle, server: three containers of one kernel. */
class VethRouterTest : public testing::Test
{
  public:
    VethRouterTest()
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        nodes.Create(3);
        host = LinuxHostHelper().Install(nodes.Get(1));
        left = veth.Install(nodes.Get(0), nodes.Get(1));
        right = veth.Install(nodes.Get(1), nodes.Get(2));
        for (const Ptr<NetDevice>& middle : {left.Get(1), right.Get(0)})
        {
            middle->GetObject<PacketPort>()->SetAttribute("Sockets", BooleanValue(false));
        }
        right.Get(1)->GetObject<PacketPort>()->SetAttribute("ProcessCpu", UintegerValue(1));
    }

    ~VethRouterTest() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    Ptr<PacketSink> AddTransfer(Ipv4Address to, uint64_t bytes)
    {
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(to, 9));
        source.SetAttribute("MaxBytes", UintegerValue(bytes));
        source.Install(nodes.Get(0));
        PacketSinkHelper helper("ns3::TcpSocketFactory",
                                InetSocketAddress(Ipv4Address::GetAny(), 9));
        return DynamicCast<PacketSink>(helper.Install(nodes.Get(2)).Get(0));
    }

    void ExpectForwardedInSoftirq()
    {
        PacketStack& stack = PacketStack::Of(*host);
        EXPECT_EQ(stack.GetStats().lost, 0u);
        EXPECT_EQ(stack.GetInFlight(), 0u);
        Ticks forwarded = 0;
        for (HostCpu* cpu : host->GetCpusInUse())
        {
            forwarded += cpu->GetCore().GetLedger().OfFunction(Fn::ip_forward);
        }
        EXPECT_GT(forwarded, 0u);
        host->SettleIdle();
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    NodeContainer nodes;      //!< client, middle, server
    VethHelper veth;          //!< makes pairs
    Ptr<LinuxHost> host;      //!< the kernel
    NetDeviceContainer left;  //!< client's end, middle's end
    NetDeviceContainer right; //!< middle's end, server's end
};

TEST_F(VethRouterTest, ARouterForwards)
{
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.1.1.0", "/24").Assign(left);
    const auto addresses = Ipv4AddressHelper("10.1.2.0", "/24").Assign(right);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    Ptr<PacketSink> sink = AddTransfer(addresses.GetAddress(1), 1000000);
    Simulator::Stop(MilliSeconds(200));
    Simulator::Run();
    EXPECT_EQ(sink->GetTotalRx(), 1000000u);
    ExpectForwardedInSoftirq();
}

} // namespace packettest
} // namespace ns3
