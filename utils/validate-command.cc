/* SPDX-License-Identifier: GPL-2.0-only */
#include "commands.h"

#include "ns3/validation.h"

#include <cmath>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

using Rows = std::vector<ValidationRow>;

std::string
Fixed(double value)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << value;
    return text.str();
}

std::string
Accepted(const ValidationRow& row)
{
    if (row.role == ValidationRole::Report)
    {
        return "-";
    }
    const bool bounded = std::isfinite(row.greatest);
    return bounded ? Fixed(row.least) + ".." + Fixed(row.greatest) : "> " + Fixed(row.least);
}

std::string
ErrorOf(const ValidationRow& row)
{
    const std::optional<double> error = row.Error();
    return error ? Fixed(*error) : "-";
}

std::string
Summary(const Rows& rows)
{
    std::size_t predicted = 0;
    std::size_t passed = 0;
    std::size_t stretched = 0;
    for (const auto& row : rows)
    {
        if (row.role == ValidationRole::Predict)
        {
            ++predicted;
            passed += row.Passes();
            stretched += row.Passes() && row.Stretches();
        }
    }
    return std::to_string(rows.size()) + " figures; of " + std::to_string(predicted) +
           " predictions " + std::to_string(passed) + " pass, " + std::to_string(stretched) +
           " reach the stretch goal";
}

std::string
ToText(const Rows& rows)
{
    std::ostringstream out;
    for (const auto& line : Validation::FreeParameters())
    {
        out << line << "\n";
    }
    out << std::left << std::setw(8) << "thread" << std::setw(44) << "row" << std::setw(6) << "unit"
        << std::right << std::setw(11) << "published" << std::setw(10) << "ours" << std::setw(9)
        << "error %"
        << "  " << std::left << std::setw(11) << "role" << std::setw(18) << "accepted"
        << "verdict\n";
    for (const auto& row : rows)
    {
        out << std::left << std::setw(8) << row.thread << std::setw(44) << row.name << std::setw(6)
            << row.unit << std::right << std::setw(11) << Fixed(row.published) << std::setw(10)
            << Fixed(row.ours) << std::setw(9) << ErrorOf(row) << "  " << std::left << std::setw(11)
            << ValidationRoleName(row.role) << std::setw(18) << Accepted(row) << row.Verdict()
            << "\n";
    }
    out << Summary(rows) << "\n";
    return out.str();
}

std::string
ToJson(const Rows& rows)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const auto& row : rows)
    {
        const std::optional<double> error = row.Error();
        all.push_back({{"thread", row.thread},
                       {"row", row.name},
                       {"unit", row.unit},
                       {"published", row.published},
                       {"ours", row.ours},
                       {"error_percent", error ? nlohmann::ordered_json(*error) : nullptr},
                       {"role", ValidationRoleName(row.role)},
                       {"least", row.least},
                       {"greatest", row.greatest},
                       {"verdict", row.Verdict()}});
    }
    return all.dump(2) + "\n";
}

std::string
ToMarkdown(const Rows& rows)
{
    std::ostringstream out;
    out << "# Validation: every number of the five threads\n\nWritten by `datapath validate "
           "--markdown doc/validation.md`. Free parameters and unstated settings of the beds:\n\n";
    for (const auto& line : Validation::FreeParameters())
    {
        out << "* " << line << "\n";
    }
    out << "\n| thread | row | published | ours | error % | role | accepted | verdict |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (const auto& row : rows)
    {
        out << "| " << row.thread << " | " << row.name << " | " << Fixed(row.published) << " "
            << row.unit << " | " << Fixed(row.ours) << " | " << ErrorOf(row) << " | "
            << ValidationRoleName(row.role) << " | " << Accepted(row) << " | " << row.Verdict()
            << " |\n";
    }
    out << "\n" << Summary(rows) << ". `doc/not-met.md` says why the others miss.\n";
    return out.str();
}

int
Validate(const ScenarioList& scenarios, const CommandLine& line)
{
    line.RefuseAssignments();
    std::ofstream markdown;
    if (line.Has("markdown"))
    {
        markdown.open(line.Get("markdown"));
        if (!markdown)
        {
            throw std::invalid_argument("--markdown=" + line.Get("markdown") +
                                        " cannot be written; accepted is a file in a folder that "
                                        "exists");
        }
    }
    const Rows rows = Validation::Run(scenarios);
    if (markdown.is_open())
    {
        markdown << ToMarkdown(rows);
    }
    Print(line.Has("json") ? ToJson(rows) : ToText(rows));
    for (const auto& row : rows)
    {
        if (line.Has("strict") && row.role == ValidationRole::Predict && !row.Passes())
        {
            return 1;
        }
    }
    return 0;
}

boost::program_options::options_description
ValidateOptions()
{
    namespace po = boost::program_options;
    po::options_description options("Options of validate");
    auto add = options.add_options();
    add("json", "print one JSON array");
    add("markdown", po::value<std::string>(), "write the table there as well");
    add("strict", "exit code 1 when a prediction is outside of its tolerance");
    return options;
}

} // namespace

Command
ValidateCommand()
{
    return {"validate",
            "[--json] [--markdown FILE] [--strict]",
            "hold every published number of the five threads against the model",
            ValidateOptions,
            Validate};
}

} // namespace ns3
