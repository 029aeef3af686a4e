/* SPDX-License-Identifier: GPL-2.0-only */
#include "refusal.h"

#include "ns3/attribute-override.h"
#include "ns3/config.h"
#include "ns3/kernel-profile.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet-generator.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::AllOf;
using testing::HasSubstr;

namespace
{

class TimedThing : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TimedThing")
                                .SetParent<Object>()
                                .AddConstructor<TimedThing>()
                                .AddAttribute("Delay",
                                              "A time",
                                              TimeValue(Seconds(0)),
                                              MakeTimeAccessor(&TimedThing::m_delay),
                                              MakeTimeChecker());
        return tid;
    }

  private:
    Time m_delay; //!< Set by the attribute
};

} // namespace

TEST(AttributeOverride, AcceptsWhatTheClassAccepts)
{
    EXPECT_EQ(CheckAttribute("ns3::KernelProfile::PcpBatch", "31"), "31");
    EXPECT_EQ(CheckAttribute("ns3::KernelProfile::Smap", "0"), "false");
}

/** What a pointer prints as is an address; the next run must read the text again. */
TEST(AttributeOverride, KeepsTheTextOfAnObject)
{
    const std::string gap = "ns3::PacketGenerator::Gap";
    const std::string poisson = "ns3::ExponentialRandomVariable[Mean=1]";
    EXPECT_EQ(CheckAttribute(gap, poisson), poisson);
    EXPECT_THAT(Refusal([&] { CheckAttribute(gap, "ns3::NoVariable"); }), HasSubstr(gap));
    EXPECT_THAT(Refusal([&] { CheckAttribute(gap, "1"); }), HasSubstr(gap));
    SetAttributeDefault(gap, poisson);
    PointerValue made;
    CreateObject<PacketGenerator>()->GetAttribute("Gap", made);
    EXPECT_NE(made.Get<ExponentialRandomVariable>(), nullptr);
    Config::Reset();
}

TEST(AttributeOverride, RefusesWithTypeAndRange)
{
    EXPECT_THAT(Refusal([] { CheckAttribute("ns3::KernelProfile::Hz", "banana"); }),
                AllOf(HasSubstr("ns3::KernelProfile::Hz=banana"), HasSubstr("uint32_t")));
}

TEST(AttributeOverride, RefusesWhatOnlyTheSetterRefuses)
{
    EXPECT_THAT(Refusal([] { CheckAttribute("ns3::KernelProfile::Version", "banana"); }),
                HasSubstr("major.minor"));
}

TEST(AttributeOverride, SurvivesValuesThatEndTheProcess)
{
    TimedThing::GetTypeId();
    // ns-3's Time ends the process on an unknown unit.
    EXPECT_THAT(Refusal([] { CheckAttribute("ns3::TimedThing::Delay", "1parsec"); }),
                HasSubstr("TimeValue"));
    EXPECT_EQ(CheckAttribute("ns3::TimedThing::Delay", "5ms"),
              CheckAttribute("ns3::TimedThing::Delay", "0.005s"));
}

TEST(AttributeOverride, SuggestsNearClassesAndAttributes)
{
    EXPECT_THAT(Refusal([] { CheckAttribute("ns3::KernlProfile::Hz", "1"); }),
                HasSubstr("did you mean ns3::KernelProfile?"));
    EXPECT_THAT(Refusal([] { CheckAttribute("ns3::KernelProfile::PcpBach", "1"); }),
                HasSubstr("did you mean PcpBatch?"));
}

TEST(AttributeOverride, PointsToTheClassThatDeclares)
{
    EXPECT_THAT(Refusal([] { CheckAttribute("ns3::UniformRandomVariable::Stream", "1"); }),
                HasSubstr("set ns3::RandomVariableStream::Stream"));
}

TEST(AttributeOverride, BecomesTheDefault)
{
    SetAttributeDefault("ns3::KernelProfile::PcpBatch", "17");
    EXPECT_EQ(CreateObject<KernelProfile>()->pcpBatch, 17U);
    Config::Reset();
    EXPECT_NE(CreateObject<KernelProfile>()->pcpBatch, 17U);
}

} // namespace ns3
