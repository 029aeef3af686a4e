/* SPDX-License-Identifier: GPL-2.0-only */
#include "program-runner.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace ns3
{

using testing::HasSubstr;
using testing::StartsWith;

TEST(Program, ListsScenariosAndParameters)
{
    EXPECT_THAT(RunToy("list").output, StartsWith("toy  "));
    const auto outcome = RunToy("list toy");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("1..65536 entries"));
    EXPECT_THAT(outcome.output, HasSubstr("follows ring"));
    EXPECT_EQ(nlohmann::json::parse(RunToy("list --json").output)[0]["name"], "toy");
    EXPECT_EQ(nlohmann::json::parse(RunToy("list toy --json").output)["name"], "toy");
}

TEST(Program, RunPrintsOneObject)
{
    const auto outcome = RunToy("run toy --ring=64 --mtu 3000 --json");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(CountLines(outcome.output), 1U);
    const auto json = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(json["config"]["ring"], 64);
    EXPECT_EQ(json["config"]["mtu"], 3000);
    EXPECT_THAT(outcome.error, HasSubstr("warning: this is a toy"));
}

TEST(Program, QuietSaysOnlyTheResult)
{
    const auto outcome = RunToy("run toy --quiet");
    EXPECT_THAT(outcome.output, HasSubstr("throughput"));
    EXPECT_EQ(outcome.error, "");
}

TEST(Program, RunRepeatsAReplication)
{
    const auto gbps = [](const std::string& arguments) {
        return nlohmann::json::parse(RunToy("run toy --json " + arguments).output)["gbps"];
    };
    EXPECT_EQ(gbps("--replication=2"), gbps("--replication 2"));
    EXPECT_NE(gbps("--replication=2"), gbps(""));
}

TEST(Program, EveryCommandHasHelpAndVersion)
{
    for (const char* const command : {"", "list", "run", "run toy", "sweep", "export"})
    {
        const auto help = RunToy(std::string(command) + " --help");
        EXPECT_EQ(help.code, 0) << command;
        EXPECT_THAT(help.output, HasSubstr("--quiet")) << command;
        EXPECT_EQ(help.error, "") << command;
        const auto version = RunToy(std::string(command) + " --version");
        EXPECT_EQ(version.code, 0) << command;
        EXPECT_THAT(version.output, HasSubstr("model version")) << command;
    }
    EXPECT_THAT(RunToy("run toy --help").output, HasSubstr("1..65536 entries"));
}

TEST(Program, AFailingRunIsNotBadInput)
{
    const auto outcome = RunToy("run toy --behaviour=fail");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.error, "datapath: the toy broke\n");
    EXPECT_EQ(outcome.output, "");
}

TEST(Program, TheRealOneKnowsNoToy)
{
    EXPECT_EQ(RunDatapath("list").code, 0);
    EXPECT_EQ(RunDatapath("run toy").code, 2);
}

} // namespace ns3
