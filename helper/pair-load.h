/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAIR_LOAD_H
#define LINUX_DATAPATH_PAIR_LOAD_H

#include "ns3/cpu-core.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

class LatencyHistogram;

/**
 * @ingroup linux-datapath
 * @brief What drives one pair of a VethBed: a sender at one end, a reader at the other.
 *
 * Figures are those since the last ResetStats(), which must come before that of the host: it closes
 * the books of what the devices count.
 */
class PairLoad
{
  public:
    /** @brief What became of frames. */
    struct Figures
    {
        uint64_t sent{0};      //!< offered to the sending end
        uint64_t delivered{0}; //!< reached their reader
        uint64_t bytes{0};     //!< payload of a stream, else frames with their Ethernet headers
    };

    virtual ~PairLoad() = default;

    /** @brief Begin. @param phase how much of its own period it waits, 0..1 */
    virtual void Start(double phase) = 0;
    /** @brief Offer nothing new, if it can be told so. @return will the path run dry? */
    virtual bool Stop() = 0;
    /** @return does the sender have something to send? */
    virtual bool IsBusy() const = 0;
    /** @brief End of warm-up. */
    virtual void ResetStats() = 0;

    /** @return figures of the measured time */
    virtual Figures GetFigures() const = 0;
    /** @return from send call to reader, ticks, one sample a frame */
    virtual const LatencyHistogram& GetLatency() const = 0;
    /** @brief Add what is lost behind the devices. @param drops frames by reason */
    virtual void AddDrops(std::map<std::string, uint64_t>& drops) const = 0;

    /** @brief Close the sockets (end of a run). @param core who */
    virtual void Purge(CpuCore& core) = 0;
    /** @return what is wrong with its books, from the very start; empty if nothing is */
    virtual std::string CheckBooks() = 0;
    /** @return what is wrong after the devices were closed, too; empty if nothing is */
    virtual std::string CheckEmpty() const = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAIR_LOAD_H
