/* SPDX-License-Identifier: GPL-2.0-only */
#include "result-store.h"

#include "model-version.h"
#include "sqlite-statement.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sqlite3.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace ns3
{

namespace
{

constexpr uint32_t APPLICATION_ID = 0x4c445031; // "LDP1"
constexpr uint32_t LAYOUT_VERSION = 1;

const char* const TABLES = R"sql(
CREATE TABLE identity (
    scenario TEXT NOT NULL,
    model_version INTEGER NOT NULL
);
CREATE TABLE replication (
    id INTEGER PRIMARY KEY,
    config TEXT NOT NULL,
    rng_run INTEGER NOT NULL,
    result TEXT NOT NULL,
    wall_seconds REAL NOT NULL,
    UNIQUE (config, rng_run)
);
CREATE VIEW figures AS SELECT
    config,
    rng_run,
    json_extract(result, '$.gbps') AS gbps,
    json_extract(result, '$.mpps') AS mpps,
    json_extract(result, '$.frames_sent') AS frames_sent,
    json_extract(result, '$.frames_delivered') AS frames_delivered,
    json_extract(result, '$.latency_ns.p99') AS latency_p99_ns,
    json_extract(result, '$.footprint_bytes.mean') AS footprint_mean_bytes,
    json_extract(result, '$.footprint_bytes.peak') AS footprint_peak_bytes,
    json_extract(result, '$.cycles_per_frame.total') AS cycles_per_frame,
    wall_seconds
FROM replication;
)sql";

/** @brief What kind of file has a name. */
enum class FileKind
{
    Missing,
    Ours,
    Foreign
};

std::string
FolderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

uint32_t
BigEndian(const char* bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
    {
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

/** @brief By the header alone (https://www.sqlite.org/fileformat.html, 1.3). */
FileKind
Inspect(const std::string& path)
{
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0)
    {
        return errno == ENOENT ? FileKind::Missing : FileKind::Foreign;
    }
    std::array<char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    if (!S_ISREG(status.st_mode) || !file.read(header.data(), header.size()))
    {
        return FileKind::Foreign;
    }
    const bool ours = std::memcmp(header.data(), "SQLite format 3", 16) == 0 &&
                      BigEndian(header.data() + 60) == LAYOUT_VERSION &&
                      BigEndian(header.data() + 68) == APPLICATION_ID;
    return ours ? FileKind::Ours : FileKind::Foreign;
}

[[noreturn]] void
Refuse(const std::string& path, const std::string& why)
{
    throw std::invalid_argument(path + " is refused: " + why);
}

const char* const NOT_OURS = "it is not a result file of datapath sweep; accepted is such a file";

void
Execute(sqlite3* database, const std::string& sql)
{
    if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    {
        throw std::runtime_error(std::string("SQLite: ") + sqlite3_errmsg(database));
    }
}

} // namespace

void
ResultStore::Closer::operator()(sqlite3* database) const
{
    sqlite3_close(database);
}

ResultStore::ResultStore(Handle database, const std::string& path)
    : m_database(std::move(database))
{
    ReadIdentity(path);
    ReadKeys();
}

ResultStore::Handle
ResultStore::Open(const std::string& path, int flags)
{
    sqlite3* database = nullptr;
    const int status = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
    Handle handle(database);
    if (status != SQLITE_OK)
    {
        throw std::runtime_error("cannot open " + path + ": " + sqlite3_errmsg(database));
    }
    sqlite3_busy_timeout(database, 30000);
    return handle;
}

void
ResultStore::ReadIdentity(const std::string& path)
{
    try
    {
        SqliteStatement query(m_database.get(), "SELECT scenario, model_version FROM identity");
        if (query.Step())
        {
            m_scenario = query.Text(0);
            m_modelVersion = static_cast<uint32_t>(query.Integer(1));
            return;
        }
    }
    catch (const std::runtime_error& error)
    {
        Refuse(path, error.what());
    }
    Refuse(path, NOT_OURS);
}

void
ResultStore::ReadKeys()
{
    SqliteStatement query(m_database.get(), "SELECT config, rng_run FROM replication");
    while (query.Step())
    {
        m_keys.emplace(query.Text(0), query.Integer(1));
    }
}

void
ResultStore::RequireSame(const std::string& path, const std::string& scenario) const
{
    if (m_modelVersion != MODEL_VERSION)
    {
        Refuse(path,
               "it holds results of model version " + std::to_string(m_modelVersion) +
                   "; accepted is version " + std::to_string(MODEL_VERSION) + " or a new file");
    }
    if (m_scenario != scenario)
    {
        Refuse(path,
               "it holds results of scenario " + m_scenario + "; accepted is that, or a new file");
    }
}

void
ResultStore::CheckTarget(const std::string& path, const std::string& scenario)
{
    switch (path.empty() ? FileKind::Foreign : Inspect(path))
    {
    case FileKind::Foreign:
        Refuse(path, NOT_OURS + std::string(" or a new name"));
    case FileKind::Missing:
        if (access(FolderOf(path).c_str(), W_OK | X_OK) != 0)
        {
            Refuse(path,
                   "folder " + FolderOf(path) + ": " + std::strerror(errno) +
                       "; accepted is a file in a folder that can be written");
        }
        break;
    case FileKind::Ours:
        if (access(path.c_str(), R_OK | W_OK) != 0)
        {
            Refuse(path, std::strerror(errno) + std::string("; accepted is a writable file"));
        }
        OpenForReading(path).RequireSame(path, scenario);
        break;
    }
}

void
ResultStore::Create(const std::string& path, const std::string& scenario)
{
    const std::string unfinished = path + ".new";
    for (const char* const suffix : {"", "-wal", "-shm", "-journal"})
    {
        std::remove((unfinished + suffix).c_str());
    }
    {
        const Handle database = Open(unfinished, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
        Execute(database.get(),
                "PRAGMA application_id=" + std::to_string(APPLICATION_ID) +
                    "; PRAGMA user_version=" + std::to_string(LAYOUT_VERSION) + "; " + TABLES);
        SqliteStatement(database.get(), "INSERT INTO identity VALUES (?, ?)")
            .Bind(1, scenario)
            .Bind(2, static_cast<int64_t>(MODEL_VERSION))
            .Step();
        Execute(database.get(), "PRAGMA journal_mode=WAL");
    }
    if (std::rename(unfinished.c_str(), path.c_str()) != 0)
    {
        throw std::runtime_error("cannot make " + path + ": " + std::strerror(errno));
    }
}

ResultStore
ResultStore::OpenForWriting(const std::string& path, const std::string& scenario)
{
    CheckTarget(path, scenario);
    if (Inspect(path) == FileKind::Missing)
    {
        Create(path, scenario);
    }
    ResultStore store(Open(path, SQLITE_OPEN_READWRITE), path);
    // A commit then survives the end of the process; only a failure of power can lose the last.
    Execute(store.m_database.get(), "PRAGMA synchronous=NORMAL");
    return store;
}

ResultStore
ResultStore::OpenForReading(const std::string& path)
{
    switch (Inspect(path))
    {
    case FileKind::Missing:
        Refuse(path, "it does not exist; accepted is a result file of datapath sweep");
    case FileKind::Foreign:
        Refuse(path, NOT_OURS);
    case FileKind::Ours:
        break;
    }
    // Where nothing can be written there is no way to share the log, and nobody writes.
    const bool writable =
        access(path.c_str(), W_OK) == 0 && access(FolderOf(path).c_str(), W_OK) == 0;
    const int flags = writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    const std::string name = writable ? path : "file:" + path + "?immutable=1";
    return ResultStore(Open(name, flags), path);
}

bool
ResultStore::Has(const std::string& config, uint64_t rngRun) const
{
    return m_keys.count({config, rngRun}) != 0;
}

void
ResultStore::Add(const Row& row)
{
    SqliteStatement(m_database.get(),
                    "INSERT OR IGNORE INTO replication (config, rng_run, result, wall_seconds) "
                    "VALUES (?, ?, ?, ?)")
        .Bind(1, row.config)
        .Bind(2, static_cast<int64_t>(row.rngRun))
        .Bind(3, row.result)
        .Bind(4, row.wallSeconds)
        .Step();
    m_keys.emplace(row.config, row.rngRun);
}

std::vector<ResultStore::Row>
ResultStore::GetRows() const
{
    std::vector<Row> rows;
    SqliteStatement query(
        m_database.get(),
        "SELECT config, rng_run, result, wall_seconds FROM replication ORDER BY id");
    while (query.Step())
    {
        rows.push_back(
            {query.Text(0), static_cast<uint64_t>(query.Integer(1)), query.Text(2), query.Real(3)});
    }
    return rows;
}

const std::string&
ResultStore::GetScenario() const
{
    return m_scenario;
}

uint32_t
ResultStore::GetModelVersion() const
{
    return m_modelVersion;
}

} // namespace ns3
