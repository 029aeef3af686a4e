/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/socket.h"
#include "ns3/udp-echo-helper.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace packettest
{

/** @brief Echoes of UDP by sockets of ns-3, over IPv4 or IPv6. */
class VethEchoTest : public PacketBed, public testing::WithParamInterface<PairSetup>
{
  public:
    Ptr<Socket> Open(uint32_t node, uint16_t port, bool ipv6)
    {
        Ptr<Socket> socket = Socket::CreateSocket(nodes.Get(node), UdpSocketFactory::GetTypeId());
        if (ipv6)
        {
            socket->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), port));
        }
        else
        {
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        }
        return socket;
    }

    void MakeEcho(bool ipv6)
    {
        m_server = Open(1, 7, ipv6);
        m_server->SetRecvCallback(MakeCallback(&VethEchoTest::Echo, this));
        m_client = Open(0, 1000, ipv6);
        m_client->SetRecvCallback(MakeCallback(&VethEchoTest::Answer, this));
        if (ipv6)
        {
            m_client->Connect(Inet6SocketAddress(addresses6.GetAddress(1, 1), 7));
        }
        else
        {
            m_client->Connect(InetSocketAddress(addresses.GetAddress(1), 7));
        }
    }

    void SendOne(uint32_t bytes)
    {
        m_sentAt = Simulator::Now();
        m_client->Send(Create<Packet>(bytes));
    }

    void Echo(Ptr<Socket> socket)
    {
        Address from;
        while (Ptr<Packet> packet = socket->RecvFrom(from))
        {
            socket->SendTo(packet, 0, from);
        }
    }

    void Answer(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            ++answers;
            answered += packet->GetSize();
            rtt = Simulator::Now() - m_sentAt;
        }
    }

    uint32_t answers{0};  //!< echoes
    uint64_t answered{0}; //!< their bytes
    Time rtt;             //!< of the last one

  private:
    Ptr<Socket> m_server; //!< echoes
    Ptr<Socket> m_client; //!< asks
    Time m_sentAt;        //!< when
};

TEST_P(VethEchoTest, UdpIsEchoedOverIpv4)
{
    Build(GetParam());
    AddInternet();
    MakeEcho(false);
    Simulator::Schedule(Seconds(1), &VethEchoTest::SendOne, this, 1000);
    Simulator::Schedule(Seconds(2), &VethEchoTest::SendOne, this, 1000);
    RunFor(Seconds(3));
    EXPECT_EQ(answers, 2u);
    EXPECT_EQ(answered, 2000u);
    EXPECT_GT(rtt, MicroSeconds(2));
    EXPECT_LT(rtt, MicroSeconds(100));
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

TEST_P(VethEchoTest, UdpIsEchoedOverIpv6AndTheNeighbourIsFound)
{
    Build(GetParam());
    AddInternet();
    MakeEcho(true);
    Simulator::Schedule(Seconds(3), &VethEchoTest::SendOne, this, 1000);
    Simulator::Schedule(Seconds(4), &VethEchoTest::SendOne, this, 1000);
    RunFor(Seconds(5));
    EXPECT_EQ(answers, 2u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

TEST_P(VethEchoTest, AnMtuOf9000CarriesWholeDatagrams)
{
    Build(GetParam(), 9000);
    AddInternet();
    MakeEcho(false);
    Simulator::Schedule(Seconds(1), &VethEchoTest::SendOne, this, 100);
    Simulator::Schedule(Seconds(2), &VethEchoTest::SendOne, this, 8972);
    RunFor(Seconds(3));
    EXPECT_EQ(answers, 2u);
    EXPECT_EQ(answered, 9072u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

INSTANTIATE_TEST_SUITE_P(Setups, VethEchoTest, testing::ValuesIn(ALL_SETUPS), SetupName);

} // namespace packettest
} // namespace ns3
