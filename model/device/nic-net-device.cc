/* SPDX-License-Identifier: GPL-2.0-only */
#include "nic-net-device.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/skb-allocator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicNetDevice");

NS_OBJECT_ENSURE_REGISTERED(NicNetDevice);

TypeId
NicNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NicNetDevice")
            .SetParent<HostNetDevice>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<NicNetDevice>()
            .AddAttribute("Mtu",
                          "Largest packet without Ethernet header [B]; a frame fills one page",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&NicNetDevice::m_mtu),
                          MakeUintegerChecker<uint32_t>(68, 9000))
            .AddAttribute("Cpu",
                          "Core that takes the receive interrupt [core number]",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NicNetDevice::m_cpu),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RingSize",
                          "Receive descriptors (ethtool -G rx) [descriptors]",
                          UintegerValue(512),
                          MakeUintegerAccessor(&NicNetDevice::m_ringSize),
                          MakeUintegerChecker<uint32_t>(64, 8192))
            .AddAttribute("PoolRingSize",
                          "pool_size of the page_pool [entries]; 0 follows RingSize",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NicNetDevice::m_poolSize),
                          MakeUintegerChecker<uint32_t>(0, 32768))
            .AddAttribute("Gro",
                          "Passed frames go through GRO",
                          BooleanValue(true),
                          MakeBooleanAccessor(&NicNetDevice::m_gro),
                          MakeBooleanChecker())
            .AddAttribute("FrameCycles",
                          "Cost of a received frame beyond what is modelled: the fitted base of "
                          "the cpumap test bed [core cycles]",
                          DoubleValue(96),
                          MakeDoubleAccessor(&NicNetDevice::m_frameCycles),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("Rate",
                          "Frames that arrive on the wire [frames/s]",
                          DoubleValue(27e6),
                          MakeDoubleAccessor(&NicNetDevice::m_rate),
                          MakeDoubleChecker<double>(1e-3, 1e9))
            .AddAttribute("FrameSize",
                          "A frame with its Ethernet header, without FCS [B]",
                          UintegerValue(60),
                          MakeUintegerAccessor(&NicNetDevice::m_frameSize),
                          MakeUintegerChecker<uint32_t>(60, 9014));
    return tid;
}

NicNetDevice::NicNetDevice() = default;

NicNetDevice::~NicNetDevice() = default;

void
NicNetDevice::DoDispose()
{
    m_queue.reset();
    m_program = nullptr;
    HostNetDevice::DoDispose();
}

void
NicNetDevice::SetXdpProgram(Ptr<XdpProgram> program)
{
    m_program = program;
}

void
NicNetDevice::SetRedirectTarget(XdpRedirectTarget* target)
{
    m_redirect = target;
}

void
NicNetDevice::SetXdpTx(XdpFrameSink* tx)
{
    m_tx = tx;
}

void
NicNetDevice::SetXdpWatcher(XdpWatcher* watcher)
{
    m_watcher = watcher;
}

// One page a frame: headroom, Ethernet header, packet, shared info.
uint32_t
NicNetDevice::GetMaxMtu() const
{
    const SkbLayout& layout = GetHost().GetLayout();
    return layout.WithOverhead(layout.GetParameters().pageSize) - layout.GetParameters().headroom -
           SkbLayout::HARD_HEADER;
}

void
NicNetDevice::Open()
{
    if (m_queue)
    {
        return;
    }
    NS_ABORT_MSG_IF(m_protocol == nullptr, "a NIC needs a protocol before it opens");
    NS_ABORT_MSG_IF(m_mtu > GetMaxMtu(),
                    "Mtu = " << m_mtu << " does not fit a page; accepted: 68.." << GetMaxMtu());
    NicRxQueueParameters p;
    p.cpu = m_cpu;
    p.ringSize = m_ringSize;
    p.poolSize = m_poolSize == 0 ? m_ringSize : m_poolSize;
    p.gro = m_gro;
    p.frameCycles = m_frameCycles;
    p.program = m_program;
    p.redirect = m_redirect;
    p.tx = m_tx;
    p.watcher = m_watcher;
    m_queue = std::make_unique<NicRxQueue>(GetHost(), *m_protocol, p);
    m_queue->Open();
    SetLink(true);
}

void
NicNetDevice::Close(CpuCore& core)
{
    if (m_queue)
    {
        m_queue->Purge(core);
    }
    SetLink(false);
}

void
NicNetDevice::StartWire(uint64_t count)
{
    NS_ABORT_MSG_UNLESS(m_queue, "a NIC must be open before frames arrive");
    const uint32_t most = m_mtu + SkbLayout::HARD_HEADER;
    NS_ABORT_MSG_IF(m_frameSize > most,
                    "FrameSize = " << m_frameSize << " does not fit the MTU; accepted: 60.."
                                   << most);
    m_queue->StartWire(m_rate, m_frameSize, count);
}

void
NicNetDevice::StopWire()
{
    if (m_queue)
    {
        m_queue->StopWire();
    }
}

bool
NicNetDevice::Receive(CpuCore& core, Skb* skb)
{
    GetHost().GetSkbs().KfreeSkb(core, skb);
    ++m_txDropped;
    return false;
}

uint32_t
NicNetDevice::XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush)
{
    return m_tx != nullptr ? m_tx->XdpXmit(core, frames, count, flush) : 0;
}

bool
NicNetDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < 68 || mtu > GetMaxMtu())
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

Ptr<Channel>
NicNetDevice::GetChannel() const
{
    return nullptr;
}

} // namespace ns3
