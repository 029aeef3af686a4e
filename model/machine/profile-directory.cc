/* SPDX-License-Identifier: GPL-2.0-only */
#include "profile-directory.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace ns3
{

namespace
{

/** @brief Profiles of an installation. @param file of it @return empty if it is not installed */
std::string
InstalledBeside(const std::string& file)
{
    std::error_code none;
    auto folder = std::filesystem::canonical(file, none).parent_path();
    // Debian's libraries stand one floor deeper than programs: lib/x86_64-linux-gnu
    for (int floors = 0; floors < 2 && folder.has_relative_path(); ++floors)
    {
        folder = folder.parent_path();
        const auto profiles = folder / "share" / "linux-datapath" / "profiles";
        if (std::filesystem::is_directory(profiles, none))
        {
            return profiles.string();
        }
    }
    return "";
}

/** @brief Profiles of the installation that this code is part of. @return empty: not installed */
std::string
InstalledProfiles()
{
    // of a library the loader knows the path, of the program only the word it was called by
    Dl_info info;
    std::string found;
    if (dladdr(reinterpret_cast<void*>(&ProfileDirectory), &info) != 0 && info.dli_fname)
    {
        found = InstalledBeside(info.dli_fname);
    }
    return found.empty() ? InstalledBeside("/proc/self/exe") : found;
}

} // namespace

std::string
ProfileDirectory()
{
    const char* chosen = std::getenv("LINUX_DATAPATH_PROFILES");
    std::string directory = chosen && *chosen ? chosen : InstalledProfiles();
    if (directory.empty())
    {
        directory = LINUX_DATAPATH_PROFILE_DIR;
    }
    while (directory.size() > 1 && directory.back() == '/')
    {
        directory.pop_back();
    }
    return directory;
}

} // namespace ns3
