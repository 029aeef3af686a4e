/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_WATCHER_H
#define LINUX_DATAPATH_XDP_WATCHER_H

#include "xdp-program.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Whoever wants to know what a device's program decided about every frame; costs nothing.
 */
class XdpWatcher
{
  public:
    virtual ~XdpWatcher() = default;

    /**
     * @brief The program has just returned.
     * @param core where it ran
     * @param verdict what it decided
     * @param sentAt when the send call of the frame began, ticks
     * @param bytes frame with Ethernet header, without FCS
     */
    virtual void Decided(CpuCore& core, XdpVerdict verdict, Ticks sentAt, uint32_t bytes) = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_WATCHER_H
