/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/standard-parameters.h"

#include <gmock/gmock.h>
#include <set>
#include <stdexcept>

namespace ns3
{

TEST(StandardParameters, DefaultsAreAcceptedAndNormal)
{
    for (const auto& parameter : StandardParameters())
    {
        if (parameter.follows.empty())
        {
            EXPECT_EQ(parameter.Normalise(parameter.defaultValue), parameter.defaultValue)
                << parameter.name;
        }
    }
}

TEST(StandardParameters, EveryOneIsExplainedAndNamedOnce)
{
    std::set<std::string> names;
    for (const auto& parameter : StandardParameters())
    {
        EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
        EXPECT_FALSE(parameter.help.empty()) << parameter.name;
    }
    for (const char* const promised :
         {"mtu",        "ring",      "pool-ring", "headroom",         "buffers",
          "page-size",  "frags-max", "ip-align",  "napi-build-skb",   "gro",
          "gso",        "xdp",       "xdp-frags", "xdp-instructions", "xdp-bytes",
          "napi",       "queues",    "rx-cpu",    "init-on-alloc",    "usercopy-check",
          "defer-free", "rcvbuf",    "send-size", "read-size",        "frame-size",
          "rate",       "burst",     "duration",  "machine",          "kernel",
          "seed"})
    {
        EXPECT_EQ(names.count(promised), 1U) << promised;
    }
}

TEST(StandardParameters, FollowOnlyWhatComesBefore)
{
    std::set<std::string> before;
    for (const auto& parameter : StandardParameters())
    {
        EXPECT_TRUE(parameter.follows.empty() || before.count(parameter.follows) == 1);
        before.insert(parameter.name);
    }
}

TEST(StandardParameters, HaveTheLimitsOfTheKernel)
{
    EXPECT_EQ(StandardParameter("ring").Range(), "1..65536");
    EXPECT_EQ(StandardParameter("pool-ring").Range(), "1..32768");
    EXPECT_EQ(StandardParameter("pool-ring").follows, "ring");
    EXPECT_EQ(StandardParameter("frags-max").Range(), "17..45");
    EXPECT_EQ(StandardParameter("page-size").Range(), "4096|16384|65536");
}

TEST(StandardParameters, AnUnknownNameIsAMistakeOfTheAuthor)
{
    EXPECT_THROW(StandardParameter("nosuch"), std::logic_error);
}

} // namespace ns3
