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
                            .SetParent<Channel>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<VethChannel>();
    return tid;
}

void
VethChannel::Connect(Ptr<VethNetDevice> a, Ptr<VethNetDevice> b)
{
    m_ends = {a, b};
    a->SetPeer(this, PeekPointer(b));
    b->SetPeer(this, PeekPointer(a));
}

std::size_t
VethChannel::GetNDevices() const
{
    return m_ends[0] ? m_ends.size() : 0;
}

Ptr<NetDevice>
VethChannel::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

void
VethChannel::DoDispose()
{
    m_ends = {};
    Channel::DoDispose();
}

} // namespace ns3
