/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VIRTIO_SENDER_H
#define LINUX_DATAPATH_VIRTIO_SENDER_H

#include "ns3/task.h"
#include "ns3/virtqueue.h"

#include <cstdint>

namespace ns3
{

/** @brief What a sending guest does. */
struct VirtioSenderParameters
{
    uint32_t frame{60};        //!< frame with Ethernet header, without FCS [bytes]
    uint32_t burst{32};        //!< packets of one call of the poll-mode driver
    uint32_t instructions{60}; //!< of driver and application per packet
};

/**
 * @ingroup linux-datapath
 * @brief A guest core that fills a transmit queue as fast as it can: testpmd, txonly, virtio_user.
 *
 * A process that never sleeps: it takes used descriptors back, writes the headers of up to a burst
 * of packets, and shows them to the device with one store of the avail index. It wants no calls.
 * Equality: frames == posted buffers of the queue.
 */
class VirtioSender : public Task
{
  public:
    /** @param cpu the guest's core @param queue transmit queue @param parameters see there */
    VirtioSender(HostCpu& cpu, Virtqueue& queue, const VirtioSenderParameters& parameters);

    /** @brief Send from a time on. @param when ticks */
    void StartAt(Ticks when);

    /** @brief Begin no burst any more. */
    void Stop()
    {
        m_stopped = true;
    }

    /** @return frames offered since the last reset */
    uint64_t GetFrames() const
    {
        return m_frames;
    }

    /** @brief Set the counter to zero (end of warm-up). */
    void ResetStats()
    {
        m_frames = 0;
    }

  protected:
    void Step(CpuCore& core) override;

  private:
    void BeginBurst(CpuCore& core);
    void SendOne(CpuCore& core);

    Virtqueue& m_queue;                        //!< transmit queue
    const VirtioSenderParameters m_parameters; //!< what it does
    uint32_t m_left{0};                        //!< packets of this burst to write
    bool m_stopped{false};                     //!< no burst any more
    uint64_t m_frames{0};                      //!< frames offered
};

} // namespace ns3

#endif // LINUX_DATAPATH_VIRTIO_SENDER_H
