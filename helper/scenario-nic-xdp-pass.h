/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_NIC_XDP_PASS_H
#define LINUX_DATAPATH_SCENARIO_NIC_XDP_PASS_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Scenario nic-xdp-pass: a NIC flooded with UDP whose XDP program passes: one core does
 * everything.
 *
 * The bed of the cpumap thread (doc/cpumap.md). Rows src_rx and dst_rx are the time between two
 * frames that the NIC's driver handled, and that the UDP sink received.
 */
class ScenarioNicXdpPass : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_NIC_XDP_PASS_H
