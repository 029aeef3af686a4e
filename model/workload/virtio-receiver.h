/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VIRTIO_RECEIVER_H
#define LINUX_DATAPATH_VIRTIO_RECEIVER_H

#include "latency-histogram.h"

#include "ns3/task.h"
#include "ns3/virtqueue.h"

#include <cstdint>

namespace ns3
{

/** @brief What a receiving guest does. */
struct VirtioReceiverParameters
{
    uint32_t bufferBytes{1526}; //!< room of a buffer with its virtio header [bytes]
    uint32_t burst{32};         //!< packets of one call of the poll-mode driver
    uint32_t instructions{60};  //!< of driver and application per packet
    bool polls{true};           //!< never sleeps; false: is called (interrupts)
};

/**
 * @ingroup linux-datapath
 * @brief A guest core that drains a receive queue: testpmd, rxonly; or a driver with interrupts.
 *
 * Used buffers are posted again at once and shown to the device once per burst. Equality: buffers
 * posted == buffers reclaimed + queue size, once it runs.
 */
class VirtioReceiver : public Task, public VirtqueueClient
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t frames{0}; //!< frames received
        uint64_t bytes{0};  //!< their bytes
        uint64_t polls{0};  //!< calls of the driver that found some
        uint64_t sleeps{0}; //!< times it went to sleep
    };

    /** @param cpu the guest's core @param queue receive queue @param parameters see there */
    VirtioReceiver(HostCpu& cpu, Virtqueue& queue, const VirtioReceiverParameters& parameters);

    /** @brief Fill the queue and receive from a time on. @param when ticks */
    void StartAt(Ticks when);

    /** @brief Sleep at the next chance. */
    void Stop()
    {
        m_stopped = true;
    }

    void Notified(CpuCore& core, Virtqueue& queue) override;

    /** @return counters since the last reset */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return from send call to the guest, ticks */
    const LatencyHistogram& GetLatency() const
    {
        return m_latency;
    }

    /** @brief Set counters and latencies to zero (end of warm-up). */
    void ResetStats();

  protected:
    void Step(CpuCore& core) override;

  private:
    void Fill(CpuCore& core);
    void ReceiveOne(CpuCore& core);
    void Idle(CpuCore& core);

    Virtqueue& m_queue;                          //!< receive queue
    const VirtioReceiverParameters m_parameters; //!< what it does
    uint32_t m_left{0};                          //!< used buffers of this burst
    bool m_called{false};                        //!< calls are wanted
    bool m_stopped{false};                       //!< to sleep at the next chance
    Stats m_stats;                               //!< counters
    LatencyHistogram m_latency;                  //!< from send call to the guest
};

} // namespace ns3

#endif // LINUX_DATAPATH_VIRTIO_RECEIVER_H
