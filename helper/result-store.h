/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_RESULT_STORE_H
#define LINUX_DATAPATH_RESULT_STORE_H

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct sqlite3;

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Results of sweeps of one scenario under one model version: an SQLite file in WAL mode, a
 * row per replication, committed as it is added.
 *
 * The file carries an application id in its header, by which a foreign file is recognised without
 * being opened as a database, and so without being changed. It is made whole under another name and
 * then renamed, so a file of the wanted name is always complete. There is one writer at a time.
 */
class ResultStore
{
  public:
    /** @brief A replication. */
    struct Row
    {
        std::string config;    //!< ConfigToJson() of the point
        uint64_t rngRun{1};    //!< RngRun of ns-3, the number of the replication
        std::string result;    //!< ResultToJson() without wall time
        double wallSeconds{0}; //!< How long it took [s]
    };

    /**
     * @brief Refuse a file that Create() or OpenForWriting() would refuse; write nothing.
     * @param path of the file, which need not exist
     * @param scenario whose results are to be added
     * @throw std::invalid_argument one line: not ours, of another model version or scenario, or its
     * folder cannot be written
     */
    static void CheckTarget(const std::string& path, const std::string& scenario);

    /**
     * @brief Open a file to add to, or make it.
     * @param path of the file
     * @param scenario whose results are to be added
     * @return the store
     * @throw std::invalid_argument as CheckTarget()
     * @throw std::runtime_error when the file system or SQLite fails
     */
    static ResultStore OpenForWriting(const std::string& path, const std::string& scenario);

    /**
     * @brief Open a file to read, of any model version.
     * @param path of the file
     * @return the store
     * @throw std::invalid_argument one line: missing or not ours
     */
    static ResultStore OpenForReading(const std::string& path);

    /** @brief Is this replication there? @param config as JSON @param rngRun its number @return
     * true if so */
    bool Has(const std::string& config, uint64_t rngRun) const;

    /** @brief Add and commit. @param row not there yet @throw std::runtime_error on failure */
    void Add(const Row& row);

    /** @brief All rows, in the order they were added. @return the rows */
    std::vector<Row> GetRows() const;

    /** @brief Whose results these are. @return the scenario's name */
    const std::string& GetScenario() const;

    /** @brief Under which model version they were made. @return its number */
    uint32_t GetModelVersion() const;

  private:
    /** @brief Closes a database. */
    struct Closer
    {
        /** @brief Close. @param database may be null */
        void operator()(sqlite3* database) const;
    };

    using Handle = std::unique_ptr<sqlite3, Closer>;

    ResultStore(Handle database, const std::string& path);

    static Handle Open(const std::string& path, int flags);
    static void Create(const std::string& path, const std::string& scenario);
    void ReadIdentity(const std::string& path);
    void ReadKeys();
    void RequireSame(const std::string& path, const std::string& scenario) const;

    Handle m_database;                                 //!< Open as long as the object lives
    std::string m_scenario;                            //!< Whose results these are
    uint32_t m_modelVersion{0};                        //!< Under which they were made
    std::set<std::pair<std::string, uint64_t>> m_keys; //!< Replications that are there
};

} // namespace ns3

#endif // LINUX_DATAPATH_RESULT_STORE_H
