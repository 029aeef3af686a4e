/* SPDX-License-Identifier: GPL-2.0-only */

// A NIC receives UDP; its XDP program passes, and one core does everything from the descriptor to
// UDP. What does a longer program cost, and when does the core fall behind the wire?
//
//   wire - descriptor ring - NicNetDevice - XDP - napi_build_skb - GRO - IPv6, UDP
//          |<------------------------------ core 0 ---------------------------->|
//
// Printed are, for programs of doubling length, the rate on the wire, what the NIC dropped because
// no descriptor was free, what UDP received, and core cycles a datagram by kind.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/** What all runs share. */
struct Settings
{
    double rate{3e6};          //!< frames per second on the wire
    uint32_t frameSize{60};    //!< bytes of a frame, without FCS
    uint32_t ring{512};        //!< receive descriptors
    double milliseconds{2};    //!< simulated time
    std::string kernel{"6.4"}; //!< profile of the kernel
};

double
PerDatagram(const CycleLedger& ledger, CostKind kind, uint64_t datagrams)
{
    return static_cast<double>(ledger.OfKind(kind)) / TICKS_PER_CYCLE /
           static_cast<double>(datagrams);
}

void
Run(const Settings& settings, uint32_t instructions)
{
    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper hosts;
    hosts.SetKernel(settings.kernel);
    Ptr<LinuxHost> host = hosts.Install(node);
    Ptr<UdpSink> sink = CreateObject<UdpSink>();
    sink->Connect(*host);

    Ptr<NicNetDevice> nic = CreateObject<NicNetDevice>();
    nic->SetAttribute("Rate", DoubleValue(settings.rate));
    nic->SetAttribute("FrameSize", UintegerValue(settings.frameSize));
    nic->SetAttribute("RingSize", UintegerValue(settings.ring));
    node->AddDevice(nic);
    nic->SetProtocol(PeekPointer(sink));
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue("pass"));
    program->SetAttribute("Instructions", UintegerValue(instructions));
    nic->SetXdpProgram(program);
    nic->Open();
    nic->StartWire();

    const Time duration = MicroSeconds(static_cast<uint64_t>(settings.milliseconds * 1000));
    Simulator::Stop(duration);
    Simulator::Run();

    NicRxQueue& queue = *nic->GetRxQueue();
    queue.Settle();
    const NicRxStats& rx = queue.GetRxStats();
    const uint64_t datagrams = sink->GetStats().received;
    NS_ABORT_MSG_IF(datagrams == 0, "no datagram arrived; accepted are rates above 0");
    const double microseconds = duration.GetSeconds() * 1e6;
    const CycleLedger& ledger = host->GetCpu(0).GetCore().GetLedger();
    std::cout << std::setw(12) << instructions << std::fixed << std::setprecision(2) << std::setw(8)
              << (rx.missed + rx.received) / microseconds << std::setw(8)
              << rx.missed / microseconds << std::setw(8) << datagrams / microseconds
              << std::setprecision(0);
    for (const CostKind kind : {CostKind::Instructions, CostKind::L2, CostKind::Llc})
    {
        std::cout << std::setw(14) << PerDatagram(ledger, kind, datagrams);
    }
    std::cout << "\n";
    nic->Close(host->GetCpu(0).GetCore());
    nic->Dispose();
    sink->Dispose();
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    Settings settings;
    CommandLine cmd(__FILE__);
    cmd.AddValue("rate", "frames per second on the wire", settings.rate);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", settings.frameSize);
    cmd.AddValue("ring", "receive descriptors", settings.ring);
    cmd.AddValue("milliseconds", "simulated time of a run", settings.milliseconds);
    cmd.AddValue("kernel", "profile of the kernel", settings.kernel);
    cmd.Parse(argc, argv);

    std::cout << "instructions    wire  missed     UDP  instructions            L2           LLC\n";
    for (uint32_t instructions = 2; instructions <= 512; instructions *= 2)
    {
        Run(settings, instructions);
    }
    return 0;
}
