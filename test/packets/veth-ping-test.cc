/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/socket.h"

namespace ns3
{
namespace packettest
{

namespace
{

constexpr uint16_t IDENTIFIER = 4711;
constexpr uint32_t PAYLOAD = 56; // what ping sends

} // namespace

/** @brief Echo requests of raw sockets; the server's ICMP answers. */
class VethPingTest : public PacketBed, public testing::WithParamInterface<PairSetup>
{
  public:
    void OpenIpv4()
    {
        m_socket = Socket::CreateSocket(nodes.Get(0), Ipv4RawSocketFactory::GetTypeId());
        m_socket->SetAttribute("Protocol", UintegerValue(1));
        m_socket->Bind(InetSocketAddress(addresses.GetAddress(0), 0));
        m_socket->Connect(InetSocketAddress(addresses.GetAddress(1), 0));
        m_socket->SetRecvCallback(MakeCallback(&VethPingTest::AnswerIpv4, this));
    }

    void OpenIpv6()
    {
        m_socket = Socket::CreateSocket(nodes.Get(0), Ipv6RawSocketFactory::GetTypeId());
        m_socket->SetAttribute("Protocol", UintegerValue(58));
        m_socket->Bind(Inet6SocketAddress(addresses6.GetAddress(0, 1), 0));
        m_socket->SetRecvCallback(MakeCallback(&VethPingTest::AnswerIpv6, this));
    }

    void PingIpv4(uint32_t bytes)
    {
        Icmpv4Echo echo;
        echo.SetIdentifier(IDENTIFIER);
        echo.SetSequenceNumber(answers);
        echo.SetData(Create<Packet>(bytes));
        Icmpv4Header header;
        header.SetType(Icmpv4Header::ICMPV4_ECHO);
        header.SetCode(0);
        Ptr<Packet> packet = Create<Packet>();
        packet->AddHeader(echo);
        packet->AddHeader(header);
        Start();
        m_socket->Send(packet);
    }

    void PingIpv6()
    {
        Icmpv6Echo echo(true);
        echo.SetId(IDENTIFIER);
        echo.SetSeq(answers);
        Ptr<Packet> packet = Create<Packet>(PAYLOAD);
        echo.CalculatePseudoHeaderChecksum(addresses6.GetAddress(0, 1),
                                           addresses6.GetAddress(1, 1),
                                           packet->GetSize() + echo.GetSerializedSize(),
                                           58);
        packet->AddHeader(echo);
        Start();
        m_socket->SendTo(packet, 0, Inet6SocketAddress(addresses6.GetAddress(1, 1), 0));
    }

    void AnswerIpv4(Ptr<Socket> socket)
    {
        Ptr<Packet> packet = socket->Recv();
        Ipv4Header ip;
        Icmpv4Header header;
        packet->RemoveHeader(ip);
        packet->RemoveHeader(header);
        if (header.GetType() == Icmpv4Header::ICMPV4_ECHO_REPLY && ip.GetFragmentOffset() == 0)
        {
            Stop();
        }
    }

    void AnswerIpv6(Ptr<Socket> socket)
    {
        Ptr<Packet> packet = socket->Recv();
        uint8_t type = 0;
        Ipv6Header ip;
        packet->RemoveHeader(ip);
        packet->CopyData(&type, 1);
        if (type == Icmpv6Header::ICMPV6_ECHO_REPLY)
        {
            Stop();
        }
    }

    uint32_t answers{0}; //!< echo replies
    Time rtt;            //!< of the last one
    Ticks worked{0};     //!< by core 0 between request and reply

  private:
    Ticks Busy()
    {
        host->SettleIdle();
        const CycleLedger& ledger = host->GetCpu(0).GetCore().GetLedger();
        return ledger.Total() - ledger.OfKind(CostKind::Idle);
    }

    void Start()
    {
        m_sentAt = Simulator::Now();
        m_busy = Busy();
    }

    // The core's clock may be ahead of the event by the step that it has begun.
    void Stop()
    {
        ++answers;
        rtt = Simulator::Now() - m_sentAt;
        const Ticks ahead = host->GetCpu(0).GetCore().Now() - host->FromTime(Simulator::Now());
        worked = Busy() - m_busy - ahead;
    }

    Ptr<Socket> m_socket; //!< asks
    Time m_sentAt;        //!< when
    Ticks m_busy{0};      //!< what core 0 had worked by then
};

/** All steps of a ping are core 0's: the process that asks, then the softirqs of both ends. */
TEST_P(VethPingTest, TheRoundTripIsTheSumOfTheSteps)
{
    Build(GetParam());
    AddInternet();
    OpenIpv4();
    for (int second = 1; second <= 3; ++second)
    {
        Simulator::Schedule(Seconds(second), &VethPingTest::PingIpv4, this, PAYLOAD);
    }
    RunFor(Seconds(3.9));
    ASSERT_EQ(answers, 3u);
    EXPECT_NEAR(host->ToTime(worked).GetNanoSeconds(), rtt.GetNanoSeconds(), 2);
    EXPECT_GT(rtt, MicroSeconds(2));
    EXPECT_LT(rtt, MicroSeconds(30));
    ExpectConserved();
}

TEST_P(VethPingTest, Ipv6Answers)
{
    Build(GetParam());
    AddInternet();
    OpenIpv6();
    Simulator::Schedule(Seconds(3), &VethPingTest::PingIpv6, this);
    Simulator::Schedule(Seconds(4), &VethPingTest::PingIpv6, this);
    RunFor(Seconds(5));
    EXPECT_EQ(answers, 2u);
    EXPECT_NEAR(host->ToTime(worked).GetNanoSeconds(), rtt.GetNanoSeconds(), 2);
    ExpectConserved();
}

/** Longer than the MTU: ns-3 sends two fragments and puts them together. */
TEST_P(VethPingTest, FragmentsArrive)
{
    Build(GetParam());
    AddInternet();
    OpenIpv4();
    Simulator::Schedule(Seconds(1), &VethPingTest::PingIpv4, this, 2500);
    RunFor(Seconds(2));
    EXPECT_EQ(answers, 1u);
    ExpectConserved();
}

INSTANTIATE_TEST_SUITE_P(Setups, VethPingTest, testing::ValuesIn(ALL_SETUPS), SetupName);

} // namespace packettest
} // namespace ns3
