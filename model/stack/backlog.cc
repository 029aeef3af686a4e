/* SPDX-License-Identifier: GPL-2.0-only */
#include "backlog.h"

#include "ns3/linux-host.h"

namespace ns3
{

namespace
{

/** Line-in-page of the three lines of softnet_data: process_queue, input_pkt_queue, backlog (facts
 * of v6.18: lines 0, 3 and 4). */
constexpr uint8_t PROCESS_COLUMN = 20;
constexpr uint8_t INPUT_COLUMN = 23;
constexpr uint8_t STATE_COLUMN = 24;

} // namespace

Backlog::Backlog(LinuxHost& host, HostCpu& cpu)
    : Napi(host, host.GetKernel().devWeight, LineRun(1, STATE_COLUMN)),
      m_cpu(cpu),
      m_max(host.GetKernel().backlogMax),
      m_inputLine(1, INPUT_COLUMN),
      m_processLine(1, PROCESS_COLUMN)
{
}

bool
Backlog::Enqueue(CpuCore& core, Skb* skb, SkbSink& to)
{
    CpuCore::Scope scope(core, Fn::enqueue_to_backlog);
    core.System(SystemCost::IrqsavePair);
    core.Lock(m_inputLine);
    if (m_input.GetLength() > m_max)
    {
        ++m_queueStats.dropped;
        GetHost().GetSkbs().KfreeSkb(core, skb, SkbDropReason::CpuBacklog);
        return false;
    }
    if (m_input.IsEmpty() && TestAndSetSched(core))
    {
        ScheduleRps(core);
    }
    skb->cookie = &to;
    m_input.PushBack(core, skb);
    ++m_queueStats.enqueued;
    return true;
}

void
Backlog::ScheduleRps(CpuCore& core)
{
    if (&core == &m_cpu.GetCore())
    {
        Enlist(core);
        return;
    }
    ++m_queueStats.receivedRps;
    m_kick.Send(core, m_cpu);
}

void
Backlog::Kick::Handle(CpuCore& core)
{
    m_backlog.Enlist(core);
}

bool
Backlog::PollOne(CpuCore& core)
{
    if (m_process.IsEmpty() && !Splice(core))
    {
        return false;
    }
    Skb* skb = Dequeue(core);
    SkbSink* to = static_cast<SkbSink*>(skb->cookie);
    skb->cookie = nullptr;
    ++m_queueStats.processed;
    to->Receive(core, skb);
    return true;
}

bool
Backlog::Splice(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::process_backlog);
    core.System(SystemCost::IrqsavePair);
    core.Lock(m_inputLine);
    if (m_input.IsEmpty())
    {
        return false;
    }
    m_process.TakeAll(core, m_input);
    return true;
}

Skb*
Backlog::Dequeue(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::__netif_receive_skb_core);
    core.Write(m_processLine);
    return m_process.PopFront(core);
}

bool
Backlog::CompleteDone(CpuCore& core)
{
    ClearSched(core);
    return true;
}

void
Backlog::Purge(CpuCore& core)
{
    m_process.TakeAll(core, m_input);
    while (Skb* skb = m_process.PopFront(core))
    {
        ++m_queueStats.purged;
        GetHost().GetSkbs().KfreeSkb(core, skb);
    }
}

void
Backlog::ResetStats()
{
    Napi::ResetStats();
    m_queueStats = QueueStats();
}

} // namespace ns3
