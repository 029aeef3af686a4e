/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_PP_BENCH_CROSS_CPU_H
#define LINUX_DATAPATH_SCENARIO_PP_BENCH_CROSS_CPU_H

#include "scenario.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief pp-bench-cross-cpu: the micro-benchmark bench_page_pool_cross_cpu, one CPU allocates,
 * others return.
 */
class ScenarioPpBenchCrossCpu : public Scenario
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

#endif // LINUX_DATAPATH_SCENARIO_PP_BENCH_CROSS_CPU_H
