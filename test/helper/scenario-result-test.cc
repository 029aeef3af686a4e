/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/scenario-result.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;
using testing::Not;

TEST(ScenarioResult, LeavesOutWhatIsNotThere)
{
    ScenarioResult result;
    result.scenario = "x";
    const std::string text = result.ToText();
    EXPECT_THAT(text, HasSubstr("x, model version"));
    for (const char* const absent : {"throughput", "NAPI", "page_pool", "memory held", "cycles"})
    {
        EXPECT_THAT(text, Not(HasSubstr(absent)));
    }
}

TEST(ScenarioResult, AlignsAndSortsByCost)
{
    ScenarioResult result;
    result.gbps = 9.2;
    result.cycles = ScenarioResult::Cycles{30, {}, {{"copy", 10}, {"atomic", 20}}, {}};
    const std::string text = result.ToText();
    EXPECT_THAT(text, HasSubstr("  throughput  9.200 Gb/s\n"));
    EXPECT_THAT(text, HasSubstr("  atomic  20.0\n  copy    10.0\n"));
}

TEST(ScenarioResult, SumsUpSmallFunctionsUnlessVerbose)
{
    ScenarioResult result;
    result.cycles = ScenarioResult::Cycles{};
    for (int i = 0; i < 14; ++i)
    {
        result.cycles->byFunction["f" + std::to_string(i)] = 100 + i;
    }
    EXPECT_THAT(result.ToText(), HasSubstr("the other 2  201.0"));
    EXPECT_THAT(result.ToText(true), Not(HasSubstr("the other")));
    EXPECT_THAT(result.ToText(true), HasSubstr("f0 "));
}

TEST(ScenarioResult, GivesMeanWorkOfAPoll)
{
    ScenarioResult result;
    result.napi = ScenarioResult::Napi{4, {{0, 2}, {64, 2}}};
    EXPECT_THAT(result.ToText(), HasSubstr("packets a poll, mean  32.0"));
}

} // namespace ns3
