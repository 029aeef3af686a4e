/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/profile-reader.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <unistd.h>

namespace ns3
{

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace
{

const std::string PROFILES = LINUX_DATAPATH_SOURCE_DIR "/profiles/";

std::string
Slurp(const std::string& path)
{
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/** A profile with the line of a field replaced. */
std::string
ReplaceLine(const std::string& text, const std::string& field, const std::string& line)
{
    const std::size_t begin = text.find("\n" + field + " = ");
    EXPECT_NE(begin, std::string::npos) << field;
    return text.substr(0, begin + 1) + line + text.substr(text.find('\n', begin + 1));
}

/** The refusal of a profile, or "" if it was accepted. */
template <typename Read>
std::string
Refusal(Read read, const std::string& nameOrFile)
{
    try
    {
        read(nameOrFile);
    }
    catch (const std::invalid_argument& refusal)
    {
        return refusal.what();
    }
    return "";
}

} // namespace

/** An object that nobody gave a profile to is the Gold 6140 under v6.4: no third set of figures. */
template <typename Profile>
void
ExpectDefaultsOf(Ptr<const Profile> shipped)
{
    Ptr<Profile> object = CreateObject<Profile>();
    const TypeId type = Profile::GetTypeId();
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation& info = type.GetAttribute(i);
        const Ptr<AttributeValue> wanted = info.checker->Create();
        const Ptr<AttributeValue> got = info.checker->Create();
        shipped->GetAttribute(info.name, *wanted);
        object->GetAttribute(info.name, *got);
        EXPECT_EQ(got->SerializeToString(info.checker), wanted->SerializeToString(info.checker))
            << info.name;
    }
}

TEST(ProfileDefaults, AreThoseOfShippedProfiles)
{
    ExpectDefaultsOf<MachineProfile>(ReadMachineProfile("xeon-gold-6140"));
    ExpectDefaultsOf<KernelProfile>(ReadKernelProfile("6.4"));
}

/** Writes changed copies of a shipped machine profile and reads them. */
class ProfileReaderTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        unsetenv("LINUX_DATAPATH_PROFILES");
        m_good = Slurp(PROFILES + "machine/xeon-gold-6140.profile");
        ASSERT_FALSE(m_good.empty());
    }

    void TearDown() override
    {
        std::filesystem::remove(m_path);
    }

    std::string Try(const std::string& text)
    {
        std::ofstream(m_path) << text;
        return Refusal(ReadMachineProfile, m_path);
    }

    /** Try the good profile with another value of a field. */
    std::string TryValue(const std::string& field, const std::string& value)
    {
        return Try(ReplaceLine(m_good, field, field + " = " + value));
    }

    std::string m_good;
    const std::string m_path = testing::TempDir() + "profile-" + std::to_string(getpid());
};

TEST_F(ProfileReaderTest, ReadsWhatIsWritten)
{
    const auto m = ReadMachineProfile("xeon-gold-6140");
    EXPECT_EQ(m->sockets, 2U);
    EXPECT_EQ(m->coresPerSocket, 18U);
    EXPECT_DOUBLE_EQ(m->coreGhz, 2.99);
    EXPECT_DOUBLE_EQ(m->lockPairCycles, 40.5);
    EXPECT_FALSE(m->llcInclusive);
    const auto k = ReadKernelProfile("6.18");
    EXPECT_EQ(k->version, 618U);
    EXPECT_EQ(k->hz, 250U);
    EXPECT_DOUBLE_EQ(k->netdevBudgetUs, 8000);
    EXPECT_TRUE(k->poolSizeClamp);
    EXPECT_FALSE(k->xdpForcesGro);
}

TEST_F(ProfileReaderTest, ReadsEveryShippedProfile)
{
    EXPECT_THAT(
        MachineProfileNames(),
        ElementsAre("client-kaby-lake", "epyc-zen5-vm", "x86-server-generic", "xeon-gold-6140"));
    EXPECT_THAT(KernelProfileNames(), ElementsAre("6.18", "6.3", "6.4", "6.9"));
    for (const std::string& name : MachineProfileNames())
    {
        EXPECT_EQ(Refusal(ReadMachineProfile, name), "");
    }
    for (const std::string& name : KernelProfileNames())
    {
        EXPECT_EQ(Refusal(ReadKernelProfile, name), "");
        EXPECT_EQ(ReadKernelProfile(name)->GetVersion(), name);
    }
}

TEST_F(ProfileReaderTest, EveryValueOfAShippedProfileHasASource)
{
    for (const std::string kind : {"machine", "kernel"})
    {
        for (const auto& entry : std::filesystem::directory_iterator(PROFILES + kind))
        {
            std::istringstream text(Slurp(entry.path()));
            for (std::string line; std::getline(text, line);)
            {
                const bool value = !line.empty() && line[0] != '#';
                const std::size_t comment = line.find("  # ");
                EXPECT_TRUE(!value || (comment != std::string::npos && comment + 4 < line.size()))
                    << entry.path() << ": " << line;
            }
        }
    }
}

TEST_F(ProfileReaderTest, ReadsAFileByItsPath)
{
    EXPECT_EQ(Try(m_good), "");
    EXPECT_DOUBLE_EQ(ReadMachineProfile(m_path)->atomicCycles, 18);
}

TEST_F(ProfileReaderTest, TakesBlanksAndCommentsAnywhere)
{
    EXPECT_EQ(Try(ReplaceLine(m_good, "Smt", "\r\n  # nothing = 1\n\tSmt=2# S-st\r")), "");
}

TEST_F(ProfileReaderTest, LooksWhereTheEnvironmentSays)
{
    setenv("LINUX_DATAPATH_PROFILES", testing::TempDir().c_str(), 1);
    EXPECT_THAT(MachineProfileNames(), ElementsAre());
    EXPECT_THAT(Refusal(ReadMachineProfile, "xeon-gold-6140"),
                AllOf(HasSubstr("'xeon-gold-6140'"), HasSubstr(testing::TempDir())));
    unsetenv("LINUX_DATAPATH_PROFILES");
}

TEST_F(ProfileReaderTest, NamesTheKnownProfilesWhenThereIsNoSuch)
{
    EXPECT_THAT(Refusal(ReadMachineProfile, "xeon"),
                AllOf(HasSubstr("'xeon'"), HasSubstr("epyc-zen5-vm"), HasSubstr("xeon-gold-6140")));
    EXPECT_THAT(Refusal(ReadKernelProfile, "7.0"), AllOf(HasSubstr("'7.0'"), HasSubstr("6.4")));
    EXPECT_NE(Refusal(ReadMachineProfile, "/no/such/file"), "");
    EXPECT_NE(Refusal(ReadMachineProfile, testing::TempDir()), "");
    EXPECT_NE(Refusal(ReadMachineProfile, ""), "");
}

TEST_F(ProfileReaderTest, RefusesAnEmptyFile)
{
    EXPECT_THAT(Try(""), AllOf(HasSubstr(m_path + ":0: "), HasSubstr("missing")));
}

TEST_F(ProfileReaderTest, RefusesAnUnknownField)
{
    EXPECT_THAT(
        Try(m_good + "NoSuchField = 1\n"),
        AllOf(HasSubstr(m_path + ":"), HasSubstr("'NoSuchField' = '1'"), HasSubstr("CoreGhz")));
}

TEST_F(ProfileReaderTest, RefusesAMissingField)
{
    EXPECT_THAT(Try(ReplaceLine(m_good, "IpiNs", "")),
                AllOf(HasSubstr("IpiNs"), HasSubstr("missing")));
}

TEST_F(ProfileReaderTest, RefusesADoubledField)
{
    EXPECT_THAT(Try(m_good + "Smt = 2\n"), AllOf(HasSubstr("Smt = '2'"), HasSubstr("once")));
}

TEST_F(ProfileReaderTest, RefusesALineThatIsNoField)
{
    EXPECT_THAT(Try("just words\n" + m_good), HasSubstr(":1: 'just words'; accepted: Name"));
    EXPECT_THAT(Try("= 3\n" + m_good), HasSubstr(":1: '= 3'"));
}

TEST_F(ProfileReaderTest, NamesLineFieldValueAndRange)
{
    EXPECT_EQ(Try("StoreExposure = 1.5\n" + ReplaceLine(m_good, "StoreExposure", "")),
              m_path + ":1: StoreExposure = '1.5' refused; accepted: a number from 0 to 1 (Share "
                       "of the latency of a lone plain store that the store buffer does not hide "
                       "[0..1])");
}

TEST_F(ProfileReaderTest, RefusesMalformedValues)
{
    for (const std::string bad :
         {"", "-2", "+2", "two", "2x", "2 2", "0x2", "nan", "inf", "2.5", "1e400", "4294967298"})
    {
        EXPECT_THAT(TryValue("Smt", bad), HasSubstr("Smt = '" + bad + "'"));
    }
    for (const std::string bad : {"", "-1.5", "1,5", "0x1p3", "nan", "1.2.3", "1e"})
    {
        EXPECT_THAT(TryValue("CoreGhz", bad), HasSubstr("CoreGhz = '" + bad + "'"));
    }
    for (const std::string bad : {"", "0", "1", "False", "no"})
    {
        EXPECT_THAT(TryValue("LlcInclusive", bad), HasSubstr("LlcInclusive = '" + bad + "'"));
    }
}

TEST_F(ProfileReaderTest, RefusesEveryNegativeNumber)
{
    std::istringstream lines(m_good);
    int numbers = 0;
    for (std::string line; std::getline(lines, line);)
    {
        const std::size_t value = line.find(" = ") + 3;
        if (line[0] != '#' && value < line.size() && isdigit(line[value]))
        {
            const std::string field = line.substr(0, value - 3);
            EXPECT_THAT(TryValue(field, "-" + line.substr(value)), HasSubstr(field + " = '-"));
            ++numbers;
        }
    }
    EXPECT_GT(numbers, 40);
}

TEST_F(ProfileReaderTest, RefusesInconsistentMachines)
{
    const char* changes[][2] = {{"CoreGhz", "0"},
                                {"CoresPerSocket", "0"},
                                {"CoresPerSocket", "128"},
                                {"Smt", "0"},
                                {"L1dWays", "0"},
                                {"L1dWays", "9"},
                                {"L2Kib", "32"},
                                {"IpcWarm", "0"},
                                {"CopyBytesPerCycle", "0"},
                                {"ClearBytesPerCycle", "0"},
                                {"OverlapL2", "0.5"},
                                {"LlcDomainCores", "4"},
                                {"LlcDomainCores", "36"}};
    for (const auto& [field, value] : changes)
    {
        EXPECT_THAT(TryValue(field, value), HasSubstr("refused; accepted: ")) << field;
    }
}

TEST_F(ProfileReaderTest, RefusesInconsistentKernels)
{
    const std::string good = Slurp(PROFILES + "kernel/6.4.profile");
    const char* changes[][2] = {{"Version", "-6.4"},
                                {"Version", "6"},
                                {"Version", "6.4-rc1"},
                                {"Hz", "0"},
                                {"DirectReturn", "3"},
                                {"PcpHigh", "62"},
                                {"NetdevBudget", "0"}};
    for (const auto& [field, value] : changes)
    {
        std::ofstream(m_path) << ReplaceLine(good, field, std::string(field) + " = " + value);
        EXPECT_THAT(Refusal(ReadKernelProfile, m_path), HasSubstr("refused; accepted: ")) << field;
    }
}

TEST_F(ProfileReaderTest, RefusalsAreOneLine)
{
    EXPECT_THAT(Try(std::string("\x01\xff\0=\x7f", 5) + "\n" + m_good), Not(HasSubstr("\n")));
    EXPECT_THAT(Try(std::string(100000, 'x')), AllOf(HasSubstr("..."), Not(HasSubstr("\n"))));
}

} // namespace ns3
