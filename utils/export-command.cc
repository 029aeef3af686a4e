/* SPDX-License-Identifier: GPL-2.0-only */
#include "commands.h"

#include "ns3/csv-export.h"

#include <stdexcept>

namespace ns3
{

namespace
{

int
Export(const ScenarioList& /* scenarios */, const CommandLine& line)
{
    line.RefuseAssignments();
    const std::string path = line.GetWord("file");
    if (!line.Has("csv"))
    {
        throw std::invalid_argument("export names no format; accepted is --csv");
    }
    Print(ExportCsv(ResultStore::OpenForReading(path)));
    return 0;
}

boost::program_options::options_description
ExportOptions()
{
    boost::program_options::options_description options("Options of export");
    options.add_options()("csv", "as CSV, a row per replication");
    return options;
}

} // namespace

Command
ExportCommand()
{
    return {"export",
            "FILE --csv",
            "print the results of a sweep, in an order that never changes",
            ExportOptions,
            Export};
}

} // namespace ns3
