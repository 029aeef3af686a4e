/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-veth-fanout.h"

#include "fanout-run.h"
#include "host-report.h"
#include "number-text.h"
#include "open-load.h"
#include "stream-load.h"

#include "ns3/cpu-placement.h"

#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

using Kind = Parameter::Kind;

Parameter
Count(const std::string& name,
      double most,
      const std::string& unit,
      const std::string& defaultValue,
      const std::string& help)
{
    Parameter parameter =
        Parameter::Make(name, Kind::Integer, defaultValue, help).WithRange(1, most);
    parameter.unit = unit;
    return parameter;
}

Parameter
Named(Parameter parameter, const std::string& help)
{
    parameter.help = help;
    return parameter;
}

/** @brief How many pairs, where, and which of them carry traffic. */
std::vector<Parameter>
PairParameters()
{
    Parameter active = Count("active-pairs", 65536, "pairs", "", "pairs that carry traffic");
    active.follows = "pairs";
    return {Count("pairs", 65536, "pairs", "100", "veth pairs of the host"),
            active,
            Parameter::Make(
                "warm-all",
                Kind::Boolean,
                "false",
                "all pairs send in the warm-up, active-pairs from then on: what is kept of it"),
            Count("cores", 254, "cores", "4", "cores in use; pair i sends on core i modulo cores")};
}

/** @brief How much goes over the pairs. */
std::vector<Parameter>
LoadParameters()
{
    Parameter total =
        Parameter::Make("total-rate",
                        Kind::Number,
                        "0",
                        "frames that all active pairs offer together; 0: rate of each");
    total.unit = "frames/s";
    return {Parameter::Make(
                "load",
                Kind::Choice,
                "open",
                "open: bursts at a rate, read in softirq; stream: a TCP stream of two processes")
                .WithWords({"open", "stream"}),
            total.WithRange(0, 1e9)};
}

/** @brief Parameters that mean something else with many pairs. */
Parameter
OfManyPairs(const Parameter& parameter)
{
    if (parameter.name == "rx-cpu")
    {
        return Named(parameter.WithWords({"same", "next"}).WithDefault("next"),
                     "core of a pair's reading process or NAPI thread: its sender's, or the next");
    }
    if (parameter.name == "xdp")
    {
        return parameter.WithWords({"none", "pass", "drop"});
    }
    if (parameter.name == "rate")
    {
        return Named(parameter.WithDefault("2000").WithRange(0.001, 1e9), "frames a pair offers");
    }
    static const std::map<std::string, std::string> defaults = {
        {"burst", "20"},
        {"frame-size", "1514"},
        {"init-on-alloc", "on"}, // inferred: doc/calibration.md
        {"warmup", "50"}};       // a pool goes once through its pages in 32 ms
    const auto other = defaults.find(parameter.name);
    return other == defaults.end() ? parameter : parameter.WithDefault(other->second);
}

void
Refuse(bool condition, const std::string& why)
{
    if (condition)
    {
        throw std::invalid_argument(why);
    }
}

void
CheckCores(const ScenarioConfig& config)
{
    const uint32_t cpus = CpuPlacement(*HostReport::MakeMachine(config)).GetCpus();
    Refuse(config.GetUint("cores") > cpus,
           "cores=" + config.Get("cores") + " is more than machine=" + config.Get("machine") +
               " has; accepted: 1.." + std::to_string(cpus));
}

void
CheckOpen(const ScenarioConfig& config)
{
    OpenLoad::Check(config);
    const double period = config.GetDouble("burst") * 1e3 / FanoutRun::RatePerPair(config);
    Refuse(config.GetBool("warm-all") && config.GetDouble("warmup") < period,
           "warmup=" + config.Get("warmup") + " is too short for warm-all=true, a burst of every " +
               "pair; accepted: " + FormatNumber(period) + ".. ms");
}

void
CheckStream(const ScenarioConfig& config)
{
    StreamLoad::Check(config);
    Refuse(config.Is("xdp", "drop"), "xdp=drop leaves no stream; accepted: none|pass");
    Refuse(config.GetBool("warm-all"),
           "warm-all=true needs senders that stop; accepted with load=open only");
}

} // namespace

std::string
ScenarioVethFanout::GetName() const
{
    return "veth-fanout";
}

std::string
ScenarioVethFanout::GetSummary() const
{
    return "many veth pairs on the cores of one host: memory, throughput and fairness";
}

std::vector<Parameter>
ScenarioVethFanout::GetParameters() const
{
    std::vector<Parameter> parameters = PairParameters();
    for (const Parameter& parameter : LoadParameters())
    {
        parameters.push_back(parameter);
    }
    for (const auto& part :
         {OpenLoad::Parameters(), StreamLoad::Parameters(), VethBed::Parameters()})
    {
        for (const Parameter& parameter : part)
        {
            parameters.push_back(OfManyPairs(parameter));
        }
    }
    return parameters;
}

void
ScenarioVethFanout::DoCheck(const ScenarioConfig& config) const
{
    VethBed::CheckDevices(config);
    CheckCores(config);
    Refuse(config.GetUint("active-pairs") > config.GetUint("pairs"),
           "active-pairs=" + config.Get("active-pairs") + " is more than there are; accepted: 1.." +
               config.Get("pairs"));
    if (config.Is("load", "open"))
    {
        CheckOpen(config);
    }
    else
    {
        CheckStream(config);
    }
}

ScenarioResult
ScenarioVethFanout::DoRun(const ScenarioConfig& config) const
{
    return FanoutRun(config).Run();
}

} // namespace ns3
