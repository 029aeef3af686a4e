/* SPDX-License-Identifier: GPL-2.0-only */
#include "net-rx-softirq.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Line-in-page of softnet_data: per-CPU data may lie anywhere, this keeps off page starts. */
constexpr uint8_t SOFTNET_COLUMN = 20;

} // namespace

NetRxSoftirq::NetRxSoftirq(CpuCore& core)
    : m_core(core),
      m_jiffies(core),
      m_inAction(core.GetKernel().AtLeast(6, 4)),
      m_line(1, SOFTNET_COLUMN)
{
}

void
NetRxSoftirq::Add(Napi& napi)
{
    m_core.Write(m_line);
    m_pollList.PushBack(napi);
    if (!m_acting || !m_inAction)
    {
        m_pending = true;
    }
}

void
NetRxSoftirq::Remove(Napi& napi)
{
    m_pollList.Remove(napi);
    m_list.Remove(napi);
    m_repoll.Remove(napi);
    if (m_napi == &napi)
    {
        m_napi = nullptr;
    }
}

void
NetRxSoftirq::AddHook(SoftirqHook& hook)
{
    m_hooks.push_back(&hook);
}

void
NetRxSoftirq::RemoveHook(SoftirqHook& hook)
{
    m_hooks.erase(std::remove(m_hooks.begin(), m_hooks.end(), &hook), m_hooks.end());
}

void
NetRxSoftirq::RunHooks()
{
    for (SoftirqHook* hook : m_hooks)
    {
        hook->Flush(m_core);
    }
}

bool
NetRxSoftirq::Step()
{
    const Context outer = m_core.SetContext(Context::ServingSoftirq);
    const bool over = StepAction();
    m_core.SetContext(outer);
    return over;
}

bool
NetRxSoftirq::StepAction()
{
    if (!m_active)
    {
        BeginLoop();
    }
    if (!m_acting)
    {
        BeginAction();
    }
    if (m_napi != nullptr)
    {
        const Napi::PollState state = m_napi->PollStep(m_core);
        if (state == Napi::PollState::More || EndRound(state))
        {
            return false;
        }
    }
    EndAction();
    return true;
}

void
NetRxSoftirq::BeginLoop()
{
    CpuCore::Scope scope(m_core, Fn::__do_softirq);
    m_active = true;
    m_restarts = m_core.GetKernel().softirqRestart;
    m_loopEnd = m_jiffies.Deadline(m_core.Now(), m_core.GetKernel().softirqTimeUs);
    ++m_stats.loops;
}

void
NetRxSoftirq::BeginAction()
{
    CpuCore::Scope scope(m_core, Fn::net_rx_action);
    m_core.Write(m_line);
    m_acting = true;
    m_pending = false;
    m_budget = m_core.GetKernel().netdevBudget;
    m_actionEnd = m_jiffies.Deadline(m_core.Now(), m_core.GetKernel().netdevBudgetUs);
    m_list.TakeAll(m_pollList);
    ++m_stats.actions;
    NextRound();
}

bool
NetRxSoftirq::NextRound()
{
    for (;;)
    {
        RunHooks();
        if (!m_list.IsEmpty())
        {
            m_napi = &m_list.PopFront();
            return true;
        }
        if (!m_inAction || !m_repoll.IsEmpty() || m_pollList.IsEmpty())
        {
            return false;
        }
        m_list.TakeAll(m_pollList);
    }
}

bool
NetRxSoftirq::EndRound(Napi::PollState state)
{
    ++m_stats.rounds;
    m_budget -= m_napi->GetWork();
    if (state == Napi::PollState::Exhausted)
    {
        m_repoll.PushBack(*m_napi);
    }
    m_napi = nullptr;
    if (m_budget <= 0 || m_core.Now() >= m_actionEnd)
    {
        ++m_stats.timeSqueeze;
        return false;
    }
    return NextRound();
}

void
NetRxSoftirq::EndAction()
{
    m_acting = false;
    m_list.TakeAll(m_pollList);
    m_list.TakeAll(m_repoll);
    m_pollList.TakeAll(m_list);
    m_pending = m_pending || !m_pollList.IsEmpty();
}

bool
NetRxSoftirq::Restart(bool needResched)
{
    if (m_pending && m_core.Now() < m_loopEnd && !needResched && --m_restarts > 0)
    {
        return true;
    }
    m_active = false;
    m_stats.gaveUp += m_pending ? 1 : 0;
    return false;
}

} // namespace ns3
