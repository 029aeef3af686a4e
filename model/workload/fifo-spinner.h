/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_FIFO_SPINNER_H
#define LINUX_DATAPATH_FIFO_SPINNER_H

#include "ns3/callback.h"
#include "ns3/host-cpu.h"
#include "ns3/task.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A SCHED_FIFO process that spins on a flag: no other task of its core runs meanwhile.
 *
 * Softirqs and interrupts of the core still run between its steps. Differs from the kernel: it does
 * not preempt a task that runs when it wakes, but waits for the core like any other task.
 */
class FifoSpinner : public Task
{
  public:
    /** @param cpu the core that it takes */
    explicit FifoSpinner(HostCpu& cpu);

    /** @brief Take the core. @param when from then on, ticks @param started called once, in the
     * first step of this hold, with its time */
    void Hold(Ticks when, Callback<void, Ticks> started);

    /** @brief Clear the flag: the core is free as soon as the spinner sees it. @param core who
     * clears it */
    void Release(CpuCore& core);

    /** @return does it want the core? */
    bool IsHolding() const
    {
        return m_holding;
    }

    bool Preemptible() const override
    {
        return false;
    }

  protected:
    void Step(CpuCore& core) override;

  private:
    bool m_holding{false};           //!< the flag
    Callback<void, Ticks> m_started; //!< to be called
    LineRun m_flag;                  //!< line of the flag
};

} // namespace ns3

#endif // LINUX_DATAPATH_FIFO_SPINNER_H
