/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario.h"

#include "model-version.h"

#include "ns3/profile-reader.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <chrono>

namespace ns3
{

ScenarioConfig
Scenario::Defaults() const
{
    return ScenarioConfig(GetParameters());
}

void
Scenario::Check(const ScenarioConfig& config) const
{
    config.Check();
    if (config.Has("machine"))
    {
        ReadMachineProfile(config.Get("machine"));
    }
    if (config.Has("kernel"))
    {
        ReadKernelProfile(config.Get("kernel"));
    }
    DoCheck(config);
}

ScenarioResult
Scenario::Run(const ScenarioConfig& config, uint64_t rngRun) const
{
    Check(config);
    const auto start = std::chrono::steady_clock::now();
    config.ApplyAttributes();
    RngSeedManager::SetSeed(config.Has("seed") ? static_cast<uint32_t>(config.GetUint("seed")) : 1);
    RngSeedManager::SetRun(rngRun);
    ScenarioResult result = DoRun(config);
    Simulator::Destroy();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    result.scenario = GetName();
    result.config = config;
    result.modelVersion = MODEL_VERSION;
    result.rngRun = rngRun;
    result.wallSeconds = wall.count();
    return result;
}

} // namespace ns3
