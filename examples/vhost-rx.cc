/* SPDX-License-Identifier: GPL-2.0-only */

// A process on core 0 sends bursts into a tap; the vhost worker on core 1 takes them from the tap's
// ring, 64 pointers at a time, and copies them into the buffers of a guest on core 2.
//
//   PacketGenerator - AF_PACKET - tap - ring - VhostNet - Virtqueue - VirtioReceiver
//
// With --burst=10000 --frameSize=60 the worker falls behind and the ring of 1000 entries overflows.
// --interrupts=1 lets the guest sleep.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    uint32_t burst = 32;
    uint32_t frameSize = 1514;
    double rate = 500000;
    double milliseconds = 10;
    bool interrupts = false;
    CommandLine cmd(__FILE__);
    cmd.AddValue("burst", "frames sent back to back", burst);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", frameSize);
    cmd.AddValue("rate", "frames per second", rate);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("interrupts", "the guest sleeps until it is called", interrupts);
    cmd.Parse(argc, argv);

    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper hosts;
    Ptr<LinuxHost> host = hosts.Install(node);
    TunVhostHelper tuns;
    Ptr<TunNetDevice> tap = tuns.Install(node);
    PacketMeter meter(host->GetSkbs());
    tap->SetProtocol(&meter);
    tap->Open();

    HostCpu& worker = host->GetCpu(1);
    Ptr<VhostNet> vhost = tuns.Attach(tap, worker.GetId());
    vhost->Start(worker.GetCore());
    VirtioReceiverParameters guest;
    guest.bufferBytes = vhost->GetBufferBytes();
    guest.polls = !interrupts;
    VirtioReceiver receiver(host->GetCpu(2), vhost->GetRxQueue(), guest);
    receiver.StartAt(0);

    Ptr<PacketGenerator> generator = CreateObject<PacketGenerator>();
    generator->SetAttribute("FrameSize", UintegerValue(frameSize));
    generator->SetAttribute("Burst", UintegerValue(burst));
    generator->SetAttribute("Rate", DoubleValue(rate));
    generator->Connect(tap, 0);
    generator->Start();

    Simulator::Stop(MicroSeconds(static_cast<uint64_t>(milliseconds * 1000)));
    Simulator::Run();

    const CpuCore& core = host->GetCpu(2).GetCore();
    std::cout << "sent       " << generator->GetStats().frames << " frames\n"
              << "received   " << receiver.GetStats().frames << " frames\n"
              << "ring full  " << tap->GetDropped() << " frames\n"
              << "latency    " << core.ToNs(receiver.GetLatency().Percentile(0.5))
              << " ns, median\n"
              << "calls      " << vhost->GetRxQueue().GetStats().calls << "\n";

    vhost->Close(worker.GetCore());
    tap->Close(worker.GetCore());
    generator->Dispose();
    vhost->Dispose();
    Simulator::Destroy();
    return 0;
}
