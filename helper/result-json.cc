/* SPDX-License-Identifier: GPL-2.0-only */
#include "result-json.h"

#include "number-text.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

bool
IsNumberLike(const Parameter& parameter)
{
    switch (parameter.kind)
    {
    case Parameter::Kind::Integer:
    case Parameter::Kind::Size:
    case Parameter::Kind::Number:
    case Parameter::Kind::Choice:
        return true;
    default:
        return false;
    }
}

Json
NumberOrText(const std::string& text)
{
    if (const auto whole = ParseUnsigned(text))
    {
        return *whole;
    }
    if (const auto number = ParseNumber(text))
    {
        return *number;
    }
    return text;
}

Json
ValueToJson(const Parameter& parameter, const std::string& text)
{
    if (parameter.kind == Parameter::Kind::Boolean)
    {
        return text == "true";
    }
    return IsNumberLike(parameter) ? NumberOrText(text) : Json(text);
}

Json
ConfigObject(const ScenarioConfig& config)
{
    Json object = Json::object();
    const auto& parameters = config.GetParameters();
    const auto values = config.GetValues();
    for (size_t i = 0; i < values.size(); ++i)
    {
        object[values[i].first] = i < parameters.size()
                                      ? ValueToJson(parameters[i], values[i].second)
                                      : Json(values[i].second);
    }
    return object;
}

template <typename T>
Json
OrNull(const std::optional<T>& figure)
{
    return figure ? Json(*figure) : Json(nullptr);
}

/** @brief An empty map is an empty object, which the library would print as null. */
template <typename Value>
Json
MapObject(const std::map<std::string, Value>& map)
{
    Json object = Json::object();
    for (const auto& [name, value] : map)
    {
        object[name] = value;
    }
    return object;
}

Json
CountersOrNull(const std::optional<std::map<std::string, uint64_t>>& counters)
{
    return counters ? MapObject(*counters) : Json(nullptr);
}

Json
LatencyObject(const ScenarioResult::Latency& latency)
{
    return {{"p50", latency.p50}, {"p99", latency.p99}, {"max", latency.max}};
}

Json
FairnessObject(const ScenarioResult::Fairness& fairness)
{
    return {{"jain", fairness.jain}, {"least", fairness.least}, {"most", fairness.most}};
}

Json
MeanPeakObject(const ScenarioResult::MeanPeak& bytes)
{
    return {{"mean", bytes.mean}, {"peak", bytes.peak}};
}

Json
FootprintObject(const ScenarioResult::Footprint& footprint)
{
    Json object = MeanPeakObject(footprint.all);
    object["by_owner"] = Json::object();
    for (const auto& [owner, bytes] : footprint.byOwner)
    {
        object["by_owner"][owner] = MeanPeakObject(bytes);
    }
    return object;
}

Json
CyclesObject(const ScenarioResult::Cycles& cycles)
{
    return {{"total", cycles.total},
            {"by_core", MapObject(cycles.byCore)},
            {"by_kind", MapObject(cycles.byKind)},
            {"by_function", MapObject(cycles.byFunction)}};
}

Json
NapiObject(const ScenarioResult::Napi& napi)
{
    Json histogram = Json::object();
    for (const auto& [work, polls] : napi.workHistogram)
    {
        histogram[std::to_string(work)] = polls;
    }
    return {{"polls", napi.polls}, {"work_histogram", histogram}};
}

Json
RowsArray(const std::vector<ScenarioResult::Row>& rows)
{
    Json array = Json::array();
    for (const auto& row : rows)
    {
        array.push_back(Json{{"name", row.name}, {"ns", row.ns}, {"cycles", row.cycles}});
    }
    return array;
}

Json
ParameterObject(const Parameter& parameter)
{
    static const char* const kinds[] = {"integer", "number", "size", "choice", "boolean", "text"};
    const bool follows = !parameter.follows.empty();
    Json object;
    object["name"] = parameter.name;
    object["kind"] = kinds[static_cast<int>(parameter.kind)];
    object["default"] = follows ? Json(nullptr) : ValueToJson(parameter, parameter.defaultValue);
    object["follows"] = follows ? Json(parameter.follows) : Json(nullptr);
    object["unit"] = parameter.unit;
    object["range"] = parameter.Range();
    object["attribute"] = parameter.attribute.empty() ? Json(nullptr) : Json(parameter.attribute);
    object["help"] = parameter.help;
    return object;
}

/** @brief Names of devices or files may hold bytes that are not UTF-8: they are replaced. */
std::string
Print(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string
ResultToJson(const ScenarioResult& result, WallTime wallTime)
{
    Json object;
    object["scenario"] = result.scenario;
    object["config"] = ConfigObject(result.config);
    object["model_version"] = result.modelVersion;
    object["rng_run"] = result.rngRun;
    object["gbps"] = OrNull(result.gbps);
    object["mpps"] = OrNull(result.mpps);
    object["frames_sent"] = OrNull(result.framesSent);
    object["frames_delivered"] = OrNull(result.framesDelivered);
    object["drops"] = CountersOrNull(result.drops);
    object["latency_ns"] = result.latency ? LatencyObject(*result.latency) : Json(nullptr);
    if (result.fairness)
    {
        object["fairness"] = FairnessObject(*result.fairness);
    }
    object["footprint_bytes"] =
        result.footprint ? FootprintObject(*result.footprint) : Json(nullptr);
    object["cycles_per_frame"] = result.cycles ? CyclesObject(*result.cycles) : Json(nullptr);
    object["pool"] = CountersOrNull(result.pool);
    object["napi"] = result.napi ? NapiObject(*result.napi) : Json(nullptr);
    if (!result.counters.empty())
    {
        object["counters"] = MapObject(result.counters);
    }
    if (!result.rows.empty())
    {
        object["rows"] = RowsArray(result.rows);
    }
    if (!result.warnings.empty())
    {
        object["warnings"] = result.warnings;
    }
    if (wallTime == WallTime::Include)
    {
        object["wall_seconds"] = result.wallSeconds;
    }
    return Print(object);
}

std::string
ConfigToJson(const ScenarioConfig& config)
{
    return Print(ConfigObject(config));
}

std::string
ScenarioToJson(const Scenario& scenario)
{
    Json object;
    object["name"] = scenario.GetName();
    object["summary"] = scenario.GetSummary();
    object["parameters"] = Json::array();
    for (const auto& parameter : scenario.GetParameters())
    {
        object["parameters"].push_back(ParameterObject(parameter));
    }
    return Print(object);
}

} // namespace ns3
