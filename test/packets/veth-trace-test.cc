/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/ethernet-header.h"
#include "ns3/pcap-file.h"

#include <cstdio>
#include <fstream>

namespace ns3
{
namespace packettest
{

namespace
{

constexpr uint16_t PROTOCOL = 0x88b5; // for experiments

} // namespace

/** @brief What trace sources and trace files show of a few packets. */
class VethTraceTest : public PacketBed
{
  public:
    void Watch(Ptr<VethNetDevice> end, std::map<std::string, uint32_t>& counts)
    {
        for (const char* name : {"MacTx",
                                 "MacTxDrop",
                                 "MacRx",
                                 "MacPromiscRx",
                                 "MacRxDrop",
                                 "Sniffer",
                                 "PromiscSniffer"})
        {
            end->TraceConnectWithoutContext(
                name,
                MakeBoundCallback(&VethTraceTest::Count, &counts[name]));
        }
    }

    static void Count(uint32_t* counter, Ptr<const Packet>)
    {
        ++*counter;
    }

    void Send(Address dest, uint32_t bytes)
    {
        client->Send(Create<Packet>(bytes), dest, PROTOCOL);
    }

    static bool Ignore(Ptr<NetDevice>,
                       Ptr<const Packet>,
                       uint16_t,
                       const Address&,
                       const Address&,
                       NetDevice::PacketType)
    {
        return true;
    }

    std::map<std::string, uint32_t> sent; //!< traces of the client's end
    std::map<std::string, uint32_t> got;  //!< traces of the server's end
};

TEST_F(VethTraceTest, EverySourceFiresOnceAPacket)
{
    Build({"none", "off"});
    Watch(client, sent);
    Watch(server, got);
    const Address other = Mac48Address("00:00:00:00:77:77");
    Simulator::Schedule(MilliSeconds(1), &VethTraceTest::Send, this, server->GetAddress(), 100);
    Simulator::Schedule(MilliSeconds(2), &VethTraceTest::Send, this, server->GetBroadcast(), 100);
    Simulator::Schedule(MilliSeconds(3), &VethTraceTest::Send, this, other, 100);
    Simulator::Schedule(MilliSeconds(4), &VethTraceTest::Send, this, server->GetAddress(), 1501);
    RunFor(MilliSeconds(5));
    EXPECT_EQ(sent["MacTx"], 4u);
    EXPECT_EQ(sent["MacTxDrop"], 1u); // longer than the MTU
    EXPECT_EQ(drops[SkbDropReason::PktTooBig], 1u);
    EXPECT_EQ(sent["Sniffer"], 3u);
    EXPECT_EQ(sent["PromiscSniffer"], 3u);
    EXPECT_EQ(got["PromiscSniffer"], 3u);
    EXPECT_EQ(got["Sniffer"], 2u);
    EXPECT_EQ(got["MacRx"], 2u);
    EXPECT_EQ(got["MacPromiscRx"], 0u); // nobody listens
    EXPECT_EQ(got["MacRxDrop"], 1u);
    EXPECT_EQ(drops[SkbDropReason::OtherHost], 1u);
}

TEST_F(VethTraceTest, APromiscuousListenerGetsEverything)
{
    Build({"page-pool", "on"});
    Watch(server, got);
    server->SetPromiscReceiveCallback(MakeCallback(&VethTraceTest::Ignore));
    const Address other = Mac48Address("00:00:00:00:77:77");
    Simulator::Schedule(MilliSeconds(1), &VethTraceTest::Send, this, server->GetAddress(), 100);
    Simulator::Schedule(MilliSeconds(3), &VethTraceTest::Send, this, other, 100);
    RunFor(MilliSeconds(5));
    EXPECT_EQ(got["MacPromiscRx"], 2u);
    EXPECT_EQ(got["MacRx"], 1u);
    EXPECT_EQ(Stack().GetStats().lost, 0u);
    ExpectConserved();
}

TEST_F(VethTraceTest, WhatAProgramDropsTheReceivingEndReports)
{
    Config::SetDefault("ns3::XdpProgram::Verdict", StringValue("drop"));
    Build({"page-pool", "off"});
    Watch(client, sent);
    Watch(server, got);
    Simulator::Schedule(MilliSeconds(1), &VethTraceTest::Send, this, server->GetAddress(), 100);
    RunFor(MilliSeconds(5));
    EXPECT_EQ(sent["MacTxDrop"], 0u);
    EXPECT_EQ(got["MacRxDrop"], 1u);
    EXPECT_EQ(drops[SkbDropReason::Xdp], 1u);
    ExpectConserved();
}

/** A frame in a pcap file has its Ethernet header and nothing behind the packet. */
TEST_F(VethTraceTest, PcapFilesHoldEthernetFrames)
{
    Build({"none", "off"});
    const std::string name = testing::TempDir() + "veth-trace-test.pcap";
    veth.EnablePcap(name, server, true, true);
    Simulator::Schedule(MilliSeconds(1), &VethTraceTest::Send, this, server->GetAddress(), 100);
    RunFor(MilliSeconds(5));
    Forget();
    PcapFile file;
    file.Open(name, std::ios::in);
    ASSERT_FALSE(file.Fail());
    EXPECT_EQ(file.GetDataLinkType(), 1u); // DLT_EN10MB
    uint8_t bytes[200];
    uint32_t seconds;
    uint32_t microseconds;
    uint32_t included;
    uint32_t length;
    uint32_t read;
    file.Read(bytes, sizeof(bytes), seconds, microseconds, included, length, read);
    ASSERT_FALSE(file.Fail());
    EXPECT_EQ(microseconds / 100, 10u);
    ASSERT_EQ(length, 114u);
    EXPECT_EQ(bytes[12] << 8 | bytes[13], PROTOCOL);
    std::remove(name.c_str());
}

TEST_F(VethTraceTest, AsciiTracesNameTheEvents)
{
    Build({"none", "off"});
    const std::string name = testing::TempDir() + "veth-trace-test.tr";
    veth.EnableAscii(name, server, true);
    Simulator::Schedule(MilliSeconds(1), &VethTraceTest::Send, this, server->GetAddress(), 100);
    RunFor(MilliSeconds(5));
    Forget();
    std::ifstream file(name);
    std::string line;
    ASSERT_TRUE(std::getline(file, line));
    EXPECT_EQ(line.substr(0, 8), "r 0.0010");
    std::remove(name.c_str());
}

} // namespace packettest
} // namespace ns3
