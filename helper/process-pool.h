/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PROCESS_POOL_H
#define LINUX_DATAPATH_PROCESS_POOL_H

#include <cstddef>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Calls functions in child processes, some at a time, and hands back the text they return.
 *
 * Each call has a process of its own, forked and not executed anew: it starts within a millisecond,
 * shares nothing with the next one, and a crash costs one call. The children end with the parent.
 */
class ProcessPool
{
  public:
    /** @brief What came of a call. */
    struct Outcome
    {
        size_t call{0};    //!< The number given to Start()
        bool good{false};  //!< Did the function return?
        bool threw{false}; //!< Did it throw?
        std::string text;  //!< What it returned, or one line that says what went wrong
    };

    /** @param jobs processes at a time, at least 1 */
    explicit ProcessPool(size_t jobs);
    /** Ends the processes that still run. */
    ~ProcessPool();
    ProcessPool(const ProcessPool&) = delete;
    ProcessPool& operator=(const ProcessPool&) = delete;

    /** @brief Is there room for another process? @return true if so */
    bool HasRoom() const;
    /** @brief Does none run? @return true if so */
    bool IsIdle() const;

    /**
     * @brief Start a call; there must be room.
     * @param call number by which its outcome is known
     * @param function called in a child process; an exception becomes a bad outcome
     * @throw std::runtime_error when no process can be started
     */
    void Start(size_t call, const std::function<std::string()>& function);

    /**
     * @brief Wait until something ends, but not for long.
     * @param milliseconds to wait at most
     * @return what has ended
     */
    std::vector<Outcome> Wait(int milliseconds);

  private:
    /** @brief A process that runs. */
    struct Child
    {
        size_t call{0};   //!< Its call
        pid_t pid{0};     //!< Its process
        int pipe{-1};     //!< Where its text comes from
        std::string text; //!< What has come so far
    };

    static bool ReadSome(Child& child);
    static Outcome Finish(const Child& child);

    size_t m_jobs;                 //!< Processes at a time
    std::vector<Child> m_children; //!< Those that run
};

} // namespace ns3

#endif // LINUX_DATAPATH_PROCESS_POOL_H
