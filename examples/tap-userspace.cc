/* SPDX-License-Identifier: GPL-2.0-only */

// A process writes frames to a tap, one system call each, and the stack receives them.
//
//   TapWriter - write() - tap - PacketMeter
//
// --nonblock=1 lets frames that fit a page be built in place (tun_build_skb); --napi=1 sends them
// through NAPI.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    uint32_t frameSize = 1400;
    double milliseconds = 5;
    bool nonblock = false;
    bool napi = false;
    CommandLine cmd(__FILE__);
    cmd.AddValue("frameSize", "bytes of a frame, without FCS", frameSize);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.AddValue("nonblock", "the descriptor is O_NONBLOCK", nonblock);
    cmd.AddValue("napi", "IFF_NAPI", napi);
    cmd.Parse(argc, argv);

    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper hosts;
    Ptr<LinuxHost> host = hosts.Install(node);
    TunVhostHelper tuns;
    tuns.SetDeviceAttribute("Napi", BooleanValue(napi));
    Ptr<TunNetDevice> tap = tuns.Install(node);
    PacketMeter meter(host->GetSkbs());
    tap->SetProtocol(&meter);
    tap->Open();
    TapWriter writer(host->GetCpu(0), tap->GetRx(0), frameSize, nonblock);
    writer.StartAt(0);

    Simulator::Stop(MicroSeconds(static_cast<uint64_t>(milliseconds * 1000)));
    Simulator::Run();

    std::cout << "written   " << writer.GetFrames() << " frames\n"
              << "received  " << meter.GetStats().frames << " frames\n"
              << "a write   " << milliseconds * 1e6 / static_cast<double>(writer.GetFrames())
              << " ns\n";

    tap->Close(host->GetCpu(0).GetCore());
    Simulator::Destroy();
    return 0;
}
