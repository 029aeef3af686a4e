/* SPDX-License-Identifier: GPL-2.0-only */
#include "validation.h"

#include "validation-figures.h"

namespace ns3
{

const char*
ValidationRoleName(ValidationRole role)
{
    switch (role)
    {
    case ValidationRole::Set:
        return "set";
    case ValidationRole::Calibrate:
        return "calibrate";
    case ValidationRole::Predict:
        return "predict";
    default:
        return "report";
    }
}

std::string
ValidationRow::Verdict() const
{
    if (role == ValidationRole::Report)
    {
        return "-";
    }
    if (!Passes())
    {
        return "MISS";
    }
    return role == ValidationRole::Predict && Stretches() ? "stretch" : "pass";
}

std::vector<ValidationRow>
Validation::Run(const ScenarioList& scenarios)
{
    ValidationRuns runs(scenarios);
    std::vector<ValidationRow> rows;
    for (const ValidationFigure& figure : ValidationFigures())
    {
        rows.push_back(figure.row);
        rows.back().ours = figure.ours(runs);
    }
    return rows;
}

std::vector<std::string>
Validation::FreeParameters()
{
    return {
        "veth (2 free): ns3::Stream::SegmentCycles, ns3::Stream::ByteCycles; unstated: clearing on "
        "allocation (on), usercopy check (on), deferral (on), placement (another core), machine, "
        "receive buffer, read size (band: doc/veth-band.md)",
        "vhost (1 free): ns3::VhostNet::PacketCycles; unstated: machine, clearing on allocation "
        "(off), "
        "burst of the guest, queue size, EVENT_IDX (band: doc/tun-vhost.md)",
        "cpumap (2 free): ns3::NicNetDevice::FrameCycles, ns3::UdpSink::PacketCycles; unstated: "
        "clearing on allocation (off), queue and ring sizes, machine (band: doc/cpumap.md)",
        "live frames (0 free); unstated: machine, clearing on allocation (off) (band: "
        "doc/xdp-live-frames.md)",
        "page_pool benchmarks (0 free); unstated: topology of CPUs 0, 1, 2, clearing on allocation "
        "(off) (doc/pp-bench-cross-cpu.md)",
        "5 free parameters in all, of 5 that were allowed; no other constant differs between "
        "scenarios but machine and kernel profile, the length of the XDP program and the settings "
        "named here. Why one "
        "kernel configuration does not serve all: doc/calibration.md, 4. What misses: "
        "doc/not-met.md"};
}

} // namespace ns3
