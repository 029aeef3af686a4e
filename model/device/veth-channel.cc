/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-channel.h"

#include "veth-net-device.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(VethChannel);

TypeId
VethChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::VethChannel")
                            .SetParent<HostChannel>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<VethChannel>();
    return tid;
}

void
VethChannel::Connect(Ptr<VethNetDevice> a, Ptr<VethNetDevice> b)
{
    Join(a, b);
    a->SetPeer(this, PeekPointer(b));
    b->SetPeer(this, PeekPointer(a));
}

} // namespace ns3
