/* SPDX-License-Identifier: GPL-2.0-only */
#include "commands.h"

#include "ns3/result-json.h"

#include <iostream>
#include <limits>
#include <stdexcept>

namespace ns3
{

namespace
{

int
Run(const ScenarioList& scenarios, const CommandLine& line)
{
    const Scenario& scenario = FindScenario(scenarios, line.GetWord("scenario"));
    const ScenarioConfig config = Configure(scenario, line);
    const uint64_t replication =
        line.GetCount("replication", 1, std::numeric_limits<uint32_t>::max());
    const ScenarioResult result = scenario.Run(config, replication);
    if (!line.Has("quiet"))
    {
        for (const auto& warning : result.warnings)
        {
            std::cerr << "datapath: warning: " << warning << "\n";
        }
    }
    Print(line.Has("json") ? ResultToJson(result, WallTime::Include) + "\n"
                           : result.ToText(line.Has("verbose")));
    return 0;
}

boost::program_options::options_description
RunOptions()
{
    namespace po = boost::program_options;
    po::options_description options("Options of run");
    auto add = options.add_options();
    add("json", "print one JSON object");
    add("replication",
        po::value<std::string>(),
        "RngRun of ns-3: repeats that replication of a sweep [1]");
    return options;
}

} // namespace

ScenarioConfig
Configure(const Scenario& scenario, const CommandLine& line)
{
    ScenarioConfig config = scenario.Defaults();
    for (const auto& [name, value] : line.GetAssignments())
    {
        config.Set(name, value);
    }
    return config;
}

void
Print(const std::string& text)
{
    std::cout << text << std::flush;
    if (!std::cout)
    {
        throw std::runtime_error("cannot write to standard output");
    }
}

Command
RunCommand()
{
    return {"run",
            "SCENARIO [--name=value ...] [--json]",
            "run a scenario once and report",
            RunOptions,
            Run};
}

} // namespace ns3
