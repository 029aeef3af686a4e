/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_FANOUT_RUN_H
#define LINUX_DATAPATH_FANOUT_RUN_H

#include "load-sum.h"
#include "pair-load.h"
#include "veth-bed.h"

#include "ns3/packet-meter.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One run of the scenario veth-fanout: many pairs with a load each, on a few cores.
 *
 * Pair i has its sender on core i modulo "cores". Open loads begin one after the other within one
 * of their periods, evenly, so that the offered load is smooth. The first "active-pairs" pairs
 * carry traffic; with "warm-all" the others do so in the warm-up only, and what they keep of it is
 * part of the footprint.
 *
 * Checked at the end of every run: the equalities of each pair's load; then all skbs and pages are
 * back where they came from.
 */
class FanoutRun
{
  public:
    /** @param config of veth-fanout, checked */
    explicit FanoutRun(const ScenarioConfig& config);
    FanoutRun(const FanoutRun&) = delete;
    FanoutRun& operator=(const FanoutRun&) = delete;

    /** @brief Run. @return figures @throw std::logic_error the books do not add up */
    ScenarioResult Run();

    /** @param config of veth-fanout @return what an active pair offers [frames/s] */
    static double RatePerPair(const ScenarioConfig& config);

  private:
    static std::vector<VethBed::Cpus> PlacePairs(const ScenarioConfig& config);
    std::unique_ptr<PairLoad> MakeLoad(std::size_t pair);
    void Start(std::size_t loads);
    void Rest();
    void ResetStats();
    ScenarioResult Report(double seconds);
    std::vector<std::string> GetWarnings(const LoadSum& sum, double seconds);
    void Dry();
    void Finish();

    const ScenarioConfig& m_config;                 //!< configuration
    const std::size_t m_active;                     //!< pairs that carry traffic
    const bool m_open;                              //!< open loop
    VethBed m_bed;                                  //!< host and devices
    LinuxHost& m_host;                              //!< the host
    PacketMeter m_other;                            //!< reader where nothing is measured
    std::vector<std::unique_ptr<PairLoad>> m_loads; //!< of all pairs
};

} // namespace ns3

#endif // LINUX_DATAPATH_FANOUT_RUN_H
