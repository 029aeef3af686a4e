/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_DEV_MAP_H
#define LINUX_DATAPATH_DEV_MAP_H

#include "xdp-bulk-queue.h"
#include "xdp-redirect-target.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One entry of a devmap: a device, and a bulk queue of 16 per sending CPU.
 *
 * kernel/bpf/devmap.c, v5.18 to v6.18. Equality: taken == sent + dropped + waiting, over all CPUs.
 */
class DevMapEntry : public XdpRedirectTarget
{
  public:
    /** @param frames where refused frames go @param device its ndo_xdp_xmit; outlives this */
    DevMapEntry(XdpFrames& frames, XdpFrameSink& device);

    uint32_t Enqueue(CpuCore& core, XdpFrame* frame) override;
    uint32_t Flush(CpuCore& core) override;

    /** @return frames that the device took */
    uint64_t GetSent() const;
    /** @return frames that it refused */
    uint64_t GetDropped() const;

  private:
    XdpBulkQueue& GetQueue(const CpuCore& core);

    XdpFrames& m_frames;                                 //!< where refused frames go
    XdpFrameSink& m_device;                              //!< the device
    std::vector<std::unique_ptr<XdpBulkQueue>> m_queues; //!< xdp_dev_bulk_queue, by core number
};

} // namespace ns3

#endif // LINUX_DATAPATH_DEV_MAP_H
