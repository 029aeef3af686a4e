/* SPDX-License-Identifier: GPL-2.0-only */

// Many containers on one host: a veth pair each, whose far end, in the container's network
// namespace, has an XDP program and a page_pool of its own. A process a container sends bursts.
//
//   node 0, the host                            nodes 1..N, namespaces of it
//   PacketGenerator - AF_PACKET - veth a ====== veth b - ring - NAPI - XDP - PacketMeter
//
// What do N of them hold, and does each get its share of a few cores? Try
//   --buffers=alloc-page       no pages stay with a container
//   --poolRing=8               pools keep 8 idle pages instead of the first 64
//   --rate=1000000             more than the cores can do: CFS gives one sender after the other 3
//   ms

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <memory>
#include <vector>

using namespace ns3;

namespace
{

/** A container: its meter, and the process on the host that sends to it. */
struct Container
{
    std::unique_ptr<PacketMeter> meter;
    Ptr<PacketGenerator> generator;
};

Container
Connect(const NetDeviceContainer& ends, Ptr<XdpProgram> program, uint32_t cpu, Time start)
{
    Ptr<VethNetDevice> a = DynamicCast<VethNetDevice>(ends.Get(0));
    Ptr<VethNetDevice> b = DynamicCast<VethNetDevice>(ends.Get(1));
    LinuxHost& host = a->GetHost();
    Container container{std::make_unique<PacketMeter>(host.GetSkbs()),
                        CreateObject<PacketGenerator>()};
    b->SetXdpProgram(program);
    b->SetProtocol(container.meter.get());
    b->SetXdpWatcher(container.meter.get());
    b->Open();
    container.generator->Connect(a, cpu);
    container.generator->StartAt(host.FromTime(start));
    return container;
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t containers = 100;
    uint32_t cores = 4;
    uint32_t poolRing = 256;
    double rate = 2000;
    double milliseconds = 50;
    std::string buffers = "page-pool";
    CommandLine cmd(__FILE__);
    cmd.AddValue("containers", "veth pairs", containers);
    cmd.AddValue("cores", "cores that the senders share", cores);
    cmd.AddValue("poolRing", "entries of the ring of a page_pool", poolRing);
    cmd.AddValue("rate", "frames per second to each container", rate);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("buffers", "alloc-page, page-pool, page-pool-frag or pp-cow", buffers);
    cmd.Parse(argc, argv);

    Config::SetDefault("ns3::VethNetDevice::Buffers", StringValue(buffers));
    Config::SetDefault("ns3::VethNetDevice::PoolRingSize", UintegerValue(poolRing));
    Config::SetDefault("ns3::PacketGenerator::Rate", DoubleValue(rate));
    Config::SetDefault("ns3::PacketGenerator::Burst", UintegerValue(20));
    Config::SetDefault("ns3::PacketGenerator::FrameSize", UintegerValue(1514));

    NodeContainer nodes(1 + containers);
    LinuxHostHelper hosts;
    Ptr<LinuxHost> host = hosts.Install(nodes.Get(0));
    VethHelper veth;
    Ptr<XdpProgram> program = CreateObject<XdpProgram>(); // loaded once, attached everywhere
    std::vector<Container> all;
    for (uint32_t i = 0; i < containers; ++i)
    {
        const NetDeviceContainer ends = veth.Install(nodes.Get(0), nodes.Get(1 + i));
        all.push_back(Connect(ends, program, i % cores, Seconds(20 / rate * i / containers)));
    }
    Simulator::Stop(Seconds(milliseconds / 1000));
    Simulator::Run();

    double sum = 0;
    double squares = 0;
    for (const Container& container : all)
    {
        const auto frames = static_cast<double>(container.meter->GetStats().frames);
        sum += frames;
        squares += frames * frames;
        container.generator->Dispose();
    }
    const FootprintMeter& held = host->GetFootprint();
    std::cout << "frames delivered " << sum << "\n"
              << "Jain's index     " << (sum > 0 ? sum * sum / (containers * squares) : 1) << "\n"
              << "KiB a container  " << held.GetTotal() / 1024.0 / containers << "\n"
              << "  idle in pools  "
              << (held.Get(FootprintOwner::PoolCache) + held.Get(FootprintOwner::PoolRing)) /
                     1024.0 / containers
              << "\n";
    Simulator::Destroy();
    return 0;
}
