/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/temporary-folder.h"
#include "program-runner.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;

namespace
{

const char* const PYTHON = "/usr/bin/python3 " LINUX_DATAPATH_SOURCE_DIR "/utils/plot-sweep.py ";

bool
HasPython()
{
    return RunShell("/usr/bin/python3 -c 'import matplotlib, pandas, scipy'").code == 0;
}

void
ExpectPlot(const std::string& path)
{
    EXPECT_EQ(ReadFile(path + ".png").substr(1, 3), "PNG") << path;
    EXPECT_THAT(ReadFile(path + ".svg"), HasSubstr("</svg>")) << path;
}

} // namespace

TEST(PlotSweep, DrawsWhatTheDefaultSweepsHave)
{
    if (!HasPython())
    {
        GTEST_SKIP() << "no matplotlib, pandas and scipy for /usr/bin/python3";
    }
    const TemporaryFolder folder;
    const auto outcome = RunShell(
        "SCENARIO=toy REPS=2 DATAPATH=" LINUX_DATAPATH_TOY_PROGRAM " OUT=" + (folder / "out") +
        " " LINUX_DATAPATH_SOURCE_DIR "/utils/sweep.sh --quiet");
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    for (const char* const plot :
         {"throughput-footprint", "throughput-ring", "cycles-by-kind", "pool-ring"})
    {
        ExpectPlot(folder / "out/" + plot);
    }
    EXPECT_EQ(CountLines(ReadFile(folder / "out/sweep.csv")), 1U + (120 + 4) * 2);
    EXPECT_EQ(CountLines(outcome.output), 2U + 12) << outcome.output;
    EXPECT_EQ(ReadFile(folder / "out/sweep.sqlite-wal"), "") << "no log is left behind";
}

TEST(PlotSweep, SaysWhatItLeavesOut)
{
    if (!HasPython())
    {
        GTEST_SKIP() << "no matplotlib, pandas and scipy for /usr/bin/python3";
    }
    const TemporaryFolder folder;
    RunToy("sweep toy --vary headroom=192,256 --out " + (folder / "s"));
    const auto outcome = RunShell(PYTHON + (folder / "s") + " --out " + (folder / "out"));
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("throughput-ring left out: ring is not varied"));
    EXPECT_THAT(outcome.error, HasSubstr("pool-ring left out"));
    ExpectPlot(folder / "out/throughput-footprint");
}

TEST(PlotSweep, DrawsAFigureOfOnesOwn)
{
    if (!HasPython())
    {
        GTEST_SKIP() << "no matplotlib, pandas and scipy for /usr/bin/python3";
    }
    const TemporaryFolder folder;
    RunToy("sweep toy --vary ring=64,128 --vary mtu=1500,8000 --out " + (folder / "s"));
    const std::string plot = PYTHON + (folder / "s") + " --out " + (folder / "") +
                             " --over ring --panel 'Gb/s: rate=gbps | published=8' ";
    const auto outcome = RunShell(plot + "--by mtu --name own");
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(ReadFile(folder / "own.svg"), HasSubstr("</svg>"));
    const auto mixed = RunShell(plot);
    EXPECT_EQ(mixed.code, 2);
    EXPECT_THAT(mixed.error, HasSubstr("mtu is varied too"));
    EXPECT_THAT(RunShell(plot + "--by mtu --panel 'Gb/s: rate=speed'").error, HasSubstr("speed"));
}

TEST(PlotSweep, RefusesForeignFiles)
{
    if (!HasPython())
    {
        GTEST_SKIP() << "no matplotlib, pandas and scipy for /usr/bin/python3";
    }
    const TemporaryFolder folder;
    const auto outcome = RunShell(PYTHON + folder.Write("foreign", std::string(2000, 'x')));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(CountLines(outcome.error), 1U) << outcome.error;
}

} // namespace ns3
