/* SPDX-License-Identifier: GPL-2.0-only */
#include "sweep-grid.h"

#include "number-text.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr size_t MOST_POINTS = 1000000;

const char* const SYNTAX = "write name=value,value or name=a..b*factor or name=a..b+step";

std::string
Trimmed(const std::string& text)
{
    const char* const blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    size_t start = 0;
    for (size_t end = text.find(separator); end != std::string::npos;
         end = text.find(separator, start))
    {
        parts.push_back(Trimmed(text.substr(start, end - start)));
        start = end + 1;
    }
    parts.push_back(Trimmed(text.substr(start)));
    return parts;
}

[[noreturn]] void
Refuse(const std::string& axis, const std::string& why)
{
    throw std::invalid_argument(axis + " is refused: " + why + "; " + SYNTAX);
}

/** @brief a..b*k or a..b+s, as numbers. */
struct Range
{
    double first{0};     //!< a
    double last{0};      //!< b
    double step{0};      //!< k or s
    bool multiply{true}; //!< k, not s
};

Range
ReadRange(const std::string& axis, const std::string& item)
{
    const auto dots = item.find("..");
    const auto sign = item.find_first_of("*+", dots);
    const auto first = ParseNumber(item.substr(0, dots));
    if (!first || sign == std::string::npos)
    {
        Refuse(axis, item + " is no range");
    }
    const auto last = ParseNumber(item.substr(dots + 2, sign - dots - 2));
    const auto step = ParseNumber(item.substr(sign + 1));
    if (!last || !step)
    {
        Refuse(axis, item + " is no range");
    }
    const Range range{*first, *last, *step, item[sign] == '*'};
    if (range.last < range.first || (range.multiply && (range.step <= 1 || range.first <= 0)) ||
        (!range.multiply && range.step <= 0))
    {
        Refuse(axis, item + " does not go up from its first to its last value");
    }
    return range;
}

std::vector<std::string>
Expand(const std::string& axis, const std::string& item)
{
    if (item.find("..") == std::string::npos || item.find('/') != std::string::npos)
    {
        return {item}; // a value; "../x" is a file
    }
    const Range range = ReadRange(axis, item);
    std::vector<std::string> values;
    double value = range.first;
    while (value <= range.last)
    {
        values.push_back(FormatNumber(value));
        if (values.size() > MOST_POINTS)
        {
            Refuse(axis, item + " has more than a million values");
        }
        // From the first value anew: steps of 0.1 added up would drift.
        value = range.multiply ? value * range.step
                               : range.first + range.step * static_cast<double>(values.size());
    }
    return values;
}

} // namespace

SweepGrid::SweepGrid(ScenarioConfig base)
    : m_base(std::move(base)),
      m_blank(m_base.GetParameters())
{
}

void
SweepGrid::Vary(const std::string& axis)
{
    const auto equals = axis.find('=');
    const std::string name = Trimmed(axis.substr(0, equals));
    if (equals == std::string::npos || name.empty())
    {
        Refuse(axis, "no name and values");
    }
    if (m_base.IsSet(name))
    {
        Refuse(axis, name + " is set to one value already");
    }
    for (const auto& other : m_axes)
    {
        if (other.name == name)
        {
            Refuse(axis, name + " is varied already");
        }
    }
    Axis added{name, {}};
    for (const auto& item : Split(axis.substr(equals + 1), ','))
    {
        if (item.empty())
        {
            Refuse(axis, "a value is empty");
        }
        for (const auto& value : Expand(axis, item))
        {
            added.entries.push_back(m_blank);
            added.entries.back().Set(name, value);
        }
    }
    m_axes.push_back(std::move(added));
}

void
SweepGrid::VaryFromFile(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    size_t number = 0;
    size_t axes = 0;
    while (std::getline(file, line))
    {
        ++number;
        const std::string axis = Trimmed(line.substr(0, line.find('#')));
        if (axis.empty())
        {
            continue;
        }
        try
        {
            Vary(axis);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(path + " line " + std::to_string(number) + ": " +
                                        error.what());
        }
        ++axes;
    }
    if (axes == 0)
    {
        throw std::invalid_argument(
            "grid " + path + " is refused: " +
            (number == 0 ? "it cannot be read or is empty" : "it has no line with values"));
    }
}

std::vector<ScenarioConfig>
SweepGrid::GetPoints() const
{
    std::vector<ScenarioConfig> points{m_base};
    for (const auto& axis : m_axes)
    {
        if (points.size() * axis.entries.size() > MOST_POINTS)
        {
            throw std::invalid_argument("the grid has more than a million points");
        }
        std::vector<ScenarioConfig> product;
        for (const auto& point : points)
        {
            for (const auto& entry : axis.entries)
            {
                product.push_back(point);
                product.back().Adopt(entry);
            }
        }
        points = std::move(product);
    }
    std::set<ScenarioConfig::Values> seen;
    points.erase(std::remove_if(points.begin(),
                                points.end(),
                                [&seen](const ScenarioConfig& point) {
                                    return !seen.insert(point.GetValues()).second;
                                }),
                 points.end());
    return points;
}

} // namespace ns3
