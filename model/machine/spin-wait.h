/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SPIN_WAIT_H
#define LINUX_DATAPATH_SPIN_WAIT_H

#include "cpu-core.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Makes the cores that want one spin lock follow each other.
 *
 * CpuCore::Lock() pays for a lock that is free. Around it, Wait() lets the core spin until the
 * section before has ended, by the clock of the core that was in it; the line of the lock then
 * moves, as any line does, because the other core wrote it. Cores take the lock in the order in
 * which the scheduler runs the steps that ask for it, so such a step should begin close to the
 * lock. kernel/locking/qspinlock.c: the queue is served in order.
 *
 * Differs from the kernel: spinning does not take the line of the lock from its holder.
 */
class SpinWait
{
  public:
    /** @brief Spin until the lock is free. @param core who wants it */
    void Wait(CpuCore& core)
    {
        if (core.Now() < m_released)
        {
            CpuCore::Scope scope(core, Fn::native_queued_spin_lock_slowpath);
            core.Spend(m_released - std::min(m_released, core.Now()));
        }
    }

    /** @brief The section that Wait() let begin has ended. @param core who was in it */
    void Release(const CpuCore& core)
    {
        m_released = core.Now();
    }

  private:
    Ticks m_released{0}; //!< end of the last section
};

} // namespace ns3

#endif // LINUX_DATAPATH_SPIN_WAIT_H
