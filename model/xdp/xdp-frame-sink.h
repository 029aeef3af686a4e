/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_FRAME_SINK_H
#define LINUX_DATAPATH_XDP_FRAME_SINK_H

#include <cstdint>

namespace ns3
{

class CpuCore;
struct XdpFrame;

/**
 * @ingroup linux-datapath
 * @brief A device as XDP sees it: ndo_xdp_xmit.
 */
class XdpFrameSink
{
  public:
    virtual ~XdpFrameSink() = default;

    /**
     * @brief Take frames, from the first on, until one does not fit.
     * @param core who
     * @param frames the frames
     * @param count how many
     * @param flush kick the receiver (XDP_XMIT_FLUSH)
     * @return frames taken; the caller keeps the rest
     */
    virtual uint32_t XdpXmit(CpuCore& core,
                             XdpFrame* const* frames,
                             uint32_t count,
                             bool flush) = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_FRAME_SINK_H
