/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cache-hierarchy.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/xdp-program.h"

#include <gtest/gtest.h>

namespace ns3
{

/** @brief A core and a frame that no cache holds. */
class XdpProgramTest : public ::testing::Test
{
  protected:
    /** @return time that a program of these attributes takes for a frame of 1514 bytes, ticks */
    Ticks Run(uint32_t instructions, uint32_t bytes, uint32_t length = 1514)
    {
        Ptr<XdpProgram> program = CreateObject<XdpProgram>();
        program->SetAttribute("Instructions", UintegerValue(instructions));
        program->SetAttribute("Bytes", UintegerValue(bytes));
        LineSet frame(24);
        program->Run(core, frame, 0, length); // code and frame are warm from now on
        LineSet cold(24);
        const Ticks start = core.Now();
        program->Run(core, cold, 0, length);
        return core.Now() - start;
    }

    Ptr<MachineProfile> machine = CreateObject<MachineProfile>();
    Ptr<KernelProfile> kernel = CreateObject<KernelProfile>();
    CacheHierarchy caches{*machine};
    CpuCore core{*machine, *kernel, caches, 0, 0};
};

TEST_F(XdpProgramTest, DecidesWhatItsVerdictSays)
{
    const std::vector<std::pair<std::string, XdpVerdict>> verdicts = {
        {"pass", XdpVerdict::Pass},
        {"drop", XdpVerdict::Drop},
        {"tx", XdpVerdict::Tx},
        {"redirect", XdpVerdict::Redirect}};
    for (const auto& [name, verdict] : verdicts)
    {
        Ptr<XdpProgram> program = CreateObject<XdpProgram>();
        program->SetAttribute("Verdict", StringValue(name));
        LineSet frame(24);
        EXPECT_EQ(program->Run(core, frame, 0, 60), verdict) << name;
        EXPECT_EQ(program->GetVerdict(), verdict) << name;
    }
    EXPECT_TRUE(CreateObject<XdpProgram>()->HasFrags());
}

// A wrong name would not do here: where ns-3's asserts are compiled in, it ends the process.
TEST_F(XdpProgramTest, AcceptsTheFourVerdicts)
{
    TypeId::AttributeInformation verdict;
    ASSERT_TRUE(XdpProgram::GetTypeId().LookupAttributeByName("Verdict", &verdict));
    EXPECT_EQ(verdict.checker->GetUnderlyingTypeInformation(), "pass|drop|tx|redirect");
}

TEST_F(XdpProgramTest, TakesTimeForItsInstructions)
{
    const Ticks none = Run(0, 0);
    const Ticks thousand = Run(1000, 0);
    const Ticks start = core.Now();
    core.Execute(1000);
    EXPECT_EQ(thousand - none, core.Now() - start);
}

TEST_F(XdpProgramTest, MissesOnTheLinesItReads)
{
    const Ticks none = Run(10, 0);
    const Ticks one = Run(10, 1);
    const Ticks line = Run(10, 64);
    const Ticks all = Run(10, 1514);
    EXPECT_GT(one, none);
    EXPECT_EQ(line, one);
    EXPECT_GT(all, line);
}

TEST_F(XdpProgramTest, ReadsNoFurtherThanTheLinearPart)
{
    EXPECT_EQ(Run(10, 65536, 64), Run(10, 64, 64));
}

TEST_F(XdpProgramTest, IsBookedUnderItsOwnName)
{
    Run(100, 0);
    EXPECT_EQ(core.GetLedger().OfFunction(Fn::bpf_prog_run_xdp),
              core.Now() - core.GetLedger().OfFunction(Fn::user));
}

} // namespace ns3
