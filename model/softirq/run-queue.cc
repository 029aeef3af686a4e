/* SPDX-License-Identifier: GPL-2.0-only */
#include "run-queue.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * Half of sched_latency, which is 8 times the minimal granularity (sched_nr_latency); a sleeper is
 * placed so far behind its peers (GENTLE_FAIR_SLEEPERS; kernel/sched/fair.c place_entity, v6.4).
 */
constexpr Ticks SLEEPER_GRANULARITIES = 8 / 2;

} // namespace

RunQueue::RunQueue(const SchedulingPolicy& policy)
    : m_policy(policy)
{
}

void
RunQueue::Enqueue(Task& task, Ticks now)
{
    UpdateCurrent(now);
    UpdateMinVruntime();
    Place(task);
    task.m_state = Task::State::Runnable;
    task.m_queued = m_arrivals++;
    m_waiting.push_back(&task);
    if (m_current != nullptr &&
        m_current->m_vruntime > task.m_vruntime + m_policy.wakeupGranularity)
    {
        m_needResched = true;
    }
}

void
RunQueue::Dequeue(Task& task, Ticks now)
{
    UpdateCurrent(now);
    if (m_current == &task)
    {
        m_current = nullptr;
        m_needResched = false;
    }
    else
    {
        m_waiting.erase(std::remove(m_waiting.begin(), m_waiting.end(), &task), m_waiting.end());
    }
    UpdateMinVruntime();
}

void
RunQueue::Tick(Ticks now)
{
    if (m_current != nullptr && !m_waiting.empty() && now - m_picked >= m_policy.minGranularity)
    {
        m_needResched = true;
    }
}

Task*
RunQueue::PickNext(Ticks now)
{
    UpdateCurrent(now);
    if (m_current != nullptr)
    {
        m_current->m_state = Task::State::Runnable;
        m_current->m_queued = m_arrivals++;
        m_waiting.push_back(m_current);
        m_current = nullptr;
    }
    m_needResched = false;
    if (!m_waiting.empty())
    {
        const std::size_t i = Leftmost();
        m_current = m_waiting[i];
        m_current->m_state = Task::State::Running;
        m_waiting[i] = m_waiting.back();
        m_waiting.pop_back();
        m_picked = now;
    }
    return m_current;
}

void
RunQueue::UpdateCurrent(Ticks now)
{
    if (m_current != nullptr)
    {
        m_current->m_vruntime += now - m_accounted;
    }
    m_accounted = now;
}

std::size_t
RunQueue::Leftmost() const
{
    const auto before = [](const Task* a, const Task* b) {
        return a->m_vruntime != b->m_vruntime ? a->m_vruntime < b->m_vruntime
                                              : a->m_queued < b->m_queued;
    };
    return std::min_element(m_waiting.begin(), m_waiting.end(), before) - m_waiting.begin();
}

void
RunQueue::Place(Task& task) const
{
    const Ticks credit = SLEEPER_GRANULARITIES * m_policy.minGranularity;
    if (m_minVruntime > credit)
    {
        task.m_vruntime = std::max(task.m_vruntime, m_minVruntime - credit);
    }
}

void
RunQueue::UpdateMinVruntime()
{
    Ticks least = m_current != nullptr ? m_current->m_vruntime : StepRunner::NEVER;
    if (!m_waiting.empty())
    {
        least = std::min(least, m_waiting[Leftmost()]->m_vruntime);
    }
    if (least != StepRunner::NEVER)
    {
        m_minVruntime = std::max(m_minVruntime, least);
    }
}

} // namespace ns3
