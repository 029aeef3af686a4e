/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TASK_H
#define LINUX_DATAPATH_TASK_H

#include "timer-heap.h"

#include <cstdint>
#include <string>

namespace ns3
{

class HostCpu;

/**
 * @ingroup linux-datapath
 * @brief A process or a kernel thread, bound to one core, that works step by step.
 *
 * A step is the smallest piece of work in its own context: send one segment, copy one piece, take
 * one item. Between two steps the core serves timers and softirqs, unless the task has bottom
 * halves disabled, and may switch to another task, if Preemptible() says so.
 * Differs from the kernel: tasks do not move between cores, and all have nice 0.
 */
class Task
{
  public:
    /** @brief Where a task is. */
    enum class State : uint8_t
    {
        Sleeping, //!< waits for a wake-up
        Waking,   //!< woken, not yet on the run queue
        Runnable, //!< on the run queue
        Running   //!< the core's current task
    };

    /** @param cpu the core that it is bound to; outlives it @param name for reports */
    Task(HostCpu& cpu, std::string name);
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task();

    /**
     * @brief try_to_wake_up: nothing happens, and costs nothing, if the task is awake.
     * @param waker the core that wakes; pays
     */
    void Wake(CpuCore& waker);
    /**
     * @brief Make the task runnable at a time without a waker (start of a run, an outside event).
     * @param when ticks; a time that has passed means as soon as possible
     */
    void WakeAt(Ticks when);

    /** @return may the core switch to another task after this step? False inside of a system call
     * (PREEMPT_VOLUNTARY) */
    virtual bool Preemptible() const
    {
        return true;
    }

    /** @return is it on the run queue, running, or on its way there? */
    bool IsAwake() const
    {
        return m_state != State::Sleeping;
    }

    /** @return where it is */
    State GetState() const
    {
        return m_state;
    }

    /** @return are bottom halves disabled between its steps? */
    bool IsBhDisabled() const
    {
        return m_bhDisabled;
    }

    /** @return name for reports */
    const std::string& GetName() const
    {
        return m_name;
    }

    /** @return its core */
    HostCpu& GetCpu() const
    {
        return m_cpu;
    }

    /** @return time that it has run, softirqs that interrupted it included, ticks; may have been
     * advanced to its peers' when it woke */
    Ticks GetVruntime() const
    {
        return m_vruntime;
    }

    /** @return steps run so far */
    uint64_t GetSteps() const
    {
        return m_steps;
    }

  protected:
    /** @brief Work; runs in Context::Process, or BhDisabled if so set. @param core its core */
    virtual void Step(CpuCore& core) = 0;

    /** @brief Leave the run queue when this step ends. A Wake() later in the same step undoes it.
     */
    void Sleep()
    {
        m_wantsSleep = true;
        m_wakeUp = StepRunner::NEVER;
    }

    /** @brief As Sleep(), with a timer that wakes the task. @param when ticks */
    void SleepUntil(Ticks when)
    {
        m_wantsSleep = true;
        m_wakeUp = when;
    }

    /**
     * @brief local_bh_disable or the outermost local_bh_enable between this step and the next;
     * costs nothing (charge SystemCost::BhPair). Must be enabled to sleep.
     * @param disabled softirqs wait and no other task is switched to until it is false again
     */
    void SetBhDisabled(bool disabled)
    {
        m_bhDisabled = disabled;
    }

  private:
    friend class HostCpu;
    friend class RunQueue;

    /** @brief Arrival on the run queue, or end of a timed sleep. */
    class WakeTimer : public TimerClient
    {
      public:
        /** @param task whose */
        explicit WakeTimer(Task& task)
            : m_task(task)
        {
        }

      private:
        bool IsInterrupt() const override;
        void Expire(CpuCore& core) override;
        Task& m_task; //!< whose
    };

    HostCpu& m_cpu;                    //!< its core
    const std::string m_name;          //!< for reports
    State m_state{State::Sleeping};    //!< where it is
    bool m_bhDisabled{false};          //!< bottom halves disabled
    bool m_wantsSleep{false};          //!< Sleep() was called in this step
    Ticks m_wakeUp{StepRunner::NEVER}; //!< end of a timed sleep
    Ticks m_sleepSince{0};             //!< end of the step that went to sleep
    Ticks m_vruntime{0};               //!< nice 0: time run
    uint64_t m_queued{0};              //!< order of arrival on the run queue
    uint64_t m_steps{0};               //!< steps run
    WakeTimer m_timer{*this};          //!< arrival
};

} // namespace ns3

#endif // LINUX_DATAPATH_TASK_H
