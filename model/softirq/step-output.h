/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STEP_OUTPUT_H
#define LINUX_DATAPATH_STEP_OUTPUT_H

#include "ns3/cpu-core.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What a step hands on when it ends, to another core or to the world outside of the host.
 *
 * Steps run whole, in the order of their starts. What a step writes where another core looks is
 * therefore visible up to one step too early. An output that must not be seen before it is
 * finished (a frame for the ns-3 stack, an entry of another core's queue whose latency is measured)
 * is registered by HostCpu::HandOverAtEnd() and handed over at the end of the step, in the order of
 * time of the whole host.
 */
class StepOutput
{
  public:
    StepOutput() = default;
    StepOutput(const StepOutput&) = delete;
    StepOutput& operator=(const StepOutput&) = delete;
    virtual ~StepOutput() = default;

  private:
    friend class HostCpu;
    /** @brief Hand over; may charge. @param core the core whose step ended, at that time */
    virtual void HandOver(CpuCore& core) = 0;

    StepOutput* m_nextOutput{nullptr}; //!< the one that was registered after this
    bool m_registered{false};          //!< waits for the end of a step
};

} // namespace ns3

#endif // LINUX_DATAPATH_STEP_OUTPUT_H
