/* SPDX-License-Identifier: GPL-2.0-only */
#include "udp-sink.h"

#include "ns3/double.h"
#include "ns3/linux-host.h"
#include "ns3/skb-allocator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UdpSink);

namespace
{

/** Sizes of the headers [bytes]. */
constexpr uint32_t IPV6_HEADER = 40;
constexpr uint32_t UDP_HEADER = 8;

} // namespace

TypeId
UdpSink::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UdpSink")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<UdpSink>()
            .AddAttribute("PacketCycles",
                          "Cost of a packet above the device beyond what is modelled: the fitted "
                          "base of the cpumap test bed [core cycles]",
                          DoubleValue(614),
                          MakeDoubleAccessor(&UdpSink::m_packetCycles),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("RcvBuf",
                          "Receive buffer of the socket that nobody reads [B]; 0: no socket",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UdpSink::m_rcvBuf),
                          MakeUintegerChecker<uint64_t>(0, 1073741824));
    return tid;
}

UdpSink::UdpSink() = default;

UdpSink::~UdpSink() = default;

void
UdpSink::Connect(LinuxHost& host)
{
    m_host = &host;
    host.AddStatsClient(*this);
}

void
UdpSink::DoDispose()
{
    if (m_host != nullptr)
    {
        m_host->RemoveStatsClient(*this);
        m_host = nullptr;
    }
    Object::DoDispose();
}

bool
UdpSink::Receive(CpuCore& core, Skb* skb)
{
    ++m_stats.received;
    m_stats.bytes += skb->len + SkbLayout::HARD_HEADER;
    m_latency.Add(core.Now() - std::min(skb->sentAt, core.Now()), 1);
    {
        CpuCore::Scope scope(core, Fn::udp_packet);
        core.Spend(static_cast<Ticks>(std::llround(m_packetCycles * TICKS_PER_CYCLE)));
    }
    CpuCore::Scope scope(core, Fn::ipv6_rcv);
    skb->Write(core);
    skb->ReadData(core, 0, std::min(skb->HeadLen(), IPV6_HEADER));
    return Deliver(core, skb);
}

// __udp6_lib_rcv() and udpv6_queue_rcv_skb()
bool
UdpSink::Deliver(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::__udp6_lib_rcv);
    skb->ReadData(core, std::min(skb->HeadLen(), IPV6_HEADER), std::min(skb->payload, UDP_HEADER));
    core.Read(m_hashLine);
    if (m_rcvBuf == 0)
    {
        ++m_stats.noSocket;
        m_host->GetSkbs().KfreeSkb(core, skb);
        return false;
    }
    CpuCore::Scope queue(core, Fn::udpv6_queue_rcv_skb);
    core.Read(m_sockLine);
    if (m_rmemAlloc > static_cast<int64_t>(m_rcvBuf))
    {
        core.Atomic(m_sockLine); // sk_drops
        ++m_stats.full;
        m_host->GetSkbs().KfreeSkb(core, skb);
        return false;
    }
    core.Atomic(m_sockLine);
    core.Lock(m_sockLine);
    m_rmemAlloc += skb->truesize;
    m_queue.PushBack(core, skb);
    ++m_stats.queued;
    return true;
}

void
UdpSink::Close(CpuCore& core)
{
    while (!m_queue.IsEmpty())
    {
        Skb* skb = m_queue.PopFront(core);
        m_rmemAlloc -= skb->truesize;
        m_host->GetSkbs().ConsumeSkb(core, skb);
    }
}

void
UdpSink::ResetStats()
{
    m_stats = Stats();
    m_latency = LatencyHistogram();
}

} // namespace ns3
