/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_VHOST_RX_H
#define LINUX_DATAPATH_SCENARIO_VHOST_RX_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A host process sends open loop into a tap; vhost_net copies to a polling guest.
 *
 * Core 0 sends, the worker runs where rx-cpu says, the guest on the core of its own. Equality,
 * checked at the end from the very start: frames sent == received by the guest + refused by the
 * ring. Figures are in frame bytes without FCS.
 */
class ScenarioVhostRx : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_VHOST_RX_H
