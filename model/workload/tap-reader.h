/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TAP_READER_H
#define LINUX_DATAPATH_TAP_READER_H

#include "latency-histogram.h"

#include "ns3/task.h"
#include "ns3/tun-queue.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A process that reads frames from a tap by blocking read() calls: tun_do_read() of v5.0.
 *
 * Equality: frames == entries consumed from the ring.
 */
class TapReader : public Task, public TunReader
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t frames{0}; //!< frames read
        uint64_t bytes{0};  //!< their bytes
        uint64_t sleeps{0}; //!< times that a call had to wait
    };

    /** @param cpu where it runs @param ring what it reads from @param bytes of its buffer; longer
     * frames are cut */
    TapReader(HostCpu& cpu, TunQueue& ring, uint32_t bytes);

    /** @brief Read from a time on. @param when ticks */
    void StartAt(Ticks when);
    void Readable(CpuCore& core) override;

    /** @return counters since the last reset */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return from send call to the copy, ticks */
    const LatencyHistogram& GetLatency() const
    {
        return m_latency;
    }

    /** @brief Set counters and latencies to zero (end of warm-up). */
    void ResetStats();

  protected:
    void Step(CpuCore& core) override;

  private:
    void Wait(CpuCore& core);
    void PutUser(CpuCore& core, Skb& skb);

    TunQueue& m_ring;           //!< what it reads from
    const uint32_t m_bytes;     //!< bytes of its buffer
    LineSet m_buffer;           //!< its buffer
    bool m_inCall{false};       //!< a read() call is under way
    Stats m_stats;              //!< counters
    LatencyHistogram m_latency; //!< from send call to the copy
};

} // namespace ns3

#endif // LINUX_DATAPATH_TAP_READER_H
