/* SPDX-License-Identifier: GPL-2.0-only */
// UDP echo of ns-3 next to a load of datagrams that nobody answers:
//   veth:  client (container), core 0 - veth ===== veth [XDP_PASS] - server (container), core 1
//   tap:   client (guest, core 2) - virtio - vhost_net, core 3 - tap - server (host), core 1
// Compare --load=1 with --load=200000 and --load=500000 [packets/s].

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <algorithm>
#include <iostream>
#include <vector>

using namespace ns3;

namespace
{

std::vector<Time> g_roundTrips;

Ptr<Socket>
Open(Ptr<Node> node, uint16_t port, void (*receive)(Ptr<Socket>))
{
    Ptr<Socket> socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    socket->SetRecvCallback(MakeCallback(receive));
    return socket;
}

void
Echo(Ptr<Socket> socket)
{
    Address from;
    socket->SendTo(socket->RecvFrom(from), 0, from);
}

void
Swallow(Ptr<Socket> socket)
{
    socket->Recv();
}

void
Answer(Ptr<Socket> socket)
{
    int64_t sentAt; // the payload
    socket->Recv()->CopyData(reinterpret_cast<uint8_t*>(&sentAt), sizeof(sentAt));
    g_roundTrips.push_back(Simulator::Now() - NanoSeconds(sentAt));
}

void
Ask(Ptr<Socket> socket)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    socket->Send(Create<Packet>(reinterpret_cast<const uint8_t*>(&now), sizeof(now)));
}

void
Load(Ptr<Socket> socket, Time gap)
{
    socket->Send(Create<Packet>(1000));
    Simulator::Schedule(gap, &Load, socket, gap);
}

NetDeviceContainer
MakeDevices(const std::string& device, Ptr<Node> client, Ptr<Node> server)
{
    LinuxHostHelper().Install(server);
    if (device == "tap")
    {
        NetDeviceContainer made = TunVhostHelper().InstallGuest(server, client, 3, 2);
        return NetDeviceContainer(made.Get(1), made.Get(0)); // client first
    }
    NetDeviceContainer pair = VethHelper().Install(client, server);
    DynamicCast<VethNetDevice>(pair.Get(1))->SetXdpProgram(CreateObject<XdpProgram>());
    return pair;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string device = "veth";
    double load = 1;
    CommandLine cmd(__FILE__);
    cmd.AddValue("device", "veth or tap", device);
    cmd.AddValue("load", "Datagrams of the load [packets/s]", load);
    cmd.Parse(argc, argv);
    NodeContainer nodes(2);
    NetDeviceContainer ends = MakeDevices(device, nodes.Get(0), nodes.Get(1));
    ends.Get(1)->GetObject<PacketPort>()->SetAttribute("ProcessCpu", UintegerValue(1));
    InternetStackHelper().Install(nodes);
    const Ipv4InterfaceContainer addresses = Ipv4AddressHelper("10.1.1.0", "/24").Assign(ends);
    Ptr<Socket> server = Open(nodes.Get(1), 7, &Echo);
    Ptr<Socket> sink = Open(nodes.Get(1), 9, &Swallow);
    Ptr<Socket> client = Open(nodes.Get(0), 1007, &Answer);
    client->Connect(InetSocketAddress(addresses.GetAddress(1), 7));
    Ptr<Socket> source = Open(nodes.Get(0), 1009, &Swallow);
    source->Connect(InetSocketAddress(addresses.GetAddress(1), 9));
    Simulator::Schedule(MilliSeconds(10), &Ask, client); // finds the neighbour
    for (int i = 0; i < 200; ++i)
    {
        Simulator::Schedule(MilliSeconds(50) + i * MicroSeconds(103), &Ask, client);
    }
    Simulator::Schedule(MilliSeconds(50), &Load, source, Seconds(1 / load));
    Simulator::Stop(MilliSeconds(80));
    Simulator::Run();
    std::sort(g_roundTrips.begin(), g_roundTrips.end());
    const std::size_t n = g_roundTrips.size();
    NS_ABORT_MSG_IF(n == 0, "nothing was answered");
    std::cout << device << ": " << n << " of 201 answered, median "
              << g_roundTrips[n / 2].As(Time::US) << ", 99th percentile "
              << g_roundTrips[n * 99 / 100].As(Time::US) << std::endl;
    Simulator::Destroy();
    return 0;
}
