/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_ATTRIBUTE_OVERRIDE_H
#define LINUX_DATAPATH_ATTRIBUTE_OVERRIDE_H

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Check a value for any attribute of ns-3.
 *
 * ns-3 ends the process on a text that it cannot read as, say, a Time, so a child process tries the
 * value first, on an object of the class where it can be made.
 * @param fullName "ns3::Class::Attribute", by the class that declares it
 * @param value as the user wrote it
 * @return the text as ns-3 would print it
 * @throw std::invalid_argument one line: no such class or attribute, with near ones, or the type
 * and range that are accepted
 */
std::string CheckAttribute(const std::string& fullName, const std::string& value);

/**
 * @ingroup linux-datapath
 * @brief Make a value the attribute's default, for the whole process.
 * @param fullName "ns3::Class::Attribute"
 * @param value accepted by CheckAttribute()
 * @throw std::invalid_argument one line, as CheckAttribute()
 */
void SetAttributeDefault(const std::string& fullName, const std::string& value);

} // namespace ns3

#endif // LINUX_DATAPATH_ATTRIBUTE_OVERRIDE_H
