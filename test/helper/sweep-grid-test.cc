/* SPDX-License-Identifier: GPL-2.0-only */
#include "refusal.h"
#include "toy-scenario.h"

#include "ns3/sweep-grid.h"

#include <fstream>
#include <gmock/gmock.h>

namespace ns3
{

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

SweepGrid
Grid(const std::vector<std::string>& axes)
{
    SweepGrid grid(ToyScenario().Defaults());
    for (const auto& axis : axes)
    {
        grid.Vary(axis);
    }
    return grid;
}

std::vector<std::string>
Values(const SweepGrid& grid, const std::string& name)
{
    std::vector<std::string> values;
    for (const auto& point : grid.GetPoints())
    {
        values.push_back(point.Get(name));
    }
    return values;
}

std::string
WriteFile(const std::string& name, const std::string& text)
{
    const std::string path = testing::TempDir() + "/" + name;
    std::ofstream(path) << text;
    return path;
}

} // namespace

TEST(SweepGrid, WithoutAxesIsOnePoint)
{
    EXPECT_EQ(Grid({}).GetPoints().size(), 1U);
}

TEST(SweepGrid, ListsValuesAndRanges)
{
    EXPECT_THAT(Values(Grid({"ring=7, 9"}), "ring"), ElementsAre("7", "9"));
    EXPECT_THAT(Values(Grid({"ring=64..300*2"}), "ring"), ElementsAre("64", "128", "256"));
    EXPECT_THAT(Values(Grid({"ring=64..1024*4,5"}), "ring"), ElementsAre("64", "256", "1024", "5"));
    EXPECT_THAT(Values(Grid({"mtu=1500..3000+750"}), "mtu"), ElementsAre("1500", "2250", "3000"));
    EXPECT_THAT(Values(Grid({"sleep=0.1..0.5+0.1"}), "sleep"),
                ElementsAre("0.1", "0.2", "0.30000000000000004", "0.4", "0.5"));
}

TEST(SweepGrid, LastAxisVariesFastest)
{
    const SweepGrid grid = Grid({"ring=64,128", "mtu=1500,3000"});
    EXPECT_THAT(Values(grid, "ring"), ElementsAre("64", "64", "128", "128"));
    EXPECT_THAT(Values(grid, "mtu"), ElementsAre("1500", "3000", "1500", "3000"));
    EXPECT_THAT(Values(grid, "pool-ring"), ElementsAre("64", "64", "128", "128"));
}

TEST(SweepGrid, KeepsAPointOnce)
{
    EXPECT_THAT(Values(Grid({"ring=64,064,128,64"}), "ring"), ElementsAre("64", "128"));
}

TEST(SweepGrid, VariesAttributes)
{
    const auto points = Grid({"ns3::KernelProfile::PcpBatch=31,63"}).GetPoints();
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[1].GetValues().back().second, "63");
}

TEST(SweepGrid, RefusesBadAxes)
{
    for (const char* const bad : {"ring",
                                  "ring=",
                                  "ring=64,",
                                  "=64",
                                  "ring=64..128",
                                  "ring=a..b*2",
                                  "ring=64..128*1",
                                  "ring=64..128*0",
                                  "ring=0..128*2",
                                  "ring=128..64*2",
                                  "ring=64..128+0",
                                  "ring=64..128+x",
                                  "ring=1..9999999+1"})
    {
        EXPECT_THAT(Refusal([&] { Grid({bad}); }), AllOf(HasSubstr("refused"))) << bad;
    }
    EXPECT_THAT(Refusal([] { Grid({"ring=0"}); }), HasSubstr("1..65536"));
    EXPECT_THAT(Refusal([] { Grid({"rings=1"}); }), HasSubstr("did you mean ring?"));
    EXPECT_THAT(Refusal([] { Grid({"ring=1", "ring=2"}); }), HasSubstr("varied already"));
}

TEST(SweepGrid, RefusesMoreThanAMillionPoints)
{
    const SweepGrid grid = Grid({"ring=1..2000+1", "mtu=1000..1999+1"});
    EXPECT_THAT(Refusal([&] { grid.GetPoints(); }), HasSubstr("million"));
}

TEST(SweepGrid, ReadsFiles)
{
    SweepGrid grid(ToyScenario().Defaults());
    grid.VaryFromFile(
        WriteFile("grid-good", "# rings\n\nring=64..256*2  # three\nmtu = 1500, 3000\n"));
    EXPECT_EQ(grid.GetPoints().size(), 6U);
}

TEST(SweepGrid, RefusesBadFilesByLine)
{
    SweepGrid grid(ToyScenario().Defaults());
    EXPECT_THAT(Refusal([&] { grid.VaryFromFile(WriteFile("grid-bad", "mtu=1500\nring=0\n")); }),
                AllOf(HasSubstr("grid-bad line 2"), HasSubstr("ring=0")));
    EXPECT_THAT(Refusal([&] { grid.VaryFromFile(WriteFile("grid-empty", "# nothing\n")); }),
                HasSubstr("no line with values"));
    EXPECT_THAT(Refusal([&] { grid.VaryFromFile("/no/such/grid"); }), HasSubstr("cannot be read"));
}

} // namespace ns3
