/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NIC_WIRE_H
#define LINUX_DATAPATH_NIC_WIRE_H

#include "ns3/cycle-ledger.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What arrives on the wire of a NIC: equal frames at a constant rate, endless or so many.
 *
 * Nobody has to be told of an arrival: how many frames came by a time, and when each of them came,
 * follows from the rate. So frames that nobody has room for cost the simulation nothing.
 */
class NicWire
{
  public:
    /**
     * @brief The first frame arrives one gap after a time.
     * @param when ticks
     * @param gap ticks between two frames, above 0
     * @param count frames; 0 = without end
     */
    void Start(Ticks when, double gap, uint64_t count);
    /** @brief Nothing arrives any more. @param when ticks, not before the last Start() */
    void Stop(Ticks when);

    /** @param when ticks @return frames that arrived by then since Start() */
    uint64_t GetArrived(Ticks when) const;

    /** @param n number of a frame since Start(), from 0 @return when it arrives, ticks */
    Ticks GetArrival(uint64_t n) const;

    /** @param n number of a frame @return will it ever arrive? */
    bool HasFrame(uint64_t n) const
    {
        return n < m_count;
    }

  private:
    Ticks m_start{0};    //!< when it started
    double m_gap{1};     //!< ticks between frames
    uint64_t m_count{0}; //!< frames that arrive altogether
};

} // namespace ns3

#endif // LINUX_DATAPATH_NIC_WIRE_H
