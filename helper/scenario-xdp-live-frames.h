/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_XDP_LIVE_FRAMES_H
#define LINUX_DATAPATH_SCENARIO_XDP_LIVE_FRAMES_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief xdp-live-frames: an XDP program is tested with live frames, which leave by a NIC or a veth
 * pair; what does the ring of the test's page_pool have to hold?
 *
 * A frame is delivered when the NIC takes it, when its reader at the pair's far end has it, or when
 * the test program itself passed or dropped it, if that is its verdict.
 */
class ScenarioXdpLiveFrames : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_XDP_LIVE_FRAMES_H
