/* SPDX-License-Identifier: GPL-2.0-only */
#include "refusal.h"
#include "temporary-folder.h"

#include "ns3/model-version.h"
#include "ns3/result-store.h"
#include "ns3/sqlite-statement.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

namespace ns3
{

using testing::HasSubstr;

namespace
{

void
Execute(const std::string& path, const std::string& sql)
{
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
}

} // namespace

TEST(ResultStore, KeepsRowsInOrder)
{
    const TemporaryFolder folder;
    {
        ResultStore store = ResultStore::OpenForWriting(folder / "s", "toy");
        store.Add({"{\"a\":1}", 2, "{\"gbps\":9}", 0.25});
        store.Add({"{\"a\":1}", 1, "{\"gbps\":8}", 0.5});
        EXPECT_TRUE(store.Has("{\"a\":1}", 1));
        EXPECT_FALSE(store.Has("{\"a\":1}", 3));
    }
    EXPECT_EQ(folder.Count(), 1U) << "no log is left behind";
    const ResultStore store = ResultStore::OpenForReading(folder / "s");
    EXPECT_EQ(store.GetScenario(), "toy");
    EXPECT_EQ(store.GetModelVersion(), MODEL_VERSION);
    const auto rows = store.GetRows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].rngRun, 2U);
    EXPECT_EQ(rows[0].result, "{\"gbps\":9}");
    EXPECT_EQ(rows[0].wallSeconds, 0.25);
    EXPECT_EQ(rows[1].config, "{\"a\":1}");
}

TEST(ResultStore, GoesOnWhereItWas)
{
    const TemporaryFolder folder;
    ResultStore::OpenForWriting(folder / "s", "toy").Add({"{}", 1, "{}", 0});
    ResultStore store = ResultStore::OpenForWriting(folder / "s", "toy");
    EXPECT_TRUE(store.Has("{}", 1));
    store.Add({"{}", 1, "{\"other\":1}", 0});
    store.Add({"{}", 2, "{}", 0});
    ASSERT_EQ(store.GetRows().size(), 2U);
    EXPECT_EQ(store.GetRows()[0].result, "{}") << "the first result of a replication stays";
}

TEST(ResultStore, RowsAreThereWithoutClosing)
{
    const TemporaryFolder folder;
    ResultStore writer = ResultStore::OpenForWriting(folder / "s", "toy");
    writer.Add({"{}", 1, "{}", 0});
    EXPECT_EQ(ResultStore::OpenForReading(folder / "s").GetRows().size(), 1U);
}

TEST(ResultStore, RefusesForeignFilesUnchanged)
{
    const TemporaryFolder folder;
    folder.Write("text", "foreign");
    folder.Write("empty", "");
    folder.Write("long", std::string(200, 'x'));
    Execute(folder / "database", "PRAGMA journal_mode=WAL; CREATE TABLE identity (x)");
    for (const char* const name : {"text", "empty", "long", "database"})
    {
        const std::string path = folder / name;
        const std::string before = ReadFile(path);
        EXPECT_THAT(Refusal([&] { ResultStore::OpenForWriting(path, "toy"); }), HasSubstr(path));
        EXPECT_THAT(Refusal([&] { ResultStore::OpenForReading(path); }), HasSubstr(path));
        EXPECT_EQ(ReadFile(path), before);
    }
    EXPECT_EQ(folder.Count(), 4U);
}

TEST(ResultStore, RefusesOtherModelVersionsAndScenarios)
{
    const TemporaryFolder folder;
    ResultStore::OpenForWriting(folder / "s", "toy");
    EXPECT_THAT(Refusal([&] { ResultStore::CheckTarget(folder / "s", "veth"); }),
                HasSubstr("scenario toy"));
    Execute(folder / "s", "UPDATE identity SET model_version = 99999");
    EXPECT_THAT(Refusal([&] { ResultStore::CheckTarget(folder / "s", "toy"); }),
                HasSubstr("model version 99999"));
    EXPECT_EQ(ResultStore::OpenForReading(folder / "s").GetModelVersion(), 99999U);
}

TEST(ResultStore, RefusesWhereNothingCanBeWritten)
{
    const TemporaryFolder folder;
    EXPECT_THAT(Refusal([&] { ResultStore::CheckTarget(folder / "no/s", "toy"); }),
                HasSubstr("No such file"));
    EXPECT_THAT(Refusal([&] { ResultStore::CheckTarget(folder / ".", "toy"); }),
                HasSubstr("not a result file"));
    EXPECT_THAT(Refusal([] { ResultStore::CheckTarget("", "toy"); }), HasSubstr("refused"));
    EXPECT_THAT(Refusal([&] { ResultStore::OpenForReading(folder / "no"); }),
                HasSubstr("does not exist"));
    EXPECT_EQ(folder.Count(), 0U);
}

TEST(ResultStore, CheckingATargetMakesNothing)
{
    const TemporaryFolder folder;
    ResultStore::CheckTarget(folder / "s", "toy");
    EXPECT_EQ(folder.Count(), 0U);
}

TEST(ResultStore, AnUnfinishedCreationDoesNotStandInTheWay)
{
    const TemporaryFolder folder;
    folder.Write("s.new", "half a file");
    ResultStore::OpenForWriting(folder / "s", "toy").Add({"{}", 1, "{}", 0});
    EXPECT_EQ(folder.Count(), 1U);
}

TEST(ResultStore, FiguresCanBeAskedForInSql)
{
    const TemporaryFolder folder;
    ResultStore::OpenForWriting(folder / "s", "toy")
        .Add({"{}", 1, "{\"gbps\":9.5,\"footprint_bytes\":{\"mean\":7}}", 0});
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((folder / "s").c_str(), &database), SQLITE_OK);
    {
        SqliteStatement query(database, "SELECT gbps, footprint_mean_bytes FROM figures");
        ASSERT_TRUE(query.Step());
        EXPECT_EQ(query.Real(0), 9.5);
        EXPECT_EQ(query.Integer(1), 7);
    }
    sqlite3_close(database);
}

} // namespace ns3
