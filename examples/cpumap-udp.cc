/* SPDX-License-Identifier: GPL-2.0-only */

// A NIC is flooded with small UDP datagrams. Its XDP program redirects them into a cpumap, whose
// kthread runs the stack on another core; without --redirect one core does everything.
//
//   wire - NicNetDevice - XDP - cpumap ring ======= kthread - skb - IPv6, UDP
//          core 0                                   core 1
//
// --kernel=6.3 takes each page out of the NIC's page_pool on core 1 and frees it there;
// --kernel=6.4 gives it back to the pool. Compare the frame rates of both cores, and --qsize.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <memory>

using namespace ns3;

int
main(int argc, char* argv[])
{
    double rate = 27e6;
    uint32_t frameSize = 60;
    uint32_t ring = 512;
    uint32_t qsize = 2048;
    double milliseconds = 5;
    bool redirect = true;
    std::string kernel = "6.4";
    CommandLine cmd(__FILE__);
    cmd.AddValue("rate", "frames per second on the wire", rate);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", frameSize);
    cmd.AddValue("ring", "receive descriptors", ring);
    cmd.AddValue("qsize", "ring of the cpumap entry", qsize);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("redirect", "into the cpumap; otherwise the program passes", redirect);
    cmd.AddValue("kernel", "profile of the kernel", kernel);
    cmd.Parse(argc, argv);

    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper hosts;
    hosts.SetKernel(kernel);
    Ptr<LinuxHost> host = hosts.Install(node);

    Ptr<UdpSink> sink = CreateObject<UdpSink>();
    sink->Connect(*host);
    auto cpuMap = std::make_unique<CpuMapEntry>(*host, 1, qsize, *sink);

    Ptr<NicNetDevice> nic = CreateObject<NicNetDevice>();
    nic->SetAttribute("Rate", DoubleValue(rate));
    nic->SetAttribute("FrameSize", UintegerValue(frameSize));
    nic->SetAttribute("RingSize", UintegerValue(ring));
    node->AddDevice(nic);
    nic->SetProtocol(PeekPointer(sink));
    nic->SetRedirectTarget(cpuMap.get());
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue(redirect ? "redirect" : "pass"));
    nic->SetXdpProgram(program);
    nic->Open();
    nic->StartWire();

    const Time duration = MicroSeconds(static_cast<uint64_t>(milliseconds * 1000));
    Simulator::Stop(duration);
    Simulator::Run();

    NicRxQueue& queue = *nic->GetRxQueue();
    queue.Settle();
    const NicRxStats& rx = queue.GetRxStats();
    const CpuMapStats& map = cpuMap->GetStats();
    const PagePool& pool = queue.GetPool();
    const double microseconds = duration.GetSeconds() * 1e6;
    std::cout << "arrived       " << (rx.missed + rx.received) / microseconds << " Mpps\n"
              << "no descriptor " << rx.missed / microseconds << " Mpps\n"
              << "core 0        " << rx.packets / microseconds << " Mpps\n"
              << "cpumap full   " << map.drops / microseconds << " Mpps\n"
              << "UDP           " << sink->GetStats().received / microseconds << " Mpps\n"
              << "pages         " << pool.GetHold() << " held, " << pool.GetRelease()
              << " released by the pool\n";

    cpuMap->Purge(host->GetCpu(0).GetCore());
    nic->Close(host->GetCpu(0).GetCore());
    nic->Dispose();
    cpuMap.reset();
    sink->Dispose();
    Simulator::Destroy();
    return 0;
}
