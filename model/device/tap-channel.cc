/* SPDX-License-Identifier: GPL-2.0-only */
#include "tap-channel.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TapChannel);

TypeId
TapChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TapChannel")
                            .SetParent<Channel>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<TapChannel>();
    return tid;
}

void
TapChannel::Connect(Ptr<NetDevice> tap, Ptr<NetDevice> nic)
{
    m_ends = {tap, nic};
}

std::size_t
TapChannel::GetNDevices() const
{
    return m_ends[0] ? m_ends.size() : 0;
}

Ptr<NetDevice>
TapChannel::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

void
TapChannel::DoDispose()
{
    m_ends = {};
    Channel::DoDispose();
}

} // namespace ns3
