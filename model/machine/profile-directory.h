/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PROFILE_DIRECTORY_H
#define LINUX_DATAPATH_PROFILE_DIRECTORY_H

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The folder that holds the folders `machine` and `kernel` with the profiles.
 *
 * It is profiles/ of the source tree that the library was built from; of an installed library or
 * program, share/linux-datapath/profiles below the same prefix, wherever that was moved. The
 * environment variable LINUX_DATAPATH_PROFILES names another: a program that was copied to a
 * machine without the sources still finds its profiles.
 *
 * @return path without a slash at its end; whether it exists is not checked
 */
std::string ProfileDirectory();

} // namespace ns3

#endif // LINUX_DATAPATH_PROFILE_DIRECTORY_H
