/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STANDARD_PARAMETERS_H
#define LINUX_DATAPATH_STANDARD_PARAMETERS_H

#include "parameter.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The shorthands that mean the same in every scenario that takes them.
 * @return all of them, in the order in which they are listed, stored and exported
 */
const std::vector<Parameter>& StandardParameters();

/**
 * @ingroup linux-datapath
 * @brief One shorthand, to be taken as it is or changed by its With... functions.
 * @param name such as "mtu"
 * @return a copy
 * @throw std::logic_error when there is none of that name (a mistake of the scenario's author)
 */
Parameter StandardParameter(const std::string& name);

} // namespace ns3

#endif // LINUX_DATAPATH_STANDARD_PARAMETERS_H
