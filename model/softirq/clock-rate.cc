/* SPDX-License-Identifier: GPL-2.0-only */
#include "clock-rate.h"

#include "ns3/abort.h"
#include "ns3/step-scheduler.h"

#include <cmath>

namespace ns3
{

// Products below stay under 2^64: ticks in a ms are below 2^31 up to 8 GHz, units below 2^30.
ClockRate::ClockRate(const MachineProfile& machine)
    : m_ticksPerMs(TICKS_PER_CYCLE * static_cast<uint64_t>(std::llround(machine.coreGhz * 1e6))),
      m_stepsPerMs(MilliSeconds(1).GetTimeStep())
{
    NS_ABORT_MSG_IF(m_stepsPerMs == 0 || m_stepsPerMs > 1000000000,
                    "time resolution must lie between 1 ms and 1 ps");
}

Time
ClockRate::ToTime(Ticks ticks) const
{
    const uint64_t rest = ticks % m_ticksPerMs * m_stepsPerMs;
    return TimeStep(ticks / m_ticksPerMs * m_stepsPerMs + (rest + m_ticksPerMs - 1) / m_ticksPerMs);
}

Ticks
ClockRate::FromTime(Time time) const
{
    const auto steps = static_cast<uint64_t>(time.GetTimeStep());
    if (steps / m_stepsPerMs >= StepRunner::NEVER / m_ticksPerMs)
    {
        return StepRunner::NEVER;
    }
    const uint64_t rest = steps % m_stepsPerMs * m_ticksPerMs;
    return steps / m_stepsPerMs * m_ticksPerMs + rest / m_stepsPerMs;
}

Ticks
ClockRate::FirstAfter(Time time) const
{
    const Ticks floor = FromTime(time);
    return floor == StepRunner::NEVER ? floor : floor + 1;
}

} // namespace ns3
