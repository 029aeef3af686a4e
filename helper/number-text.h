/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NUMBER_TEXT_H
#define LINUX_DATAPATH_NUMBER_TEXT_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Read a whole number; nothing but digits is accepted, and no overflow.
 * @param text to read
 * @return the number, or nothing
 */
std::optional<uint64_t> ParseUnsigned(const std::string& text);

/**
 * @ingroup linux-datapath
 * @brief Read a finite real number that fills the whole text.
 * @param text to read
 * @return the number, or nothing
 */
std::optional<double> ParseNumber(const std::string& text);

/**
 * @ingroup linux-datapath
 * @brief Shortest decimal text that reads back as the same number; whole numbers without exponent.
 * @param number finite
 * @return the text
 */
std::string FormatNumber(double number);

} // namespace ns3

#endif // LINUX_DATAPATH_NUMBER_TEXT_H
