/* SPDX-License-Identifier: GPL-2.0-only */

// A process sends bursts of datagrams into one end of a veth pair; at the other end, in another
// network namespace of the same kernel, an XDP program decides about each of them.
//
//   node 0, the host                               node 1, a namespace of it
//   PacketGenerator - AF_PACKET - veth a ========= veth b - ring - NAPI - XDP - PacketMeter
//
// By default NAPI polls in the sender's softirq, between two frames: nothing is ever lost. With
//   --threaded=1 --burst=768 --instructions=10000
// a thread on another core polls; it is slower than the sender, and what the ring of 256 entries
// cannot hold is dropped. The frames that a program drops, it has received: it is their reader.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

namespace
{

void
PrintPolls(const VethNetDevice& device)
{
    for (const auto& queue : device.GetRxQueues())
    {
        const Napi::Stats& stats = queue->Napi::GetStats();
        std::cout << "polls            " << stats.polls << "\n";
        for (std::size_t work = 0; work < stats.histogram.size(); ++work)
        {
            if (stats.histogram[work] > 0)
            {
                std::cout << "  of " << work << " frames: " << stats.histogram[work] << "\n";
            }
        }
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t burst = 64;
    uint32_t frameSize = 1514;
    uint32_t ring = 256;
    uint32_t instructions = 10;
    double rate = 500000;
    double milliseconds = 20;
    bool threaded = false;
    std::string verdict = "pass";
    std::string kernel = "6.4";
    CommandLine cmd(__FILE__);
    cmd.AddValue("burst", "frames sent back to back", burst);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", frameSize);
    cmd.AddValue("ring", "entries of the receive ring", ring);
    cmd.AddValue("instructions", "length of the program's path", instructions);
    cmd.AddValue("rate", "frames per second", rate);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("threaded", "poll in a thread on core 1", threaded);
    cmd.AddValue("verdict", "of the program: pass or drop", verdict);
    cmd.AddValue("kernel", "profile of the kernel", kernel);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    LinuxHostHelper hosts;
    hosts.SetKernel(kernel);
    Ptr<LinuxHost> host = hosts.Install(nodes.Get(0));

    VethHelper veth;
    veth.SetDeviceAttribute("RingSize", UintegerValue(ring));
    veth.SetDeviceAttribute("Threaded", BooleanValue(threaded));
    veth.SetDeviceAttribute("ThreadCpu", UintegerValue(1));
    NetDeviceContainer ends = veth.Install(nodes.Get(0), nodes.Get(1));
    Ptr<VethNetDevice> a = DynamicCast<VethNetDevice>(ends.Get(0));
    Ptr<VethNetDevice> b = DynamicCast<VethNetDevice>(ends.Get(1));

    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue(verdict));
    program->SetAttribute("Instructions", UintegerValue(instructions));
    b->SetXdpProgram(program);

    PacketMeter meter(host->GetSkbs());
    b->SetProtocol(&meter);
    b->SetXdpWatcher(&meter);

    Ptr<PacketGenerator> generator = CreateObject<PacketGenerator>();
    generator->SetAttribute("FrameSize", UintegerValue(frameSize));
    generator->SetAttribute("Burst", UintegerValue(burst));
    generator->SetAttribute("Rate", DoubleValue(rate));
    generator->Connect(a, 0);
    b->Open();
    generator->Start();

    Simulator::Stop(MicroSeconds(static_cast<uint64_t>(milliseconds * 1000)));
    Simulator::Run();

    const CpuCore& core = host->GetCpu(0).GetCore();
    std::cout << "frames sent      " << generator->GetStats().frames << "\n"
              << "frames delivered " << meter.GetStats().frames << "\n"
              << "dropped, ring    " << a->GetDropped() << "\n"
              << "latency          " << core.ToNs(meter.GetLatency().Percentile(0.5))
              << " ns median, " << core.ToNs(meter.GetLatency().GetMax()) << " ns longest\n";
    PrintPolls(*b);

    generator->Dispose();
    Simulator::Destroy();
    return 0;
}
