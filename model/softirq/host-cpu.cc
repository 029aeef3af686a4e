/* SPDX-License-Identifier: GPL-2.0-only */
#include "host-cpu.h"

#include "linux-host.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

HostCpu::HostCpu(LinuxHost& host,
                 CacheHierarchy& caches,
                 const SchedulingPolicy& policy,
                 uint32_t id,
                 uint32_t unit)
    : m_host(host),
      m_core(host.GetMachine(), host.GetKernel(), caches, id, unit),
      m_jiffies(m_core),
      m_takeover(host.GetKernel().ksoftirqdTakeover),
      m_wakeLocal(m_core.FromNs(host.GetMachine().wakeLocalNs)),
      m_wakeRemote(m_core.FromNs(host.GetMachine().wakeRemoteNs)),
      m_netRx(m_core),
      m_runQueue(policy),
      m_ksoftirqd(*this)
{
}

Ticks
HostCpu::NextStep() const
{
    return HasWork() ? m_core.Now() : std::max(m_core.Now(), m_timers.Next());
}

void
HostCpu::RunStep()
{
    m_inStep = true;
    if (!HasWork())
    {
        SettleIdle(m_timers.Next());
    }
    const Ticks start = m_core.Now();
    HandOverAll();
    ExpireDue();
    // What took time was a step; what runs next is then decided at its end.
    if (m_core.Now() == start)
    {
        if (start >= m_nextTick)
        {
            m_runQueue.Tick(start);
            m_nextTick = m_jiffies.Next(start);
        }
        if (m_netRx.IsActive() || MayServeInline())
        {
            StepSoftirq();
        }
        else if (!m_runQueue.IsEmpty())
        {
            ScheduleTasks();
        }
    }
    m_inStep = false;
}

bool
HostCpu::HasWork() const
{
    return !m_runQueue.IsEmpty() || m_netRx.IsActive() || m_outputs != nullptr || MayServeInline();
}

bool
HostCpu::MayServeInline() const
{
    if (!m_netRx.IsPending() || m_punted || (m_takeover && m_ksoftirqd.IsAwake()))
    {
        return false;
    }
    const Task* current = m_runQueue.GetCurrent();
    return current == nullptr || (!current->IsBhDisabled() && current != &m_ksoftirqd);
}

bool
HostCpu::IsIdle(Ticks at) const
{
    return !m_inStep && m_core.Now() <= at && !HasWork();
}

void
HostCpu::SettleIdle(Ticks until)
{
    const Ticks end = std::min(until, m_timers.Next());
    if (end > m_core.Now() && !HasWork())
    {
        m_core.IdleUntil(end);
        m_previous = nullptr;
    }
}

void
HostCpu::Arm(TimerClient& client, Ticks when)
{
    m_timers.Arm(client, when);
    Changed();
}

void
HostCpu::Cancel(TimerClient& client)
{
    m_timers.Cancel(client);
    TimerGone();
}

void
HostCpu::HandOverAtEnd(StepOutput& output)
{
    if (output.m_registered)
    {
        return;
    }
    output.m_registered = true;
    output.m_nextOutput = nullptr;
    (m_outputs != nullptr ? m_lastOutput->m_nextOutput : m_outputs) = &output;
    m_lastOutput = &output;
    Changed();
}

void
HostCpu::HandOverAll()
{
    StepOutput* output = m_outputs;
    m_outputs = nullptr;
    while (output != nullptr)
    {
        StepOutput* next = output->m_nextOutput;
        output->m_registered = false;
        output->HandOver(m_core);
        output = next;
    }
}

void
HostCpu::ExpireDue()
{
    const Ticks now = m_core.Now();
    m_inIrq = true;
    while (m_timers.Next() <= now)
    {
        ++m_stats.timers;
        if (m_timers.ExpireFirst(m_core))
        {
            m_punted = false;
        }
    }
    m_inIrq = false;
}

void
HostCpu::RaiseNetRx()
{
    m_netRx.Raise();
    if (!InInterrupt())
    {
        m_ksoftirqd.Wake(m_core);
    }
}

void
HostCpu::StepSoftirq()
{
    ++m_stats.softirqSteps;
    if (m_netRx.Step() && !m_netRx.Restart(NeedResched()) && m_netRx.IsPending())
    {
        m_punted = true;
        m_ksoftirqd.Wake(m_core);
    }
}

void
HostCpu::ScheduleTasks()
{
    Task* current = m_runQueue.GetCurrent();
    if (current == nullptr ||
        (m_runQueue.NeedResched() && current->Preemptible() && !current->IsBhDisabled()))
    {
        current = m_runQueue.PickNext(m_core.Now());
    }
    if (current != m_previous)
    {
        m_previous = current;
        SwitchTask();
    }
    else
    {
        StepTask(*current);
    }
}

void
HostCpu::SwitchTask()
{
    CpuCore::Scope scope(m_core, Fn::schedule);
    m_core.System(SystemCost::ContextSwitch);
    ++m_stats.contextSwitches;
}

void
HostCpu::StepTask(Task& task)
{
    task.m_wantsSleep = false;
    m_core.SetContext(task.IsBhDisabled() ? Context::BhDisabled : Context::Process);
    task.Step(m_core);
    m_core.SetContext(Context::Process);
    ++task.m_steps;
    ++m_stats.taskSteps;
    m_runQueue.UpdateCurrent(m_core.Now());
    // A step of another task ends with an outermost local_bh_enable, which serves softirqs again.
    if (&task != &m_ksoftirqd || task.m_wantsSleep)
    {
        m_punted = false;
    }
    if (task.m_wantsSleep)
    {
        PutToSleep(task);
    }
}

void
HostCpu::PutToSleep(Task& task)
{
    NS_ABORT_MSG_IF(task.IsBhDisabled(), task.GetName() << " sleeps with bottom halves disabled");
    m_runQueue.Dequeue(task, m_core.Now());
    task.m_state = Task::State::Sleeping;
    task.m_sleepSince = m_core.Now();
    if (task.m_wakeUp != NEVER)
    {
        m_timers.Arm(task.m_timer, task.m_wakeUp);
    }
}

void
HostCpu::Wake(Task& task, CpuCore& waker)
{
    if (task.m_state == Task::State::Sleeping && waker.Now() >= task.m_sleepSince)
    {
        CpuCore::Scope scope(waker, Fn::try_to_wake_up);
        waker.System(SystemCost::Waker);
        ++m_stats.wakeups;
        WakeAt(task, waker.Now() + WakeLatency(waker));
    }
    else if (task.m_state == Task::State::Waking)
    {
        // Steps run in the order of their starts: this waker may have been the first in time.
        WakeAt(task, waker.Now() + WakeLatency(waker));
    }
    else
    {
        // Awake, or it would have seen the reason to wake before its step ended.
        WakeAt(task, waker.Now());
    }
}

void
HostCpu::WakeAt(Task& task, Ticks when)
{
    task.m_wantsSleep = false;
    if (task.m_state >= Task::State::Runnable ||
        (task.m_state == Task::State::Waking && task.m_timer.GetExpiry() <= when))
    {
        return;
    }
    task.m_state = Task::State::Waking;
    if (when <= m_core.Now())
    {
        m_timers.Cancel(task.m_timer);
        Arrive(task);
    }
    else
    {
        m_timers.Arm(task.m_timer, when);
    }
    Changed();
}

Ticks
HostCpu::WakeLatency(const CpuCore& waker) const
{
    if (&waker == &m_core)
    {
        return m_runQueue.IsEmpty() ? m_wakeLocal : 0;
    }
    return IsIdle(waker.Now()) ? m_wakeRemote : 0;
}

void
HostCpu::Arrive(Task& task)
{
    m_runQueue.Enqueue(task, m_core.Now());
}

void
HostCpu::Forget(Task& task)
{
    if (task.m_state >= Task::State::Runnable)
    {
        m_runQueue.Dequeue(task, m_core.Now());
    }
    if (m_previous == &task)
    {
        m_previous = nullptr;
    }
    TimerGone();
}

// Nothing can have become due earlier: the scheduler looks again, no event need be moved.
void
HostCpu::TimerGone()
{
    m_host.Removed(m_number);
}

void
HostCpu::ResetStats(Ticks at)
{
    SettleIdle(at);
    m_core.GetLedger().Reset();
    m_statsSince = m_core.Now();
    m_netRx.ResetStats();
    m_stats = Stats();
}

// In its own step the scheduler asks afterwards anyway.
void
HostCpu::Changed()
{
    if (!m_inStep)
    {
        m_host.Changed(m_number);
    }
}

} // namespace ns3
