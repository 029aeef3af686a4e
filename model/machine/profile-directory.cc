/* SPDX-License-Identifier: GPL-2.0-only */
#include "profile-directory.h"

#include <cstdlib>

namespace ns3
{

std::string
ProfileDirectory()
{
    const char* chosen = std::getenv("LINUX_DATAPATH_PROFILES");
    std::string directory = chosen && *chosen ? chosen : LINUX_DATAPATH_PROFILE_DIR;
    while (directory.size() > 1 && directory.back() == '/')
    {
        directory.pop_back();
    }
    return directory;
}

} // namespace ns3
