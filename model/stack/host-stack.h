/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_HOST_STACK_H
#define LINUX_DATAPATH_HOST_STACK_H

#include "backlogs.h"
#include "deferred-free.h"

#include "ns3/object.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What the network stack of a host keeps per CPU: backlogs and lists of deferred skbs.
 *
 * Aggregated to the LinuxHost, so that all devices and sockets of a host share it.
 */
class HostStack : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    /** @brief The stack of a host, made and aggregated if need be. @param host the host @return it
     */
    static HostStack& Of(LinuxHost& host);

    /** @return per-CPU backlogs */
    Backlogs& GetBacklogs()
    {
        return *m_backlogs;
    }

    /** @return deferred freeing */
    DeferredFree& GetDeferredFree()
    {
        return *m_deferred;
    }

  protected:
    void DoDispose() override;

  private:
    std::unique_ptr<Backlogs> m_backlogs;     //!< backlogs
    std::unique_ptr<DeferredFree> m_deferred; //!< deferred freeing
};

} // namespace ns3

#endif // LINUX_DATAPATH_HOST_STACK_H
