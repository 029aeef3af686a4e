/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PROFILE_READER_H
#define LINUX_DATAPATH_PROFILE_READER_H

#include "kernel-profile.h"
#include "machine-profile.h"

#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Read a machine profile.
 *
 * The text has one `Name = value  # source` a line; names are the attributes of the class, all of
 * them, each once, in any order. Truth values are `true` and `false`, numbers are decimal without
 * sign. Nothing is clamped and nothing has a default: a profile says everything itself.
 *
 * @param nameOrFile name of a profile in the folder `machine` of ProfileDirectory(), or the path
 * of a file
 * @return the profile
 * @throw std::invalid_argument one line that names file, line, field, value and what is accepted
 */
Ptr<MachineProfile> ReadMachineProfile(const std::string& nameOrFile);

/**
 * @ingroup linux-datapath
 * @brief Read a kernel profile: as ReadMachineProfile, from the folder `kernel`.
 * @param nameOrFile name of a profile, or the path of a file
 * @return the profile
 * @throw std::invalid_argument as ReadMachineProfile
 */
Ptr<KernelProfile> ReadKernelProfile(const std::string& nameOrFile);

/** @brief Names that ReadMachineProfile knows. @return sorted; empty without a profile folder */
std::vector<std::string> MachineProfileNames();

/** @brief Names that ReadKernelProfile knows. @return sorted; empty without a profile folder */
std::vector<std::string> KernelProfileNames();

} // namespace ns3

#endif // LINUX_DATAPATH_PROFILE_READER_H
