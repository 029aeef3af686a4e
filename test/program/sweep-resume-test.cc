/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/temporary-folder.h"
#include "program-runner.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;

namespace
{

const char* const GRID =
    "sweep toy --vary ring=64..512*2 --vary mtu=1500,3000 --reps 3 --sleep=40 ";

std::string
Csv(const std::string& path)
{
    const auto outcome = RunToy("export " + path + " --csv");
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return outcome.output;
}

} // namespace

TEST(SweepResume, KilledSweepsEndAsUninterruptedOnes)
{
    const TemporaryFolder folder;
    ASSERT_EQ(RunToy(GRID + ("--jobs 8 --out " + (folder / "whole"))).code, 0);
    for (const char* const seconds : {"0.03", "0.15", "0.3"})
    {
        RunShell(std::string("timeout -s KILL ") + seconds + " " LINUX_DATAPATH_TOY_PROGRAM " " +
                 GRID + "--jobs 2 --out " + (folder / "killed"));
    }
    const auto last = RunToy(GRID + ("--jobs 2 --out " + (folder / "killed")));
    ASSERT_EQ(last.code, 0) << last.error;
    EXPECT_THAT(last.output, testing::Not(HasSubstr(" 0 were there")));
    EXPECT_EQ(Csv(folder / "killed"), Csv(folder / "whole"));
    EXPECT_EQ(CountLines(Csv(folder / "whole")), 1U + 4 * 2 * 3);
}

TEST(SweepResume, AnInterruptIsNoFailure)
{
    const TemporaryFolder folder;
    const std::string command = LINUX_DATAPATH_TOY_PROGRAM
                                " sweep toy --vary ring=1..300+1 --sleep=50 --jobs 2 --out " +
                                (folder / "s");
    const auto outcome = RunShell("timeout --preserve-status -s INT 0.5 " + command);
    EXPECT_EQ(outcome.code, 130);
    EXPECT_THAT(outcome.error, HasSubstr("interrupted"));
    EXPECT_THAT(outcome.error, testing::Not(HasSubstr("failed")));
    EXPECT_GE(CountLines(Csv(folder / "s")), 2U);
}

TEST(SweepResume, SweepsOfOneScenarioShareAFile)
{
    const TemporaryFolder folder;
    const std::string out = " --out " + (folder / "s");
    EXPECT_EQ(RunToy("sweep toy --vary ring=64,256" + out).code, 0);
    const auto second = RunToy("sweep toy --vary pool-ring=64,256 --ring=256" + out);
    EXPECT_THAT(second.output, HasSubstr("1 runs added, 1 were there"));
    EXPECT_EQ(CountLines(Csv(folder / "s")), 1U + 3);
}

TEST(SweepResume, GridFilesAndAttributesWork)
{
    const TemporaryFolder folder;
    const std::string grid = folder.Write("grid", "ring=64,128\n# more\nmtu=1500..3000+500\n");
    EXPECT_EQ(RunToy("sweep toy --grid " + grid + " --out " + (folder / "s")).code, 0);
    EXPECT_EQ(CountLines(Csv(folder / "s")), 1U + 8);
}

TEST(SweepResume, FailedRunsAreReportedAndTheOthersKept)
{
    const TemporaryFolder folder;
    const auto outcome = RunToy("sweep toy --vary behaviour=good,crash --out " + (folder / "s"));
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("1 of 2 runs failed"));
    EXPECT_EQ(CountLines(Csv(folder / "s")), 1U + 1);
}

} // namespace ns3
