/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-veth-stream.h"

#include "host-report.h"
#include "load-sum.h"
#include "stream-load.h"
#include "veth-bed.h"

#include <stdexcept>

namespace ns3
{

namespace
{

void
Refuse(bool wrong, const std::string& why)
{
    if (wrong)
    {
        throw std::invalid_argument(why);
    }
}

/** @brief Take everything apart: bytes, skbs and pages must all be there. */
void
Finish(StreamLoad& load, VethBed& bed)
{
    HostReport::Demand(load.CheckBooks());
    load.Purge(bed.GetHost().GetCpu(0).GetCore());
    bed.Close();
    HostReport::Demand(load.CheckEmpty());
    HostReport::Demand(bed.CheckConservation());
}

} // namespace

std::string
ScenarioVethStream::GetName() const
{
    return "veth-stream";
}

std::string
ScenarioVethStream::GetSummary() const
{
    return "one TCP stream over a veth pair whose receiving end runs an XDP program";
}

std::vector<Parameter>
ScenarioVethStream::GetParameters() const
{
    std::vector<Parameter> parameters = VethBed::Parameters();
    for (Parameter& parameter : parameters)
    {
        if (parameter.name == "init-on-alloc")
        {
            parameter = parameter.WithDefault("on"); // inferred: doc/calibration.md
        }
    }
    for (const Parameter& parameter : StreamLoad::Parameters())
    {
        parameters.push_back(parameter);
    }
    return parameters;
}

void
ScenarioVethStream::DoCheck(const ScenarioConfig& config) const
{
    Refuse(!config.Is("xdp", "none") && !config.Is("xdp", "pass"),
           "xdp=" + config.Get("xdp") +
               " leaves no stream; veth-stream accepts none|pass, and veth-burst takes every "
               "verdict");
    VethBed::Check(config);
    StreamLoad::Check(config);
}

ScenarioResult
ScenarioVethStream::DoRun(const ScenarioConfig& config) const
{
    VethBed bed(config);
    LinuxHost& host = bed.GetHost();
    StreamLoad load(bed, 0, !config.Is("gso", "off"), 1);
    bed.Open();
    load.Start(0);
    host.RunFor(Seconds(config.GetDouble("warmup") / 1e3));
    load.ResetStats();
    host.ResetStats();
    const double seconds = config.GetDouble("duration") / 1e3;
    host.RunFor(Seconds(seconds));

    ScenarioResult result;
    LoadSum sum;
    sum.Add(load);
    sum.Report(host.GetCpu(0).GetCore(), seconds, result);
    result.drops = bed.GetDrops();
    load.AddDrops(*result.drops);
    bed.Report(sum.GetDelivered(), result);
    Finish(load, bed);
    return result;
}

} // namespace ns3
