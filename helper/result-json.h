/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_RESULT_JSON_H
#define LINUX_DATAPATH_RESULT_JSON_H

#include "scenario-result.h"
#include "scenario.h"

#include <string>

namespace ns3
{

/** @brief Whether the wall time is part of a text that may be compared with another. */
enum class WallTime
{
    Include, //!< for a person or a program that looks at one run
    Omit     //!< for the result store: the same run gives the same bytes
};

/**
 * @ingroup linux-datapath
 * @brief A result as one JSON object on one line, keys in a fixed order.
 *
 * Figures that the scenario does not have are null; "rows" and "warnings" are there only when they
 * are not empty.
 * @param result to print
 * @param wallTime with or without the key wall_seconds
 * @return the text, without an end of line
 */
std::string ResultToJson(const ScenarioResult& result, WallTime wallTime);

/**
 * @ingroup linux-datapath
 * @brief A configuration as one JSON object, keys in the order of GetValues().
 *
 * Numbers are JSON numbers, except in texts (a kernel "6.10" is not 6.1).
 * @param config to print
 * @return the text, equal exactly for equal configurations
 */
std::string ConfigToJson(const ScenarioConfig& config);

/**
 * @ingroup linux-datapath
 * @brief What a scenario takes, as a JSON object: name, summary and parameters with default, unit,
 * range, kind, words, attribute and help.
 * @param scenario to describe
 * @return the text
 */
std::string ScenarioToJson(const Scenario& scenario);

} // namespace ns3

#endif // LINUX_DATAPATH_RESULT_JSON_H
