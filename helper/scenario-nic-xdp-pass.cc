/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-nic-xdp-pass.h"

#include "nic-bed.h"

namespace ns3
{

std::string
ScenarioNicXdpPass::GetName() const
{
    return "nic-xdp-pass";
}

std::string
ScenarioNicXdpPass::GetSummary() const
{
    return "a NIC flooded with UDP whose XDP program passes: one core does everything";
}

std::vector<Parameter>
ScenarioNicXdpPass::GetParameters() const
{
    return NicBed::Parameters(false);
}

void
ScenarioNicXdpPass::DoCheck(const ScenarioConfig& config) const
{
    NicBed::Check(config);
}

ScenarioResult
ScenarioNicXdpPass::DoRun(const ScenarioConfig& config) const
{
    return NicBed(config, false).Run();
}

} // namespace ns3
