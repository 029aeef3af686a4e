/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-pp-bench-cross-cpu.h"

#include "standard-parameters.h"

#include "ns3/pp-bench-cross-cpu.h"
#include "ns3/profile-reader.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

const std::map<std::string, PpTopology> TOPOLOGIES = {{"same", PpTopology::Same},
                                                      {"other", PpTopology::Other},
                                                      {"alternate", PpTopology::Alternate}};

Parameter
Number(const std::string& name,
       double least,
       double greatest,
       const std::string& defaultValue,
       const std::string& unit,
       const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = Parameter::Kind::Integer;
    parameter.unit = unit;
    parameter.defaultValue = defaultValue;
    parameter.help = help;
    return parameter.WithRange(least, greatest);
}

Parameter
Choice(const std::string& name,
       const std::vector<std::string>& words,
       const std::string& defaultValue,
       const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = Parameter::Kind::Choice;
    parameter.defaultValue = defaultValue;
    parameter.help = help;
    return parameter.WithWords(words);
}

Ptr<MachineProfile>
MakeMachine(const ScenarioConfig& config)
{
    Ptr<MachineProfile> machine = ReadMachineProfile(config.Get("machine"));
    config.ApplyTo(*machine);
    return machine;
}

Ptr<KernelProfile>
MakeKernel(const ScenarioConfig& config)
{
    Ptr<KernelProfile> kernel = ReadKernelProfile(config.Get("kernel"));
    if (!config.Is("init-on-alloc", "kernel"))
    {
        kernel->initOnAlloc = config.Is("init-on-alloc", "on");
    }
    config.ApplyTo(*kernel);
    return kernel;
}

PpCrossCpuParameters
BenchOf(const ScenarioConfig& config)
{
    PpCrossCpuParameters bench;
    bench.returners = static_cast<uint32_t>(config.GetUint("returners"));
    bench.topology = TOPOLOGIES.at(config.Get("topology"));
    bench.loops = config.GetUint("loops");
    bench.queue = static_cast<uint32_t>(config.GetUint("queue"));
    bench.poolSize = static_cast<uint32_t>(config.GetUint("pool-ring"));
    bench.updateNid = config.Is("nid", "update");
    if (!bench.updateNid && !config.Is("nid", "cpu"))
    {
        bench.nid = static_cast<int32_t>(config.GetUint("nid"));
    }
    bench.moveAfter = config.GetUint("move-after");
    return bench;
}

ScenarioResult::Cycles
CyclesOf(const std::vector<PpBenchRow>& rows)
{
    ScenarioResult::Cycles cycles;
    const double unit = 1.0 / TICKS_PER_CYCLE / static_cast<double>(rows.back().loops);
    for (std::size_t cpu = 0; cpu < rows.size(); ++cpu)
    {
        const CycleLedger& ledger = rows[cpu].ledger;
        const double total = static_cast<double>(ledger.Total()) * unit;
        cycles.byCore[std::to_string(cpu)] = total;
        cycles.total = std::max(cycles.total, total);
        for (std::size_t kind = 0; kind < COST_KIND_COUNT; ++kind)
        {
            const auto k = static_cast<CostKind>(kind);
            cycles.byKind[CostKindName(k)] += static_cast<double>(ledger.OfKind(k)) * unit;
        }
        for (std::size_t fn = 0; fn < KERNEL_FUNCTION_COUNT; ++fn)
        {
            const Ticks ticks = ledger.OfFunction(static_cast<Fn>(fn));
            if (ticks != 0)
            {
                cycles.byFunction[KERNEL_FUNCTIONS[fn].name] += static_cast<double>(ticks) * unit;
            }
        }
    }
    return cycles;
}

} // namespace

std::string
ScenarioPpBenchCrossCpu::GetName() const
{
    return "pp-bench-cross-cpu";
}

std::string
ScenarioPpBenchCrossCpu::GetSummary() const
{
    return "page_pool across CPUs: one allocates, others return pages; what counters cost by the "
           "line they are on";
}

std::vector<Parameter>
ScenarioPpBenchCrossCpu::GetParameters() const
{
    Parameter nid = Number("nid",
                           0,
                           7,
                           "cpu",
                           "",
                           "memory node of the pool: a number; cpu: none, that of the CPU that "
                           "allocates; update: page_pool_nid_changed() when it moves");
    return {Number("returners", 1, 16, "2", "CPUs", "CPUs that return pages"),
            Choice("topology",
                   {"same", "other", "alternate"},
                   "same",
                   "all CPUs in one socket, the returning ones in the other, or odd CPUs in the "
                   "other as numbered by turns"),
            Choice("stats",
                   {"none", "params", "alloc", "per-cpu"},
                   "none",
                   "counters: none, in the line of the pool's parameters, beside the allocating "
                   "side, also recycle counters per CPU")
                .WithAttribute("ns3::PagePoolConfig::Stats"),
            Number("loops", 1000, 1e8, "20000", "pages", "pages of a CPU (the module: 1 million)"),
            Number("queue", 32, 65536, "1024", "entries", "ring to a returning CPU"),
            StandardParameter("pool-ring").WithDefault("32000"),
            nid.WithWords({"cpu", "update"}),
            Number("move-after",
                   0,
                   1e9,
                   "0",
                   "pages",
                   "pages handed on, from the start, before the allocating CPU moves to another "
                   "socket; 0: never"),
            StandardParameter("init-on-alloc"),
            StandardParameter("machine"),
            StandardParameter("kernel"),
            StandardParameter("seed")};
}

void
ScenarioPpBenchCrossCpu::DoCheck(const ScenarioConfig& config) const
{
    const Ptr<MachineProfile> machine = MakeMachine(config);
    const Ptr<KernelProfile> kernel = MakeKernel(config);
    const std::string refusal = PpBenchCrossCpu(*machine, *kernel).Check(BenchOf(config));
    if (!refusal.empty())
    {
        throw std::invalid_argument(refusal);
    }
}

ScenarioResult
ScenarioPpBenchCrossCpu::DoRun(const ScenarioConfig& config) const
{
    const Ptr<MachineProfile> machine = MakeMachine(config);
    const Ptr<KernelProfile> kernel = MakeKernel(config);
    const PpCrossCpuResult found = PpBenchCrossCpu(*machine, *kernel).Run(BenchOf(config));
    if (!found.wrong.empty())
    {
        throw std::logic_error(found.wrong);
    }
    ScenarioResult result;
    double sum = 0;
    for (const PpBenchRow& row : found.rows)
    {
        result.rows.push_back({row.name, row.ns, row.ns * machine->tscGhz});
        sum += row.ns;
    }
    const double average = sum / static_cast<double>(found.rows.size());
    result.rows.push_back({"page_pool_cross_cpu Average", average, average * machine->tscGhz});
    result.cycles = CyclesOf(found.rows);
    result.pool.emplace();
    for (const auto& field : PagePoolStats::GetFields())
    {
        (*result.pool)[field.name] = found.pool.*field.counter;
    }
    return result;
}

} // namespace ns3
