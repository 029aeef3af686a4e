/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STEP_SCHEDULER_H
#define LINUX_DATAPATH_STEP_SCHEDULER_H

#include "cycle-ledger.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What the scheduler runs: something with a next point of work in time.
 */
class StepRunner
{
  public:
    virtual ~StepRunner() = default;
    /** @return start of the next step, ticks; NEVER if there is none */
    virtual Ticks NextStep() const = 0;
    /** @brief Run the step that starts at NextStep(). */
    virtual void RunStep() = 0;

    /** No step. */
    static constexpr Ticks NEVER = ~Ticks{0};
};

/**
 * @ingroup linux-datapath
 * @brief Runs the steps of all cores of a host in the order of their start.
 *
 * Equal starts run in the order of the runners' numbers; a runner's own steps are in sequence. It
 * asks nobody for the time: whoever drives it (LinuxHost, a test, a loop) decides how far to go.
 */
class StepScheduler
{
  public:
    /** @brief Add a runner. @param runner outlives the scheduler @return its number */
    uint32_t Add(StepRunner* runner);
    /** @brief The runner's next step moved (woken by another one). @param number the runner */
    void Update(uint32_t number);
    /** @return start of the earliest step, ticks; StepRunner::NEVER if there is none */
    Ticks Next() const;
    /**
     * @brief Run the steps that start before a time.
     * @param until steps that start at or after it stay
     * @param most no more than so many steps
     * @return steps run
     */
    uint64_t Run(Ticks until, uint64_t most);

    /** @return steps run since the beginning */
    uint64_t GetSteps() const
    {
        return m_steps;
    }

  private:
    uint32_t Earliest() const;

    std::vector<StepRunner*> m_runners; //!< by number
    std::vector<Ticks> m_next;          //!< start of each runner's next step
    uint64_t m_steps{0};                //!< steps run
};

} // namespace ns3

#endif // LINUX_DATAPATH_STEP_SCHEDULER_H
