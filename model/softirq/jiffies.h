/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_JIFFIES_H
#define LINUX_DATAPATH_JIFFIES_H

#include "ns3/cpu-core.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The kernel's jiffies seen from a core's clock.
 *
 * Time limits of the softirq code are compared in jiffies, so a limit of two jiffies lasts between
 * one and two (net/core/dev.c net_rx_action, kernel/softirq.c __do_softirq, v6.4). Differs from the
 * kernel: jiffies of all cores change at the same time and the timer interrupt costs nothing.
 */
class Jiffies
{
  public:
    /** @param core gives clock rate and HZ */
    explicit Jiffies(const CpuCore& core)
        : m_hz(core.GetKernel().hz),
          m_length(std::max<Ticks>(1, core.FromNs(1e9 / m_hz)))
    {
    }

    /** @return ticks in one jiffy */
    Ticks GetLength() const
    {
        return m_length;
    }

    /**
     * @brief When `time_after_eq(jiffies, start + usecs_to_jiffies(us))` becomes true.
     * @param now start, ticks
     * @param us duration [us], rounded up to jiffies as usecs_to_jiffies does
     * @return ticks
     */
    Ticks Deadline(Ticks now, double us) const
    {
        return (now / m_length + static_cast<Ticks>(std::ceil(us * m_hz / 1e6))) * m_length;
    }

    /** @param now ticks @return start of the next jiffy, ticks */
    Ticks Next(Ticks now) const
    {
        return (now / m_length + 1) * m_length;
    }

  private:
    uint32_t m_hz;  //!< HZ
    Ticks m_length; //!< ticks in one jiffy
};

} // namespace ns3

#endif // LINUX_DATAPATH_JIFFIES_H
