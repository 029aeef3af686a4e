/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-port.h"

#include "packet-stack.h"
#include "stack-process.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketPort");

NS_OBJECT_ENSURE_REGISTERED(PacketPort);

TypeId
PacketPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketPort")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<PacketPort>()
            .AddAttribute("TxQueueLen",
                          "Packets of the ns-3 stack that wait for their core to send them, "
                          "DEFAULT_TX_QUEUE_LEN [packets]",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&PacketPort::m_txQueueLen),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ProcessCpu",
                          "Core of the processes whose sockets use the device, unless "
                          "PacketStack::Bind() says otherwise [number]",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PacketPort::m_processCpu),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Sockets",
                          "TCP segments with payload and UDP datagrams wait for a process that "
                          "reads them; false: they are handed up in softirq (a router, a bridge)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PacketPort::m_sockets),
                          MakeBooleanChecker());
    return tid;
}

PacketPort::PacketPort() = default;

PacketPort::~PacketPort() = default;

void
PacketPort::NotifyNewAggregate()
{
    if (m_device == nullptr)
    {
        if (Ptr<HostNetDevice> device = GetObject<HostNetDevice>())
        {
            m_device = PeekPointer(device);
            device->SetCarrier(this);
            device->SetProtocol(this);
        }
    }
    if (!m_queues)
    {
        m_queues = GetObject<NetDeviceQueueInterface>();
    }
    Object::NotifyNewAggregate();
}

void
PacketPort::DoDispose()
{
    m_queues = nullptr;
    m_xmit.reset();
    m_stack = nullptr;
    Object::DoDispose();
}

PacketStack&
PacketPort::GetStack()
{
    if (m_stack == nullptr)
    {
        LinuxHost& host = m_device->GetHost();
        BooleanValue bound;
        host.GetAttribute("Bound", bound);
        NS_ABORT_MSG_UNLESS(bound.Get(),
                            "packets of the ns-3 stack need a host that ns-3's events drive "
                            "(LinuxHost attribute Bound)");
        m_stack = &PacketStack::Of(host);
        m_xmit = std::make_unique<DevQueueXmit>(host.GetSkbs(), *m_device);
    }
    return *m_stack;
}

bool
PacketPort::Carry(Ptr<Packet> packet, Mac48Address source, Mac48Address dest, uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << source << dest << protocol);
    if (m_queued >= m_txQueueLen)
    {
        m_device->NoteDrop(packet, SkbDropReason::QdiscDrop, false);
        return false;
    }
    PacketStack& stack = GetStack();
    ++m_queued;
    if (m_queues && m_queued == m_txQueueLen)
    {
        m_queues->GetTxQueue(0)->Stop();
    }
    PacketCargo& cargo = stack.NewCargo(*this);
    cargo.packet = packet->Copy(); // the sender may keep its own
    cargo.source = source;
    cargo.dest = dest;
    cargo.protocol = protocol;
    cargo.headers = PacketHeaders::Parse(*packet, protocol);
    stack.Send(cargo);
    return true;
}

void
PacketPort::Dequeued()
{
    --m_queued;
    if (m_queues && m_queues->GetTxQueue(0)->IsStopped())
    {
        m_queues->GetTxQueue(0)->Wake();
    }
}

void
PacketPort::Transmit(CpuCore& core, Skb* skb, const PacketCargo& cargo)
{
    m_device->Sniff(cargo.packet, cargo.source, cargo.dest, cargo.protocol);
    const Context outer = core.GetContext();
    if (outer == Context::Process)
    {
        core.SetContext(Context::BhDisabled);
    }
    m_xmit->Begin(core, skb, false);
    m_xmit->Finish(core);
    core.SetContext(outer);
}

bool
PacketPort::Receive(CpuCore& core, Skb* skb)
{
    if (skb->cargo == nullptr)
    {
        GetStack().GetHost().GetSkbs().KfreeSkb(core, skb);
        return false;
    }
    for (SkbCargo* each = skb->cargo; each != nullptr; each = each->next)
    {
        PacketCargo& packet = PacketCargo::From(*each);
        packet.port = this;
        packet.received = true;
        m_device->Sniff(packet.packet, packet.source, packet.dest, packet.protocol);
    }
    const PacketCargo& first = PacketCargo::From(*skb->cargo);
    const PacketHeaders headers = first.headers;
    if (m_device->Classify(first.dest) == NetDevice::PACKET_OTHERHOST)
    {
        if (!m_device->IsPromiscuous())
        {
            GetStack().GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::OtherHost);
            return false;
        }
        ReceiveOther(core, skb, Fn::packet_rcv);
        return true;
    }
    if (headers.protocol == 0)
    {
        const bool arp = headers.kind == PacketKind::Arp;
        ReceiveOther(core, skb, arp ? Fn::arp_rcv : Fn::packet_rcv);
        return true;
    }
    ReceiveIp(core, skb, headers);
    return true;
}

// What is handed up by the softirq.
void
PacketPort::ReceiveOther(CpuCore& core, Skb* skb, Fn function)
{
    CpuCore::Scope scope(core, function);
    skb->Read(core);
    skb->ReadData(core, 0, skb->HeadLen());
    GetStack().HandUp(core, SkbCargo::Take(skb->cargo), nullptr);
    GetStack().GetHost().GetSkbs().ConsumeSkb(core, skb);
}

void
PacketPort::ReceiveIp(CpuCore& core, Skb* skb, const PacketHeaders& headers)
{
    PacketStack& stack = GetStack();
    CpuCore::Scope scope(core, headers.ipv6 ? Fn::ipv6_rcv : Fn::ip_rcv);
    skb->Read(core);
    stack.GetHost().GetSkbs().SkbOrphan(core, *skb);
    skb->ReadData(core, 0, std::min(skb->HeadLen(), headers.header - SkbLayout::HARD_HEADER));
    if (!m_sockets)
    {
        ReceiveOther(core, skb, Fn::ip_forward);
    }
    else if (headers.IsTcp())
    {
        stack.GetSocket(*this, headers, headers.FromReceiver()).Receive(core, skb);
    }
    else if (headers.kind == PacketKind::Udp)
    {
        ReceiveUdp(core, skb, headers);
    }
    else
    {
        ReceiveOther(core, skb, Fn::icmp_rcv);
    }
}

// __udp4_lib_rcv() and udp_queue_rcv_skb(), as UdpSink has them for IPv6.
void
PacketPort::ReceiveUdp(CpuCore& core, Skb* skb, const PacketHeaders& headers)
{
    PacketStack& stack = GetStack();
    {
        CpuCore::Scope scope(core, Fn::udp_packet);
        core.Spend(stack.GetCosts().udpPacketTicks);
    }
    CpuCore::Scope scope(core, headers.ipv6 ? Fn::__udp6_lib_rcv : Fn::__udp4_lib_rcv);
    core.Read(m_hashLine);
    StackProcess& process =
        stack.GetProcess(*this, headers.protocol, headers.destPort, headers.sourcePort);
    CpuCore::Scope queue(core, headers.ipv6 ? Fn::udpv6_queue_rcv_skb : Fn::udp_queue_rcv_skb);
    if (!process.QueueDatagram(core, skb))
    {
        stack.GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::SocketRcvbuff);
    }
}

} // namespace ns3
