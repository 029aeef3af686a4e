/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_VETH_BURST_H
#define LINUX_DATAPATH_SCENARIO_VETH_BURST_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Open-loop bursts into a veth pair: what is delivered and what is dropped, by burst length,
 * service time and verdict of the receiving end's program.
 *
 * A frame is delivered when it reaches its reader: the stack (no program, or PASS), or else the
 * program itself, which is the reader of what it drops, sends back or redirects. So `xdp_drops`
 * counts frames that were delivered, and `xdp_tx_errors` and `redirect_errors` count what was lost
 * behind the reader; the losses in front of it are `ring_full`, `rx_drops` and, without a program,
 * `cpu_backlog`. Figures are in frame bytes without FCS.
 */
class ScenarioVethBurst : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_VETH_BURST_H
