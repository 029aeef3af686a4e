/* SPDX-License-Identifier: GPL-2.0-only */
#include "program.h"

#include "commands.h"

#include "ns3/model-version.h"
#include "ns3/name-suggestion.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

std::array<Command, 5>
Commands()
{
    return {ListCommand(), RunCommand(), SweepCommand(), ExportCommand(), ValidateCommand()};
}

std::string
VersionText()
{
    return "datapath, model version " + std::to_string(MODEL_VERSION) + "\n";
}

std::string
ProgramHelp()
{
    std::ostringstream text;
    text << "datapath: what a host path of Linux gives, in packets, latency, drops and memory\n\n";
    for (const auto& command : Commands())
    {
        text << "datapath " << command.name << " " << command.usage << "\n    " << command.summary
             << "\n";
    }
    text
        << "\ndatapath COMMAND --help explains a command, datapath list SCENARIO its parameters\n\n"
        << CommandLine::CommonOptions();
    return text.str();
}

std::string
CommandHelp(const Command& command, const ScenarioList& scenarios, const CommandLine& line)
{
    std::ostringstream text;
    text << "datapath " << command.name << " " << command.usage << "\n    " << command.summary
         << "\n\n"
         << command.options() << "\n"
         << CommandLine::CommonOptions();
    if (line.HasWord() && command.name != std::string("export"))
    {
        text << "\n" << DescribeScenario(FindScenario(scenarios, line.GetWord("scenario")));
    }
    return text.str();
}

Command
FindCommand(const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& command : Commands())
    {
        if (command.name == name)
        {
            return command;
        }
        names.emplace_back(command.name);
    }
    throw std::invalid_argument("unknown command " + name + DidYouMean(name, names) +
                                "; accepted are " + Join(names, ", "));
}

int
RunGeneral(const std::vector<std::string>& arguments)
{
    const CommandLine line(arguments, boost::program_options::options_description());
    if (line.Has("help"))
    {
        Print(ProgramHelp());
        return 0;
    }
    if (line.Has("version"))
    {
        Print(VersionText());
        return 0;
    }
    throw std::invalid_argument("no command is given; accepted are list, run, sweep, export, and "
                                "--help");
}

int
Dispatch(const ScenarioList& scenarios, const std::vector<std::string>& arguments)
{
    if (arguments.empty() || arguments.front().rfind("-", 0) == 0)
    {
        return RunGeneral(arguments);
    }
    const Command command = FindCommand(arguments.front());
    const CommandLine line({arguments.begin() + 1, arguments.end()}, command.options());
    if (line.Has("help"))
    {
        Print(CommandHelp(command, scenarios, line));
        return 0;
    }
    if (line.Has("version"))
    {
        Print(VersionText());
        return 0;
    }
    return command.run(scenarios, line);
}

/** @brief Text of others may have several lines; ours has one. */
int
Complain(std::string text, int code)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::cerr << "datapath: " << text << std::endl;
    return code;
}

} // namespace

int
RunProgram(const ScenarioList& scenarios, const std::vector<std::string>& arguments)
{
    try
    {
        return Dispatch(scenarios, arguments);
    }
    catch (const std::invalid_argument& error)
    {
        return Complain(error.what(), 2);
    }
    catch (const std::exception& error)
    {
        return Complain(error.what(), 1);
    }
}

} // namespace ns3
