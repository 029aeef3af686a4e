/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PROGRAM_RUNNER_H
#define LINUX_DATAPATH_PROGRAM_RUNNER_H

#include <string>

namespace ns3
{

/** @brief What came of a command. */
struct ProgramOutcome
{
    int code{0};        //!< Exit code, 128 and the signal when one ended it
    std::string output; //!< Standard output
    std::string error;  //!< Standard error
};

/**
 * @brief Run a command line by the shell.
 * @param command such as "$PROGRAM list"
 * @return what came of it
 */
ProgramOutcome RunShell(const std::string& command);

/** @brief Run the program datapath. @param arguments of it @return what came of it */
ProgramOutcome RunDatapath(const std::string& arguments);

/** @brief Run datapath with the toy scenario. @param arguments of it @return what came of it */
ProgramOutcome RunToy(const std::string& arguments);

/** @brief Lines of a text. @param text of them @return how many */
size_t CountLines(const std::string& text);

} // namespace ns3

#endif // LINUX_DATAPATH_PROGRAM_RUNNER_H
