/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"
#include "udp-echo.h"

namespace ns3
{
namespace packettest
{

/** @brief Echoes of UDP by sockets of ns-3, over IPv4 or IPv6. */
class VethEchoTest : public PacketBed, public testing::WithParamInterface<PairSetup>
{
  public:
    void MakeEcho(bool ipv6)
    {
        if (ipv6)
        {
            echo.Make(nodes.Get(1),
                      Inet6SocketAddress(Ipv6Address::GetAny(), 7),
                      nodes.Get(0),
                      Inet6SocketAddress(Ipv6Address::GetAny(), 1000),
                      Inet6SocketAddress(addresses6.GetAddress(1, 1), 7));
            return;
        }
        echo.Make(nodes.Get(1),
                  InetSocketAddress(Ipv4Address::GetAny(), 7),
                  nodes.Get(0),
                  InetSocketAddress(Ipv4Address::GetAny(), 1000),
                  InetSocketAddress(addresses.GetAddress(1), 7));
    }

    UdpEcho echo; //!< both ends
};

TEST_P(VethEchoTest, UdpIsEchoedOverIpv4)
{
    Build(GetParam());
    AddInternet();
    MakeEcho(false);
    Simulator::Schedule(Seconds(1), &UdpEcho::SendOne, &echo, 1000);
    Simulator::Schedule(Seconds(2), &UdpEcho::SendOne, &echo, 1000);
    RunFor(Seconds(3));
    EXPECT_EQ(echo.answers, 2u);
    EXPECT_EQ(echo.answered, 2000u);
    EXPECT_GT(echo.rtt, MicroSeconds(2));
    EXPECT_LT(echo.rtt, MicroSeconds(100));
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

TEST_P(VethEchoTest, UdpIsEchoedOverIpv6AndTheNeighbourIsFound)
{
    Build(GetParam());
    AddInternet();
    MakeEcho(true);
    Simulator::Schedule(Seconds(3), &UdpEcho::SendOne, &echo, 1000);
    Simulator::Schedule(Seconds(4), &UdpEcho::SendOne, &echo, 1000);
    RunFor(Seconds(5));
    EXPECT_EQ(echo.answers, 2u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

TEST_P(VethEchoTest, AnMtuOf9000CarriesWholeDatagrams)
{
    Build(GetParam(), 9000);
    AddInternet();
    MakeEcho(false);
    Simulator::Schedule(Seconds(1), &UdpEcho::SendOne, &echo, 100);
    Simulator::Schedule(Seconds(2), &UdpEcho::SendOne, &echo, 8972);
    RunFor(Seconds(3));
    EXPECT_EQ(echo.answers, 2u);
    EXPECT_EQ(echo.answered, 9072u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

INSTANTIATE_TEST_SUITE_P(Setups, VethEchoTest, testing::ValuesIn(ALL_SETUPS), SetupName);

} // namespace packettest
} // namespace ns3
