/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_VHOST_XDP_DROP_H
#define LINUX_DATAPATH_SCENARIO_VHOST_XDP_DROP_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A polling guest sends through vhost_net into a tap whose XDP program drops: the bed of the
 * tun thread. Figures are in frame bytes without FCS; the program is the reader of what it drops.
 */
class ScenarioVhostXdpDrop : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_VHOST_XDP_DROP_H
