/* SPDX-License-Identifier: GPL-2.0-only */
#include "process-pool.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace ns3
{

namespace
{

constexpr char GOOD = '+';
constexpr char BAD = '-';

void
WriteAll(int pipe, const std::string& text)
{
    size_t done = 0;
    while (done < text.size())
    {
        const ssize_t wrote = write(pipe, text.data() + done, text.size() - done);
        if (wrote < 0 && errno != EINTR)
        {
            _exit(1);
        }
        done += wrote > 0 ? static_cast<size_t>(wrote) : 0;
    }
}

/**
 * @brief End when the parent ends. Signals that the parent holds back stay held back: the terminal
 * sends them to all of us, and the parent decides what they mean.
 */
void
BecomeChild(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
    {
        _exit(1);
    }
}

[[noreturn]] void
RunChild(pid_t parent, int pipe, const std::function<std::string()>& function)
{
    BecomeChild(parent);
    std::string text;
    try
    {
        text = GOOD + function();
    }
    catch (const std::exception& error)
    {
        text = BAD + std::string(error.what());
    }
    WriteAll(pipe, text);
    // Not exit(): buffers and open files belong to the parent.
    _exit(0);
}

std::string
DescribeEnd(int status)
{
    return WIFSIGNALED(status)
               ? std::string("its process was ended by signal ") + strsignal(WTERMSIG(status))
               : "its process ended with code " + std::to_string(WEXITSTATUS(status));
}

int
WaitFor(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    {
    }
    return status;
}

} // namespace

ProcessPool::ProcessPool(size_t jobs)
    : m_jobs(jobs)
{
}

ProcessPool::~ProcessPool()
{
    for (const auto& child : m_children)
    {
        kill(child.pid, SIGKILL);
        close(child.pipe);
        WaitFor(child.pid);
    }
}

bool
ProcessPool::HasRoom() const
{
    return m_children.size() < m_jobs;
}

bool
ProcessPool::IsIdle() const
{
    return m_children.empty();
}

void
ProcessPool::Start(size_t call, const std::function<std::string()>& function)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
    {
        throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    }
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0)
    {
        close(ends[0]);
        RunChild(parent, ends[1], function);
    }
    close(ends[1]);
    if (pid < 0)
    {
        close(ends[0]);
        throw std::runtime_error(std::string("cannot start a process: ") + std::strerror(errno));
    }
    m_children.push_back({call, pid, ends[0], ""});
}

bool
ProcessPool::ReadSome(Child& child)
{
    std::array<char, 65536> buffer;
    const ssize_t got = read(child.pipe, buffer.data(), buffer.size());
    if (got > 0)
    {
        child.text.append(buffer.data(), static_cast<size_t>(got));
    }
    return got > 0 || (got < 0 && errno == EINTR);
}

ProcessPool::Outcome
ProcessPool::Finish(const Child& child)
{
    close(child.pipe);
    const int status = WaitFor(child.pid);
    const bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !child.text.empty();
    if (!ended)
    {
        return {child.call, false, false, DescribeEnd(status)};
    }
    const bool good = child.text[0] == GOOD;
    return {child.call, good, !good, child.text.substr(1)};
}

std::vector<ProcessPool::Outcome>
ProcessPool::Wait(int milliseconds)
{
    std::vector<pollfd> waiting;
    for (const auto& child : m_children)
    {
        waiting.push_back({child.pipe, POLLIN, 0});
    }
    std::vector<Outcome> outcomes;
    if (poll(waiting.data(), waiting.size(), milliseconds) <= 0)
    {
        return outcomes;
    }
    std::vector<Child> running;
    for (size_t i = 0; i < waiting.size(); ++i)
    {
        if (waiting[i].revents == 0 || ReadSome(m_children[i]))
        {
            running.push_back(std::move(m_children[i]));
            continue;
        }
        outcomes.push_back(Finish(m_children[i]));
    }
    m_children = std::move(running);
    return outcomes;
}

} // namespace ns3
