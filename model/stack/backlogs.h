/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_BACKLOGS_H
#define LINUX_DATAPATH_BACKLOGS_H

#include "backlog.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The backlogs of all cores of a host, made when they are first asked for.
 *
 * Whoever sets up the stack of a host owns one and gives it to the devices. To be destroyed before
 * the host, after Purge().
 */
class Backlogs
{
  public:
    /** @param host the host; outlives this */
    explicit Backlogs(LinuxHost& host);

    /** @param core a core of the host @return its backlog */
    Backlog& Of(const CpuCore& core);

    /** @brief Free everything that waits. @param core who */
    void Purge(CpuCore& core);

  private:
    LinuxHost& m_host;                                //!< the host
    std::vector<std::unique_ptr<Backlog>> m_backlogs; //!< by core number
};

} // namespace ns3

#endif // LINUX_DATAPATH_BACKLOGS_H
