/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_VETH_FANOUT_H
#define LINUX_DATAPATH_SCENARIO_VETH_FANOUT_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Many veth pairs on the cores of one host, as containers have them: what they hold and what
 * they get.
 *
 * Footprint, throughput, drops, cycles and counters are sums over all pairs; fairness is over the
 * active ones. Throughput is in frame bytes without FCS (load=open) or in payload (load=stream).
 */
class ScenarioVethFanout : public Scenario
{
  public:
    std::string GetName() const override;
    std::string GetSummary() const override;
    std::vector<Parameter> GetParameters() const override;

  private:
    void DoCheck(const ScenarioConfig& config) const override;
    ScenarioResult DoRun(const ScenarioConfig& config) const override;
};

} // namespace ns3

#endif // LINUX_DATAPATH_SCENARIO_VETH_FANOUT_H
