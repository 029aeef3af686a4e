/* SPDX-License-Identifier: GPL-2.0-only */
#include "host-net-device.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostNetDevice");

NS_OBJECT_ENSURE_REGISTERED(HostNetDevice);

TypeId
HostNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HostNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("LinuxDatapath")
            .AddTraceSource("MacTx",
                            "A packet came from the ns-3 stack to be sent",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet of the ns-3 stack was dropped before it was sent",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet is handed up to the ns-3 stack",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
HostNetDevice::DoDispose()
{
    m_node = nullptr;
    m_host = nullptr;
    m_protocol = nullptr;
    m_receive.Nullify();
    m_promiscReceive.Nullify();
    NetDevice::DoDispose();
}

LinuxHost&
HostNetDevice::GetHost() const
{
    if (!m_host)
    {
        m_host = m_node ? m_node->GetObject<LinuxHost>() : nullptr;
        NS_ABORT_MSG_UNLESS(m_host, "a device of a Linux host needs a node with a LinuxHost");
    }
    return *m_host;
}

void
HostNetDevice::SetHost(Ptr<LinuxHost> host)
{
    m_host = host;
}

void
HostNetDevice::SetLink(bool up)
{
    if (m_linkUp != up)
    {
        m_linkUp = up;
        m_linkChange();
    }
}

void
HostNetDevice::SetIfIndex(uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
HostNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

void
HostNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
HostNetDevice::GetAddress() const
{
    return m_address;
}

uint16_t
HostNetDevice::GetMtu() const
{
    return static_cast<uint16_t>(std::min<uint32_t>(m_mtu, 65535));
}

bool
HostNetDevice::IsLinkUp() const
{
    return m_linkUp;
}

void
HostNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
HostNetDevice::IsBroadcast() const
{
    return true;
}

Address
HostNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
HostNetDevice::IsMulticast() const
{
    return true;
}

Address
HostNetDevice::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
HostNetDevice::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
HostNetDevice::IsBridge() const
{
    return false;
}

bool
HostNetDevice::IsPointToPoint() const
{
    return false;
}

Ptr<Node>
HostNetDevice::GetNode() const
{
    return m_node;
}

void
HostNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
HostNetDevice::NeedsArp() const
{
    return true;
}

void
HostNetDevice::SetReceiveCallback(ReceiveCallback callback)
{
    m_receive = callback;
}

void
HostNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback callback)
{
    m_promiscReceive = callback;
}

bool
HostNetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3
