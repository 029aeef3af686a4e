/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_REGISTRY_H
#define LINUX_DATAPATH_SCENARIO_REGISTRY_H

#include "scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/** @brief Scenarios by name, in the order of listing. */
using ScenarioList = std::vector<const Scenario*>;

/**
 * @ingroup linux-datapath
 * @brief Every scenario of the module.
 *
 * A plain list, not self-registration: what is there can be read in one place, and no linker drops
 * one.
 * @return the list; the scenarios live as long as the process
 */
const ScenarioList& Scenarios();

/**
 * @ingroup linux-datapath
 * @brief Look a scenario up.
 * @param scenarios where to look
 * @param name such as "veth-stream"
 * @return the scenario
 * @throw std::invalid_argument one line with near names and all that there are
 */
const Scenario& FindScenario(const ScenarioList& scenarios, const std::string& name);

} // namespace ns3

#endif // LINUX_DATAPATH_SCENARIO_REGISTRY_H
