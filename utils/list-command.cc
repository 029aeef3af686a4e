/* SPDX-License-Identifier: GPL-2.0-only */
#include "commands.h"

#include "ns3/name-suggestion.h"
#include "ns3/result-json.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

using Row = std::array<std::string, 4>;

std::string
Table(const std::vector<Row>& rows)
{
    std::array<size_t, 4> widths{};
    for (const auto& row : rows)
    {
        for (size_t i = 0; i + 1 < row.size(); ++i)
        {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const auto& row : rows)
    {
        text += " ";
        for (size_t i = 0; i + 1 < row.size(); ++i)
        {
            text += " " + row[i] + std::string(widths[i] - row[i].size() + 1, ' ');
        }
        text += " " + row.back() + "\n";
    }
    return text;
}

std::string
ListScenarios(const ScenarioList& scenarios)
{
    size_t width = 0;
    for (const Scenario* const scenario : scenarios)
    {
        width = std::max(width, scenario->GetName().size());
    }
    std::string text;
    for (const Scenario* const scenario : scenarios)
    {
        const std::string name = scenario->GetName();
        text += name + std::string(width - name.size() + 2, ' ') + scenario->GetSummary() + "\n";
    }
    return text;
}

std::string
ListScenariosAsJson(const ScenarioList& scenarios)
{
    std::vector<std::string> objects;
    for (const Scenario* const scenario : scenarios)
    {
        objects.push_back(ScenarioToJson(*scenario));
    }
    return "[" + Join(objects, ",\n") + "]\n";
}

int
List(const ScenarioList& scenarios, const CommandLine& line)
{
    line.RefuseAssignments();
    const bool json = line.Has("json");
    if (!line.HasWord())
    {
        Print(json ? ListScenariosAsJson(scenarios) : ListScenarios(scenarios));
        return 0;
    }
    const Scenario& scenario = FindScenario(scenarios, line.GetWord("scenario"));
    Print(json ? ScenarioToJson(scenario) + "\n" : DescribeScenario(scenario));
    return 0;
}

boost::program_options::options_description
ListOptions()
{
    boost::program_options::options_description options("Options of list");
    options.add_options()("json", "as JSON");
    return options;
}

} // namespace

std::string
DescribeScenario(const Scenario& scenario)
{
    std::vector<Row> rows{{"parameter", "default", "accepted", "meaning"}};
    for (const auto& parameter : scenario.GetParameters())
    {
        const std::string unit = parameter.unit.empty() ? "" : " " + parameter.unit;
        const std::string attribute =
            parameter.attribute.empty() ? "" : " (" + parameter.attribute + ")";
        rows.push_back({parameter.name,
                        parameter.DefaultText(),
                        parameter.Range() + unit,
                        parameter.help + attribute});
    }
    return scenario.GetName() + ": " + scenario.GetSummary() + "\n" + Table(rows) +
           "Attributes of ns-3 are set by --ns3::Class::Attribute=value.\n";
}

Command
ListCommand()
{
    return {"list",
            "[SCENARIO] [--json]",
            "list scenarios, or what one takes: default, range, unit",
            ListOptions,
            List};
}

} // namespace ns3
