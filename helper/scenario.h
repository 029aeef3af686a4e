/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_H
#define LINUX_DATAPATH_SCENARIO_H

#include "scenario-config.h"
#include "scenario-result.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A function from a configuration to a result, with a name and parameters.
 *
 * To add one: derive, implement the five functions below, and name it in scenario-registry.cc. The
 * object itself holds nothing that changes; DoRun() builds its hosts, runs them, reads the result
 * and drops everything.
 *
 * Randomness: seed and RngRun are set before DoRun(); draw from RandomVariableStreams with fixed
 * stream numbers. Parameters that name an attribute have become that attribute's default.
 */
class Scenario
{
  public:
    virtual ~Scenario() = default;

    /** @brief As the user writes it. @return such as "veth-stream" */
    virtual std::string GetName() const = 0;
    /** @brief What it is. @return one line */
    virtual std::string GetSummary() const = 0;
    /** @brief What can be set. @return the parameters, in the order of listing and export */
    virtual std::vector<Parameter> GetParameters() const = 0;

    /** @brief All defaults. @return a configuration to change */
    ScenarioConfig Defaults() const;

    /**
     * @brief Refuse what cannot run, profiles "machine" and "kernel" included, before anything is
     * built or written.
     * @param config the whole configuration
     * @throw std::invalid_argument one line: value, parameter, what is accepted
     */
    void Check(const ScenarioConfig& config) const;

    /**
     * @brief Check, set attributes and randomness, run, and clean the simulator up.
     *
     * Attributes' defaults of the process stay changed: another configuration wants a fresh process
     * or Config::Reset().
     * @param config the whole configuration
     * @param rngRun RngRun of ns-3: the number of the replication, from 1; the seed is the
     * parameter "seed", or 1
     * @return what was found
     * @throw std::invalid_argument one line
     */
    ScenarioResult Run(const ScenarioConfig& config, uint64_t rngRun = 1) const;

  private:
    /**
     * @brief Refuse combinations; called for every point of a sweep, so it must cost well below a
     * millisecond or so.
     * @param config every value of it is valid by itself
     * @throw std::invalid_argument one line: value, parameter, what is accepted
     */
    virtual void DoCheck(const ScenarioConfig& config) const = 0;

    /**
     * @brief Run. @param config has passed DoCheck() @return figures; name, config, version and
     * wall time are filled in by the caller
     */
    virtual ScenarioResult DoRun(const ScenarioConfig& config) const = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_SCENARIO_H
