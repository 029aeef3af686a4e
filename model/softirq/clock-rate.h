/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CLOCK_RATE_H
#define LINUX_DATAPATH_CLOCK_RATE_H

#include "ns3/cycle-ledger.h"
#include "ns3/machine-profile.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The edge between a host's ticks and ns-3's time.
 *
 * Both count from the same origin. Integers only, rounded once: a tick becomes the first ns-3 time
 * that is not before it, a time the last tick that is not after it. So an event for a step never
 * comes before the step's start, and a time survives the way to ticks and back.
 */
class ClockRate
{
  public:
    /** @param machine its core clock counts, rounded to 1 kHz; ns-3's resolution must lie between
     * 1 ms and 1 ps, which is fatal else */
    explicit ClockRate(const MachineProfile& machine);

    /** @param ticks since the origin @return ns-3 time, rounded up */
    Time ToTime(Ticks ticks) const;
    /** @param time since the origin, not negative @return ticks, rounded down; StepRunner::NEVER if
     * they do not fit */
    Ticks FromTime(Time time) const;
    /** @param time since the origin, not negative @return first tick whose ToTime() is later */
    Ticks FirstAfter(Time time) const;

  private:
    uint64_t m_ticksPerMs; //!< ticks in a millisecond
    uint64_t m_stepsPerMs; //!< ns-3's units of time in a millisecond
};

} // namespace ns3

#endif // LINUX_DATAPATH_CLOCK_RATE_H
