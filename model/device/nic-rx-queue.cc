/* SPDX-License-Identifier: GPL-2.0-only */
#include "nic-rx-queue.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/** union iavf_32byte_rx_desc, and a record of a page with its offset [bytes]. */
constexpr uint32_t DESCRIPTOR_BYTES = 32;
constexpr uint32_t BUFFER_BYTES = 16;

std::vector<LineRun>
MakeLines(uint32_t bytes)
{
    std::vector<LineRun> lines;
    for (uint32_t i = 0; i * LINE_BYTES < bytes; ++i)
    {
        lines.emplace_back(1, static_cast<uint8_t>(i % LINE_COLUMNS));
    }
    return lines;
}

} // namespace

PagePoolParameters
NicRxQueue::PoolParameters(const NicRxQueueParameters& parameters)
{
    PagePoolParameters pool;
    pool.poolSize = parameters.poolSize;
    pool.dmaMap = true;
    pool.dmaSync = true;
    return pool;
}

NicRxQueue::NicRxQueue(LinuxHost& host, SkbSink& up, const NicRxQueueParameters& parameters)
    : Napi(host),
      m_parameters(parameters),
      m_skbs(host.GetSkbs()),
      m_frames(XdpFrames::Of(host)),
      m_irqCore(host.GetCpu(parameters.cpu).GetCore()),
      m_pool(host.GetPages(), host.GetKernel(), PoolParameters(parameters), &host.GetFootprint()),
      m_gro(m_skbs, up, host.GetLayout().GetParameters().maxFrags, parameters.gro),
      m_txQueue(m_frames, Fn::iavf_run_xdp, false),
      m_headroom(host.GetLayout().GetParameters().headroom),
      m_ring(parameters.ringSize),
      m_descriptorLines(MakeLines(parameters.ringSize * DESCRIPTOR_BYTES)),
      m_bufferLines(MakeLines(parameters.ringSize * BUFFER_BYTES))
{
}

NicRxQueue::~NicRxQueue() = default;

uint32_t
NicRxQueue::Next(uint32_t index) const
{
    return index + 1 == m_ring.size() ? 0 : index + 1;
}

LineRun&
NicRxQueue::DescriptorLine(uint32_t index)
{
    return m_descriptorLines[index * DESCRIPTOR_BYTES / LINE_BYTES];
}

LineRun&
NicRxQueue::BufferLine(uint32_t index)
{
    return m_bufferLines[index * BUFFER_BYTES / LINE_BYTES];
}

// ---- the NIC

void
NicRxQueue::StartWire(double rate, uint32_t bytes, uint64_t count)
{
    const Ticks now = GetHost().Now();
    CatchUp(now);
    m_bytes = bytes;
    m_seen = 0;
    m_wire.Start(now, m_irqCore.FromNs(1e9) / rate, count);
    if (m_irqOn)
    {
        ArmIrq(now);
    }
}

void
NicRxQueue::StopWire()
{
    const Ticks now = GetHost().Now();
    CatchUp(now);
    m_wire.Stop(std::max(now, m_irqCore.Now()));
    if (m_irq.IsArmed() && m_ready == 0 && !m_wire.HasFrame(m_seen))
    {
        GetHost().GetCpu(m_parameters.cpu).Cancel(m_irq);
    }
}

void
NicRxQueue::Settle()
{
    CatchUp(std::max(GetHost().Now(), m_irqCore.Now()));
}

// Until the driver gives it descriptors, the NIC fills those it has, then drops.
void
NicRxQueue::CatchUp(Ticks now)
{
    const uint64_t arrived = m_wire.GetArrived(now);
    if (arrived <= m_seen)
    {
        return;
    }
    const uint64_t taken = std::min<uint64_t>(arrived - m_seen, m_posted);
    for (uint64_t i = 0; i < taken; ++i)
    {
        Fill(m_seen + i);
    }
    m_stats.received += taken;
    m_stats.missed += arrived - m_seen - taken;
    m_seen = arrived;
}

void
NicRxQueue::Fill(uint64_t n)
{
    Entry& entry = m_ring[m_toFill];
    entry.arrived = m_wire.GetArrival(n);
    m_irqCore.DmaWrite(entry.page->body, m_headroom, m_bytes);
    m_irqCore.DmaWrite(DescriptorLine(m_toFill));
    m_toFill = Next(m_toFill);
    --m_posted;
    ++m_ready;
}

void
NicRxQueue::ArmIrq(Ticks now)
{
    if (m_ready > 0)
    {
        GetHost().GetCpu(m_parameters.cpu).Arm(m_irq, now);
    }
    else if (m_wire.HasFrame(m_seen))
    {
        GetHost().GetCpu(m_parameters.cpu).Arm(m_irq, m_wire.GetArrival(m_seen));
    }
}

void
NicRxQueue::Irq::Expire(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::iavf_msix_clean_rings);
    core.System(SystemCost::Ipi);
    ++m_queue.m_stats.interrupts;
    m_queue.m_irqOn = false;
    m_queue.Schedule(core);
}

bool
NicRxQueue::IsBusy() const
{
    return m_ready > 0 || m_wire.HasFrame(m_seen) || IsScheduled();
}

// ---- the driver

void
NicRxQueue::Open()
{
    Refill(m_irqCore, Unused());
}

// IAVF_DESC_UNUSED(): one stays free, so that full and empty differ.
uint32_t
NicRxQueue::Unused() const
{
    return static_cast<uint32_t>(m_ring.size()) - 1 - m_posted - m_ready;
}

// iavf_alloc_rx_buffers(): the NIC has the descriptors from the doorbell on.
void
NicRxQueue::Refill(CpuCore& core, uint32_t count)
{
    CpuCore::Scope scope(core, Fn::iavf_alloc_rx_buffers);
    uint32_t done = 0;
    while (done < count)
    {
        CpuCore::Scope entry(core, Fn::iavf_alloc_rx_buffers_entry);
        Page* page = m_pool.AllocPages(core);
        if (page == nullptr)
        {
            ++m_stats.alloc_failed;
            break;
        }
        core.Write(BufferLine(m_toUse));
        core.Write(DescriptorLine(m_toUse));
        m_ring[m_toUse].page = page;
        m_toUse = Next(m_toUse);
        ++done;
    }
    core.Write(m_ringLine);
    CatchUp(core.Now());
    m_posted += done;
}

void
NicRxQueue::BeginPoll(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::iavf_clean_rx_irq);
    core.Read(m_ringLine);
}

bool
NicRxQueue::PollOne(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::iavf_clean_rx_irq_entry);
    const uint32_t unused = Unused();
    if (unused >= BUFFER_WRITE)
    {
        Refill(core, unused);
    }
    CatchUp(core.Now());
    core.ReadAhead(DescriptorLine(m_toClean)); // the driver prefetches the next descriptor
    if (m_ready == 0)
    {
        return false;
    }
    core.Read(BufferLine(m_toClean));
    Entry& slot = m_ring[m_toClean];
    const Entry entry = slot;
    slot.page = nullptr;
    m_toClean = Next(m_toClean);
    --m_ready;
    ++m_stats.packets;
    Handle(core, entry);
    return true;
}

void
NicRxQueue::Handle(CpuCore& core, const Entry& entry)
{
    {
        CpuCore::Scope scope(core, Fn::nic_frame);
        core.Spend(static_cast<Ticks>(std::llround(m_parameters.frameCycles * TICKS_PER_CYCLE)));
    }
    {
        CpuCore::Scope scope(core, Fn::dma_sync_single_for_cpu);
        core.System(SystemCost::DmaSync);
    }
    core.ReadAhead(entry.page->body, m_headroom, LINE_BYTES); // net_prefetch()
    XdpVerdict verdict = XdpVerdict::Pass;
    if (m_parameters.program)
    {
        CpuCore::Scope scope(core, Fn::iavf_run_xdp);
        verdict = m_parameters.program->Run(core, entry.page->body, m_headroom, m_bytes);
        if (m_parameters.watcher != nullptr)
        {
            m_parameters.watcher->Decided(core, verdict, entry.arrived, m_bytes);
        }
    }
    switch (verdict)
    {
    case XdpVerdict::Pass:
        Pass(core, entry);
        break;
    case XdpVerdict::Drop:
        ++m_stats.xdp_drops;
        m_pool.PutFullPage(core, *entry.page, true);
        break;
    default:
        Forward(core, entry, verdict);
    }
}

void
NicRxQueue::Pass(CpuCore& core, const Entry& entry)
{
    CpuCore::Scope build(core, Fn::iavf_build_skb);
    const uint32_t size = m_skbs.GetPages().GetPageSize();
    Skb* skb = m_skbs.NapiBuildSkb(core, *entry.page, 0, size);
    if (skb == nullptr)
    {
        ++m_stats.rx_drops;
        m_pool.PutFullPage(core, *entry.page, true);
        return;
    }
    skb->ppRecycle = true; // skb_mark_for_recycle()
    skb->Reserve(m_headroom);
    skb->Put(m_bytes);
    skb->payload = m_bytes > HEADERS ? m_bytes - HEADERS : 0;
    skb->push = true;
    skb->sentAt = entry.arrived;
    {
        CpuCore::Scope scope(core, Fn::iavf_process_skb_fields);
        skb->Write(core);
        CpuCore::Scope type(core, Fn::eth_type_trans);
        skb->ReadData(core, 0, SkbLayout::HARD_HEADER);
        skb->Pull(SkbLayout::HARD_HEADER);
    }
    ++m_stats.passed;
    m_gro.Receive(core, skb);
}

// xdp_convert_buff_to_frame(), then to the map's bulk queue or the transmit ring.
void
NicRxQueue::Forward(CpuCore& core, const Entry& entry, XdpVerdict verdict)
{
    CpuCore::Scope scope(core, Fn::xdp_do_redirect);
    const uint32_t size = m_skbs.GetPages().GetPageSize();
    core.Write(entry.page->body, 0, XdpFrame::BYTES);
    XdpFrame* frame = m_frames.FromPool(*entry.page, 0, size, m_headroom, m_bytes);
    frame->payload = m_bytes > HEADERS ? m_bytes - HEADERS : 0;
    frame->sentAt = entry.arrived;
    const bool isTx = verdict == XdpVerdict::Tx;
    ++(isTx ? m_stats.xdp_tx : m_stats.xdp_redirect);
    uint64_t& errors = isTx ? m_stats.xdp_tx_errors : m_stats.redirect_errors;
    if (isTx && m_parameters.tx != nullptr)
    {
        errors += m_txQueue.Enqueue(core, *m_parameters.tx, frame);
    }
    else if (!isTx && m_parameters.redirect != nullptr)
    {
        errors += m_parameters.redirect->Enqueue(core, frame);
    }
    else
    {
        ++errors;
        m_frames.Return(core, frame, true);
    }
}

// iavf_finalize_xdp_rx()
void
NicRxQueue::EndPoll(CpuCore& core, uint32_t)
{
    CpuCore::Scope scope(core, Fn::iavf_clean_rx_irq_entry);
    core.Write(m_ringLine);
    if (m_parameters.redirect != nullptr)
    {
        m_stats.redirect_errors += m_parameters.redirect->Flush(core);
    }
    if (m_parameters.tx != nullptr)
    {
        m_stats.xdp_tx_errors += m_txQueue.Flush(core, *m_parameters.tx);
    }
}

void
NicRxQueue::Complete(CpuCore& core)
{
    m_gro.Flush(core);
    m_gro.DeliverList(core);
}

void
NicRxQueue::Exhausted(CpuCore& core)
{
    m_gro.FlushOld(core);
    m_gro.DeliverList(core);
}

// The interrupt is enabled again: what arrived meanwhile raises it at once.
bool
NicRxQueue::RecheckAfterComplete(CpuCore& core)
{
    CatchUp(core.Now());
    m_irqOn = true;
    return false;
}

void
NicRxQueue::FinishPoll(CpuCore& core)
{
    if (m_irqOn)
    {
        ArmIrq(core.Now());
    }
}

void
NicRxQueue::Purge(CpuCore& core)
{
    for (Entry& entry : m_ring)
    {
        if (entry.page != nullptr)
        {
            m_pool.PutFullPage(core, *entry.page, false);
            entry.page = nullptr;
        }
    }
    m_posted = 0;
    m_ready = 0;
    m_gro.Purge(core);
    m_pool.Destroy(core);
}

void
NicRxQueue::ResetStats()
{
    Settle();
    Napi::ResetStats();
    m_stats = {};
}

} // namespace ns3
