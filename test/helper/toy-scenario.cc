/* SPDX-License-Identifier: GPL-2.0-only */
#include "toy-scenario.h"

#include "ns3/double.h"
#include "ns3/random-variable-stream.h"
#include "ns3/standard-parameters.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace ns3
{

namespace
{

void
Behave(const std::string& behaviour)
{
    if (behaviour == "refuse")
    {
        throw std::invalid_argument("behaviour=refuse is refused\nwhile running");
    }
    if (behaviour == "fail")
    {
        throw std::runtime_error("the toy broke");
    }
    if (behaviour == "crash")
    {
        std::raise(SIGKILL);
    }
}

double
Noise()
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    return random->GetValue(0, 0.1);
}

double
CopyCycles(const ScenarioConfig& config)
{
    return 0.25 * config.GetDouble("mtu") + (config.Is("buffers", "alloc-page") ? 700 : 100) +
           20000 / config.GetDouble("pool-ring") + config.GetDouble("headroom");
}

ScenarioResult::Footprint
Footprint(const ScenarioConfig& config)
{
    const double ring = 8 * config.GetDouble("ring");
    const double pool = 4096 * std::min(config.GetDouble("pool-ring"), 512.0);
    ScenarioResult::Footprint footprint;
    footprint.all = {ring + pool / 2, ring + pool};
    footprint.byOwner = {{"ring", {ring, ring}}, {"pool", {pool / 2, pool}}};
    return footprint;
}

} // namespace

std::string
ToyScenario::GetName() const
{
    return "toy";
}

std::string
ToyScenario::GetSummary() const
{
    return "a scenario of the tests";
}

std::vector<Parameter>
ToyScenario::GetParameters() const
{
    Parameter behaviour = StandardParameter("xdp").WithWords({"good", "refuse", "fail", "crash"});
    behaviour.name = "behaviour";
    behaviour.defaultValue = "good";
    Parameter sleep = StandardParameter("duration").WithRange(0, 60000);
    sleep.name = "sleep";
    sleep.defaultValue = "0";
    return {StandardParameter("mtu"),
            StandardParameter("ring"),
            StandardParameter("pool-ring"),
            StandardParameter("headroom"),
            StandardParameter("buffers"),
            StandardParameter("napi-build-skb"),
            StandardParameter("kernel"),
            StandardParameter("seed"),
            behaviour,
            sleep};
}

void
ToyScenario::DoCheck(const ScenarioConfig& config) const
{
    if (config.GetUint("mtu") > 73138)
    {
        throw std::invalid_argument("mtu=" + config.Get("mtu") +
                                    " is refused; accepted is ..73138");
    }
}

ScenarioResult
ToyScenario::DoRun(const ScenarioConfig& config) const
{
    Behave(config.Get("behaviour"));
    std::this_thread::sleep_for(
        std::chrono::duration<double, std::milli>(config.GetDouble("sleep")));
    const double copy = CopyCycles(config);
    const double total = copy + 300 + 1000 * Noise();
    ScenarioResult result;
    result.mpps = 3000 / total;
    result.gbps = *result.mpps * config.GetDouble("mtu") * 8 / 1000;
    result.framesSent = 100000;
    result.framesDelivered = 100000 - config.GetUint("ring");
    result.drops = std::map<std::string, uint64_t>{{"ring_full", config.GetUint("ring")}};
    result.footprint = Footprint(config);
    result.cycles = ScenarioResult::Cycles{total,
                                           {{"0", total}},
                                           {{"copy", copy}, {"instructions", total - copy}},
                                           {{"veth_xdp_rcv_skb", total}}};
    result.pool = std::map<std::string, uint64_t>{
        {"rx_pp_alloc_fast", 90000},
        {"rx_pp_alloc_slow", 100000 / config.GetUint("pool-ring")},
        {"rx_pp_recycle_ring_full", 50000 / config.GetUint("pool-ring")}};
    result.napi = ScenarioResult::Napi{10, {{2, 3}, {10, 7}}};
    result.warnings = {"this is a toy"};
    return result;
}

} // namespace ns3
