/* SPDX-License-Identifier: GPL-2.0-only */
#include "commands.h"
#include "sweep-progress.h"

#include "ns3/sweep-grid.h"
#include "ns3/sweep-runner.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace ns3
{

namespace
{

/** @brief A sweep that has been checked whole. */
struct Plan
{
    const Scenario& scenario;           //!< To run
    std::vector<ScenarioConfig> points; //!< All of them
    uint64_t replications;              //!< Of each
    uint64_t jobs;                      //!< Processes at a time
    std::string file;                   //!< Where results go
};

std::vector<ScenarioConfig>
Points(const Scenario& scenario, const CommandLine& line)
{
    SweepGrid grid(Configure(scenario, line));
    if (line.Has("grid"))
    {
        grid.VaryFromFile(line.Get("grid"));
    }
    for (const auto& axis : line.GetAll("vary"))
    {
        grid.Vary(axis);
    }
    return grid.GetPoints();
}

/** @brief Everything that can be refused is refused here, before a file is touched. */
Plan
MakePlan(const ScenarioList& scenarios, const CommandLine& line)
{
    const Scenario& scenario = FindScenario(scenarios, line.GetWord("scenario"));
    const uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
    Plan plan{scenario,
              {},
              line.GetCount("reps", 1, 1000000),
              line.GetCount("jobs", cores, 4096),
              line.Get("out")};
    if (plan.file.empty())
    {
        throw std::invalid_argument("no output file is given; accepted is --out=FILE");
    }
    plan.points = Points(scenario, line);
    for (const auto& point : plan.points)
    {
        scenario.Check(point);
    }
    ResultStore::CheckTarget(plan.file, scenario.GetName());
    return plan;
}

SweepProgress::Mode
ProgressMode(const CommandLine& line)
{
    return line.Has("quiet")            ? SweepProgress::Mode::Silent
           : line.Has("verbose")        ? SweepProgress::Mode::EachRun
           : isatty(STDERR_FILENO) != 0 ? SweepProgress::Mode::Terminal
                                        : SweepProgress::Mode::Plain;
}

std::string
Summary(const Plan& plan, const SweepRunner::Report& report, double seconds)
{
    char wall[32];
    std::snprintf(wall, sizeof wall, "%.1f s", seconds);
    return plan.file + ": " + std::to_string(plan.points.size()) + " points of " +
           plan.scenario.GetName() + ", replications 1.." + std::to_string(plan.replications) +
           " (RngRun); " + std::to_string(report.progress.finished - report.failures.size()) +
           " runs added, " + std::to_string(report.progress.present) + " were there, " + wall +
           "\n";
}

/** @brief What went wrong, a few lines. @return exit code */
int
Complain(const Plan& plan, const SweepRunner::Report& report)
{
    constexpr size_t SHOWN = 5;
    for (size_t i = 0; i < std::min(SHOWN, report.failures.size()); ++i)
    {
        std::cerr << "datapath: failed: " << report.failures[i] << "\n";
    }
    if (!report.failures.empty())
    {
        std::cerr << "datapath: " << report.failures.size() << " of " << report.progress.finished
                  << " runs failed; the others are in " << plan.file << "\n";
    }
    if (report.signal != 0)
    {
        std::cerr << "datapath: interrupted; what has finished is in " << plan.file
                  << ", the same command goes on from there\n";
        return 128 + report.signal;
    }
    return report.failures.empty() ? 0 : 1;
}

int
Sweep(const ScenarioList& scenarios, const CommandLine& line)
{
    const Plan plan = MakePlan(scenarios, line);
    SweepProgress progress(ProgressMode(line));
    const SweepRunner runner(
        plan.scenario,
        plan.jobs,
        [&progress](const SweepRunner::Progress& now) { progress.Update(now); });
    ResultStore store = ResultStore::OpenForWriting(plan.file, plan.scenario.GetName());
    const SweepRunner::Report report = runner.Run(plan.points, plan.replications, store);
    progress.End();
    const int code = Complain(plan, report);
    if (code == 0 && !line.Has("quiet"))
    {
        Print(Summary(plan, report, progress.Seconds()));
    }
    return code;
}

boost::program_options::options_description
SweepOptions()
{
    namespace po = boost::program_options;
    po::options_description options("Options of sweep");
    auto add = options.add_options();
    add("vary",
        po::value<std::vector<std::string>>()->composing(),
        "name=value,value or name=a..b*factor or name=a..b+step; may come again: all combinations");
    add("grid", po::value<std::string>(), "file with such a text on each line; # begins a comment");
    add("reps", po::value<std::string>(), "replications of a point, RngRun 1..N [1]");
    add("jobs", po::value<std::string>(), "runs at a time [all cores]");
    add("out", po::value<std::string>(), "result file (SQLite); goes on with one that exists");
    return options;
}

} // namespace

Command
SweepCommand()
{
    return {"sweep",
            "SCENARIO --vary name=v1,v2,... [--name=value ...] --out FILE",
            "run all combinations, several at a time, into one file",
            SweepOptions,
            Sweep};
}

} // namespace ns3
