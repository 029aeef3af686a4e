/* SPDX-License-Identifier: GPL-2.0-only */

// A guest polls on core 0 and fills its transmit queue; the vhost worker on core 1 copies packets
// into buffers and hands them to a tap in batches; the tap's XDP program drops them.
//
//   VirtioSender - Virtqueue - VhostNet - tap - XDP - PacketMeter
//
// --refill=get-page --putBatch=0 is the kernel before the two patches of November 2018, the default
// is the one after them. --batch varies how many packets go into one call.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    uint32_t batch = 64;
    uint32_t queueSize = 256;
    uint32_t frameSize = 60;
    double milliseconds = 5;
    bool putBatch = true;
    std::string refill = "bias";
    std::string machine = "client-kaby-lake";
    CommandLine cmd(__FILE__);
    cmd.AddValue("batch", "packets handed to the tap at once", batch);
    cmd.AddValue("queueSize", "descriptors of a virtqueue", queueSize);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", frameSize);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("putBatch", "release dropped packets of a block together", putBatch);
    cmd.AddValue("refill", "references of buffers: get-page, bias or frag-cache", refill);
    cmd.AddValue("machine", "profile of the machine", machine);
    cmd.Parse(argc, argv);

    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper hosts;
    hosts.SetMachine(machine);
    Ptr<LinuxHost> host = hosts.Install(node);

    TunVhostHelper tuns;
    tuns.SetDeviceAttribute("PutBatch", BooleanValue(putBatch));
    tuns.SetVhostAttribute("Batch", UintegerValue(batch));
    tuns.SetVhostAttribute("QueueSize", UintegerValue(queueSize));
    tuns.SetVhostAttribute("Refill", StringValue(refill));
    Ptr<TunNetDevice> tap = tuns.Install(node);
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue("drop"));
    tap->SetXdpProgram(program);
    PacketMeter meter(host->GetSkbs());
    tap->SetProtocol(&meter);
    tap->SetXdpWatcher(&meter);
    tap->Open();

    HostCpu& worker = host->GetCpu(1);
    Ptr<VhostNet> vhost = tuns.Attach(tap, worker.GetId());
    vhost->Start(worker.GetCore());
    VirtioSenderParameters guest;
    guest.frame = frameSize;
    VirtioSender sender(host->GetCpu(0), vhost->GetTxQueue(), guest);
    sender.StartAt(0);

    Simulator::Stop(MicroSeconds(static_cast<uint64_t>(milliseconds * 1000)));
    Simulator::Run();

    const TunRxStats& stats = tap->GetRx(0).GetStats();
    std::cout << "dropped by the program  " << stats.xdp_drops << " frames, "
              << static_cast<double>(stats.xdp_drops) / milliseconds / 1e3 << " million/s\n"
              << "batches                 " << stats.batches << "\n"
              << "atomics for releases    " << stats.pagePuts << "\n"
              << "kicks of the guest      " << vhost->GetTxQueue().GetStats().kicks << "\n";

    vhost->Close(worker.GetCore());
    tap->Close(worker.GetCore());
    vhost->Dispose();
    Simulator::Destroy();
    return 0;
}
