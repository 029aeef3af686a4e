/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/profile-directory.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace ns3
{

class ProfileDirectoryTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        unsetenv("LINUX_DATAPATH_PROFILES");
    }

    void TearDown() override
    {
        unsetenv("LINUX_DATAPATH_PROFILES");
    }
};

TEST_F(ProfileDirectoryTest, IsInTheSourceTreeByDefault)
{
    EXPECT_EQ(ProfileDirectory(), LINUX_DATAPATH_SOURCE_DIR "/profiles");
}

TEST_F(ProfileDirectoryTest, FollowsTheEnvironment)
{
    setenv("LINUX_DATAPATH_PROFILES", "/some where/profiles//", 1);
    EXPECT_EQ(ProfileDirectory(), "/some where/profiles");
}

TEST_F(ProfileDirectoryTest, TakesAnEmptyVariableAsUnset)
{
    setenv("LINUX_DATAPATH_PROFILES", "", 1);
    EXPECT_EQ(ProfileDirectory(), LINUX_DATAPATH_SOURCE_DIR "/profiles");
}

} // namespace ns3
