/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-cpumap-udp.h"

#include "nic-bed.h"

namespace ns3
{

std::string
ScenarioCpumapUdp::GetName() const
{
    return "cpumap-udp";
}

std::string
ScenarioCpumapUdp::GetSummary() const
{
    return "a NIC flooded with UDP whose XDP program redirects into a cpumap: another core runs "
           "the stack";
}

std::vector<Parameter>
ScenarioCpumapUdp::GetParameters() const
{
    return NicBed::Parameters(true);
}

void
ScenarioCpumapUdp::DoCheck(const ScenarioConfig& config) const
{
    NicBed::Check(config);
}

ScenarioResult
ScenarioCpumapUdp::DoRun(const ScenarioConfig& config) const
{
    return NicBed(config, true).Run();
}

} // namespace ns3
