/* SPDX-License-Identifier: GPL-2.0-only */

// One TCP stream over a veth pair whose receiving end runs an XDP program that returns XDP_PASS:
// the test bed of the veth page_pool thread.
//
//   core 0: StreamWriter - TcpSender - veth a ===== veth b - ring - NAPI - XDP - GRO - TcpReceiver
//   core 1: StreamReader reads, and hands the skbs back to core 0
//
// Compare --buffers=alloc-page with --buffers=page-pool, at --mtu=1500 and --mtu=8000, and look at
// where the cycles of core 0 go.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

void
PrintLedger(CpuCore& core, uint64_t frames)
{
    for (std::size_t i = 0; i < COST_KIND_COUNT; ++i)
    {
        const auto kind = static_cast<CostKind>(i);
        const double ns = core.ToNs(core.GetLedger().OfKind(kind)) / static_cast<double>(frames);
        std::cout << "  " << std::left << std::setw(14) << CostKindName(kind) << std::right
                  << std::setw(8) << ns << " ns a frame\n";
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t mtu = 1500;
    std::string buffers = "page-pool";
    double milliseconds = 20;
    std::string machine = "xeon-gold-6140";
    std::string kernel = "6.4";
    bool clear = true;
    CommandLine cmd(__FILE__);
    cmd.AddValue("mtu", "MTU of both ends [B]", mtu);
    cmd.AddValue("buffers", "alloc-page, page-pool, page-pool-frag or pp-cow", buffers);
    cmd.AddValue("milliseconds", "simulated time that is measured, after 10 ms", milliseconds);
    cmd.AddValue("machine", "profile of the machine", machine);
    cmd.AddValue("kernel", "profile of the kernel", kernel);
    cmd.AddValue("clear", "memory is cleared on allocation (init_on_alloc)", clear);
    cmd.Parse(argc, argv);

    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper hosts;
    hosts.SetMachine(machine);
    Ptr<KernelProfile> profile = ReadKernelProfile(kernel);
    profile->SetAttribute("InitOnAlloc", BooleanValue(clear));
    hosts.SetKernel(profile);
    Ptr<LinuxHost> host = hosts.Install(node);

    VethHelper veth;
    veth.SetDeviceAttribute("Mtu", UintegerValue(mtu));
    veth.SetDeviceAttribute("Buffers", StringValue(buffers));
    NetDeviceContainer ends = veth.Install(node);
    Ptr<VethNetDevice> a = DynamicCast<VethNetDevice>(ends.Get(0));
    Ptr<VethNetDevice> b = DynamicCast<VethNetDevice>(ends.Get(1));
    b->SetXdpProgram(CreateObject<XdpProgram>());

    Ptr<Stream> stream = CreateObject<Stream>();
    stream->AssignStreams(1);
    stream->Connect(a, b, a->CanSegment(), 0, host->PlaceCpu(Placement::Core));
    b->Open();
    stream->Start();

    // nothing but the stream happens up to each horizon: many steps may share an event
    const Time warmup = MilliSeconds(10);
    const Time measured = MicroSeconds(static_cast<uint64_t>(milliseconds * 1000));
    host->SetHorizon(warmup);
    Simulator::Stop(warmup);
    Simulator::Run();
    host->ResetStats();
    stream->ResetStats();
    host->SetHorizon(warmup + measured);
    Simulator::Stop(measured);
    Simulator::Run();

    const TcpReceiver::Stats read = stream->GetReceiver().GetStats();
    const double seconds = milliseconds / 1e3;
    std::cout << std::fixed << std::setprecision(1) << "throughput     "
              << static_cast<double>(read.bytes) * 8 / seconds / 1e9 << " Gb/s\n"
              << "frames read    " << read.frames << "\n"
              << "memory held    "
              << static_cast<double>(host->GetFootprint().GetTotalMean(host->Now())) / 1024
              << " KiB on average\n";
    if (read.frames > 0)
    {
        PrintLedger(host->GetCpu(0).GetCore(), read.frames);
    }
    stream->Dispose();
    Simulator::Destroy();
    return read.frames > 0 ? 0 : 1;
}
