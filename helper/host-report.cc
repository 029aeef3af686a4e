/* SPDX-License-Identifier: GPL-2.0-only */
#include "host-report.h"

#include "ns3/footprint-meter.h"
#include "ns3/page-allocator.h"
#include "ns3/profile-reader.h"
#include "ns3/skb-allocator.h"
#include "ns3/xdp-frame.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

const std::map<std::string, Placement> PLACEMENTS = {{"same", Placement::Same},
                                                     {"smt", Placement::Smt},
                                                     {"core", Placement::Core},
                                                     {"domain", Placement::Domain},
                                                     {"socket", Placement::Socket}};

void
Override(const ScenarioConfig& config, const char* name, bool& field)
{
    if (config.Has(name) && !config.Is(name, "kernel"))
    {
        field = config.Is(name, "on");
    }
}

} // namespace

Ptr<KernelProfile>
HostReport::MakeKernel(const ScenarioConfig& config)
{
    Ptr<KernelProfile> kernel = ReadKernelProfile(config.Get("kernel"));
    Override(config, "init-on-alloc", kernel->initOnAlloc);
    Override(config, "usercopy-check", kernel->usercopyCheck);
    Override(config, "defer-free", kernel->deferFree);
    config.ApplyTo(*kernel);
    return kernel;
}

Ptr<MachineProfile>
HostReport::MakeMachine(const ScenarioConfig& config)
{
    Ptr<MachineProfile> machine = ReadMachineProfile(config.Get("machine"));
    config.ApplyTo(*machine);
    return machine;
}

Placement
HostReport::GetPlacement(const ScenarioConfig& config)
{
    return PLACEMENTS.at(config.Get("rx-cpu"));
}

void
HostReport::CheckPlacement(const ScenarioConfig& config, const MachineProfile& machine)
{
    const CpuPlacement placement(machine);
    const std::string why = placement.Check(GetPlacement(config));
    if (why.empty())
    {
        return;
    }
    std::string accepted;
    for (const char* word : {"same", "smt", "core", "domain", "socket"})
    {
        if (placement.Check(PLACEMENTS.at(word)).empty())
        {
            accepted += (accepted.empty() ? "" : "|") + std::string(word);
        }
    }
    throw std::invalid_argument("rx-cpu=" + config.Get("rx-cpu") + " is refused: " + why +
                                "; accepted: " + accepted);
}

void
HostReport::Fill(LinuxHost& host, uint64_t frames, ScenarioResult& result)
{
    host.SettleIdle();
    Demand(host.CheckLedgers());
    FillCycles(host, frames, result);
    FillFootprint(host, result);
}

void
HostReport::FillCycles(LinuxHost& host, uint64_t frames, ScenarioResult& result)
{
    result.cycles.emplace();
    ScenarioResult::Cycles& cycles = *result.cycles;
    const double unit = 1.0 / TICKS_PER_CYCLE / static_cast<double>(std::max<uint64_t>(frames, 1));
    for (HostCpu* cpu : host.GetCpusInUse())
    {
        const CycleLedger& ledger = cpu->GetCore().GetLedger();
        const Ticks busy = ledger.Total() - ledger.OfKind(CostKind::Idle);
        cycles.byCore[std::to_string(cpu->GetId())] = static_cast<double>(busy) * unit;
        cycles.total = std::max(cycles.total, static_cast<double>(busy) * unit);
        for (std::size_t kind = 0; kind < COST_KIND_COUNT; ++kind)
        {
            const auto k = static_cast<CostKind>(kind);
            if (k != CostKind::Idle)
            {
                cycles.byKind[CostKindName(k)] += static_cast<double>(ledger.OfKind(k)) * unit;
            }
        }
        for (std::size_t fn = 0; fn < KERNEL_FUNCTION_COUNT; ++fn)
        {
            const Ticks ticks = ledger.OfFunction(static_cast<Fn>(fn));
            if (ticks != 0 && static_cast<Fn>(fn) != Fn::idle)
            {
                cycles.byFunction[KERNEL_FUNCTIONS[fn].name] += static_cast<double>(ticks) * unit;
            }
        }
    }
}

void
HostReport::FillFootprint(LinuxHost& host, ScenarioResult& result)
{
    FootprintMeter& meter = host.GetFootprint();
    const Ticks now = host.Now();
    result.footprint.emplace();
    result.footprint->all.mean = static_cast<double>(meter.GetTotalMean(now));
    result.footprint->all.peak = static_cast<double>(meter.GetTotalPeak());
    for (std::size_t i = 0; i < FOOTPRINT_OWNER_COUNT; ++i)
    {
        const auto owner = static_cast<FootprintOwner>(i);
        result.footprint->byOwner[FootprintOwnerName(owner)] = {
            static_cast<double>(meter.GetMean(owner, now)),
            static_cast<double>(meter.GetPeak(owner))};
    }
}

void
HostReport::Demand(const std::string& wrong)
{
    if (!wrong.empty())
    {
        throw std::logic_error(wrong);
    }
}

std::string
HostReport::CheckConservation(LinuxHost& host)
{
    const PageAudit audit = host.GetPages().Audit();
    if (!audit.consistent || audit.created != audit.buddy + audit.pcp + audit.used)
    {
        return "pages are not conserved";
    }
    const SkbAllocatorStats& skbs = host.GetSkbs().GetStats();
    if (skbs.allocated != skbs.freed || skbs.dataCreated != skbs.dataFreed)
    {
        return "sk_buffs are not conserved";
    }
    if (XdpFrames::Of(host).GetInUse() != 0)
    {
        return "xdp_frames are not conserved";
    }
    return "";
}

} // namespace ns3
