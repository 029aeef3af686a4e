/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VALIDATION_RUNS_H
#define LINUX_DATAPATH_VALIDATION_RUNS_H

#include "scenario-registry.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Runs scenarios at their defaults, which are the threads' beds, with the differences that a
 * figure names; each once, however many figures ask for it.
 */
class ValidationRuns
{
  public:
    /** @param scenarios those that exist; outlives this */
    explicit ValidationRuns(const ScenarioList& scenarios);

    /**
     * @brief A run.
     * @param scenario its name
     * @param sets what differs from the defaults
     * @return its result, kept for whoever asks again
     */
    const ScenarioResult& Of(const std::string& scenario, const ScenarioConfig::Values& sets);

    /**
     * @brief A row of a result.
     * @param result the result
     * @param name the row; throws std::logic_error if there is none
     * @return the row
     */
    static const ScenarioResult::Row& Row(const ScenarioResult& result, const std::string& name);

    /**
     * @brief Throughput of veth-stream.
     * @param buffers way to take memory
     * @param mtu the MTU [bytes]
     * @param napiBuildSkb "true" or "false"
     * @return throughput [Gb/s]
     */
    double Veth(const char* buffers, const char* mtu, const char* napiBuildSkb = "false");
    /** @param name row of pp-bench-simple @return the row */
    const ScenarioResult::Row& Bench(const std::string& name);
    /** @param stats placement of the counters @param row after the module's name @return the row */
    const ScenarioResult::Row& Cross(const char* stats, const std::string& row);
    /** @param refill way to refill @param putBatch "true" or "false" @return rate [Mpps] */
    double Vhost(const char* refill, const char* putBatch);
    /** @param kernel release @param row of cpumap-udp @return rate [Mpps] */
    double CpuMap(const char* kernel, const std::string& row);
    /** @return rate of nic-xdp-pass [Mpps] */
    double Pass();
    /** @param sets what differs from the defaults @return rate of xdp-live-frames [Mpps] */
    double Live(const ScenarioConfig::Values& sets);
    /** @param limit most frames of a clean; @param what a counter @return that counter, a clean */
    double LivePerClean(const char* limit, const std::string& what);

  private:
    const ScenarioList& m_scenarios;                 //!< those that exist
    std::map<std::string, ScenarioResult> m_results; //!< by scenario and settings
};

} // namespace ns3

#endif // LINUX_DATAPATH_VALIDATION_RUNS_H
