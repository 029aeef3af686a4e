/* SPDX-License-Identifier: GPL-2.0-only */
#include "host-net-device.h"

#include "ns3/ethernet-header.h"
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
                            "A packet was dropped before it reached the other end",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this host is handed up to the ns-3 stack",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet for whomever is handed up to the ns-3 stack",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRxDrop",
                            "A packet was dropped on its way from this device to the ns-3 stack",
                            MakeTraceSourceAccessor(&HostNetDevice::m_macRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A frame, with its Ethernet header, that this host sent or received",
                            MakeTraceSourceAccessor(&HostNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "A frame, with its Ethernet header, sent or received",
                            MakeTraceSourceAccessor(&HostNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A packet was dropped, on its way out or in, with the reason",
                            MakeTraceSourceAccessor(&HostNetDevice::m_dropTrace),
                            "ns3::HostNetDevice::DropTracedCallback");
    return tid;
}

void
HostNetDevice::DoDispose()
{
    m_node = nullptr;
    m_host = nullptr;
    m_protocol = nullptr;
    m_carrier = nullptr;
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

bool
HostNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return SendFrom(packet, m_address, dest, protocol);
}

bool
HostNetDevice::SendFrom(Ptr<Packet> packet,
                        const Address& source,
                        const Address& dest,
                        uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocol);
    m_macTxTrace(packet);
    if (m_carrier == nullptr || !m_linkUp)
    {
        NoteDrop(packet, SkbDropReason::DevReady, false);
        return false;
    }
    if (packet->GetSize() > m_mtu)
    {
        NoteDrop(packet, SkbDropReason::PktTooBig, false);
        return false;
    }
    return m_carrier->Carry(packet,
                            Mac48Address::ConvertFrom(source),
                            Mac48Address::ConvertFrom(dest),
                            protocol);
}

NetDevice::PacketType
HostNetDevice::Classify(Mac48Address dest) const
{
    if (dest == m_address)
    {
        return PACKET_HOST;
    }
    if (dest.IsBroadcast())
    {
        return PACKET_BROADCAST;
    }
    return dest.IsGroup() ? PACKET_MULTICAST : PACKET_OTHERHOST;
}

// No FCS and no padding: a frame between two ends of a veth pair has neither.
void
HostNetDevice::Sniff(Ptr<const Packet> packet,
                     Mac48Address source,
                     Mac48Address dest,
                     uint16_t protocol) const
{
    if (m_snifferTrace.IsEmpty() && m_promiscSnifferTrace.IsEmpty())
    {
        return;
    }
    EthernetHeader header(false);
    header.SetSource(source);
    header.SetDestination(dest);
    header.SetLengthType(protocol);
    Ptr<Packet> frame = packet->Copy();
    frame->AddHeader(header);
    m_promiscSnifferTrace(frame);
    if (source == m_address || Classify(dest) != PACKET_OTHERHOST)
    {
        m_snifferTrace(frame);
    }
}

void
HostNetDevice::HandUp(Ptr<Packet> packet, Mac48Address source, Mac48Address dest, uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocol);
    const PacketType type = Classify(dest);
    if (IsPromiscuous())
    {
        m_macPromiscRxTrace(packet);
        m_promiscReceive(this, packet, protocol, source, dest, type);
    }
    if (type != PACKET_OTHERHOST)
    {
        m_macRxTrace(packet);
        if (!m_receive.IsNull())
        {
            m_receive(this, packet, protocol, source);
        }
    }
}

void
HostNetDevice::NoteDrop(Ptr<const Packet> packet, SkbDropReason reason, bool received)
{
    NS_LOG_FUNCTION(this << packet << SkbDropReasonName(reason) << received);
    const bool behind = reason == SkbDropReason::Xdp || reason == SkbDropReason::Nomem;
    if (!received && !behind)
    {
        m_macTxDropTrace(packet);
        m_dropTrace(packet, reason);
        return;
    }
    const HostNetDevice& at = received ? *this : GetReceiver();
    at.m_macRxDropTrace(packet);
    at.m_dropTrace(packet, reason);
}

HostNetDevice&
HostNetDevice::GetReceiver()
{
    return *this;
}

} // namespace ns3
