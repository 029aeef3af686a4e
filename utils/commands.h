/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_COMMANDS_H
#define LINUX_DATAPATH_COMMANDS_H

#include "command-line.h"

#include "ns3/scenario-registry.h"

#include <string>

namespace ns3
{

/** @brief A subcommand of datapath. */
struct Command
{
    const char* name;    //!< As the user writes it
    const char* usage;   //!< What follows it
    const char* summary; //!< One line

    /** @brief Its own options. */
    boost::program_options::options_description (*options)();

    /**
     * @brief Do it; standard output is written once, at the end.
     *
     * Throws std::invalid_argument on bad input, before anything is written.
     */
    int (*run)(const ScenarioList& scenarios, const CommandLine& line);
};

/** @brief datapath list. @return the subcommand */
Command ListCommand();
/** @brief datapath run. @return the subcommand */
Command RunCommand();
/** @brief datapath sweep. @return the subcommand */
Command SweepCommand();
/** @brief datapath export. @return the subcommand */
Command ExportCommand();
/** @brief datapath validate. @return the subcommand */
Command ValidateCommand();

/**
 * @brief What a scenario takes, as a table.
 * @param scenario to describe
 * @return lines
 */
std::string DescribeScenario(const Scenario& scenario);

/**
 * @brief Write to standard output and look whether it got there.
 * @param text all of it
 * @throw std::runtime_error when it cannot be written
 */
void Print(const std::string& text);

/**
 * @brief A scenario's defaults with what the command line sets.
 * @param scenario whose parameters they are
 * @param line with the assignments
 * @return the configuration, each value checked
 * @throw std::invalid_argument one line
 */
ScenarioConfig Configure(const Scenario& scenario, const CommandLine& line);

} // namespace ns3

#endif // LINUX_DATAPATH_COMMANDS_H
