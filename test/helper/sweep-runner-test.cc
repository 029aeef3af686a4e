/* SPDX-License-Identifier: GPL-2.0-only */
#include "temporary-folder.h"
#include "toy-scenario.h"

#include "ns3/csv-export.h"
#include "ns3/result-json.h"
#include "ns3/sweep-grid.h"
#include "ns3/sweep-runner.h"

#include <csignal>
#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;

namespace
{

std::vector<ScenarioConfig>
Points(const std::vector<std::string>& axes)
{
    SweepGrid grid(ToyScenario().Defaults());
    for (const auto& axis : axes)
    {
        grid.Vary(axis);
    }
    return grid.GetPoints();
}

SweepRunner::Report
Sweep(const std::vector<std::string>& axes, uint64_t reps, size_t jobs, const std::string& path)
{
    const ToyScenario toy;
    ResultStore store = ResultStore::OpenForWriting(path, "toy");
    const SweepRunner runner(toy, jobs, [](const SweepRunner::Progress&) {});
    return runner.Run(Points(axes), reps, store);
}

std::string
Csv(const std::string& path)
{
    return ExportCsv(ResultStore::OpenForReading(path));
}

} // namespace

TEST(SweepRunner, JobsChangeNothing)
{
    const TemporaryFolder folder;
    const std::vector<std::string> axes{"ring=64..512*2", "sleep=0,3"};
    EXPECT_EQ(Sweep(axes, 2, 1, folder / "1").progress.finished, 16U);
    EXPECT_EQ(Sweep(axes, 2, 5, folder / "5").progress.finished, 16U);
    EXPECT_EQ(Csv(folder / "1"), Csv(folder / "5"));
}

TEST(SweepRunner, AReplicationIsTheRunWithItsNumber)
{
    const TemporaryFolder folder;
    Sweep({}, 3, 2, folder / "s");
    const ToyScenario toy;
    for (const auto& row : ResultStore::OpenForReading(folder / "s").GetRows())
    {
        EXPECT_EQ(row.result, ResultToJson(toy.Run(toy.Defaults(), row.rngRun), WallTime::Omit));
        EXPECT_EQ(row.config, ConfigToJson(toy.Defaults()));
        EXPECT_GT(row.wallSeconds, 0);
    }
}

TEST(SweepRunner, RunsOnlyWhatIsMissing)
{
    const TemporaryFolder folder;
    Sweep({"ring=64,128"}, 1, 2, folder / "s");
    const auto report = Sweep({"ring=64..256*2"}, 2, 2, folder / "s");
    EXPECT_EQ(report.progress.present, 2U);
    EXPECT_EQ(report.progress.finished, 4U);
    Sweep({"ring=64..256*2"}, 2, 2, folder / "whole");
    EXPECT_EQ(Csv(folder / "s"), Csv(folder / "whole"));
}

TEST(SweepRunner, AFailureCostsOneRun)
{
    const TemporaryFolder folder;
    const auto report = Sweep({"behaviour=crash,fail,good,refuse"}, 1, 2, folder / "s");
    EXPECT_EQ(report.progress.finished, 4U);
    EXPECT_EQ(report.failures.size(), 3U);
    EXPECT_THAT(report.failures, testing::Contains(HasSubstr("the toy broke")));
    EXPECT_EQ(ResultStore::OpenForReading(folder / "s").GetRows().size(), 1U);
}

TEST(SweepRunner, ASignalKeepsWhatHasFinished)
{
    const TemporaryFolder folder;
    const ToyScenario toy;
    ResultStore store = ResultStore::OpenForWriting(folder / "s", "toy");
    const SweepRunner runner(toy, 1, [](const SweepRunner::Progress& progress) {
        if (progress.finished == 2)
        {
            std::raise(SIGTERM);
        }
    });
    const auto report = runner.Run(Points({"ring=1..100+1"}), 1, store);
    EXPECT_EQ(report.signal, SIGTERM);
    EXPECT_EQ(store.GetRows().size(), 2U);
    EXPECT_TRUE(report.failures.empty());
}

TEST(SweepRunner, AttributesOfAPointDoNotReachTheNext)
{
    const TemporaryFolder folder;
    Sweep({"ns3::KernelProfile::PcpBatch=1,2"}, 1, 1, folder / "s");
    const auto rows = ResultStore::OpenForReading(folder / "s").GetRows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_THAT(rows[0].result, HasSubstr("\"ns3::KernelProfile::PcpBatch\":\"1\""));
    EXPECT_THAT(rows[1].result, HasSubstr("\"ns3::KernelProfile::PcpBatch\":\"2\""));
}

} // namespace ns3
