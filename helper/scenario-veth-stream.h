/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_VETH_STREAM_H
#define LINUX_DATAPATH_SCENARIO_VETH_STREAM_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief veth-stream: one TCP stream over a veth pair, the test bed of the veth page_pool thread.
 */
class ScenarioVethStream : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_VETH_STREAM_H
