/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_TAP_USERSPACE_H
#define LINUX_DATAPATH_SCENARIO_TAP_USERSPACE_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A process at a tap: it writes frames as fast as it can, or reads what another one sends.
 *
 * Equality, checked at the end from the very start: frames sent == delivered + lost. Real taps are
 * bound by the system call here; what the model is held to are counts and layouts.
 */
class ScenarioTapUserspace : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_TAP_USERSPACE_H
