/* SPDX-License-Identifier: GPL-2.0-only */
#include "helper/temporary-folder.h"
#include "program-runner.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::HasSubstr;
using testing::StartsWith;

namespace
{

/** @brief A command and what its refusal must name. */
struct BadInput
{
    const char* arguments; //!< Of the program; a folder of the test replaces @
    const char* named;     //!< In the line on standard error
};

/** @brief How GoogleTest prints it. */
void
PrintTo(const BadInput& bad, std::ostream* out)
{
    *out << bad.arguments;
}

class BadInputTest : public testing::TestWithParam<BadInput>
{
};

} // namespace

TEST_P(BadInputTest, IsRefusedInOneLineAndNothingIsWritten)
{
    const TemporaryFolder folder;
    std::string arguments = GetParam().arguments;
    for (auto at = arguments.find('@'); at != std::string::npos; at = arguments.find('@'))
    {
        arguments.replace(at, 1, folder / "");
    }
    const auto outcome = RunToy(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(CountLines(outcome.error), 1U) << outcome.error;
    EXPECT_THAT(outcome.error, StartsWith("datapath: "));
    EXPECT_THAT(outcome.error, HasSubstr(GetParam().named));
    EXPECT_EQ(folder.Count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(
    All,
    BadInputTest,
    testing::Values(BadInput{"", "list, run, sweep, export"},
                    BadInput{"frobnicate", "list, run, sweep, export"},
                    BadInput{"rum toy", "did you mean run?"},
                    BadInput{"list nosuch", "there are toy"},
                    BadInput{"list toy toy", "toy is refused"},
                    BadInput{"list --foo=1", "--foo"},
                    BadInput{"run", "no scenario"},
                    BadInput{"run nosuch", "there are toy"},
                    BadInput{"run toy --mtu=banana", "mtu=banana"},
                    BadInput{"run toy --mtu=99999999", "73138"},
                    BadInput{"run toy --ring=0", "1..65536"},
                    BadInput{"run toy --ring=-1", "ring=-1"},
                    BadInput{"run toy --ring -1", "ring=-1"},
                    BadInput{"run toy --ring", "--name=value"},
                    BadInput{"run toy --ring=", "--ring= has no value"},
                    BadInput{"run toy --rings=1", "did you mean ring?"},
                    BadInput{"run toy --nosuch=1", "accepted are mtu"},
                    BadInput{"run toy -x", "-x"},
                    BadInput{"run toy --jso", "did you mean json?"},
                    BadInput{"run toy --ring=65536", "follows ring"},
                    BadInput{"run toy --kernel=@none", "none"},
                    BadInput{"run toy --replication=0", "--replication=0"},
                    BadInput{"run toy --ns3::Nosuch::X=1", "ns3::Nosuch"},
                    BadInput{"run toy --ns3::KernelProfile::Hz=x", "uint32_t"},
                    BadInput{"run toy --behaviour=refuse", "refused while running"},
                    BadInput{"sweep toy --vary ring=64", "--out=FILE"},
                    BadInput{"sweep toy --vary ring=64 --jobs 0 --out @x", "--jobs=0"},
                    BadInput{"sweep toy --vary ring=64 --jobs=-1 --out @x", "--jobs=-1"},
                    BadInput{"sweep toy --vary ring=64 --reps 0 --out @x", "--reps=0"},
                    BadInput{"sweep toy --vary ring= --out @x", "empty"},
                    BadInput{"sweep toy --vary ring=64,0 --out @x", "ring=0"},
                    BadInput{"sweep toy --vary mtu=1500,80000 --out @x", "73138"},
                    BadInput{"sweep toy --vary ring=64 --ring=1 --out @x", "ring"},
                    BadInput{"sweep toy --grid @none --out @x", "none"},
                    BadInput{"sweep toy --vary ring=64 --out @no/dir/x", "no/dir"},
                    BadInput{"sweep toy --vary ring=64 --out @", "not a result file"},
                    BadInput{"sweep toy --vary ring=64 --out @x --out @y", "--out"},
                    BadInput{"export @none", "--csv"},
                    BadInput{"export @none --csv", "does not exist"},
                    BadInput{"export --csv", "no file"}));

TEST(BadInput, LeavesAForeignFileAlone)
{
    const TemporaryFolder folder;
    const std::string foreign = folder.Write("foreign", "foreign\n");
    for (const std::string& arguments :
         {"sweep toy --vary ring=64 --out " + foreign, "export --csv " + foreign})
    {
        const auto outcome = RunToy(arguments);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(CountLines(outcome.error), 1U);
        EXPECT_THAT(outcome.error, HasSubstr("foreign"));
    }
    EXPECT_EQ(ReadFile(foreign), "foreign\n");
    EXPECT_EQ(folder.Count(), 1U);
}

} // namespace ns3
