/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_REDIRECT_TARGET_H
#define LINUX_DATAPATH_XDP_REDIRECT_TARGET_H

#include <cstdint>

namespace ns3
{

class CpuCore;
struct XdpFrame;

/**
 * @ingroup linux-datapath
 * @brief An entry of a map that XDP_REDIRECT leads to: a device (devmap) or a CPU (cpumap).
 *
 * Frames are gathered per sending CPU and handed over in bulk, at the latest when the NAPI that
 * redirected them ends its poll (xdp_do_flush).
 */
class XdpRedirectTarget
{
  public:
    virtual ~XdpRedirectTarget() = default;

    /**
     * @brief bq_enqueue(): take a frame over.
     * @param core the NAPI's core, in softirq
     * @param frame which
     * @return frames that were refused and given back now
     */
    virtual uint32_t Enqueue(CpuCore& core, XdpFrame* frame) = 0;

    /** @brief xdp_do_flush(): hand over what this core gathered, and kick. @param core who @return
     * frames that were refused and given back now */
    virtual uint32_t Flush(CpuCore& core) = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_REDIRECT_TARGET_H
