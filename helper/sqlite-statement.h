/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SQLITE_STATEMENT_H
#define LINUX_DATAPATH_SQLITE_STATEMENT_H

#include <cstdint>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A prepared statement of SQLite that is finalized with its scope and throws on errors.
 */
class SqliteStatement
{
  public:
    /** @brief Prepare. @param database open @param sql one statement @throw std::runtime_error */
    SqliteStatement(sqlite3* database, const std::string& sql);
    ~SqliteStatement();
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;

    /** @brief Bind. @param index from 1 @param value @return this statement */
    SqliteStatement& Bind(int index, const std::string& value);
    /** @brief Bind. @param index from 1 @param value @return this statement */
    SqliteStatement& Bind(int index, int64_t value);
    /** @brief Bind. @param index from 1 @param value @return this statement */
    SqliteStatement& Bind(int index, double value);

    /** @brief Go to the next row. @return is there one? @throw std::runtime_error */
    bool Step();

    /** @brief A column of the row. @param column from 0 @return its text */
    std::string Text(int column) const;
    /** @brief A column of the row. @param column from 0 @return its number */
    int64_t Integer(int column) const;
    /** @brief A column of the row. @param column from 0 @return its number */
    double Real(int column) const;

  private:
    void Require(bool success) const;

    sqlite3* m_database;                //!< For messages
    sqlite3_stmt* m_statement{nullptr}; //!< Owned
};

} // namespace ns3

#endif // LINUX_DATAPATH_SQLITE_STATEMENT_H
