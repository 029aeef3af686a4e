/* SPDX-License-Identifier: GPL-2.0-only */
#include "validation-runs.h"

#include "ns3/config.h"

#include <stdexcept>

namespace ns3
{

ValidationRuns::ValidationRuns(const ScenarioList& scenarios)
    : m_scenarios(scenarios)
{
}

const ScenarioResult&
ValidationRuns::Of(const std::string& scenario, const ScenarioConfig::Values& sets)
{
    std::string key = scenario;
    for (const auto& [name, value] : sets)
    {
        key += " " + name + "=" + value;
    }
    auto found = m_results.find(key);
    if (found == m_results.end())
    {
        Config::Reset();
        const Scenario& run = FindScenario(m_scenarios, scenario);
        ScenarioConfig config = run.Defaults();
        for (const auto& [name, value] : sets)
        {
            config.Set(name, value);
        }
        found = m_results.emplace(key, run.Run(config)).first;
    }
    return found->second;
}

const ScenarioResult::Row&
ValidationRuns::Row(const ScenarioResult& result, const std::string& name)
{
    for (const auto& row : result.rows)
    {
        if (row.name == name)
        {
            return row;
        }
    }
    throw std::logic_error("no row " + name);
}

double
ValidationRuns::Veth(const char* buffers, const char* mtu, const char* napiBuildSkb)
{
    return *Of("veth-stream",
               {{"buffers", buffers}, {"mtu", mtu}, {"napi-build-skb", napiBuildSkb}})
                .gbps;
}

const ScenarioResult::Row&
ValidationRuns::Bench(const std::string& name)
{
    return Row(Of("pp-bench-simple", {}), name);
}

const ScenarioResult::Row&
ValidationRuns::Cross(const char* stats, const std::string& row)
{
    return Row(Of("pp-bench-cross-cpu", {{"topology", "alternate"}, {"stats", stats}}),
               "page_pool_cross_cpu " + row);
}

double
ValidationRuns::Vhost(const char* refill, const char* putBatch)
{
    return *Of("vhost-xdp-drop", {{"refill", refill}, {"put-batch", putBatch}}).mpps;
}

double
ValidationRuns::CpuMap(const char* kernel, const std::string& row)
{
    return 1000 / Row(Of("cpumap-udp", {{"kernel", kernel}}), row).ns;
}

double
ValidationRuns::Pass()
{
    return *Of("nic-xdp-pass", {}).mpps;
}

double
ValidationRuns::Live(const ScenarioConfig::Values& sets)
{
    return *Of("xdp-live-frames", sets).mpps;
}

double
ValidationRuns::LivePerClean(const char* limit, const std::string& what)
{
    const auto& counters = Of("xdp-live-frames", {{"clean-limit", limit}}).counters;
    return static_cast<double>(counters.at(what)) /
           static_cast<double>(counters.at(std::string("tx_cleans_of_") + limit));
}

} // namespace ns3
