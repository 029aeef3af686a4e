/* SPDX-License-Identifier: GPL-2.0-only */

// One TCP connection of ns-3 between two containers of one kernel:
//
//   client: BulkSend, process on core 0 - veth a ===== veth b [XDP_PASS] - PacketSink on core 1
//
// without a program, with a program and private copies from the page allocator, the same from a
// page_pool, and over a PointToPoint link of ns-3, which knows no host. Exit code 1 unless the
// order is that of the veth thread: a page_pool gives back part of what a program costs.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

uint32_t g_mtu = 1500;
Time g_duration = MilliSeconds(100);
std::string g_pcap;

NetDeviceContainer
MakeVeth(const NodeContainer& nodes, const std::string& buffers)
{
    Ptr<KernelProfile> kernel = ReadKernelProfile("6.4");
    kernel->SetAttribute("InitOnAlloc", BooleanValue(true)); // as in the veth thread
    LinuxHostHelper hosts;
    hosts.SetKernel(kernel);
    hosts.Install(nodes.Get(0));
    VethHelper veth;
    veth.SetDeviceAttribute("Mtu", UintegerValue(g_mtu));
    veth.SetDeviceAttribute("Gro", StringValue("off"));
    veth.SetDeviceAttribute("Buffers", StringValue(buffers == "none" ? "page-pool" : buffers));
    NetDeviceContainer ends = veth.Install(nodes);
    ends.Get(1)->GetObject<PacketPort>()->SetAttribute("ProcessCpu", UintegerValue(1));
    if (buffers != "none")
    {
        DynamicCast<VethNetDevice>(ends.Get(1))->SetXdpProgram(CreateObject<XdpProgram>());
    }
    if (!g_pcap.empty())
    {
        veth.EnablePcap(g_pcap + "-" + buffers, ends);
    }
    return ends;
}

void
PrintBusyShares(LinuxHost& host)
{
    host.SettleIdle();
    for (const uint32_t cpu : {0, 1})
    {
        const CycleLedger& ledger = host.GetCpu(cpu).GetCore().GetLedger();
        const auto idle = static_cast<double>(ledger.OfKind(CostKind::Idle));
        std::cout << "   core " << cpu << std::setw(4)
                  << 100 * (1 - idle / static_cast<double>(ledger.Total())) << " %";
    }
}

/** @return throughput [Mbit/s] */
double
Run(const std::string& name)
{
    NodeContainer nodes(2);
    const bool veth = name != "point-to-point";
    NetDeviceContainer ends = veth ? MakeVeth(nodes, name) : PointToPointHelper().Install(nodes);
    InternetStackHelper().Install(nodes);
    const Ipv4InterfaceContainer addresses = Ipv4AddressHelper("10.1.1.0", "/24").Assign(ends);
    BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 9));
    bulk.SetAttribute("SendSize", UintegerValue(g_mtu - 52));
    bulk.Install(nodes.Get(0));
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
    Ptr<PacketSink> server = DynamicCast<PacketSink>(sink.Install(nodes.Get(1)).Get(0));
    Simulator::Stop(MilliSeconds(20)); // ARP waits up to 10 ms, then TCP starts slowly
    Simulator::Run();
    const uint64_t before = server->GetTotalRx();
    Ptr<LinuxHost> host = nodes.Get(0)->GetObject<LinuxHost>();
    veth ? host->ResetStats() : void();
    Simulator::Stop(g_duration);
    Simulator::Run();
    const double mbps = (server->GetTotalRx() - before) * 8 / g_duration.GetSeconds() / 1e6;
    std::cout << std::left << std::setw(16) << name << std::fixed << std::setprecision(0)
              << std::right << std::setw(8) << mbps << " Mbit/s";
    veth ? PrintBusyShares(*host) : void();
    std::cout << std::endl;
    Simulator::Destroy();
    return mbps;
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t window = 1048576;
    CommandLine cmd(__FILE__);
    cmd.AddValue("mtu", "MTU of the veth pair [B]", g_mtu);
    cmd.AddValue("duration", "Simulated time that is measured, after 20 ms", g_duration);
    cmd.AddValue("window", "Socket buffers of ns-3's TCP [B]", window);
    cmd.AddValue("pcap", "Prefix of pcap files, empty: none", g_pcap);
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(g_mtu - 52));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(window));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(window));
    Config::SetDefault("ns3::PointToPointNetDevice::DataRate", StringValue("10Gbps"));
    const double none = Run("none");
    const double allocPage = Run("alloc-page");
    const double pagePool = Run("page-pool");
    Run("point-to-point");
    return none > pagePool && pagePool > allocPage ? 0 : 1;
}
