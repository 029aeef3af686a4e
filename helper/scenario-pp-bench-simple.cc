/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-pp-bench-simple.h"

#include "standard-parameters.h"

#include "ns3/pp-bench-simple.h"
#include "ns3/profile-reader.h"

namespace ns3
{

std::string
ScenarioPpBenchSimple::GetName() const
{
    return "pp-bench-simple";
}

std::string
ScenarioPpBenchSimple::GetSummary() const
{
    return "page_pool on one CPU: the micro-benchmark rows that constants are set on or checked "
           "with";
}

std::vector<Parameter>
ScenarioPpBenchSimple::GetParameters() const
{
    Parameter loops;
    loops.name = "loops";
    loops.kind = Parameter::Kind::Integer;
    loops.unit = "elements";
    loops.defaultValue = "100000";
    loops.help = "elements of a row (the kernel module runs 10 million)";
    return {loops.WithRange(1000, 1e9),
            StandardParameter("init-on-alloc"),
            StandardParameter("machine"),
            StandardParameter("kernel"),
            StandardParameter("seed")};
}

void
ScenarioPpBenchSimple::DoCheck(const ScenarioConfig& config) const
{
    ReadMachineProfile(config.Get("machine"));
    ReadKernelProfile(config.Get("kernel"));
}

ScenarioResult
ScenarioPpBenchSimple::DoRun(const ScenarioConfig& config) const
{
    Ptr<MachineProfile> machine = ReadMachineProfile(config.Get("machine"));
    Ptr<KernelProfile> kernel = ReadKernelProfile(config.Get("kernel"));
    if (!config.Is("init-on-alloc", "kernel"))
    {
        kernel->initOnAlloc = config.Is("init-on-alloc", "on");
    }
    config.ApplyTo(*machine);
    config.ApplyTo(*kernel);
    ScenarioResult result;
    for (const PpBenchRow& row : PpBenchSimple(*machine, *kernel).Run(config.GetUint("loops")))
    {
        result.rows.push_back({row.name, row.ns, row.ns * machine->tscGhz});
    }
    return result;
}

} // namespace ns3
