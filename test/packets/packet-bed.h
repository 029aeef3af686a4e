/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_BED_H
#define LINUX_DATAPATH_PACKET_BED_H

#include "ns3/backlogs.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/footprint-meter.h"
#include "ns3/host-stack.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/linux-host-helper.h"
#include "ns3/packet-port.h"
#include "ns3/packet-stack.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/veth-helper.h"
#include "ns3/veth-net-device.h"
#include "ns3/xdp-frame.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace ns3
{
namespace packettest
{

/** @brief How the receiving end of a pair is set up. */
struct PairSetup
{
    const char* buffers; //!< "none": no program
    const char* gro;     //!< GRO of both ends
};

/** @brief Prints the setup in the name of a test. */
inline std::string
SetupName(const testing::TestParamInfo<PairSetup>& info)
{
    std::string name = std::string(info.param.buffers) + "_gro_" + info.param.gro;
    for (char& c : name)
    {
        c = c == '-' ? '_' : c;
    }
    return name;
}

const PairSetup ALL_SETUPS[] = {{"none", "off"},
                                {"none", "on"},
                                {"alloc-page", "off"},
                                {"page-pool", "off"},
                                {"page-pool", "on"},
                                {"page-pool-frag", "on"},
                                {"pp-cow", "on"}};

/** @brief Two containers of one kernel with a veth pair; the client's process runs on core 0, the
 * server's on core 1. */
class PacketBed : public testing::Test
{
  public:
    PacketBed()
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        nodes.Create(2);
    }

    ~PacketBed() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /** Make the pair; the helper may have been told attributes before. */
    void Build(const PairSetup& setup, uint32_t mtu = 1500)
    {
        host = LinuxHostHelper().Install(nodes.Get(0));
        veth.SetDeviceAttribute("Mtu", UintegerValue(mtu));
        veth.SetDeviceAttribute("Gro", StringValue(setup.gro));
        const bool program = std::string(setup.buffers) != "none";
        if (program)
        {
            veth.SetDeviceAttribute("Buffers", StringValue(setup.buffers));
        }
        ends = veth.Install(nodes);
        client = DynamicCast<VethNetDevice>(ends.Get(0));
        server = DynamicCast<VethNetDevice>(ends.Get(1));
        server->GetObject<PacketPort>()->SetAttribute("ProcessCpu", UintegerValue(1));
        if (program)
        {
            server->SetXdpProgram(CreateObject<XdpProgram>());
        }
        for (const auto& end : {client, server})
        {
            end->TraceConnectWithoutContext("Drop", MakeCallback(&PacketBed::CountDrop, this));
        }
    }

    /** Addresses 10.1.1.1 of the client, 10.1.1.2 of the server. */
    void AddInternet(bool ipv6 = true)
    {
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(ipv6);
        internet.Install(nodes);
        addresses = Ipv4AddressHelper("10.1.1.0", "/24").Assign(ends);
        if (!ipv6)
        {
            return;
        }
        Ipv6AddressHelper helper6;
        helper6.SetBase("2001:1::", Ipv6Prefix(64));
        addresses6 = helper6.Assign(ends);
    }

    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** Let go of devices and nodes, so that trace files are closed. */
    void Forget()
    {
        Simulator::Destroy();
        client = nullptr;
        server = nullptr;
        ends = NetDeviceContainer();
        nodes = NodeContainer();
        host = nullptr;
    }

    PacketStack& Stack()
    {
        return PacketStack::Of(*host);
    }

    /** Take everything apart: pages, skbs, frames, packets and cycles are accounted for. */
    void ExpectConserved()
    {
        CpuCore& core = host->GetCpu(0).GetCore();
        Stack().Purge(core);
        HostStack::Of(*host).GetBacklogs().Purge(core);
        HostStack::Of(*host).GetDeferredFree().Purge(core);
        client->Close(core);
        server->Close(core);
        host->GetSkbs().DrainNapiCaches(core);
        const PageAudit audit = host->GetPages().Audit();
        EXPECT_TRUE(audit.consistent);
        EXPECT_EQ(audit.created, audit.buddy + audit.pcp + audit.used);
        const SkbAllocatorStats& skbs = host->GetSkbs().GetStats();
        EXPECT_EQ(skbs.allocated, skbs.freed);
        EXPECT_EQ(skbs.dataCreated, skbs.dataFreed);
        EXPECT_EQ(host->GetSkbs().GetSkbObjectsAlive(), 0u);
        EXPECT_EQ(host->GetFootprint().Get(FootprintOwner::SendPages), 0);
        EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), 0u);
        EXPECT_EQ(Stack().CheckEqualities(), "");
        uint64_t traced = 0;
        for (const auto& [reason, count] : drops)
        {
            EXPECT_EQ(count,
                      Stack().GetStats().lostBy[static_cast<std::size_t>(reason)] +
                          refused[reason]);
            traced += count;
        }
        EXPECT_GE(traced, Stack().GetStats().lost);
        host->SettleIdle();
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    NodeContainer nodes;                       //!< client, server
    VethHelper veth;                           //!< makes the pair
    Ptr<LinuxHost> host;                       //!< the kernel
    NetDeviceContainer ends;                   //!< of the client, of the server
    Ptr<VethNetDevice> client;                 //!< end of the client
    Ptr<VethNetDevice> server;                 //!< end of the server
    Ipv4InterfaceContainer addresses;          //!< of the client, of the server
    Ipv6InterfaceContainer addresses6;         //!< of the client, of the server
    std::map<SkbDropReason, uint64_t> drops;   //!< traced by both ends
    std::map<SkbDropReason, uint64_t> refused; //!< of these: never taken by the stack

  private:
    void CountDrop(Ptr<const Packet>, SkbDropReason reason)
    {
        ++drops[reason];
        refused[reason] += reason == SkbDropReason::QdiscDrop ? 1 : 0;
    }
};

} // namespace packettest
} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_BED_H
