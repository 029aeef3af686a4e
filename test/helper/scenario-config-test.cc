/* SPDX-License-Identifier: GPL-2.0-only */
#include "refusal.h"
#include "toy-scenario.h"

#include "ns3/config.h"
#include "ns3/kernel-profile.h"
#include "ns3/profile-reader.h"
#include "ns3/standard-parameters.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;

TEST(ScenarioConfig, HoldsEveryDefaultInOrder)
{
    const auto values = ToyScenario().Defaults().GetValues();
    ASSERT_EQ(values.size(), ToyScenario().GetParameters().size());
    EXPECT_EQ(values[0], std::make_pair(std::string("mtu"), std::string("1500")));
    EXPECT_EQ(values[2], std::make_pair(std::string("pool-ring"), std::string("256")));
}

TEST(ScenarioConfig, GivesValuesByType)
{
    ScenarioConfig config = ToyScenario().Defaults();
    config.Set("ring", "064");
    config.Set("sleep", "0.5");
    config.Set("napi-build-skb", "on");
    EXPECT_EQ(config.GetUint("ring"), 64U);
    EXPECT_EQ(config.GetDouble("sleep"), 0.5);
    EXPECT_TRUE(config.GetBool("napi-build-skb"));
    EXPECT_TRUE(config.Is("buffers", "page-pool"));
    EXPECT_THROW(config.GetUint("buffers"), std::logic_error);
    EXPECT_THROW(config.Get("nosuch"), std::logic_error);
}

TEST(ScenarioConfig, FollowsUnlessSet)
{
    ScenarioConfig config = ToyScenario().Defaults();
    config.Set("ring", "64");
    EXPECT_EQ(config.Get("pool-ring"), "64");
    config.Set("pool-ring", "512");
    EXPECT_EQ(config.Get("pool-ring"), "512");
    EXPECT_TRUE(config.IsSet("pool-ring"));
    EXPECT_FALSE(config.IsSet("mtu"));
}

TEST(ScenarioConfig, RefusesAFollowedValueOutOfRange)
{
    ScenarioConfig config = ToyScenario().Defaults();
    config.Set("ring", "65536");
    EXPECT_THAT(Refusal([&] { config.Check(); }), HasSubstr("it follows ring"));
    config.Set("pool-ring", "32768");
    EXPECT_EQ(Refusal([&] { config.Check(); }), "accepted");
}

TEST(ScenarioConfig, RefusesUnknownNamesWithNearOnes)
{
    ScenarioConfig config = ToyScenario().Defaults();
    EXPECT_THAT(Refusal([&] { config.Set("rings", "1"); }), HasSubstr("did you mean ring?"));
    EXPECT_THAT(Refusal([&] { config.Set("xyzzy", "1"); }), HasSubstr("accepted are mtu, ring"));
    EXPECT_THAT(Refusal([&] { config.Set("", "1"); }), HasSubstr("unknown parameter"));
}

TEST(ScenarioConfig, KeepsAttributesBehindParameters)
{
    ScenarioConfig config = ToyScenario().Defaults();
    config.Set("ns3::KernelProfile::PcpHigh", "200");
    config.Set("ns3::KernelProfile::Hz", "0100");
    const auto values = config.GetValues();
    ASSERT_EQ(values.size(), ToyScenario().GetParameters().size() + 2);
    EXPECT_EQ(values[values.size() - 2].first, "ns3::KernelProfile::Hz");
    EXPECT_EQ(values[values.size() - 2].second, "100") << "one spelling";
}

TEST(ScenarioConfig, AppliesAttributesToDefaultsAndObjects)
{
    ScenarioConfig config(
        {StandardParameter("burst").WithAttribute("ns3::KernelProfile::PcpBatch")});
    config.Set("burst", "11");
    config.Set("ns3::KernelProfile::Hz", "123");
    config.ApplyAttributes();
    const auto profile = CreateObject<KernelProfile>();
    EXPECT_EQ(profile->pcpBatch, 11U);
    EXPECT_EQ(profile->hz, 123U);
    Config::Reset();
    const auto read = ReadKernelProfile("6.4");
    EXPECT_NE(read->hz, 123U);
    config.ApplyTo(*read);
    EXPECT_EQ(read->hz, 123U);
}

TEST(ScenarioConfig, AnAttributesNameIsItsParametersName)
{
    ScenarioConfig config({StandardParameter("burst").WithAttribute("ns3::KernelProfile::PcpBatch"),
                           StandardParameter("duration")
                               .WithAttribute("ns3::RealtimeSimulatorImpl::HardLimit", "ms")});
    config.Set("ns3::KernelProfile::PcpBatch", "12");
    EXPECT_EQ(config.Get("burst"), "12");
    EXPECT_THAT(Refusal([&] { config.Set("ns3::RealtimeSimulatorImpl::HardLimit", "1ms"); }),
                HasSubstr("duration"));
}

TEST(ScenarioConfig, AdoptsWhatIsSet)
{
    ScenarioConfig config = ToyScenario().Defaults();
    config.Set("mtu", "3000");
    ScenarioConfig other = ToyScenario().Defaults();
    other.Set("ring", "64");
    other.Set("ns3::KernelProfile::Hz", "123");
    config.Adopt(other);
    EXPECT_EQ(config.Get("mtu"), "3000");
    EXPECT_EQ(config.Get("ring"), "64");
    EXPECT_EQ(config.GetValues().back().second, "123");
}

} // namespace ns3
