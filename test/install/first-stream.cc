/* SPDX-License-Identifier: GPL-2.0-only */

// A user's first script: a TCP stream over a veth pair for 5 ms, and what was read of it.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"
#include "ns3/network-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    CommandLine(__FILE__).Parse(argc, argv);
    Ptr<Node> node = CreateObject<Node>();
    LinuxHostHelper().Install(node);
    NetDeviceContainer ends = VethHelper().Install(node);
    Ptr<VethNetDevice> a = DynamicCast<VethNetDevice>(ends.Get(0));
    Ptr<VethNetDevice> b = DynamicCast<VethNetDevice>(ends.Get(1));
    b->SetXdpProgram(CreateObject<XdpProgram>());
    Ptr<Stream> stream = CreateObject<Stream>();
    stream->Connect(a, b, a->CanSegment(), 0, 1);
    b->Open();
    stream->Start();
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    const uint64_t frames = stream->GetReceiver().GetStats().frames;
    std::cout << frames << " frames read\n";
    stream->Dispose();
    Simulator::Destroy();
    return frames > 0 ? 0 : 1;
}
