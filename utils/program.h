/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PROGRAM_H
#define LINUX_DATAPATH_PROGRAM_H

#include "ns3/scenario-registry.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @brief The program datapath.
 *
 * Bad input ends in one line on standard error, code 2, and nothing written anywhere; a run that
 * fails although its input was good in one line and code 1.
 * @param scenarios that it offers
 * @param arguments without the program's name
 * @return exit code
 */
int RunProgram(const ScenarioList& scenarios, const std::vector<std::string>& arguments);

} // namespace ns3

#endif // LINUX_DATAPATH_PROGRAM_H
