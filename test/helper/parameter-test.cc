/* SPDX-License-Identifier: GPL-2.0-only */
#include "refusal.h"

#include "ns3/number-text.h"
#include "ns3/parameter.h"

#include <gmock/gmock.h>

namespace ns3
{

using testing::AllOf;
using testing::HasSubstr;

namespace
{

Parameter
Make(Parameter::Kind kind)
{
    Parameter parameter;
    parameter.name = "x";
    parameter.kind = kind;
    parameter.minimum = 1;
    parameter.maximum = 65536;
    return parameter;
}

} // namespace

TEST(NumberText, ReadsOnlyWholeNumbersWithoutSign)
{
    EXPECT_EQ(ParseUnsigned("18446744073709551615"), 18446744073709551615U);
    for (const char* const bad :
         {"", "-1", "+1", "1.0", "1e3", " 1", "0x10", "18446744073709551616"})
    {
        EXPECT_FALSE(ParseUnsigned(bad)) << bad;
    }
}

TEST(NumberText, ReadsOnlyFiniteDecimalNumbers)
{
    EXPECT_EQ(ParseNumber("-1.5e3"), -1500.0);
    for (const char* const bad : {"", "nan", "inf", "0x10", "1e999", "1 ", "1.5x", "e"})
    {
        EXPECT_FALSE(ParseNumber(bad)) << bad;
    }
}

TEST(NumberText, FormatsShortestTextThatReadsBack)
{
    EXPECT_EQ(FormatNumber(256), "256");
    EXPECT_EQ(FormatNumber(0.1), "0.1");
    EXPECT_EQ(FormatNumber(-0.0), "0");
    EXPECT_EQ(FormatNumber(1e9), "1000000000");
    for (const double number : {1.0 / 3, 2.0 / 3e7, 1e300, 123456.789})
    {
        EXPECT_EQ(ParseNumber(FormatNumber(number)), number);
    }
}

TEST(Parameter, IntegersHaveOneSpelling)
{
    const Parameter integer = Make(Parameter::Kind::Integer);
    EXPECT_EQ(integer.Normalise("0256"), "256");
    EXPECT_EQ(integer.Normalise("65536"), "65536");
}

TEST(Parameter, RefusalNamesOptionValueAndRange)
{
    Parameter integer = Make(Parameter::Kind::Integer);
    integer.unit = "entries";
    for (const char* const bad : {"0", "65537", "-1", "", "1.5", "banana", "99999999999999999999"})
    {
        EXPECT_THAT(Refusal([&] { integer.Normalise(bad); }),
                    AllOf(HasSubstr(std::string("x=") + bad), HasSubstr("1..65536 entries")));
    }
}

TEST(Parameter, RefusalStaysOnOneLine)
{
    EXPECT_THAT(Refusal([] { Make(Parameter::Kind::Integer).Normalise("1\n2"); }),
                HasSubstr("unprintable"));
}

TEST(Parameter, WordsAreAcceptedBesidesNumbers)
{
    const Parameter integer = Make(Parameter::Kind::Integer).WithWords({"kernel"});
    EXPECT_EQ(integer.Normalise("kernel"), "kernel");
    EXPECT_EQ(integer.Range(), "kernel|1..65536");
}

TEST(Parameter, SizesTakeSuffixes)
{
    const Parameter size = Make(Parameter::Kind::Size).WithRange(1, 1 << 30);
    EXPECT_EQ(size.Normalise("128K"), "131072");
    EXPECT_EQ(size.Normalise("6M"), "6291456");
    EXPECT_EQ(size.Normalise("17"), "17");
    for (const char* const bad : {"K", "128k", "1.5M", "1G", "2048M", "0K"})
    {
        EXPECT_THAT(Refusal([&] { size.Normalise(bad); }), HasSubstr("refused")) << bad;
    }
}

TEST(Parameter, NumbersKeepTheirValue)
{
    const Parameter number = Make(Parameter::Kind::Number).WithRange(0.001, 100);
    EXPECT_EQ(number.Normalise("0.250"), "0.25");
    EXPECT_EQ(number.Normalise("1e1"), "10");
    EXPECT_THAT(Refusal([&] { number.Normalise("0"); }), HasSubstr("0.001..100"));
}

TEST(Parameter, SwitchesHaveSixSpellingsAndTwoValues)
{
    const Parameter boolean = Make(Parameter::Kind::Boolean);
    const Parameter choice = Make(Parameter::Kind::Choice).WithWords({"on", "off", "kernel"});
    for (const char* const yes : {"true", "on", "1"})
    {
        EXPECT_EQ(boolean.Normalise(yes), "true");
        EXPECT_EQ(choice.Normalise(yes), "on");
    }
    for (const char* const no : {"false", "off", "0"})
    {
        EXPECT_EQ(boolean.Normalise(no), "false");
        EXPECT_EQ(choice.Normalise(no), "off");
    }
    EXPECT_EQ(choice.Normalise("kernel"), "kernel");
    EXPECT_THAT(Refusal([&] { boolean.Normalise("kernel"); }), HasSubstr("true|false"));
}

TEST(Parameter, ChoicesAreTheirWordsOnly)
{
    const Parameter choice = Make(Parameter::Kind::Choice).WithWords({"pass", "0"});
    EXPECT_EQ(choice.Normalise("0"), "0");
    EXPECT_THAT(Refusal([&] { choice.Normalise("pas"); }), HasSubstr("pass|0"));
    EXPECT_THAT(Refusal([&] { choice.Normalise("false"); }), HasSubstr("pass|0"));
}

TEST(Parameter, DefaultsAreNormalisedAndEndFollowing)
{
    Parameter integer = Make(Parameter::Kind::Integer);
    integer.follows = "ring";
    EXPECT_EQ(integer.DefaultText(), "follows ring");
    EXPECT_EQ(integer.WithDefault("064").DefaultText(), "64");
    EXPECT_THAT(Refusal([&] { integer.WithDefault("0"); }), HasSubstr("refused"));
}

} // namespace ns3
