/* SPDX-License-Identifier: GPL-2.0-only */
#include "csv-export.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <vector>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/** @brief Orders names as people do: cpu2 before cpu10. */
struct NaturalOrder
{
    /** @brief Length of the digits at a place. */
    static size_t Digits(const std::string& text, size_t at)
    {
        size_t end = at;
        while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)
        {
            ++end;
        }
        return end - at;
    }

    /** @brief Compare. @param a @param b @return is a before b? */
    bool operator()(const std::string& a, const std::string& b) const
    {
        size_t i = 0;
        size_t j = 0;
        while (i < a.size() && j < b.size())
        {
            const size_t left = Digits(a, i);
            const size_t right = Digits(b, j);
            if (left > 0 && right > 0)
            {
                const auto x = std::make_pair(left, a.substr(i, left));
                const auto y = std::make_pair(right, b.substr(j, right));
                if (x != y)
                {
                    return x < y;
                }
                i += left;
                j += right;
                continue;
            }
            if (a[i] != b[j])
            {
                return a[i] < b[j];
            }
            ++i;
            ++j;
        }
        return a.size() - i < b.size() - j;
    }
};

using Figures = std::map<std::string, std::string, NaturalOrder>;

/** @brief A replication taken apart. */
struct Replication
{
    Json config;           //!< Values by name
    uint64_t rngRun{1};    //!< Its number
    Figures figures;       //!< Text by path
    std::vector<Json> key; //!< Values by column
};

std::string
CellText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

void
Flatten(const std::string& path, const Json& value, Figures& figures)
{
    if (value.is_object())
    {
        for (const auto& [name, part] : value.items())
        {
            Flatten(path.empty() ? name : path + "." + name, part, figures);
        }
        return;
    }
    if (!value.is_null())
    {
        figures[path] = CellText(value);
    }
}

/** @brief Rows of a micro-benchmark are known by their name, not by their place. */
Json
RowsByName(const Json& rows)
{
    Json object = Json::object();
    for (const auto& row : rows)
    {
        object[row.at("name").get<std::string>()] = {{"ns", row.at("ns")},
                                                     {"cycles", row.at("cycles")}};
    }
    return object;
}

Replication
TakeApart(const ResultStore::Row& row)
{
    Replication replication{Json::parse(row.config), row.rngRun, {}, {}};
    Json result = Json::parse(row.result);
    for (const char* const known : {"scenario", "config", "model_version", "rng_run", "warnings"})
    {
        result.erase(known);
    }
    if (result.contains("rows"))
    {
        result["rows"] = RowsByName(result["rows"]);
    }
    Flatten("", result, replication.figures);
    return replication;
}

/** @brief Names of the configuration: parameters by place, then attributes by name. */
std::vector<std::string>
ConfigColumns(const std::vector<Replication>& replications)
{
    std::map<std::string, size_t> placeOf;
    for (const auto& replication : replications)
    {
        size_t place = 0;
        for (const auto& [name, value] : replication.config.items())
        {
            const auto known = placeOf.emplace(name, place).first;
            known->second = std::min(known->second, place);
            ++place;
        }
    }
    std::set<std::tuple<bool, size_t, std::string>> ordered;
    for (const auto& [name, place] : placeOf)
    {
        const bool attribute = name.rfind("ns3::", 0) == 0;
        ordered.emplace(attribute, attribute ? 0 : place, name);
    }
    std::vector<std::string> columns;
    for (const auto& entry : ordered)
    {
        columns.push_back(std::get<2>(entry));
    }
    return columns;
}

std::vector<std::string>
FigureColumns(const std::vector<Replication>& replications)
{
    std::set<std::string, NaturalOrder> names;
    for (const auto& replication : replications)
    {
        for (const auto& figure : replication.figures)
        {
            names.insert(figure.first);
        }
    }
    return {names.begin(), names.end()};
}

/** @brief A null where a configuration has no such name; null is before everything. */
Json
ValueOf(const Replication& replication, const std::string& column)
{
    const auto value = replication.config.find(column);
    return value == replication.config.end() ? Json(nullptr) : *value;
}

void
Sort(std::vector<Replication>& replications, const std::vector<std::string>& columns)
{
    for (auto& replication : replications)
    {
        for (const auto& column : columns)
        {
            replication.key.push_back(ValueOf(replication, column));
        }
    }
    std::sort(replications.begin(),
              replications.end(),
              [](const Replication& a, const Replication& b) {
                  return std::tie(a.key, a.rngRun) < std::tie(b.key, b.rngRun);
              });
}

/** @brief Quoted when it must be. */
std::string
Cell(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text)
    {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + "\"";
}

std::string
Line(const std::vector<std::string>& cells)
{
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i)
    {
        line += (i == 0 ? "" : ",") + Cell(cells[i]);
    }
    return line + "\n";
}

std::vector<std::string>
Header(const std::vector<std::string>& config, const std::vector<std::string>& figures)
{
    std::vector<std::string> cells{"scenario", "model_version"};
    cells.insert(cells.end(), config.begin(), config.end());
    cells.emplace_back("replication");
    cells.insert(cells.end(), figures.begin(), figures.end());
    return cells;
}

} // namespace

std::string
ExportCsv(const ResultStore& store)
{
    std::vector<Replication> replications;
    for (const auto& row : store.GetRows())
    {
        replications.push_back(TakeApart(row));
    }
    const auto configColumns = ConfigColumns(replications);
    const auto figureColumns = FigureColumns(replications);
    Sort(replications, configColumns);
    std::string text = Line(Header(configColumns, figureColumns));
    for (const auto& replication : replications)
    {
        std::vector<std::string> cells{store.GetScenario(),
                                       std::to_string(store.GetModelVersion())};
        for (const auto& value : replication.key)
        {
            cells.push_back(CellText(value));
        }
        cells.push_back(std::to_string(replication.rngRun));
        for (const auto& column : figureColumns)
        {
            const auto figure = replication.figures.find(column);
            cells.push_back(figure == replication.figures.end() ? "" : figure->second);
        }
        text += Line(cells);
    }
    return text;
}

} // namespace ns3
