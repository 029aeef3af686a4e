/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-net-device.h"

#include "ns3/boolean.h"
#include "ns3/enum-attribute.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TunNetDevice");

NS_OBJECT_ENSURE_REGISTERED(TunNetDevice);

namespace
{

/** TUN_READQ_SIZE, drivers/net/tun.c; DEFAULT_TX_QUEUE_LEN, net/ethernet/eth.c. */
constexpr uint32_t TUN_READQ_SIZE = 500;
constexpr uint32_t TAP_READQ_SIZE = 1000;
/** MAX_TAP_QUEUES. */
constexpr uint32_t MAX_TAP_QUEUES = 256;

} // namespace

TypeId
TunNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TunNetDevice")
            .SetParent<HostNetDevice>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<TunNetDevice>()
            .AddAttribute("Mtu",
                          "Largest packet without Ethernet header [B]",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&TunNetDevice::m_mtu),
                          MakeUintegerChecker<uint32_t>(68, 65521))
            .AddAttribute("Mode",
                          "IP packets or Ethernet frames",
                          MakeScopedEnumValue(TunMode::Tap),
                          MakeScopedEnumAccessor(&TunNetDevice::m_mode),
                          MakeScopedEnumChecker(TunMode::Tun, "tun", TunMode::Tap, "tap"))
            .AddAttribute("TxQueueLen",
                          "txqueuelen, the ring of a queue [entries]; 0: 500 of a tun, 1000 of a "
                          "tap",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TunNetDevice::m_txQueueLen),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("Queues",
                          "Queues (IFF_MULTI_QUEUE) [count]",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TunNetDevice::m_queueCount),
                          MakeUintegerChecker<uint32_t>(1, MAX_TAP_QUEUES))
            .AddAttribute("Napi",
                          "Received packets go through NAPI (IFF_NAPI)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TunNetDevice::m_napi),
                          MakeBooleanChecker())
            .AddAttribute("PutBatch",
                          "Dropped packets of one block are released together (v5.0); false: "
                          "put_page() per packet",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TunNetDevice::m_putBatch),
                          MakeBooleanChecker());
    return tid;
}

TunNetDevice::TunNetDevice() = default;

TunNetDevice::~TunNetDevice() = default;

void
TunNetDevice::SetXdpProgram(Ptr<XdpProgram> program)
{
    const XdpVerdict verdict = program->GetVerdict();
    if (verdict != XdpVerdict::Pass && verdict != XdpVerdict::Drop)
    {
        throw std::invalid_argument("a tap takes programs with verdict pass or drop only");
    }
    if (m_mode == TunMode::Tun)
    {
        throw std::invalid_argument("a tun device takes no XDP program; accepted: a tap");
    }
    m_program = program;
}

void
TunNetDevice::SetXdpWatcher(XdpWatcher* watcher)
{
    m_watcher = watcher;
}

uint32_t
TunNetDevice::GetTxQueueLen() const
{
    const uint32_t kernel = m_mode == TunMode::Tun ? TUN_READQ_SIZE : TAP_READQ_SIZE;
    return m_txQueueLen == 0 ? kernel : m_txQueueLen;
}

void
TunNetDevice::Open()
{
    if (!m_tx.empty())
    {
        return;
    }
    NS_ABORT_MSG_IF(m_protocol == nullptr, "a tun device needs a protocol before it opens");
    TunRxParameters p;
    p.tap = m_mode == TunMode::Tap;
    p.napi = m_napi;
    p.putBatch = m_putBatch;
    p.program = m_program;
    p.watcher = m_watcher;
    p.up = m_protocol;
    for (uint32_t i = 0; i < m_queueCount; ++i)
    {
        m_tx.push_back(std::make_unique<TunQueue>(GetHost(), GetTxQueueLen()));
        m_rx.push_back(std::make_unique<TunRx>(GetHost(), p));
    }
    SetLink(true);
}

void
TunNetDevice::Close(CpuCore& core)
{
    for (uint32_t i = 0; i < GetQueues(); ++i)
    {
        m_tx[i]->Purge(core);
        m_rx[i]->Close(core);
    }
}

bool
TunNetDevice::IsDrained() const
{
    bool drained = true;
    for (uint32_t i = 0; i < GetQueues(); ++i)
    {
        drained = drained && m_tx[i]->GetQueued() == 0 && m_rx[i]->IsDrained();
    }
    return drained;
}

void
TunNetDevice::ResetStats()
{
    for (uint32_t i = 0; i < GetQueues(); ++i)
    {
        m_tx[i]->ResetStats();
        m_rx[i]->ResetStats();
    }
    m_dropped = 0;
}

void
TunNetDevice::DoInitialize()
{
    if (m_protocol != nullptr)
    {
        Open();
    }
    HostNetDevice::DoInitialize();
}

void
TunNetDevice::DoDispose()
{
    m_channel = nullptr;
    m_tx.clear();
    m_rx.clear();
    m_program = nullptr;
    HostNetDevice::DoDispose();
}

bool
TunNetDevice::Receive(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::tun_net_xmit);
    core.Read(m_tunLines);
    if (m_tx.empty())
    {
        ++m_dropped;
        GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::DevReady);
        return false;
    }
    skb->Write(core);
    GetHost().GetSkbs().SkbOrphan(core, *skb);
    if (!m_tx[skb->queueMapping % m_tx.size()]->Produce(core, skb))
    {
        ++m_dropped;
        core.Write(m_dropLine);
        GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::FullRing);
        return false;
    }
    return true;
}

// tun_xdp_xmit(): queue by CPU, one producer lock a batch.
uint32_t
TunNetDevice::XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush)
{
    CpuCore::Scope scope(core, Fn::tun_xdp_xmit);
    core.Read(m_tunLines);
    if (m_tx.empty())
    {
        return 0;
    }
    TunQueue& queue = *m_tx[core.GetId() % m_tx.size()];
    const uint32_t sent = queue.ProduceFrames(core, frames, count);
    m_dropped += count - sent;
    if (flush)
    {
        queue.Wake(core);
    }
    return sent;
}

bool
TunNetDevice::SetMtu(const uint16_t mtu)
{
    constexpr uint16_t ETH_MIN_MTU = 68;
    constexpr uint16_t MAX_MTU = 65521;
    if (mtu < ETH_MIN_MTU || mtu > MAX_MTU)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

void
TunNetDevice::SetChannel(Ptr<Channel> channel)
{
    m_channel = channel;
}

Ptr<Channel>
TunNetDevice::GetChannel() const
{
    return m_channel;
}

} // namespace ns3
