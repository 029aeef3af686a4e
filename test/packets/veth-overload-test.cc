/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/flow-monitor-helper.h"
#include "ns3/flow-monitor.h"
#include "ns3/page-allocator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace packettest
{

/** @brief Datagrams at a constant rate from the client to the server. */
class VethOverloadTest : public PacketBed
{
  public:
    void AddLoad(Time gap, uint32_t count)
    {
        AddInternet(false);
        m_gap = gap;
        m_left = count;
        m_sink = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
        m_sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        m_sink->SetRecvCallback(MakeCallback(&VethOverloadTest::Count, this));
        m_source = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        m_source->Bind();
        m_source->Connect(InetSocketAddress(addresses.GetAddress(1), 9));
        Simulator::Schedule(Seconds(1), &VethOverloadTest::Warm, this);
        Simulator::Schedule(Seconds(2), &VethOverloadTest::SendNext, this);
    }

    /** A program that takes 30 us a packet: the NAPI of the server can do a third of the load. */
    void BuildSlowProgram(bool threaded)
    {
        veth.SetDeviceAttribute("Threaded", BooleanValue(threaded));
        veth.SetDeviceAttribute("ThreadCpu", UintegerValue(2));
        Config::SetDefault("ns3::XdpProgram::Instructions", UintegerValue(200000));
        Build({"page-pool", "off"});
    }

    uint64_t GetLost(SkbDropReason reason)
    {
        return Stack().GetStats().lostBy[static_cast<std::size_t>(reason)];
    }

    /** Everything sent is somewhere, and nothing is left on the way. */
    void ExpectEverythingAccountedFor(uint64_t sent)
    {
        const PacketStack::Stats stats = Stack().GetStats();
        EXPECT_EQ(Stack().GetInFlight(), 0u);
        EXPECT_EQ(stats.sent, stats.delivered + stats.lost);
        EXPECT_EQ(received + drops[SkbDropReason::FullRing] + drops[SkbDropReason::QdiscDrop] +
                      drops[SkbDropReason::SocketRcvbuff],
                  sent);
        ExpectConserved();
    }

    uint64_t received{0}; //!< datagrams
    int64_t mostBytes{0}; //!< most bytes held by the host at a sample

  private:
    void Warm()
    {
        m_source->Send(Create<Packet>(100)); // finds the neighbour
    }

    void SendNext()
    {
        m_source->Send(Create<Packet>(1000));
        if (--m_left > 0)
        {
            Simulator::Schedule(m_gap, &VethOverloadTest::SendNext, this);
        }
        const PageAudit audit = host->GetPages().Audit();
        mostBytes = std::max<int64_t>(mostBytes, (m_left % 1000 == 0) ? audit.used * 4096 : 0);
    }

    void Count(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++received;
        }
    }

    Time m_gap;           //!< between two datagrams
    uint32_t m_left{0};   //!< datagrams to send
    Ptr<Socket> m_source; //!< sends
    Ptr<Socket> m_sink;   //!< receives
};

/** A second at three times what the NAPI thread can do: the ring overflows. */
TEST_F(VethOverloadTest, AFullRingDropsAndMemoryStaysBounded)
{
    BuildSlowProgram(true);
    AddLoad(MicroSeconds(10), 100000);
    RunFor(Seconds(4));
    EXPECT_GT(drops[SkbDropReason::FullRing], 60000u);
    EXPECT_GT(received, 25000u);
    EXPECT_LT(mostBytes, 16 << 20);
    ExpectEverythingAccountedFor(100001);
}

/** The same in softirq, which starves the process: its transmit queue overflows. */
TEST_F(VethOverloadTest, AStarvedProcessDropsWithoutFlowControl)
{
    veth.DisableFlowControl();
    BuildSlowProgram(false);
    AddLoad(MicroSeconds(10), 100000);
    RunFor(Seconds(4));
    EXPECT_GT(drops[SkbDropReason::QdiscDrop], 60000u);
    EXPECT_GT(received, 25000u);
    EXPECT_LT(mostBytes, 16 << 20);
    ExpectEverythingAccountedFor(100001);
}

/** With flow control the device stops the queue disc, and drops nothing itself. */
TEST_F(VethOverloadTest, FlowControlHoldsPacketsBack)
{
    BuildSlowProgram(false);
    AddLoad(MicroSeconds(10), 10000);
    RunFor(Seconds(4));
    EXPECT_EQ(drops[SkbDropReason::QdiscDrop], 0u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    EXPECT_GT(received, 2000u);
    ExpectConserved();
}

/** A receive buffer of a few packets, and a reader on a core that somebody else holds. */
TEST_F(VethOverloadTest, AFullSocketDrops)
{
    Config::SetDefault("ns3::PacketStack::UdpRcvBuf", UintegerValue(4096));
    Build({"none", "off"});
    AddLoad(NanoSeconds(100), 5000);
    RunFor(Seconds(4));
    EXPECT_GT(drops[SkbDropReason::SocketRcvbuff], 0u);
    EXPECT_EQ(drops[SkbDropReason::SocketRcvbuff], GetLost(SkbDropReason::SocketRcvbuff));
    ExpectConserved();
}

/** FlowMonitor counts at IP what the devices count. */
TEST_F(VethOverloadTest, FlowMonitorAgreesWithTheDevices)
{
    BuildSlowProgram(true);
    AddLoad(MicroSeconds(10), 3000);
    FlowMonitorHelper helper;
    Ptr<FlowMonitor> monitor = helper.InstallAll();
    RunFor(Seconds(4));
    monitor->CheckForLostPackets();
    uint64_t tx = 0;
    uint64_t rx = 0;
    for (const auto& flow : monitor->GetFlowStats())
    {
        tx += flow.second.txPackets;
        rx += flow.second.rxPackets;
    }
    EXPECT_EQ(tx, 3001u);
    EXPECT_EQ(rx, received);
    EXPECT_EQ(tx - rx, drops[SkbDropReason::FullRing]);
    EXPECT_GT(tx - rx, 0u);
}

} // namespace packettest
} // namespace ns3
