/* SPDX-License-Identifier: GPL-2.0-only */
#include "sqlite-statement.h"

#include <sqlite3.h>
#include <stdexcept>

namespace ns3
{

SqliteStatement::SqliteStatement(sqlite3* database, const std::string& sql)
    : m_database(database)
{
    Require(sqlite3_prepare_v2(database, sql.c_str(), -1, &m_statement, nullptr) == SQLITE_OK);
}

SqliteStatement::~SqliteStatement()
{
    sqlite3_finalize(m_statement);
}

void
SqliteStatement::Require(bool success) const
{
    if (!success)
    {
        throw std::runtime_error(std::string("SQLite: ") + sqlite3_errmsg(m_database));
    }
}

SqliteStatement&
SqliteStatement::Bind(int index, const std::string& value)
{
    Require(sqlite3_bind_text(m_statement,
                              index,
                              value.data(),
                              static_cast<int>(value.size()),
                              SQLITE_TRANSIENT) == SQLITE_OK);
    return *this;
}

SqliteStatement&
SqliteStatement::Bind(int index, int64_t value)
{
    Require(sqlite3_bind_int64(m_statement, index, value) == SQLITE_OK);
    return *this;
}

SqliteStatement&
SqliteStatement::Bind(int index, double value)
{
    Require(sqlite3_bind_double(m_statement, index, value) == SQLITE_OK);
    return *this;
}

bool
SqliteStatement::Step()
{
    const int status = sqlite3_step(m_statement);
    Require(status == SQLITE_ROW || status == SQLITE_DONE);
    return status == SQLITE_ROW;
}

std::string
SqliteStatement::Text(int column) const
{
    const auto* const text = sqlite3_column_text(m_statement, column);
    return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

int64_t
SqliteStatement::Integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

double
SqliteStatement::Real(int column) const
{
    return sqlite3_column_double(m_statement, column);
}

} // namespace ns3
