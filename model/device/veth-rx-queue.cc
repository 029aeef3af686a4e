/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-rx-queue.h"

#include "ns3/linux-host.h"

namespace ns3
{

namespace
{

/** VETH_XDP_FLAG: bit 0 of a ring entry tells a frame from an skb. */
constexpr uintptr_t FRAME_FLAG = 1;

void*
TagFrame(XdpFrame* frame)
{
    return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(frame) | FRAME_FLAG);
}

bool
IsFrame(const void* entry)
{
    return (reinterpret_cast<uintptr_t>(entry) & FRAME_FLAG) != 0;
}

XdpFrame*
UntagFrame(void* entry)
{
    return reinterpret_cast<XdpFrame*>(reinterpret_cast<uintptr_t>(entry) & ~FRAME_FLAG);
}

constexpr uint32_t ETHERNET_BYTES = SkbLayout::HARD_HEADER;

} // namespace

VethRxQueue::VethRxQueue(LinuxHost& host, SkbSink& up, const VethRxQueueParameters& parameters)
    : Napi(host),
      m_parameters(parameters),
      m_skbs(host.GetSkbs()),
      m_up(up),
      m_ring(parameters.ringSize, 10),
      m_pool(MakePool()),
      m_copy(m_skbs, m_pool.get(), parameters.buffers, parameters.layout, parameters.napiBuildSkb),
      m_gro(m_skbs, up, parameters.layout.GetParameters().maxFrags, parameters.gro),
      m_frames(XdpFrames::Of(host)),
      m_txQueue(m_frames, Fn::veth_xdp_tx),
      m_redirectQueue(m_frames, Fn::xdp_do_redirect),
      m_readLine(2, 7),
      m_notifyLine(1, 9)
{
    // layout of struct veth_rq, 960 bytes in v6.18: napi pointer and program in lines 7 and 8,
    // rx_notify_masked with the statistics in 9, the ring from 10 on
    host.GetFootprint().Add(FootprintOwner::PtrRing,
                            static_cast<int64_t>(m_ring.GetBytes()),
                            host.Now());
}

VethRxQueue::~VethRxQueue() = default;

std::unique_ptr<PagePool>
VethRxQueue::MakePool() const
{
    if (m_parameters.buffers == Buffers::AllocPage || !HasProgram())
    {
        return nullptr;
    }
    PagePoolParameters pool;
    pool.poolSize = m_parameters.poolSize;
    pool.pageFrag = m_parameters.buffers != Buffers::PagePool;
    LinuxHost& host = GetHost();
    return std::make_unique<PagePool>(host.GetPages(),
                                      host.GetKernel(),
                                      pool,
                                      &host.GetFootprint());
}

bool
VethRxQueue::Produce(CpuCore& core, Skb* skb)
{
    core.Read(m_readLine);
    const bool taken = m_ring.Produce(core, skb);
    ++(taken ? m_stats.produced : m_stats.ring_full);
    return taken;
}

uint32_t
VethRxQueue::ProduceFrames(CpuCore& core, XdpFrame* const* frames, uint32_t count)
{
    core.Read(m_readLine);
    m_ring.LockProducer(core);
    uint32_t done = 0;
    while (done < count && m_ring.ProduceLocked(core, TagFrame(frames[done])))
    {
        ++done;
    }
    m_stats.produced += done;
    m_stats.ring_full += count - done;
    return done;
}

void
VethRxQueue::Notify(CpuCore& core)
{
    core.System(SystemCost::FullBarrier);
    core.Read(m_notifyLine);
    if (!m_notifyMasked)
    {
        Schedule(core);
    }
}

void
VethRxQueue::Claimed(CpuCore& core)
{
    m_notifyMasked = true;
    core.Write(m_notifyLine);
}

void
VethRxQueue::BeginPoll(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::veth_poll);
    core.Read(m_readLine);
}

bool
VethRxQueue::PollOne(CpuCore& core)
{
    void* entry = m_ring.ConsumeUnlocked(core);
    if (entry == nullptr)
    {
        return false;
    }
    ++m_stats.xdp_packets;
    if (IsFrame(entry))
    {
        XdpRcvOne(core, UntagFrame(entry));
        return true;
    }
    Skb* skb = XdpRcvSkb(core, static_cast<Skb*>(entry));
    if (skb != nullptr)
    {
        PassUp(core, skb);
    }
    return true;
}

// veth_xdp_rcv_skb(): null if the program kept the packet.
Skb*
VethRxQueue::XdpRcvSkb(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::veth_xdp_rcv_skb);
    m_stats.xdp_bytes += skb->len + ETHERNET_BYTES;
    if (!HasProgram())
    {
        return skb;
    }
    skb->Push(ETHERNET_BYTES);
    skb = m_copy.Convert(core, skb);
    if (skb == nullptr)
    {
        ++m_stats.rx_drops;
        return nullptr;
    }
    const SkbData& head = *skb->head;
    const XdpVerdict verdict =
        m_parameters.program->Run(core, *head.lines, head.base + skb->data, skb->HeadLen());
    Watch(core, verdict, skb->sentAt, skb->len);
    switch (verdict)
    {
    case XdpVerdict::Pass:
        EthTypeTrans(core, *skb);
        return skb;
    case XdpVerdict::Drop:
        ++m_stats.xdp_drops;
        m_skbs.KfreeSkb(core, skb, SkbDropReason::Xdp);
        return nullptr;
    default:
        Forward(core, verdict, m_frames.FromSkb(core, *skb));
        m_skbs.ConsumeSkb(core, skb);
        return nullptr;
    }
}

void
VethRxQueue::Watch(CpuCore& core, XdpVerdict verdict, Ticks sentAt, uint32_t bytes) const
{
    if (m_parameters.watcher != nullptr)
    {
        m_parameters.watcher->Decided(core, verdict, sentAt, bytes);
    }
}

void
VethRxQueue::Forward(CpuCore& core, XdpVerdict verdict, XdpFrame* frame)
{
    if (verdict == XdpVerdict::Tx)
    {
        ++m_stats.xdp_tx;
        m_stats.xdp_tx_errors += m_txQueue.Enqueue(core, *m_parameters.peer, frame);
        return;
    }
    ++m_stats.xdp_redirect;
    if (m_parameters.redirect == nullptr)
    {
        ++m_stats.redirect_errors;
        m_frames.Return(core, frame);
        return;
    }
    m_stats.redirect_errors += m_redirectQueue.Enqueue(core, *m_parameters.redirect, frame);
}

void
VethRxQueue::XdpRcvOne(CpuCore& core, XdpFrame* frame)
{
    CpuCore::Scope scope(core, Fn::veth_xdp_rcv_one);
    m_stats.xdp_bytes += frame->len;
    core.Read(frame->page->body, frame->base, XdpFrame::BYTES);
    XdpVerdict verdict = XdpVerdict::Pass;
    if (HasProgram())
    {
        verdict = m_parameters.program->Run(core,
                                            frame->page->body,
                                            frame->base + frame->headroom,
                                            frame->linear);
        Watch(core, verdict, frame->sentAt, frame->len);
    }
    switch (verdict)
    {
    case XdpVerdict::Pass:
        if (Skb* skb = BuildFromFrame(core, frame))
        {
            EthTypeTrans(core, *skb);
            PassUp(core, skb);
        }
        break;
    case XdpVerdict::Drop:
        ++m_stats.xdp_drops;
        m_frames.Return(core, frame, false, SkbDropReason::Xdp);
        break;
    default:
        Forward(core, verdict, frame);
    }
}

// veth_xdp_rcv_bulk_skb(): differs from the kernel in taking sk_buffs one by one, not 16 at a time.
Skb*
VethRxQueue::BuildFromFrame(CpuCore& core, XdpFrame* frame)
{
    Skb* skb = nullptr;
    if (m_skbs.AllocSkbBulk(core, 1, &skb) == 0)
    {
        ++m_stats.rx_drops;
        m_frames.Return(core, frame, false, SkbDropReason::Nomem);
        return nullptr;
    }
    m_frames.BuildSkb(core, *skb, frame);
    return skb;
}

void
VethRxQueue::EthTypeTrans(CpuCore& core, Skb& skb)
{
    CpuCore::Scope scope(core, Fn::eth_type_trans);
    skb.ReadData(core, 0, ETHERNET_BYTES);
    skb.Pull(ETHERNET_BYTES);
}

void
VethRxQueue::PassUp(CpuCore& core, Skb* skb)
{
    ++m_stats.passed;
    m_gro.Receive(core, skb);
}

void
VethRxQueue::EndPoll(CpuCore& core, uint32_t)
{
    core.Write(m_notifyLine); // statistics, one section a poll
    if (m_parameters.redirect != nullptr)
    {
        m_stats.redirect_errors += m_redirectQueue.Flush(core, *m_parameters.redirect);
    }
}

void
VethRxQueue::Complete(CpuCore& core)
{
    m_gro.Flush(core);
    m_gro.DeliverList(core);
}

void
VethRxQueue::Exhausted(CpuCore& core)
{
    m_gro.FlushOld(core);
    m_gro.DeliverList(core);
}

bool
VethRxQueue::RecheckAfterComplete(CpuCore& core)
{
    m_notifyMasked = false;
    core.Write(m_notifyLine);
    core.System(SystemCost::FullBarrier);
    return !m_ring.Empty(core);
}

void
VethRxQueue::FinishPoll(CpuCore& core)
{
    if (m_parameters.peer != nullptr)
    {
        m_stats.xdp_tx_errors += m_txQueue.Flush(core, *m_parameters.peer);
    }
}

void
VethRxQueue::Purge(CpuCore& core)
{
    while (void* entry = m_ring.ConsumeUnlocked(core))
    {
        if (IsFrame(entry))
        {
            m_frames.Return(core, UntagFrame(entry));
        }
        else
        {
            m_skbs.KfreeSkb(core, static_cast<Skb*>(entry));
        }
    }
    m_gro.Purge(core);
    if (m_pool)
    {
        m_pool->Destroy(core);
    }
}

void
VethRxQueue::ResetStats()
{
    Napi::ResetStats();
    m_txQueue.ResetStats();
    m_redirectQueue.ResetStats();
    m_stats = {};
}

} // namespace ns3
