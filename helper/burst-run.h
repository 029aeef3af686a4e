/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_BURST_RUN_H
#define LINUX_DATAPATH_BURST_RUN_H

#include "open-load.h"
#include "veth-bed.h"

#include "ns3/fifo-spinner.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One run of the scenario veth-burst, from an empty bed to an empty bed.
 *
 * Three ways: by duration (warm-up cut off, bursts at a rate, the figures are those of the measured
 * time); by a number of bursts (from a cold start until everything sent is handled); stalled (each
 * burst goes out while a FifoSpinner holds the receiver's core, then the core is released and
 * everything drains before the next burst).
 *
 * Checked at the end of every run: the equality of OpenLoad; then all skbs, frames and pages are
 * back where they came from.
 */
class BurstRun
{
  public:
    /** @param config of veth-burst, checked */
    explicit BurstRun(const ScenarioConfig& config);
    BurstRun(const BurstRun&) = delete;
    BurstRun& operator=(const BurstRun&) = delete;

    /** @brief Run. @return figures @throw std::logic_error the books do not add up */
    ScenarioResult Run();

  private:
    double RunTimed();
    double RunCounted(uint64_t bursts);
    void PutThrough(uint64_t entries);
    void SendStalled();
    void Spins(Ticks since);
    void BurstSent(uint64_t number);
    void RunUntilDrained();
    void ResetStats();
    std::map<std::string, uint64_t> GetDrops();
    ScenarioResult Report(double seconds);
    void Finish();

    const ScenarioConfig& m_config;         //!< configuration
    VethBed m_bed;                          //!< host and devices
    LinuxHost& m_host;                      //!< the host
    CpuCore& m_core;                        //!< the sender's core
    PacketMeter m_other;                    //!< reader where nothing is measured
    OpenLoad m_load;                        //!< sender and reader
    PacketGenerator& m_generator;           //!< sender
    std::unique_ptr<FifoSpinner> m_spinner; //!< holds the receiver's core, null if none does
    const Time m_jiffy;                     //!< how often a run looks whether it is over
};

} // namespace ns3

#endif // LINUX_DATAPATH_BURST_RUN_H
