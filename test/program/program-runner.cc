/* SPDX-License-Identifier: GPL-2.0-only */
#include "program-runner.h"

#include "helper/temporary-folder.h"

#include <algorithm>
#include <cstdlib>
#include <sys/wait.h>

namespace ns3
{

ProgramOutcome
RunShell(const std::string& command)
{
    const TemporaryFolder folder;
    const int status = std::system(
        ("{ " + command + "; } > " + (folder / "output") + " 2> " + (folder / "error")).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            ReadFile(folder / "output"),
            ReadFile(folder / "error")};
}

ProgramOutcome
RunDatapath(const std::string& arguments)
{
    return RunShell(LINUX_DATAPATH_PROGRAM " " + arguments);
}

ProgramOutcome
RunToy(const std::string& arguments)
{
    return RunShell(LINUX_DATAPATH_TOY_PROGRAM " " + arguments);
}

size_t
CountLines(const std::string& text)
{
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace ns3
