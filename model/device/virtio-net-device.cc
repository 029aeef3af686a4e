/* SPDX-License-Identifier: GPL-2.0-only */
#include "virtio-net-device.h"

#include "tun-net-device.h"
#include "vhost-net.h"

#include "ns3/log.h"
#include "ns3/skb-allocator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VirtioNetDevice");

NS_OBJECT_ENSURE_REGISTERED(VirtioNetDevice);

namespace
{

constexpr uint32_t ETH_MIN_MTU = 68; // include/uapi/linux/if_ether.h

} // namespace

TypeId
VirtioNetDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::VirtioNetDevice")
                            .SetParent<HostNetDevice>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<VirtioNetDevice>()
                            .AddAttribute("Mtu",
                                          "Largest packet without Ethernet header; at most what a "
                                          "buffer of the vhost_net holds (BufferFrame) [B]",
                                          UintegerValue(1500),
                                          MakeUintegerAccessor(&VirtioNetDevice::m_mtu),
                                          MakeUintegerChecker<uint32_t>(ETH_MIN_MTU, 65521));
    return tid;
}

VirtioNetDevice::VirtioNetDevice() = default;

VirtioNetDevice::~VirtioNetDevice() = default;

void
VirtioNetDevice::Connect(Ptr<VhostNet> vhost,
                         Ptr<TunNetDevice> tap,
                         uint32_t vhostCpu,
                         uint32_t cpu)
{
    NS_LOG_FUNCTION(this << vhost << tap << vhostCpu << cpu);
    m_vhost = vhost;
    m_tap = tap;
    m_vhostCpu = vhostCpu;
    m_cpu = cpu;
    SetLink(true);
}

uint32_t
VirtioNetDevice::GetMaxMtu() const
{
    const uint32_t frame = m_vhost->GetBufferBytes() - Virtqueue::NET_HEADER;
    return std::min(frame, m_vhost->GetTx().GetMaxFrame()) - SkbLayout::HARD_HEADER;
}

bool
VirtioNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < ETH_MIN_MTU || (m_rx && mtu > GetMaxMtu()))
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

void
VirtioNetDevice::Open()
{
    if (m_rx)
    {
        return;
    }
    NS_ABORT_MSG_IF(!m_vhost || m_protocol == nullptr,
                    "a virtio NIC needs a vhost_net and a protocol before it opens");
    m_tap->Open();
    m_vhost->Connect(m_tap, 0, m_vhostCpu);
    NS_ABORT_MSG_IF(m_mtu > GetMaxMtu(),
                    "Mtu = " << m_mtu << " is above what the buffers of the vhost_net hold; "
                             << "accepted: " << ETH_MIN_MTU << ".." << GetMaxMtu());
    HostCpu& cpu = GetHost().GetCpu(m_cpu);
    m_rx = std::make_unique<VirtioNetRx>(cpu,
                                         m_vhost->GetRxQueue(),
                                         m_vhost->GetBufferBytes(),
                                         *m_protocol);
    m_vhost->GetTxQueue().SetDriver(this);
    m_vhost->GetTxQueue().SetCalls(cpu.GetCore(), false);
    m_vhost->Start(cpu.GetCore());
    m_rx->Fill(cpu.GetCore());
}

void
VirtioNetDevice::DoInitialize()
{
    if (m_vhost && m_protocol != nullptr)
    {
        Open();
    }
    HostNetDevice::DoInitialize();
}

void
VirtioNetDevice::DoDispose()
{
    m_rx.reset();
    if (m_vhost)
    {
        m_vhost->Dispose();
    }
    m_vhost = nullptr;
    m_tap = nullptr;
    HostNetDevice::DoDispose();
}

Ptr<Channel>
VirtioNetDevice::GetChannel() const
{
    return m_tap ? m_tap->GetChannel() : nullptr;
}

// The transmit virtqueue never asks for calls.
void
VirtioNetDevice::Notified(CpuCore&, Virtqueue&)
{
}

// free_old_xmit_skbs()
void
VirtioNetDevice::FreeOldXmitSkbs(CpuCore& core)
{
    Virtqueue& queue = m_vhost->GetTxQueue();
    for (uint32_t used = queue.CountUsed(core); used > 0; --used)
    {
        queue.Reclaim(core);
        GetHost().GetSkbs().ConsumeSkb(core, m_held.PopFront(core));
    }
}

bool
VirtioNetDevice::Receive(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::start_xmit);
    core.Lock(m_queueLine);
    skb->Read(core);
    if (m_rx)
    {
        FreeOldXmitSkbs(core);
    }
    if (!m_rx || m_vhost->GetTxQueue().GetFree() == 0)
    {
        ++m_dropped;
        GetHost().GetSkbs().KfreeSkb(core,
                                     skb,
                                     m_rx ? SkbDropReason::FullRing : SkbDropReason::DevReady);
        return false;
    }
    Virtqueue& queue = m_vhost->GetTxQueue();
    VirtqueueBuffer& buffer = queue.NextBuffer();
    buffer.sentAt = skb->sentAt;
    buffer.cargo = SkbCargo::Take(skb->cargo);
    core.Write(buffer.lines, LINE_BYTES - Virtqueue::NET_HEADER, Virtqueue::NET_HEADER + skb->len);
    queue.Post(core, Virtqueue::NET_HEADER + skb->len);
    GetHost().GetSkbs().SkbOrphan(core, *skb);
    m_held.PushBack(core, skb);
    queue.Publish(core);
    return true;
}

void
VirtioNetDevice::Close(CpuCore& core)
{
    if (m_rx)
    {
        m_rx->Close(core);
    }
    while (Skb* skb = m_held.PopFront(core))
    {
        GetHost().GetSkbs().ConsumeSkb(core, skb);
    }
}

} // namespace ns3
