/* SPDX-License-Identifier: GPL-2.0-only */
#include "number-text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace ns3
{

std::optional<uint64_t>
ParseUnsigned(const std::string& text)
{
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    {
        return std::nullopt;
    }
    uint64_t number = 0;
    for (const char digit : text)
    {
        const auto value = static_cast<uint64_t>(digit - '0');
        if (number > (std::numeric_limits<uint64_t>::max() - value) / 10)
        {
            return std::nullopt;
        }
        number = number * 10 + value;
    }
    return number;
}

std::optional<double>
ParseNumber(const std::string& text)
{
    // strtod also reads hexadecimal numbers, "nan", "inf" and leading blanks.
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string::npos)
    {
        return std::nullopt;
    }
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !std::isfinite(number))
    {
        return std::nullopt;
    }
    return number;
}

std::string
FormatNumber(double number)
{
    char text[40];
    if (number == std::floor(number) && std::fabs(number) < 1e15)
    {
        std::snprintf(text, sizeof text, "%.0f", number + 0.0);
        return text;
    }
    for (int digits = 1; digits <= 17; ++digits)
    {
        std::snprintf(text, sizeof text, "%.*g", digits, number);
        if (std::strtod(text, nullptr) == number)
        {
            break;
        }
    }
    return text;
}

} // namespace ns3
