/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_METER_H
#define LINUX_DATAPATH_PACKET_METER_H

#include "latency-histogram.h"

#include "ns3/skb-allocator.h"
#include "ns3/skb-sink.h"
#include "ns3/xdp-watcher.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The end of open-loop traffic: counts frames, bytes and latency.
 *
 * Above a device it takes the place of the protocols and frees every skb. As the watcher of a
 * device's program it counts the frames that the program keeps from the stack (DROP, TX, REDIRECT):
 * the program is their reader. Equality: frames == passed + kept.
 * Datagrams are never merged, so an skb is a frame.
 */
class PacketMeter : public SkbSink, public XdpWatcher
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t frames{0}; //!< frames of the wire that reached their reader
        uint64_t bytes{0};  //!< their bytes with Ethernet headers, without FCS
        uint64_t passed{0}; //!< of these, came up from the device
        uint64_t kept{0};   //!< of these, ended in the program
    };

    /** @param skbs where skbs are freed */
    explicit PacketMeter(SkbAllocator& skbs);

    bool Receive(CpuCore& core, Skb* skb) override;
    void Decided(CpuCore& core, XdpVerdict verdict, Ticks sentAt, uint32_t bytes) override;

    /** @brief Set counters and latencies to zero (end of warm-up). */
    void ResetStats();

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return when the last frame reached its reader, ticks; 0 before the first */
    Ticks GetLast() const
    {
        return m_last;
    }

    /** @return from send call to reader, ticks, one sample a frame */
    const LatencyHistogram& GetLatency() const
    {
        return m_latency;
    }

  private:
    void Count(const CpuCore& core, Ticks sentAt, uint32_t bytes);

    SkbAllocator& m_skbs;       //!< where skbs are freed
    Stats m_stats;              //!< counters
    Ticks m_last{0};            //!< when the last frame reached its reader
    LatencyHistogram m_latency; //!< from send call to reader
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_METER_H
