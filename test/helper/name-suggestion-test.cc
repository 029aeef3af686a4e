/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/name-suggestion.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NameSuggestion, FindsSlipsOfTheFingerNearestFirst)
{
    const std::vector<std::string> known{"ring", "pool-ring", "mtu", "kernel"};
    EXPECT_THAT(NearNames("rign", known), IsEmpty()) << "two letters of four is no slip";
    EXPECT_THAT(NearNames("rings", known), ElementsAre("ring"));
    EXPECT_THAT(NearNames("Kernal", known), ElementsAre("kernel"));
    EXPECT_THAT(NearNames("pool_ring", known), ElementsAre("pool-ring"));
}

TEST(NameSuggestion, TakesPartsOfNames)
{
    EXPECT_THAT(NearNames("pool", {"pool-ring", "ring"}), ElementsAre("pool-ring"));
}

TEST(NameSuggestion, GivesThreeAtMost)
{
    EXPECT_EQ(NearNames("aaaaaa", {"aaaaab", "aaaaac", "aaaaad", "aaaaae"}).size(), 3U);
}

TEST(NameSuggestion, EndsAMessageOrSaysNothing)
{
    EXPECT_EQ(DidYouMean("rings", {"ring"}), "; did you mean ring?");
    EXPECT_EQ(DidYouMean("xyz", {"ring"}), "");
}

} // namespace ns3
