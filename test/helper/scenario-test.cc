/* SPDX-License-Identifier: GPL-2.0-only */
#include "refusal.h"
#include "toy-scenario.h"

#include "ns3/config.h"
#include "ns3/model-version.h"
#include "ns3/scenario-registry.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;

TEST(Scenario, FillsInWhatWasRun)
{
    const ToyScenario toy;
    ScenarioConfig config = toy.Defaults();
    config.Set("ring", "64");
    const ScenarioResult result = toy.Run(config, 3);
    EXPECT_EQ(result.scenario, "toy");
    EXPECT_EQ(result.modelVersion, MODEL_VERSION);
    EXPECT_EQ(result.rngRun, 3U);
    EXPECT_EQ(result.config.Get("ring"), "64");
    EXPECT_GT(result.wallSeconds, 0);
}

TEST(Scenario, ReplicationsDifferAndRepeat)
{
    const ToyScenario toy;
    const auto gbps = [&toy](const std::string& seed, uint64_t run) {
        ScenarioConfig config = toy.Defaults();
        config.Set("seed", seed);
        return *toy.Run(config, run).gbps;
    };
    EXPECT_EQ(gbps("1", 1), gbps("1", 1));
    EXPECT_NE(gbps("1", 1), gbps("1", 2));
    EXPECT_NE(gbps("1", 1), gbps("2", 1));
}

TEST(Scenario, ChecksProfilesAndCombinations)
{
    const ToyScenario toy;
    ScenarioConfig config = toy.Defaults();
    config.Set("kernel", "/no/such/profile");
    EXPECT_THAT(Refusal([&] { toy.Check(config); }), HasSubstr("/no/such/profile"));
    config.Set("kernel", "6.4");
    config.Set("mtu", "80000");
    EXPECT_THAT(Refusal([&] { toy.Run(config); }), HasSubstr("73138"));
}

TEST(ScenarioRegistry, FindsByNameOrSuggests)
{
    const ToyScenario toy;
    EXPECT_EQ(&FindScenario({&toy}, "toy"), &toy);
    EXPECT_THAT(Refusal([&] { FindScenario({&toy}, "tou"); }), HasSubstr("did you mean toy?"));
    EXPECT_THAT(Refusal([&] { FindScenario({&toy}, "nosuch"); }), HasSubstr("there are toy"));
}

/** Of every scenario that is shipped: what it declares must hold without running it. */
TEST(ScenarioRegistry, DeclarationsOfAllScenariosHold)
{
    for (const Scenario* const scenario : Scenarios())
    {
        SCOPED_TRACE(scenario->GetName());
        EXPECT_EQ(&FindScenario(Scenarios(), scenario->GetName()), scenario);
        EXPECT_FALSE(scenario->GetSummary().empty());
        for (const auto& parameter : scenario->GetParameters())
        {
            EXPECT_FALSE(parameter.help.empty()) << parameter.name;
            if (parameter.follows.empty())
            {
                EXPECT_EQ(parameter.Normalise(parameter.defaultValue), parameter.defaultValue);
            }
        }
        const ScenarioConfig config = scenario->Defaults();
        EXPECT_EQ(Refusal([&] { scenario->Check(config); }), "accepted");
        EXPECT_EQ(Refusal([&] { config.ApplyAttributes(); }), "accepted");
        Config::Reset();
    }
}

} // namespace ns3
