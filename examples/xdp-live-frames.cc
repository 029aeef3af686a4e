/* SPDX-License-Identifier: GPL-2.0-only */

// A process tests an XDP program with live frames (BPF_PROG_TEST_RUN, as xdp-trafficgen does); the
// program says XDP_TX, so that each of them leaves by a NIC.
//
//   node, the host
//   LiveFrames: page_pool - program - devmap queue of 16 - NicTxRing (512) - wire
//       ^ pages come back when the NIC's ring is cleaned, 16 to a bulk
//
// The ring is cleaned when less than a quarter is free: 384 frames come back at once. A pool with a
// ring of 64, as the kernel makes it for batches of 64, takes 64 of them; the others go to the page
// allocator, and pages that replace them are initialised again. Compare
//   --poolRing=64      --poolRing=1024      --poolRing=64 --clean=eager

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    uint32_t batch = 64;
    uint32_t poolRing = 64;
    uint32_t txRing = 512;
    uint32_t frameSize = 64;
    double milliseconds = 2;
    std::string clean = "lazy";
    std::string machine = "x86-server-generic";
    std::string kernel = "6.9";
    CommandLine cmd(__FILE__);
    cmd.AddValue("batch", "frames of a batch, up to 256", batch);
    cmd.AddValue("poolRing", "ring of the test's page_pool", poolRing);
    cmd.AddValue("txRing", "descriptors of the NIC", txRing);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", frameSize);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("clean", "when the NIC's ring is cleaned: lazy or eager", clean);
    cmd.AddValue("machine", "profile of the machine", machine);
    cmd.AddValue("kernel", "profile of the kernel", kernel);
    cmd.Parse(argc, argv);

    NodeContainer nodes(1);
    LinuxHostHelper hosts;
    hosts.SetMachine(machine);
    hosts.SetKernel(kernel);
    Ptr<LinuxHost> host = hosts.Install(nodes.Get(0));

    Ptr<NicTxRing> nic = CreateObject<NicTxRing>();
    nic->SetAttribute("Size", UintegerValue(txRing));
    nic->SetAttribute("Clean", StringValue(clean));
    nic->Open(host);

    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue("tx"));

    Ptr<LiveFrames> live = CreateObject<LiveFrames>();
    live->SetAttribute("Batch", UintegerValue(batch));
    live->SetAttribute("PoolSize", UintegerValue(poolRing));
    live->SetAttribute("FrameSize", UintegerValue(frameSize));
    live->Connect(host, 0, program, PeekPointer(nic), nullptr);
    live->Start();

    Simulator::Stop(MicroSeconds(static_cast<uint64_t>(milliseconds * 1000)));
    Simulator::Run();

    const PagePoolStats& pool = live->GetPool()->GetStats();
    const NicTxRing::Stats& sent = nic->GetStats();
    std::cout << "frames sent          " << sent.queued << "\n"
              << "frames per second    " << sent.queued / milliseconds * 1000 << "\n"
              << "pages initialised    " << live->GetStats().inits << "\n"
              << "returned             " << sent.returned << "\n"
              << "  into the ring      " << pool.ring << "\n"
              << "  to the allocator   " << live->GetPool()->GetRelease() << "\n"
              << "bulks refused        " << pool.ring_full << "\n";
    for (const auto& [frames, cleans] : sent.cleanSizes)
    {
        std::cout << "cleans of " << frames << " frames: " << cleans << "\n";
    }

    live->Dispose();
    nic->Dispose();
    Simulator::Destroy();
    return 0;
}
