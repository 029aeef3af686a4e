/* SPDX-License-Identifier: GPL-2.0-only */
#include "toy-scenario.h"

#include "ns3/result-json.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace ns3
{

using Json = nlohmann::ordered_json;
using testing::ElementsAre;

namespace
{

std::vector<std::string>
Keys(const Json& object)
{
    std::vector<std::string> keys;
    for (const auto& item : object.items())
    {
        keys.push_back(item.key());
    }
    return keys;
}

ScenarioResult
ToyResult()
{
    const ToyScenario toy;
    return toy.Run(toy.Defaults());
}

} // namespace

TEST(ResultJson, HasTheFixedKeysInOrder)
{
    const Json json = Json::parse(ResultToJson(ToyResult(), WallTime::Include));
    EXPECT_THAT(Keys(json),
                ElementsAre("scenario",
                            "config",
                            "model_version",
                            "rng_run",
                            "gbps",
                            "mpps",
                            "frames_sent",
                            "frames_delivered",
                            "drops",
                            "latency_ns",
                            "footprint_bytes",
                            "cycles_per_frame",
                            "pool",
                            "napi",
                            "warnings",
                            "wall_seconds"));
    EXPECT_THAT(Keys(json["cycles_per_frame"]),
                ElementsAre("total", "by_core", "by_kind", "by_function"));
    EXPECT_THAT(Keys(json["footprint_bytes"]), ElementsAre("mean", "peak", "by_owner"));
    EXPECT_THAT(Keys(json["footprint_bytes"]["by_owner"]["pool"]), ElementsAre("mean", "peak"));
    EXPECT_THAT(Keys(json["napi"]), ElementsAre("polls", "work_histogram"));
    EXPECT_THAT(Keys(json["napi"]["work_histogram"]), ElementsAre("2", "10"));
    EXPECT_EQ(json["drops"]["ring_full"], 256);
}

TEST(ResultJson, AbsentFiguresAreNullAndEmptyMapsAreObjects)
{
    ScenarioResult result;
    result.drops.emplace();
    const Json json = Json::parse(ResultToJson(result, WallTime::Omit));
    for (const char* const key : {"gbps",
                                  "mpps",
                                  "frames_sent",
                                  "frames_delivered",
                                  "latency_ns",
                                  "footprint_bytes",
                                  "cycles_per_frame",
                                  "pool",
                                  "napi"})
    {
        EXPECT_TRUE(json.at(key).is_null()) << key;
    }
    EXPECT_TRUE(json["drops"].is_object());
    EXPECT_FALSE(json.contains("wall_seconds"));
    EXPECT_FALSE(json.contains("rows"));
}

TEST(ResultJson, HasRowsAndLatencyWhereThereAreSome)
{
    ScenarioResult result;
    result.rows = {{"fast", 2.5, 6}};
    result.latency = ScenarioResult::Latency{1, 2, 3};
    const Json json = Json::parse(ResultToJson(result, WallTime::Omit));
    EXPECT_EQ(json["rows"][0]["name"], "fast");
    EXPECT_EQ(json["rows"][0]["ns"], 2.5);
    EXPECT_THAT(Keys(json["latency_ns"]), ElementsAre("p50", "p99", "max"));
}

TEST(ResultJson, ConfigurationHasTypesAndKeepsTexts)
{
    ScenarioConfig config = ToyScenario().Defaults();
    config.Set("kernel", "6.18");
    config.Set("sleep", "0.5");
    const Json json = Json::parse(ConfigToJson(config));
    EXPECT_EQ(json["mtu"], 1500);
    EXPECT_EQ(json["sleep"], 0.5);
    EXPECT_EQ(json["napi-build-skb"], false);
    EXPECT_EQ(json["buffers"], "page-pool");
    EXPECT_EQ(json["kernel"], "6.18");
}

TEST(ResultJson, SameRunGivesSameBytes)
{
    EXPECT_EQ(ResultToJson(ToyResult(), WallTime::Omit), ResultToJson(ToyResult(), WallTime::Omit));
}

TEST(ResultJson, DescribesScenarios)
{
    const Json json = Json::parse(ScenarioToJson(ToyScenario()));
    const Json& ring = json["parameters"][1];
    EXPECT_EQ(ring["name"], "ring");
    EXPECT_EQ(ring["default"], 256);
    EXPECT_EQ(ring["range"], "1..65536");
    EXPECT_EQ(ring["unit"], "entries");
    EXPECT_EQ(json["parameters"][2]["follows"], "ring");
    EXPECT_TRUE(json["parameters"][2]["default"].is_null());
}

} // namespace ns3
