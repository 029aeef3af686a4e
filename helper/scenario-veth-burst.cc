/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-veth-burst.h"

#include "burst-run.h"

#include <stdexcept>

namespace ns3
{

namespace
{

Parameter
Count(const std::string& name, double greatest, const std::string& unit, const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = Parameter::Kind::Integer;
    parameter.unit = unit;
    parameter.defaultValue = "0";
    parameter.help = help;
    return parameter.WithRange(0, greatest);
}

Parameter
StallSwitch()
{
    Parameter parameter;
    parameter.name = "stall";
    parameter.kind = Parameter::Kind::Boolean;
    parameter.defaultValue = "false";
    parameter.help =
        "a SCHED_FIFO task keeps the NAPI thread off its core while a burst is sent; the "
        "next one follows when the ring is drained, whatever the rate";
    return parameter;
}

void
Refuse(bool condition, const std::string& why)
{
    if (condition)
    {
        throw std::invalid_argument(why);
    }
}

} // namespace

std::string
ScenarioVethBurst::GetName() const
{
    return "veth-burst";
}

std::string
ScenarioVethBurst::GetSummary() const
{
    return "open-loop bursts into a veth pair, with any verdict of the receiving end's XDP program";
}

std::vector<Parameter>
ScenarioVethBurst::GetParameters() const
{
    std::vector<Parameter> parameters = VethBed::Parameters();
    for (const Parameter& parameter : OpenLoad::Parameters())
    {
        parameters.push_back(parameter);
    }
    parameters.push_back(Count("bursts",
                               1e9,
                               "bursts",
                               "run from a cold start until so many are handled, without warm-up; "
                               "0: run by duration"));
    parameters.push_back(StallSwitch());
    parameters.push_back(Count("ring-offset",
                               65535,
                               "entries",
                               "put through the ring before the first burst, modulo ring"));
    return parameters;
}

void
ScenarioVethBurst::DoCheck(const ScenarioConfig& config) const
{
    VethBed::Check(config);
    OpenLoad::Check(config);
    const bool stall = config.GetBool("stall");
    Refuse(stall && (config.Is("xdp", "none") || !config.Is("napi", "threaded")),
           "stall=true holds off a NAPI thread; it needs napi=threaded and "
           "xdp=pass|drop|tx|redirect");
    Refuse(stall && config.Is("rx-cpu", "same"),
           "stall=true with rx-cpu=same would hold off the sender; accepted: "
           "smt|core|domain|socket");
    const bool offset = config.GetUint("ring-offset") > 0;
    Refuse(offset && (config.Is("xdp", "none") || (!stall && config.GetUint("bursts") == 0)),
           "ring-offset=" + config.Get("ring-offset") +
               " needs a ring (xdp=pass|drop|tx|redirect) and a cold start (bursts of 1 or more, "
               "or stall=true)");
}

ScenarioResult
ScenarioVethBurst::DoRun(const ScenarioConfig& config) const
{
    return BurstRun(config).Run();
}

} // namespace ns3
