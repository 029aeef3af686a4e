/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SWEEP_RUNNER_H
#define LINUX_DATAPATH_SWEEP_RUNNER_H

#include "result-store.h"
#include "scenario.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Runs the replications of all points that a store does not have yet, each in a process of
 * its own, and adds them to the store as they end.
 *
 * Replication r runs with RngRun r and the seed of the point, so replications are independent
 * (RngSeedManager) and any of them can be repeated alone. The parent is the only writer. The order
 * in which runs end changes the order of rows, and nothing else.
 */
class SweepRunner
{
  public:
    /** @brief How far a sweep is, for progress. */
    struct Progress
    {
        size_t finished{0}; //!< Runs that have ended now, with or without a result
        size_t wanted{0};   //!< Runs to do, without those that were there already
        size_t present{0};  //!< Runs that were there already
    };

    /** @brief How a sweep ended. */
    struct Report
    {
        Progress progress;                 //!< How far it came
        std::vector<std::string> failures; //!< A line for each run that gave no result
        int signal{0};                     //!< SIGINT or SIGTERM when one ended it early
    };

    /**
     * @param scenario to run
     * @param jobs processes at a time, at least 1
     * @param onProgress called at the start, after every run and now and then
     */
    SweepRunner(const Scenario& scenario,
                size_t jobs,
                std::function<void(const Progress&)> onProgress);

    /**
     * @brief Run what is missing. SIGINT and SIGTERM end it early, without losing a finished run.
     * @param points checked configurations
     * @param replications of each point, from 1
     * @param store where results go
     * @return how it ended
     * @throw std::runtime_error when the store cannot be written or no process be started
     */
    Report Run(const std::vector<ScenarioConfig>& points,
               uint64_t replications,
               ResultStore& store) const;

  private:
    /** @brief A run to do. */
    struct Task
    {
        const ScenarioConfig* point; //!< Its configuration
        std::string key;             //!< ConfigToJson() of it
        uint64_t rngRun{1};          //!< Its replication
    };

    std::vector<Task> Missing(const std::vector<ScenarioConfig>& points,
                              uint64_t replications,
                              const ResultStore& store) const;
    std::string RunTask(const Task& task) const;
    void RunTasks(const std::vector<Task>& tasks, ResultStore& store, Report& report) const;

    const Scenario& m_scenario;                        //!< To run
    size_t m_jobs;                                     //!< Processes at a time
    std::function<void(const Progress&)> m_onProgress; //!< Told how far we are
};

} // namespace ns3

#endif // LINUX_DATAPATH_SWEEP_RUNNER_H
