/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-result.h"

#include "number-text.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace ns3
{

namespace
{

/** @brief Label and value of a line. */
using Line = std::pair<std::string, std::string>;

std::string
Rounded(double value, int digits, const std::string& unit)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return unit.empty() ? text : std::string(text) + " " + unit;
}

/** @brief A heading and its lines with values in one column. */
std::string
Block(const std::string& heading, const std::vector<Line>& lines)
{
    if (lines.empty())
    {
        return "";
    }
    size_t width = 0;
    for (const auto& line : lines)
    {
        width = std::max(width, line.first.size());
    }
    std::string text = heading + "\n";
    for (const auto& [label, value] : lines)
    {
        text += "  " + label + std::string(width - label.size() + 2, ' ') + value + "\n";
    }
    return text;
}

template <typename Key, typename Value>
std::vector<std::pair<Key, Value>>
LargestFirst(const std::map<Key, Value>& map)
{
    std::vector<std::pair<Key, Value>> entries(map.begin(), map.end());
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return a.second > b.second;
    });
    return entries;
}

std::string
CyclesBlock(const std::string& heading, const std::map<std::string, double>& parts, size_t most)
{
    std::vector<Line> lines;
    const auto entries = LargestFirst(parts);
    double rest = 0;
    for (size_t i = 0; i < entries.size(); ++i)
    {
        if (i >= most)
        {
            rest += entries[i].second;
            continue;
        }
        lines.emplace_back(entries[i].first, Rounded(entries[i].second, 1, ""));
    }
    if (entries.size() > most)
    {
        lines.emplace_back("the other " + std::to_string(entries.size() - most),
                           Rounded(rest, 1, ""));
    }
    return Block(heading, lines);
}

std::string
CountersBlock(const std::string& heading,
              const std::optional<std::map<std::string, uint64_t>>& counters)
{
    std::vector<Line> lines;
    if (counters)
    {
        for (const auto& [name, count] : *counters)
        {
            lines.emplace_back(name, std::to_string(count));
        }
    }
    return Block(heading, lines);
}

std::string
FootprintBlock(const ScenarioResult::Footprint& footprint)
{
    std::vector<Line> lines;
    const auto add = [&lines](const std::string& name, const ScenarioResult::MeanPeak& bytes) {
        lines.emplace_back(name,
                           Rounded(bytes.mean / 1024, 1, "KiB mean, ") +
                               Rounded(bytes.peak / 1024, 1, "KiB peak"));
    };
    add("all", footprint.all);
    for (const auto& [owner, bytes] : footprint.byOwner)
    {
        add(owner, bytes);
    }
    return Block("memory held", lines);
}

std::string
NapiBlock(const ScenarioResult::Napi& napi)
{
    uint64_t work = 0;
    for (const auto& [handled, polls] : napi.workHistogram)
    {
        work += handled * polls;
    }
    const double mean = napi.polls == 0 ? 0 : static_cast<double>(work) / napi.polls;
    return Block(
        "NAPI",
        {{"polls", std::to_string(napi.polls)}, {"packets a poll, mean", Rounded(mean, 1, "")}});
}

std::string
RowsBlock(const std::vector<ScenarioResult::Row>& rows)
{
    std::vector<Line> lines;
    for (const auto& row : rows)
    {
        lines.emplace_back(row.name, Rounded(row.ns, 2, "ns, ") + Rounded(row.cycles, 1, "cycles"));
    }
    return Block("one operation", lines);
}

std::vector<Line>
HeadLines(const ScenarioResult& result)
{
    std::vector<Line> lines;
    if (result.gbps)
    {
        lines.emplace_back("throughput", Rounded(*result.gbps, 3, "Gb/s"));
    }
    if (result.mpps)
    {
        lines.emplace_back("frame rate", Rounded(*result.mpps, 4, "Mframes/s"));
    }
    if (result.framesSent)
    {
        lines.emplace_back("frames sent", std::to_string(*result.framesSent));
    }
    if (result.framesDelivered)
    {
        lines.emplace_back("frames delivered", std::to_string(*result.framesDelivered));
    }
    if (result.latency)
    {
        lines.emplace_back("latency",
                           Rounded(result.latency->p50, 0, "ns median, ") +
                               Rounded(result.latency->p99, 0, "ns 99th percentile, ") +
                               Rounded(result.latency->max, 0, "ns longest"));
    }
    if (result.fairness)
    {
        lines.emplace_back("fairness",
                           "Jain " + Rounded(result.fairness->jain, 4, "") + ", " +
                               std::to_string(result.fairness->least) + " to " +
                               std::to_string(result.fairness->most) + " frames");
    }
    return lines;
}

} // namespace

std::string
ScenarioResult::ToText(bool verbose) const
{
    std::string text = scenario + ", model version " + std::to_string(modelVersion) +
                       ", replication " + std::to_string(rngRun) + "\n";
    text += Block("configuration", config.GetValues());
    text += Block("found", HeadLines(*this));
    text += CountersBlock("frames dropped", drops);
    text += footprint ? FootprintBlock(*footprint) : "";
    if (cycles)
    {
        const size_t functions = verbose ? cycles->byFunction.size() : 12;
        text += "cycles per delivered frame, busiest core: " + Rounded(cycles->total, 1, "") + "\n";
        text += CyclesBlock("by core", cycles->byCore, cycles->byCore.size());
        text += CyclesBlock("by kind, all cores", cycles->byKind, cycles->byKind.size());
        text += CyclesBlock("by kernel function, all cores", cycles->byFunction, functions);
    }
    text += CountersBlock("page_pool", pool);
    text += CountersBlock("counted", counters);
    text += napi ? NapiBlock(*napi) : "";
    text += RowsBlock(rows);
    text += Block("run", {{"wall time", Rounded(wallSeconds, 3, "s")}});
    return text;
}

} // namespace ns3
