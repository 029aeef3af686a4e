/* SPDX-License-Identifier: GPL-2.0-only */
#include "napi.h"

#include "linux-host.h"
#include "napi-thread.h"

#include "ns3/abort.h"

namespace ns3
{

Napi::Napi(LinuxHost& host, uint32_t weight, const LineRun& state)
    : m_host(host),
      m_weight(weight),
      m_state(state)
{
    NS_ABORT_MSG_IF(weight == 0, "NAPI weight 0: at least 1 is needed");
    m_stats.histogram.resize(weight + 1);
    host.AddStatsClient(*this);
}

Napi::~Napi()
{
    if (m_thread == nullptr && m_listOwner >= 0)
    {
        m_host.GetCpu(m_listOwner).GetNetRx().Remove(*this);
    }
    m_host.RemoveStatsClient(*this);
}

bool
Napi::Schedule(CpuCore& core)
{
    if (!SchedulePrep(core))
    {
        return false;
    }
    Claimed(core);
    Enlist(core);
    return true;
}

bool
Napi::SchedulePrep(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::napi_schedule);
    core.Atomic(m_state);
    if (m_scheduled)
    {
        m_missed = true;
        return false;
    }
    m_scheduled = true;
    ++m_stats.scheduled;
    return true;
}

bool
Napi::TestAndSetSched(CpuCore& core)
{
    core.Atomic(m_state);
    if (m_scheduled)
    {
        return false;
    }
    m_scheduled = true;
    ++m_stats.scheduled;
    return true;
}

void
Napi::ClearSched(CpuCore& core)
{
    core.Write(m_state);
    m_scheduled = false;
    m_missed = false;
    m_listOwner = -1;
}

void
Napi::Enlist(CpuCore& core)
{
    if (m_thread != nullptr)
    {
        m_listOwner = static_cast<int32_t>(m_thread->GetCpu().GetId());
        m_thread->Schedule(core);
        return;
    }
    m_listOwner = static_cast<int32_t>(core.GetId());
    m_host.GetCpu(core).GetNetRx().Add(*this);
}

Napi::PollState
Napi::PollStep(CpuCore& core)
{
    if (!m_polling)
    {
        CpuCore::Scope scope(core, Fn::__napi_poll);
        m_polling = true;
        m_work = 0;
        BeginPoll(core);
    }
    if (PollOne(core) && ++m_work < m_weight)
    {
        return PollState::More;
    }
    return End(core);
}

Napi::PollState
Napi::End(CpuCore& core)
{
    const bool exhausted = m_work == m_weight;
    EndPoll(core, m_work);
    if (!exhausted)
    {
        EndEmpty(core);
    }
    FinishPoll(core);
    if (exhausted)
    {
        ++m_stats.exhausted;
        Exhausted(core);
    }
    m_polling = false;
    ++m_stats.polls;
    m_stats.work += m_work;
    ++m_stats.histogram[m_work];
    return exhausted ? PollState::Exhausted : PollState::Over;
}

void
Napi::EndEmpty(CpuCore& core)
{
    if (!CompleteDone(core))
    {
        ++m_stats.missed;
        return;
    }
    ++m_stats.completed;
    if (RecheckAfterComplete(core))
    {
        Schedule(core);
    }
}

bool
Napi::CompleteDone(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::napi_complete_done);
    Complete(core);
    core.Atomic(m_state);
    if (m_missed)
    {
        m_missed = false;
        Enlist(core);
        return false;
    }
    m_scheduled = false;
    m_listOwner = -1;
    return true;
}

void
Napi::ResetStats()
{
    m_stats = Stats();
    m_stats.histogram.resize(m_weight + 1);
}

void
Napi::Claimed(CpuCore&)
{
}

void
Napi::BeginPoll(CpuCore&)
{
}

void
Napi::EndPoll(CpuCore&, uint32_t)
{
}

void
Napi::Complete(CpuCore&)
{
}

bool
Napi::RecheckAfterComplete(CpuCore&)
{
    return false;
}

void
Napi::FinishPoll(CpuCore&)
{
}

void
Napi::Exhausted(CpuCore&)
{
}

void
NapiList::PushBack(Napi& napi)
{
    napi.m_next = nullptr;
    (m_tail != nullptr ? m_tail->m_next : m_head) = &napi;
    m_tail = &napi;
}

Napi&
NapiList::PopFront()
{
    Napi& first = *m_head;
    m_head = first.m_next;
    m_tail = m_head == nullptr ? nullptr : m_tail;
    first.m_next = nullptr;
    return first;
}

void
NapiList::TakeAll(NapiList& other)
{
    if (other.m_head == nullptr)
    {
        return;
    }
    (m_tail != nullptr ? m_tail->m_next : m_head) = other.m_head;
    m_tail = other.m_tail;
    other.m_head = nullptr;
    other.m_tail = nullptr;
}

void
NapiList::Remove(Napi& napi)
{
    NapiList rest;
    while (!IsEmpty())
    {
        Napi& first = PopFront();
        if (&first != &napi)
        {
            rest.PushBack(first);
        }
    }
    TakeAll(rest);
}

} // namespace ns3
