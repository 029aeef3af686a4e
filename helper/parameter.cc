/* SPDX-License-Identifier: GPL-2.0-only */
#include "parameter.h"

#include "name-suggestion.h"
#include "number-text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace ns3
{

namespace
{

/** @brief on or off for every spelling of a switch. */
std::optional<std::string>
SwitchWord(const std::string& text)
{
    if (text == "true" || text == "on" || text == "1")
    {
        return "on";
    }
    if (text == "false" || text == "off" || text == "0")
    {
        return "off";
    }
    return std::nullopt;
}

bool
Contains(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/** @brief Words accepted for a choice; one that has on and off also takes a switch's spellings. */
std::optional<std::string>
ReadChoice(const std::string& text, const std::vector<std::string>& words)
{
    if (Contains(words, text))
    {
        return text;
    }
    const auto word = SwitchWord(text);
    return word && Contains(words, *word) ? word : std::nullopt;
}

std::optional<double>
ReadInteger(const std::string& text)
{
    const auto number = ParseUnsigned(text);
    // Beyond 2^53 neighbouring integers are one double, and no parameter needs them.
    if (!number || *number > (uint64_t{1} << 53))
    {
        return std::nullopt;
    }
    return static_cast<double>(*number);
}

std::optional<double>
ReadSize(const std::string& text)
{
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string suffix = text.substr(digits);
    const auto number = ReadInteger(text.substr(0, digits));
    const double unit = suffix.empty() ? 1 : suffix == "K" ? 1024 : suffix == "M" ? 1048576 : 0;
    if (!number || unit == 0)
    {
        return std::nullopt;
    }
    return *number * unit;
}

std::optional<double>
ReadNumber(const std::string& text, Parameter::Kind kind)
{
    return kind == Parameter::Kind::Integer ? ReadInteger(text)
           : kind == Parameter::Kind::Size  ? ReadSize(text)
                                            : ParseNumber(text);
}

bool
IsOneLine(const std::string& text)
{
    return std::none_of(text.begin(), text.end(), [](unsigned char letter) {
        return std::iscntrl(letter) != 0;
    });
}

/** @brief The normalised value, or nothing when it is not accepted. */
std::optional<std::string>
Read(const Parameter& parameter, const std::string& text)
{
    switch (parameter.kind)
    {
    case Parameter::Kind::Text:
        return text.empty() || !IsOneLine(text) ? std::nullopt : std::make_optional(text);
    case Parameter::Kind::Choice:
        return ReadChoice(text, parameter.words);
    case Parameter::Kind::Boolean: {
        const auto word = SwitchWord(text);
        return word ? std::make_optional<std::string>(*word == "on" ? "true" : "false")
                    : std::nullopt;
    }
    default:
        break;
    }
    if (Contains(parameter.words, text))
    {
        return text;
    }
    const auto number = ReadNumber(text, parameter.kind);
    if (!number || *number < parameter.minimum || *number > parameter.maximum)
    {
        return std::nullopt;
    }
    return FormatNumber(*number);
}

} // namespace

Parameter
Parameter::WithDefault(const std::string& value) const
{
    Parameter copy = *this;
    copy.follows.clear();
    copy.defaultValue = copy.Normalise(value);
    return copy;
}

Parameter
Parameter::WithAttribute(const std::string& fullName, const std::string& suffix) const
{
    Parameter copy = *this;
    copy.attribute = fullName;
    copy.attributeSuffix = suffix;
    return copy;
}

Parameter
Parameter::WithRange(double least, double greatest) const
{
    Parameter copy = *this;
    copy.minimum = least;
    copy.maximum = greatest;
    return copy;
}

Parameter
Parameter::Make(const std::string& name,
                Kind kind,
                const std::string& defaultValue,
                const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = kind;
    parameter.defaultValue = defaultValue;
    parameter.help = help;
    return parameter;
}

Parameter
Parameter::WithWords(const std::vector<std::string>& accepted) const
{
    Parameter copy = *this;
    copy.words = accepted;
    return copy;
}

std::string
Parameter::Normalise(const std::string& value) const
{
    const auto text = Read(*this, value);
    if (!text)
    {
        const std::string shown = IsOneLine(value) ? value : "(unprintable text)";
        throw std::invalid_argument(name + "=" + shown + " is refused; " + name + " accepts " +
                                    Range() + (unit.empty() ? "" : " " + unit));
    }
    return *text;
}

std::string
Parameter::Range() const
{
    switch (kind)
    {
    case Kind::Choice:
        return Join(words, "|");
    case Kind::Boolean:
        return "true|false";
    case Kind::Text:
        return words.empty() ? "text" : Join(words, "|") + "|FILE";
    default:
        break;
    }
    std::string range = FormatNumber(minimum) + ".." + FormatNumber(maximum);
    return words.empty() ? range : Join(words, "|") + "|" + range;
}

std::string
Parameter::DefaultText() const
{
    return follows.empty() ? defaultValue : "follows " + follows;
}

} // namespace ns3
