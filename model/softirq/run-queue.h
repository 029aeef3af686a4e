/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_RUN_QUEUE_H
#define LINUX_DATAPATH_RUN_QUEUE_H

#include "task.h"

#include <vector>

namespace ns3
{

/** @brief Granularities of the scheduler (attributes of LinuxHost). */
struct SchedulingPolicy
{
    Ticks minGranularity{0};    //!< a task runs so long before a peer may take over at a tick
    Ticks wakeupGranularity{0}; //!< lead in vruntime that a woken task needs to preempt
};

/**
 * @ingroup linux-datapath
 * @brief The runnable tasks of one core and which of them runs: fair by vruntime.
 *
 * As kernel/sched/fair.c of v6.4: the least vruntime runs; a task that slept is placed no more than
 * half of the scheduling latency behind its peers; a woken task preempts if its vruntime is smaller
 * by more than the wake-up granularity; at a tick the current task makes way after the minimal
 * granularity. A wish to switch (need_resched) is obeyed where the current task is preemptible.
 * Time that softirqs take from a task counts as its own (CONFIG_IRQ_TIME_ACCOUNTING off). Differs
 * from the kernel: one weight, no groups, the time slice is the minimal granularity for any number
 * of tasks.
 */
class RunQueue
{
  public:
    /** @param policy granularities */
    explicit RunQueue(const SchedulingPolicy& policy);

    /** @brief enqueue_task_fair and check_preempt_wakeup. @param task a task that woke @param now
     * ticks */
    void Enqueue(Task& task, Ticks now);
    /** @brief Take a task off, wherever it is here. @param task which @param now ticks */
    void Dequeue(Task& task, Ticks now);
    /** @brief task_tick_fair. @param now ticks */
    void Tick(Ticks now);
    /** @brief The core's choice: current goes back among the others, the least vruntime becomes
     * current. @param now ticks @return the new current task, null if there is none */
    Task* PickNext(Ticks now);
    /** @brief update_curr: add the time since the last call to the current task. @param now ticks
     */
    void UpdateCurrent(Ticks now);

    /** @return the task that runs, null if the core is idle */
    Task* GetCurrent() const
    {
        return m_current;
    }

    /** @return is there neither a current nor a waiting task? */
    bool IsEmpty() const
    {
        return m_current == nullptr && m_waiting.empty();
    }

    /** @return tasks that wait for the core */
    std::size_t GetWaiting() const
    {
        return m_waiting.size();
    }

    /** @return need_resched(): the current task, or the idle task, should make way */
    bool NeedResched() const
    {
        return m_needResched || (m_current == nullptr && !m_waiting.empty());
    }

  private:
    std::size_t Leftmost() const;
    void Place(Task& task) const;
    void UpdateMinVruntime();

    const SchedulingPolicy m_policy; //!< granularities
    Task* m_current{nullptr};        //!< runs
    std::vector<Task*> m_waiting;    //!< wait
    Ticks m_minVruntime{0};          //!< monotonic floor of the vruntimes
    Ticks m_accounted{0};            //!< current's time is added up to here
    Ticks m_picked{0};               //!< when current was switched to
    uint64_t m_arrivals{0};          //!< tasks queued so far
    bool m_needResched{false};       //!< TIF_NEED_RESCHED
};

} // namespace ns3

#endif // LINUX_DATAPATH_RUN_QUEUE_H
