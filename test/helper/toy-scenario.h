/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TOY_SCENARIO_H
#define LINUX_DATAPATH_TOY_SCENARIO_H

#include "ns3/scenario.h"

namespace ns3
{

/**
 * @brief A scenario of the tests: figures by simple formulae and a random number, and every way to
 * go wrong on demand by the parameter "behaviour".
 */
class ToyScenario : public Scenario
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

#endif // LINUX_DATAPATH_TOY_SCENARIO_H
