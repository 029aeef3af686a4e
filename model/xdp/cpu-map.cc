/* SPDX-License-Identifier: GPL-2.0-only */
#include "cpu-map.h"

#include "ns3/linux-host.h"
#include "ns3/page-pool.h"
#include "ns3/skb-allocator.h"

namespace ns3
{

CpuMapEntry::Thread::Thread(HostCpu& cpu, CpuMapEntry& entry)
    : Task(cpu, "cpumap"),
      m_entry(entry)
{
}

void
CpuMapEntry::Thread::Step(CpuCore& core)
{
    m_entry.Run(core);
}

CpuMapEntry::CpuMapEntry(LinuxHost& host, uint32_t cpu, uint32_t qsize, SkbSink& up)
    : m_host(host),
      m_frames(XdpFrames::Of(host)),
      m_hasGro(host.GetKernel().AtLeast(6, 15)),
      m_ring(qsize),
      m_gro(host.GetSkbs(), up, host.GetLayout().GetParameters().maxFrags, m_hasGro),
      m_thread(host.GetCpu(cpu), *this)
{
    host.AddStatsClient(*this);
    host.GetFootprint().Add(FootprintOwner::PtrRing,
                            static_cast<int64_t>(m_ring.GetBytes()),
                            host.Now());
}

CpuMapEntry::~CpuMapEntry()
{
    m_host.RemoveStatsClient(*this);
}

void
CpuMapEntry::SetProgram(Ptr<XdpProgram> program)
{
    m_program = program;
}

// ---- redirecting CPU

CpuMapEntry::BulkQueue&
CpuMapEntry::GetBulkQueue(const CpuCore& core)
{
    if (core.GetId() >= m_bulk.size())
    {
        m_bulk.resize(core.GetId() + 1);
    }
    auto& queue = m_bulk[core.GetId()];
    if (!queue)
    {
        queue = std::make_unique<BulkQueue>();
    }
    return *queue;
}

uint32_t
CpuMapEntry::Enqueue(CpuCore& core, XdpFrame* frame)
{
    CpuCore::Scope scope(core, Fn::cpu_map_enqueue);
    BulkQueue& queue = GetBulkQueue(core);
    const uint32_t refused = queue.count == BULK ? FlushToQueue(core, queue) : 0;
    core.Write(queue.lines);
    queue.frames[queue.count++] = frame;
    ++m_stats.queued;
    return refused;
}

// bq_flush_to_queue()
uint32_t
CpuMapEntry::FlushToQueue(CpuCore& core, BulkQueue& queue)
{
    CpuCore::Scope scope(core, Fn::bq_flush_to_queue);
    core.Read(queue.lines);
    m_ring.LockProducer(core);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < queue.count; ++i)
    {
        if (!m_ring.ProduceLocked(core, queue.frames[i]))
        {
            CpuCore::Scope back(core, Fn::xdp_return_frame_rx_napi);
            m_frames.Return(core, queue.frames[i], true, SkbDropReason::FullRing);
            ++refused;
        }
    }
    queue.count = 0;
    ++m_stats.flushes;
    m_stats.drops += refused;
    return refused;
}

uint32_t
CpuMapEntry::Flush(CpuCore& core)
{
    BulkQueue& queue = GetBulkQueue(core);
    if (queue.count == 0)
    {
        return 0; // not on the flush list
    }
    CpuCore::Scope scope(core, Fn::__cpu_map_flush);
    const uint32_t refused = FlushToQueue(core, queue);
    WakeThread(core);
    return refused;
}

// try_to_wake_up() takes the lock before it looks whether the task sleeps.
void
CpuMapEntry::WakeThread(CpuCore& core)
{
    core.System(SystemCost::IrqsavePair);
    core.Lock(m_taskLine);
    m_thread.Wake(core);
}

// ---- remote CPU

// cpu_map_kthread_run(), one turn
void
CpuMapEntry::Run(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::cpu_map_kthread_run);
    if (m_ring.Empty(core))
    {
        ++m_stats.sched;
        core.Write(m_taskLine); // TASK_INTERRUPTIBLE
        m_thread.Sleep();
        return;
    }
    Batch frames;
    const uint32_t taken = m_ring.ConsumeBatchUnlocked(core, frames.data(), BATCH);
    m_stats.processed += taken;
    ++m_stats.batches;
    ++m_stats.histogram[taken];
    for (uint32_t i = 0; i < taken; ++i)
    {
        core.PrefetchWrite(frames[i]->page->meta);
    }
    const uint32_t left = RunProgram(core, frames, taken);
    core.System(SystemCost::BhPair);
    const Context outer = core.SetContext(Context::BhDisabled);
    BuildAll(core, frames, left);
    Deliver(core);
    core.SetContext(outer);
}

// cpu_map_bpf_prog_run(): what it passes moves to the front.
uint32_t
CpuMapEntry::RunProgram(CpuCore& core, Batch& frames, uint32_t count)
{
    if (!m_program)
    {
        return count;
    }
    core.System(SystemCost::BhPair);
    const Context outer = core.SetContext(Context::BhDisabled);
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        XdpFrame* frame = frames[i];
        core.Read(frame->page->body, frame->base, XdpFrame::BYTES);
        const XdpVerdict verdict =
            m_program->Run(core, frame->page->body, frame->base + frame->headroom, frame->linear);
        if (verdict == XdpVerdict::Pass)
        {
            frames[left++] = frame;
            continue;
        }
        ++m_stats.xdpDrops;
        m_frames.Return(core, frame, false, SkbDropReason::Xdp);
    }
    core.SetContext(outer);
    return left;
}

void
CpuMapEntry::BuildAll(CpuCore& core, const Batch& frames, uint32_t count)
{
    if (count == 0)
    {
        return;
    }
    std::array<Skb*, BATCH> skbs{};
    const uint32_t got = m_host.GetSkbs().AllocSkbBulk(core, count, skbs.data());
    for (uint32_t i = 0; i < count; ++i)
    {
        CpuCore::Scope scope(core, Fn::cpu_map_kthread_entry);
        if (i >= got)
        {
            ++m_stats.allocDrops;
            m_frames.Return(core, frames[i], false, SkbDropReason::Nomem);
            continue;
        }
        ++m_stats.pass;
        if (!m_hasGro)
        {
            core.Clear(skbs[i]->object->lines, 0, SkbLayout::SKB_BYTES); // __GFP_ZERO
        }
        m_gro.Receive(core, BuildSkb(core, skbs[i], frames[i]));
    }
}

// __xdp_build_skb_from_frame(): reads the frame, which the redirecting CPU wrote.
Skb*
CpuMapEntry::BuildSkb(CpuCore& core, Skb* skb, XdpFrame* frame)
{
    core.Read(frame->page->body, frame->base, XdpFrame::BYTES);
    if (frame->mem == XdpMem::PagePool && !core.GetKernel().AtLeast(6, 4))
    {
        CpuCore::Scope scope(core, Fn::xdp_release_frame);
    }
    m_frames.BuildSkb(core, *skb, frame);
    CpuCore::Scope scope(core, Fn::eth_type_trans);
    skb->ReadData(core, 0, SkbLayout::HARD_HEADER);
    skb->Pull(SkbLayout::HARD_HEADER);
    return skb;
}

void
CpuMapEntry::Deliver(CpuCore& core)
{
    m_sinceFlush += BATCH;
    if (m_hasGro && (m_sinceFlush >= GRO_FLUSH || m_ring.IsEmpty()))
    {
        m_gro.Flush(core);
        m_sinceFlush = 0;
    }
    m_gro.DeliverList(core);
}

// ---- end

void
CpuMapEntry::Purge(CpuCore& core)
{
    for (auto& queue : m_bulk)
    {
        while (queue && queue->count > 0)
        {
            m_frames.Return(core, queue->frames[--queue->count]);
        }
    }
    while (XdpFrame* frame = m_ring.ConsumeUnlocked(core))
    {
        m_frames.Return(core, frame);
    }
    m_gro.Purge(core);
}

uint32_t
CpuMapEntry::GetGathered() const
{
    uint32_t sum = 0;
    for (const auto& queue : m_bulk)
    {
        sum += queue ? queue->count : 0;
    }
    return sum;
}

void
CpuMapEntry::ResetStats()
{
    m_stats = CpuMapStats();
}

} // namespace ns3
