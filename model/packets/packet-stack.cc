/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-stack.h"

#include "packet-port.h"
#include "stack-process.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/stream.h"
#include "ns3/udp-sink.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketStack");

NS_OBJECT_ENSURE_REGISTERED(PacketStack);

namespace
{

constexpr uint32_t TCP_IP_HEADERS = 52; // with timestamps

/** Numbers that were fitted stand once: where the built-in traffic has them. */
Ptr<const AttributeValue>
DefaultOf(TypeId type, const std::string& name)
{
    TypeId::AttributeInformation info;
    NS_ABORT_MSG_UNLESS(type.LookupAttributeByName(name, &info), "no attribute " << name);
    return info.initialValue;
}

Ticks
ToTicks(double cycles)
{
    return static_cast<Ticks>(std::llround(cycles * TICKS_PER_CYCLE));
}

} // namespace

TypeId
PacketStack::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketStack")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<PacketStack>()
            .AddAttribute("SegmentCycles",
                          "Fitted base of the test bed, as ns3::Stream's [core cycles per TCP "
                          "segment]",
                          *DefaultOf(Stream::GetTypeId(), "SegmentCycles"),
                          MakeDoubleAccessor(&PacketStack::m_segmentCycles),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("ByteCycles",
                          "Fitted per-byte cost of the test bed, as ns3::Stream's [core cycles "
                          "per byte of TCP payload]",
                          *DefaultOf(Stream::GetTypeId(), "ByteCycles"),
                          MakeDoubleAccessor(&PacketStack::m_byteCycles),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("UdpPacketCycles",
                          "Fitted base of a received datagram, as ns3::UdpSink's PacketCycles "
                          "[core cycles]",
                          *DefaultOf(UdpSink::GetTypeId(), "PacketCycles"),
                          MakeDoubleAccessor(&PacketStack::m_udpPacketCycles),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("RcvBuf",
                          "Receive buffer of a TCP socket below ns-3's own, SO_RCVBUF doubled "
                          "[B]; 0 = autotuned",
                          *DefaultOf(Stream::GetTypeId(), "RcvBuf"),
                          MakeUintegerAccessor(&PacketStack::m_rcvBuf),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ReadSize",
                          "Bytes of a read call of TCP, as ns3::Stream's [B]",
                          *DefaultOf(Stream::GetTypeId(), "ReadSize"),
                          MakeUintegerAccessor(&PacketStack::m_readSize),
                          MakeUintegerChecker<uint32_t>(1, 65535 * LINE_BYTES))
            .AddAttribute("UdpRcvBuf",
                          "Receive buffer of UDP, net.core.rmem_default [B]",
                          UintegerValue(212992),
                          MakeUintegerAccessor(&PacketStack::m_udpRcvBuf),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

PacketStack::PacketStack() = default;

PacketStack::~PacketStack() = default;

PacketStack::PerCpu::PerCpu(PacketStack& stack, HostCpu& cpu)
    : upcalls(stack, cpu),
      sender(stack, cpu)
{
}

PacketStack&
PacketStack::Of(LinuxHost& host)
{
    Ptr<PacketStack> stack = host.GetObject<PacketStack>();
    if (!stack)
    {
        stack = CreateObject<PacketStack>();
        stack->m_host = &host;
        host.AggregateObject(stack);
    }
    return *stack;
}

void
PacketStack::DoDispose()
{
    m_processes.clear();
    m_sockets.clear();
    m_cpus.clear();
    Object::DoDispose();
}

// When the first packet comes: until then attributes may change.
void
PacketStack::Gather()
{
    m_gathered = true;
    m_costs.segmentTicks = ToTicks(m_segmentCycles);
    m_costs.byteTicks256 = ToTicks(m_byteCycles * 256);
    m_costs.udpPacketTicks = ToTicks(m_udpPacketCycles);
}

void
PacketStack::Bind(const Node& node, uint8_t protocol, uint16_t port, uint32_t cpu)
{
    NS_LOG_FUNCTION(this << node.GetId() << +protocol << port << cpu);
    m_bindings[ProcessKey(node.GetId(), protocol, port)] = cpu;
}

PacketCargo&
PacketStack::NewCargo(PacketPort& port)
{
    if (m_free == nullptr)
    {
        m_free = &m_records.emplace_back();
    }
    PacketCargo& cargo = PacketCargo::From(*m_free);
    m_free = cargo.next;
    ++m_inUse;
    ++m_stats.sent;
    cargo.next = nullptr;
    cargo.last = &cargo;
    cargo.stack = this;
    cargo.port = &port;
    cargo.received = false;
    return cargo;
}

void
PacketStack::Free(PacketCargo& cargo)
{
    cargo.packet = nullptr;
    cargo.next = m_free;
    m_free = &cargo;
    --m_inUse;
}

PacketStack::PerCpu&
PacketStack::Of(uint32_t cpu)
{
    if (cpu >= m_cpus.size())
    {
        m_cpus.resize(cpu + 1);
    }
    if (!m_cpus[cpu])
    {
        m_cpus[cpu] = std::make_unique<PerCpu>(*this, m_host->GetCpu(cpu));
    }
    return *m_cpus[cpu];
}

void
PacketStack::Send(PacketCargo& cargo)
{
    if (!cargo.port->HasSockets())
    {
        Of(m_inUpcall ? m_upcallCpu : cargo.port->GetProcessCpu()).sender.Send(cargo);
    }
    else if (!m_inUpcall || cargo.headers.kind == PacketKind::TcpData)
    {
        SendByProcess(cargo);
    }
    else if (m_upcallProcess == nullptr)
    {
        Of(m_upcallCpu).sender.Send(cargo);
    }
    else
    {
        m_upcallProcess->Enqueue(cargo);
        m_upcallProcess->WakeAt(m_host->Now());
    }
}

// A sleeping process is woken by the core whose packet made ns-3 send, or by nobody (a timer of its
// own).
void
PacketStack::SendByProcess(PacketCargo& cargo)
{
    const PacketHeaders& headers = cargo.headers;
    StackProcess& process =
        GetProcess(*cargo.port, headers.protocol, headers.sourcePort, headers.destPort);
    process.Enqueue(cargo);
    if (process.IsAwake())
    {
        return;
    }
    if (m_inUpcall)
    {
        Of(m_upcallCpu).sender.Wake(process);
        return;
    }
    process.WakeAt(m_host->Now());
}

void
PacketStack::HandUp(CpuCore& core, SkbCargo* list, StackProcess* process)
{
    Of(core.GetId()).upcalls.Add(list, process);
}

void
PacketStack::Lose(PacketCargo& cargo, SkbDropReason reason)
{
    ++m_stats.lost;
    ++m_stats.lostBy[static_cast<std::size_t>(reason)];
    const Ptr<const Packet> packet = cargo.packet;
    HostNetDevice& device = cargo.port->GetDevice();
    const bool received = cargo.received;
    Free(cargo);
    device.NoteDrop(packet, reason, received);
}

void
PacketStack::Deliver(PacketCargo* cargo, StackProcess* process, uint32_t cpu)
{
    ++m_stats.delivered;
    const Ptr<Packet> packet = cargo->packet;
    const Mac48Address source = cargo->source;
    const Mac48Address dest = cargo->dest;
    const uint16_t protocol = cargo->protocol;
    HostNetDevice& device = cargo->port->GetDevice();
    Free(*cargo);
    m_inUpcall = true;
    m_upcallProcess = process;
    m_upcallCpu = cpu;
    device.HandUp(packet, source, dest, protocol);
    m_inUpcall = false;
}

StackSocket&
PacketStack::GetSocket(PacketPort& port, const PacketHeaders& headers, const FlowKey& flow)
{
    const uint32_t node = port.GetDevice().GetNode()->GetId();
    std::unique_ptr<StackSocket>& socket = m_sockets[{node, flow}];
    if (!socket)
    {
        StackProcess& process = GetProcess(port, headers.protocol, flow.localPort, flow.remotePort);
        const uint32_t mss = port.GetDevice().GetMtu() - TCP_IP_HEADERS;
        socket = std::make_unique<StackSocket>(*this, process, m_rcvBuf, mss);
    }
    return *socket;
}

StackProcess&
PacketStack::GetProcess(PacketPort& port, uint8_t protocol, uint16_t local, uint16_t remote)
{
    const uint32_t node = port.GetDevice().GetNode()->GetId();
    std::unique_ptr<StackProcess>& process = m_processes[ProcessKey(node, protocol, local)];
    if (!process)
    {
        HostCpu& cpu = m_host->GetCpu(FindCpu(port, protocol, local, remote));
        process = std::make_unique<StackProcess>(*this, cpu);
    }
    return *process;
}

uint32_t
PacketStack::FindCpu(PacketPort& port, uint8_t protocol, uint16_t local, uint16_t remote) const
{
    const uint32_t node = port.GetDevice().GetNode()->GetId();
    for (const uint16_t each : {local, remote})
    {
        const auto found = m_bindings.find(ProcessKey(node, protocol, each));
        if (found != m_bindings.end())
        {
            return found->second;
        }
    }
    return port.GetProcessCpu();
}

void
PacketStack::Purge(CpuCore& core)
{
    for (const auto& socket : m_sockets)
    {
        socket.second->Purge(core);
    }
    for (const auto& process : m_processes)
    {
        process.second->Purge(core);
    }
}

std::string
PacketStack::CheckEqualities() const
{
    uint64_t byReason = 0;
    for (const uint64_t count : m_stats.lostBy)
    {
        byReason += count;
    }
    if (byReason != m_stats.lost)
    {
        return "losses are not the sum over their reasons";
    }
    return m_stats.sent == m_stats.delivered + m_stats.lost + m_inUse
               ? ""
               : "packets of the ns-3 stack are missing";
}

} // namespace ns3
