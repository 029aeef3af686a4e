/* SPDX-License-Identifier: GPL-2.0-only */
#include "host-channel.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HostChannel);

TypeId
HostChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HostChannel")
                            .SetParent<Channel>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<HostChannel>();
    return tid;
}

void
HostChannel::Join(Ptr<NetDevice> a, Ptr<NetDevice> b)
{
    m_ends = {a, b};
}

std::size_t
HostChannel::GetNDevices() const
{
    return m_ends[0] ? m_ends.size() : 0;
}

Ptr<NetDevice>
HostChannel::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

void
HostChannel::DoDispose()
{
    m_ends = {};
    Channel::DoDispose();
}

} // namespace ns3
