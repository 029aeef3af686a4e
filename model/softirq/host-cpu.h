/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_HOST_CPU_H
#define LINUX_DATAPATH_HOST_CPU_H

#include "ksoftirqd.h"
#include "net-rx-softirq.h"
#include "run-queue.h"
#include "step-output.h"
#include "timer-heap.h"

#include "ns3/cpu-core.h"
#include "ns3/step-scheduler.h"

namespace ns3
{

class LinuxHost;

/**
 * @ingroup linux-datapath
 * @brief One core of a host: its clock, its timers, its softirq, its tasks, and what runs next.
 *
 * The order is the kernel's: timers that are due (interrupts); the softirq loop that is under way;
 * a pending softirq, inline, unless the current task has bottom halves disabled or ksoftirqd took
 * over; then tasks. A switch between tasks is a step of its own. The core is idle when none of
 * these is there, until its next timer.
 */
class HostCpu : public StepRunner, private TimerHeap::Owner
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t timers{0};          //!< timers that expired
        uint64_t contextSwitches{0}; //!< to another task than the one before, the idle task
                                     //!< included
        uint64_t taskSteps{0};       //!< steps of tasks
        uint64_t softirqSteps{0};    //!< steps of softirqs
        uint64_t wakeups{0};         //!< tasks of this core that were woken by somebody
    };

    /**
     * @param host the host @param caches its caches @param policy scheduling
     * @param id number of the core @param unit physical core
     */
    HostCpu(LinuxHost& host,
            CacheHierarchy& caches,
            const SchedulingPolicy& policy,
            uint32_t id,
            uint32_t unit);
    HostCpu(const HostCpu&) = delete;
    HostCpu& operator=(const HostCpu&) = delete;

    Ticks NextStep() const override;
    /** @brief Run the step that starts at NextStep(), which must not be NEVER. */
    void RunStep() override;

    /** @brief Let something happen here at a time. @param client what; moved if it is armed @param
     * when ticks; a time that has passed means as soon as possible */
    void Arm(TimerClient& client, Ticks when);
    /** @brief Disarm. @param client armed here, or not at all */
    void Cancel(TimerClient& client);
    /** @brief Hand over at the end of the step under way, or before the next one if none is; an
     * output that is registered already stays in its place. @param output what */
    void HandOverAtEnd(StepOutput& output);

    /** @brief raise_softirq_irqoff(NET_RX_SOFTIRQ): outside of interrupts and with bottom halves
     * enabled ksoftirqd is woken at once. To be called in a step of this core. */
    void RaiseNetRx();
    /** @brief Book idle time, up to the next timer at most. @param until ticks */
    void SettleIdle(Ticks until);
    /** @brief End of warm-up: counters and ledger start anew. @param at ticks */
    void ResetStats(Ticks at);

    /** @return clock and verbs */
    CpuCore& GetCore()
    {
        return m_core;
    }

    /** @return clock and verbs */
    const CpuCore& GetCore() const
    {
        return m_core;
    }

    /** @return its NET_RX softirq */
    NetRxSoftirq& GetNetRx()
    {
        return m_netRx;
    }

    /** @return its ksoftirqd */
    Ksoftirqd& GetKsoftirqd()
    {
        return m_ksoftirqd;
    }

    /** @return number of the core */
    uint32_t GetId() const
    {
        return m_core.GetId();
    }

    /** @return the host */
    LinuxHost& GetHost() const
    {
        return m_host;
    }

    /** @return need_resched(), for loops that poll it */
    bool NeedResched() const
    {
        return m_runQueue.NeedResched();
    }

    /** @return in_interrupt(): hard or soft interrupt, or bottom halves disabled */
    bool InInterrupt() const
    {
        return m_inIrq || m_core.GetContext() != Context::Process;
    }

    /** @return the task that runs, null if none does */
    const Task* GetCurrent() const
    {
        return m_runQueue.GetCurrent();
    }

    /** @param at ticks @return does the core do nothing at that time? */
    bool IsIdle(Ticks at) const;

    /** @return clock when the ledger was reset, ticks: GetLedger().Total() == Now() - this */
    Ticks GetStatsSince() const
    {
        return m_statsSince;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

  private:
    friend class LinuxHost;
    friend class Task;
    friend class Ksoftirqd;

    bool HasWork() const;
    bool MayServeInline() const;
    void HandOverAll();
    void ExpireDue();
    void StepSoftirq();
    void ScheduleTasks();
    void SwitchTask();
    void StepTask(Task& task);
    void PutToSleep(Task& task);
    void Wake(Task& task, CpuCore& waker);
    void WakeAt(Task& task, Ticks when);
    Ticks WakeLatency(const CpuCore& waker) const;
    void Arrive(Task& task);
    void Forget(Task& task);
    void TimerGone() override;
    void Changed();

    LinuxHost& m_host;                 //!< the host
    CpuCore m_core;                    //!< clock and verbs
    const Jiffies m_jiffies;           //!< ticks of the scheduler
    const bool m_takeover;             //!< inline softirqs wait for ksoftirqd
    const Ticks m_wakeLocal;           //!< wake-up on this core while idle
    const Ticks m_wakeRemote;          //!< wake-up of this idle core from another
    uint32_t m_number{0};              //!< in the step scheduler
    NetRxSoftirq m_netRx;              //!< NET_RX
    RunQueue m_runQueue;               //!< tasks
    TimerHeap m_timers{this};          //!< timers
    StepOutput* m_outputs{nullptr};    //!< first output of the step
    StepOutput* m_lastOutput{nullptr}; //!< last output of the step
    const Task* m_previous{nullptr};   //!< task whose context is loaded, null: the idle task
    Ticks m_nextTick{0};               //!< next scheduler tick
    Ticks m_statsSince{0};             //!< clock at the last reset
    bool m_inStep{false};              //!< in RunStep()
    bool m_inIrq{false};               //!< timers expire
    bool m_punted{false};              //!< the loop gave up and nothing has run since
    Stats m_stats;                     //!< counters
    Ksoftirqd m_ksoftirqd;             //!< its thread; goes first when the core is destroyed
};

} // namespace ns3

#endif // LINUX_DATAPATH_HOST_CPU_H
