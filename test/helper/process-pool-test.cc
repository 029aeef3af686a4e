/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/process-pool.h"

#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ns3
{

namespace
{

std::vector<ProcessPool::Outcome>
WaitForAll(ProcessPool& pool)
{
    std::vector<ProcessPool::Outcome> all;
    while (!pool.IsIdle())
    {
        for (auto& outcome : pool.Wait(1000))
        {
            all.push_back(std::move(outcome));
        }
    }
    return all;
}

std::string
SleepForEver()
{
    std::this_thread::sleep_for(std::chrono::hours(1));
    return "";
}

} // namespace

TEST(ProcessPool, ReturnsTextsOfAnyLength)
{
    ProcessPool pool(2);
    pool.Start(7, [] { return std::string(1000000, 'x'); });
    pool.Start(8, [] { return std::string(); });
    size_t length = 0;
    for (const auto& outcome : WaitForAll(pool))
    {
        EXPECT_TRUE(outcome.good);
        length += outcome.text.size();
    }
    EXPECT_EQ(length, 1000000U);
}

TEST(ProcessPool, HasRoomForSoMany)
{
    ProcessPool pool(2);
    EXPECT_TRUE(pool.IsIdle());
    pool.Start(0, [] { return std::string("a"); });
    EXPECT_TRUE(pool.HasRoom());
    pool.Start(1, [] { return std::string("b"); });
    EXPECT_FALSE(pool.HasRoom());
    EXPECT_EQ(WaitForAll(pool).size(), 2U);
    EXPECT_TRUE(pool.HasRoom());
}

TEST(ProcessPool, CallsShareNothing)
{
    ProcessPool pool(1);
    int calls = 0;
    for (int i = 0; i < 2; ++i)
    {
        pool.Start(0, [&calls] { return std::to_string(++calls); });
        EXPECT_EQ(WaitForAll(pool).front().text, "1");
    }
    EXPECT_EQ(calls, 0);
}

TEST(ProcessPool, TellsWhatWentWrong)
{
    ProcessPool pool(3);
    pool.Start(0, []() -> std::string { throw std::runtime_error("broke"); });
    pool.Start(1, []() -> std::string {
        std::raise(SIGKILL);
        return "";
    });
    pool.Start(2, []() -> std::string { _exit(9); });
    for (const auto& outcome : WaitForAll(pool))
    {
        EXPECT_FALSE(outcome.good);
        const char* const said[] = {"broke", "Killed", "code 9"};
        EXPECT_NE(outcome.text.find(said[outcome.call]), std::string::npos) << outcome.text;
        EXPECT_EQ(outcome.threw, outcome.call == 0);
    }
}

TEST(ProcessPool, EndsWhatStillRuns)
{
    {
        ProcessPool pool(2);
        pool.Start(0, SleepForEver);
        pool.Start(1, SleepForEver);
        EXPECT_TRUE(pool.Wait(10).empty());
    }
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
}

} // namespace ns3
