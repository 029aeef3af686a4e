/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-net-device.h"

#include "veth-channel.h"

#include "ns3/boolean.h"
#include "ns3/enum-attribute.h"
#include "ns3/host-stack.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VethNetDevice");

NS_OBJECT_ENSURE_REGISTERED(VethNetDevice);

namespace
{

constexpr uint32_t ETH_MIN_MTU = 68; // include/uapi/linux/if_ether.h
constexpr uint32_t VLAN_HLEN = 4;    // include/linux/if_vlan.h

} // namespace

TypeId
VethNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VethNetDevice")
            .SetParent<HostNetDevice>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<VethNetDevice>()
            .AddAttribute("Mtu",
                          "Largest packet without Ethernet header [B]",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&VethNetDevice::m_mtu),
                          MakeUintegerChecker<uint32_t>(ETH_MIN_MTU, INT32_MAX))
            .AddAttribute("RingSize",
                          "Entries of the ring of a receive queue, VETH_RING_SIZE [entries]",
                          UintegerValue(256),
                          MakeUintegerAccessor(&VethNetDevice::m_ringSize),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("PoolRingSize",
                          "pool_size of a queue's page_pool [entries]; 0 follows RingSize",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VethNetDevice::m_poolSize),
                          MakeUintegerChecker<uint32_t>(0, 32768))
            .AddAttribute("Buffers",
                          "How the private copy that a program sees takes memory",
                          MakeScopedEnumValue(Buffers::PagePool),
                          MakeScopedEnumAccessor(&VethNetDevice::m_buffers),
                          MakeScopedEnumChecker(Buffers::AllocPage,
                                                "alloc-page",
                                                Buffers::PagePool,
                                                "page-pool",
                                                Buffers::PagePoolFrag,
                                                "page-pool-frag",
                                                Buffers::PpCow,
                                                "pp-cow"))
            .AddAttribute("NapiBuildSkb",
                          "Build the heads of copies with napi_build_skb() (v6.5)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&VethNetDevice::m_napiBuildSkb),
                          MakeBooleanChecker())
            .AddAttribute("Gro",
                          "Generic receive offload; kernel: as the release sets it with XDP",
                          MakeScopedEnumValue(Feature::Kernel),
                          MakeScopedEnumAccessor(&VethNetDevice::m_gro),
                          MakeScopedEnumChecker(Feature::Off,
                                                "off",
                                                Feature::On,
                                                "on",
                                                Feature::Kernel,
                                                "kernel"))
            .AddAttribute("Queues",
                          "Receive queues [count]",
                          UintegerValue(1),
                          MakeUintegerAccessor(&VethNetDevice::m_queueCount),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Threaded",
                          "Poll in kernel threads instead of in softirq",
                          BooleanValue(false),
                          MakeBooleanAccessor(&VethNetDevice::m_threaded),
                          MakeBooleanChecker())
            .AddAttribute("ThreadCpu",
                          "Core of the kernel threads [number]",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VethNetDevice::m_threadCpu),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

VethNetDevice::VethNetDevice() = default;

VethNetDevice::~VethNetDevice() = default;

void
VethNetDevice::SetPeer(Ptr<VethChannel> channel, VethNetDevice* peer)
{
    m_channel = channel;
    m_peer = peer;
    SetLink(true);
}

void
VethNetDevice::SetXdpProgram(Ptr<XdpProgram> program)
{
    m_program = program;
    const uint32_t most = m_peer != nullptr ? m_peer->GetMaxMtu() : 0;
    if (m_peer != nullptr && m_peer->m_mtu > most)
    {
        m_program = nullptr;
        throw std::invalid_argument("mtu = " + std::to_string(m_peer->m_mtu) +
                                    " is above what the XDP program leaves the peer; accepted: "
                                    "68.." +
                                    std::to_string(most));
    }
}

void
VethNetDevice::SetRedirectTarget(XdpFrameSink* target)
{
    m_redirect = target;
}

void
VethNetDevice::SetXdpWatcher(XdpWatcher* watcher)
{
    m_watcher = watcher;
}

uint32_t
VethNetDevice::GetMaxMtu() const
{
    constexpr uint32_t ETH_MAX_MTU = 65535;
    if (m_peer == nullptr || !m_peer->m_program)
    {
        return ETH_MAX_MTU;
    }
    return GetHost().GetLayout().GetMaxMtu(m_peer->m_buffers, m_peer->m_program->HasFrags());
}

std::string
VethNetDevice::ChangeMtu(uint32_t mtu)
{
    if (mtu < ETH_MIN_MTU || mtu > GetMaxMtu())
    {
        return "mtu = " + std::to_string(mtu) + " is outside of what the device accepts: 68.." +
               std::to_string(GetMaxMtu());
    }
    m_mtu = mtu;
    return "";
}

bool
VethNetDevice::SetMtu(const uint16_t mtu)
{
    return ChangeMtu(mtu).empty();
}

bool
VethNetDevice::CanSegment() const
{
    return m_peer != nullptr && !m_peer->m_program;
}

bool
VethNetDevice::HasGro() const
{
    if (m_gro == Feature::Kernel)
    {
        return m_program && GetHost().GetKernel().xdpForcesGro;
    }
    return m_gro == Feature::On;
}

VethRxQueueParameters
VethNetDevice::GatherParameters() const
{
    VethRxQueueParameters p;
    p.ringSize = m_ringSize;
    p.poolSize = m_poolSize == 0 ? m_ringSize : m_poolSize;
    p.buffers = m_buffers;
    p.napiBuildSkb = m_napiBuildSkb;
    p.gro = HasGro();
    p.layout = GetHost().GetLayout();
    p.program = m_program;
    p.redirect = m_redirect;
    p.peer = m_peer;
    p.watcher = m_watcher;
    return p;
}

void
VethNetDevice::Open()
{
    if (!m_queues.empty() || (!m_program && !HasGro()))
    {
        return;
    }
    NS_ABORT_MSG_IF(m_protocol == nullptr, "a veth device needs a protocol before it opens");
    const VethRxQueueParameters parameters = GatherParameters();
    for (uint32_t i = 0; i < m_queueCount; ++i)
    {
        m_queues.push_back(std::make_unique<VethRxQueue>(GetHost(), *m_protocol, parameters));
        if (m_threaded)
        {
            HostCpu& cpu = GetHost().GetCpu(m_threadCpu);
            m_threads.push_back(std::make_unique<NapiThread>(cpu, *m_queues.back()));
        }
    }
}

void
VethNetDevice::Close(CpuCore& core)
{
    for (auto& queue : m_queues)
    {
        queue->Purge(core);
    }
}

void
VethNetDevice::DoInitialize()
{
    if (m_protocol != nullptr)
    {
        Open();
    }
    HostNetDevice::DoInitialize();
}

void
VethNetDevice::DoDispose()
{
    m_threads.clear();
    m_queues.clear();
    m_channel = nullptr;
    m_peer = nullptr;
    m_program = nullptr;
    HostNetDevice::DoDispose();
}

PagePoolStats
VethNetDevice::GetPoolStats() const
{
    PagePoolStats sum;
    for (const auto& queue : m_queues)
    {
        if (queue->GetPool() != nullptr)
        {
            sum += queue->GetPool()->GetStats();
        }
    }
    return sum;
}

VethRxQueue*
VethNetDevice::SelectQueue(const Skb& skb) const
{
    const auto& queues = m_peer->m_queues;
    // use_napi: an end that can still segment (no program on its peer) goes by the backlog
    if (queues.empty() || CanSegment() || skb.queueMapping >= queues.size())
    {
        return nullptr;
    }
    return queues[skb.queueMapping].get();
}

// __is_skb_forwardable(): what is to be segmented is exempt.
bool
VethNetDevice::IsForwardable(const Skb& skb) const
{
    return skb.gsoSegs > 1 || skb.len <= m_mtu + SkbLayout::HARD_HEADER + VLAN_HLEN;
}

bool
VethNetDevice::Receive(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::veth_xmit);
    core.Read(m_privLine);
    ++m_transmitted;
    if (m_peer == nullptr || !m_peer->IsForwardable(*skb))
    {
        ++m_dropped;
        GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::PktTooBig);
        return false;
    }
    VethRxQueue* queue = SelectQueue(*skb);
    {
        CpuCore::Scope forward(core, Fn::veth_forward_skb);
        skb->Write(core);
        skb->ReadData(core, 0, SkbLayout::HARD_HEADER);
        skb->Pull(SkbLayout::HARD_HEADER); // eth_type_trans()
    }
    if (queue != nullptr)
    {
        return XmitRing(core, *queue, skb);
    }
    Backlogs& backlogs = HostStack::Of(GetHost()).GetBacklogs();
    if (!backlogs.Of(core).Enqueue(core, skb, *m_peer->m_protocol))
    {
        ++m_dropped;
        return false;
    }
    return true;
}

bool
VethNetDevice::XmitRing(CpuCore& core, VethRxQueue& queue, Skb* skb)
{
    const bool taken = queue.Produce(core, skb);
    if (!taken)
    {
        GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::FullRing);
        core.Atomic(m_privLine);
        ++m_dropped;
    }
    queue.Notify(core);
    return taken;
}

// veth_xdp_xmit(): this end receives what the peer's, or another device's, program sends to it.
uint32_t
VethNetDevice::XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush)
{
    CpuCore::Scope scope(core, Fn::veth_xdp_xmit);
    if (m_queues.empty())
    {
        return 0;
    }
    VethRxQueue& queue = *m_queues[core.GetId() % m_queues.size()];
    const uint32_t sent = queue.ProduceFrames(core, frames, count);
    if (flush)
    {
        queue.Notify(core);
    }
    return sent;
}

HostNetDevice&
VethNetDevice::GetReceiver()
{
    return m_peer != nullptr ? *m_peer : *this;
}

Ptr<Channel>
VethNetDevice::GetChannel() const
{
    return m_channel;
}

} // namespace ns3
