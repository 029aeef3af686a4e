/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"

namespace ns3
{
namespace packettest
{

/** @brief ns-3's TCP over a pair. */
class VethTcpTest : public PacketBed, public testing::WithParamInterface<PairSetup>
{
  public:
    void AddBulkTransfer(uint64_t bytes)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 20));
        AddInternet();
        BulkSendHelper source("ns3::TcpSocketFactory",
                              InetSocketAddress(addresses.GetAddress(1), 9));
        source.SetAttribute("MaxBytes", UintegerValue(bytes));
        source.Install(nodes.Get(0));
        PacketSinkHelper helper("ns3::TcpSocketFactory",
                                InetSocketAddress(Ipv4Address::GetAny(), 9));
        sink = DynamicCast<PacketSink>(helper.Install(nodes.Get(1)).Get(0));
    }

    Ptr<PacketSink> sink; //!< what arrives
};

TEST_P(VethTcpTest, ABulkTransferArrivesWhole)
{
    Build(GetParam());
    AddBulkTransfer(4000000);
    RunFor(MilliSeconds(60));
    EXPECT_EQ(sink->GetTotalRx(), 4000000u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    EXPECT_EQ(Stack().GetInFlight(), 0u);
    const CycleLedger& writer = host->GetCpu(0).GetCore().GetLedger();
    const CycleLedger& reader = host->GetCpu(1).GetCore().GetLedger();
    EXPECT_GT(writer.OfFunction(Fn::tcp_sendmsg_entry), 0u);
    EXPECT_EQ(reader.OfFunction(Fn::tcp_sendmsg_entry), 0u);
    EXPECT_GT(reader.OfFunction(Fn::skb_copy_datagram_iter), 0u);
    EXPECT_EQ(writer.OfFunction(Fn::skb_copy_datagram_iter), 0u);
    ExpectConserved();
}

TEST_F(PacketBed, APortIsBoundToACore)
{
    Build({"page-pool", "off"});
    LinuxHostHelper::BindPort(nodes.Get(1), 6, 9, 3);
    LinuxHostHelper::BindPort(nodes.Get(0), 6, 9, 2);
    AddInternet();
    BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 9));
    source.SetAttribute("MaxBytes", UintegerValue(100000));
    source.Install(nodes.Get(0));
    PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
        .Install(nodes.Get(1));
    RunFor(MilliSeconds(50));
    for (const uint32_t cpu : {0, 1, 2, 3})
    {
        const CycleLedger& ledger = host->GetCpu(cpu).GetCore().GetLedger();
        EXPECT_EQ(ledger.OfFunction(Fn::tcp_sendmsg_entry) > 0, cpu == 2) << cpu;
        EXPECT_EQ(ledger.OfFunction(Fn::skb_copy_datagram_iter) > 0, cpu == 3) << cpu;
    }
    ExpectConserved();
}

/** A ring of 8 entries overflows at once; TCP goes on. */
TEST_P(VethTcpTest, TcpGoesOnWhenTheRingOverflows)
{
    veth.SetDeviceAttribute("RingSize", UintegerValue(8));
    veth.SetDeviceAttribute("Threaded", BooleanValue(true));
    veth.SetDeviceAttribute("ThreadCpu", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    Build(GetParam());
    AddBulkTransfer(2000000);
    RunFor(Seconds(10));
    if (std::string(GetParam().buffers) != "none")
    {
        EXPECT_GT(drops[SkbDropReason::FullRing], 0u);
    }
    EXPECT_EQ(sink->GetTotalRx(), 2000000u);
    ExpectConserved();
}

INSTANTIATE_TEST_SUITE_P(Setups, VethTcpTest, testing::ValuesIn(ALL_SETUPS), SetupName);

} // namespace packettest
} // namespace ns3
