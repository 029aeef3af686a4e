/* SPDX-License-Identifier: GPL-2.0-only */
#include "sweep-runner.h"

#include "process-pool.h"
#include "result-json.h"

#include "ns3/rng-stream.h"

#include <csignal>
#include <cstdlib>
#include <utility>

namespace ns3
{

namespace
{

/** @brief Holds SIGINT and SIGTERM back, so that they can be asked for between two runs. */
class HeldSignals
{
  public:
    HeldSignals()
    {
        sigemptyset(&m_held);
        sigaddset(&m_held, SIGINT);
        sigaddset(&m_held, SIGTERM);
        sigprocmask(SIG_BLOCK, &m_held, &m_before);
    }

    ~HeldSignals()
    {
        sigprocmask(SIG_SETMASK, &m_before, nullptr);
    }

    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    /** @brief The signal that has come, taken off. @return its number, or 0 */
    int Take() const
    {
        sigset_t pending;
        sigpending(&pending);
        int signal = 0;
        if (sigismember(&pending, SIGINT) != 0 || sigismember(&pending, SIGTERM) != 0)
        {
            sigwait(&m_held, &signal);
        }
        return signal;
    }

  private:
    sigset_t m_held{};   //!< Those held back
    sigset_t m_before{}; //!< What was held back before
};

/** @brief ns-3 makes them at first use, in 10 ms; made here, every child inherits them. */
void
MakeRandomTables()
{
    RngStream(1, 1, 1).RandU01();
}

/** @brief Result and wall time in one text: the time, a line end, the result. */
std::string
Pack(const ScenarioResult& result)
{
    return std::to_string(result.wallSeconds) + "\n" + ResultToJson(result, WallTime::Omit);
}

ResultStore::Row
Unpack(const std::string& key, uint64_t rngRun, const std::string& text)
{
    const auto end = text.find('\n');
    return {key, rngRun, text.substr(end + 1), std::strtod(text.c_str(), nullptr)};
}

} // namespace

SweepRunner::SweepRunner(const Scenario& scenario,
                         size_t jobs,
                         std::function<void(const Progress&)> onProgress)
    : m_scenario(scenario),
      m_jobs(jobs),
      m_onProgress(std::move(onProgress))
{
}

std::vector<SweepRunner::Task>
SweepRunner::Missing(const std::vector<ScenarioConfig>& points,
                     uint64_t replications,
                     const ResultStore& store) const
{
    std::vector<Task> tasks;
    for (const auto& point : points)
    {
        const std::string key = ConfigToJson(point);
        for (uint64_t run = 1; run <= replications; ++run)
        {
            if (!store.Has(key, run))
            {
                tasks.push_back({&point, key, run});
            }
        }
    }
    return tasks;
}

std::string
SweepRunner::RunTask(const Task& task) const
{
    return Pack(m_scenario.Run(*task.point, task.rngRun));
}

void
SweepRunner::RunTasks(const std::vector<Task>& tasks, ResultStore& store, Report& report) const
{
    const HeldSignals signals;
    ProcessPool pool(m_jobs);
    size_t next = 0;
    while (report.progress.finished < tasks.size() && report.signal == 0)
    {
        while (next < tasks.size() && pool.HasRoom())
        {
            pool.Start(next, [this, &task = tasks[next]] { return RunTask(task); });
            ++next;
        }
        for (const auto& outcome : pool.Wait(100))
        {
            const Task& task = tasks[outcome.call];
            ++report.progress.finished;
            if (outcome.good)
            {
                store.Add(Unpack(task.key, task.rngRun, outcome.text));
                continue;
            }
            report.failures.push_back("replication " + std::to_string(task.rngRun) + " of " +
                                      task.key + ": " + outcome.text);
        }
        m_onProgress(report.progress);
        report.signal = signals.Take();
    }
}

SweepRunner::Report
SweepRunner::Run(const std::vector<ScenarioConfig>& points,
                 uint64_t replications,
                 ResultStore& store) const
{
    const std::vector<Task> tasks = Missing(points, replications, store);
    Report report;
    report.progress.wanted = tasks.size();
    report.progress.present = points.size() * replications - tasks.size();
    m_onProgress(report.progress);
    MakeRandomTables();
    RunTasks(tasks, store, report);
    return report;
}

} // namespace ns3
