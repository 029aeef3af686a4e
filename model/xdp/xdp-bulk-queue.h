/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_BULK_QUEUE_H
#define LINUX_DATAPATH_XDP_BULK_QUEUE_H

#include "xdp-frame-sink.h"
#include "xdp-frame.h"

#include <array>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Frames gathered for one device before it is asked to send them: 16 at a time.
 *
 * veth_xdp_tx_bq (VETH_XDP_TX_BULK_SIZE) and xdp_dev_bulk_queue (DEV_MAP_BULK_SIZE) of v5.18 to
 * v6.18. A full devmap queue goes out without a kick (XDP_XMIT_FLUSH), which follows with
 * xdp_do_flush(). Equality: queued == sent + dropped + waiting.
 */
class XdpBulkQueue
{
  public:
    static constexpr uint32_t SIZE = 16; //!< both kernel constants

    /** @param frames where refused frames go @param function what a flush is booked under @param
     * kickWhenFull a full queue is sent with a kick, too */
    XdpBulkQueue(XdpFrames& frames, Fn function, bool kickWhenFull = true);

    /** @brief Queue a frame; a full queue is flushed first. @param core who @param sink the device
     * @param frame which @return frames that the device refused */
    uint32_t Enqueue(CpuCore& core, XdpFrameSink& sink, XdpFrame* frame);

    /** @brief Hand over what waits, with a kick, and give back what is refused. @param core who
     * @param sink the device @return frames that it refused */
    uint32_t Flush(CpuCore& core, XdpFrameSink& sink);

    /** @return frames that the device took */
    uint64_t GetSent() const
    {
        return m_sent;
    }

    /** @return frames that it refused */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @return bulks handed over (tracepoint xdp_devmap_xmit, xdp_bulk_tx) */
    uint64_t GetBulks() const
    {
        return m_bulks;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_sent = 0;
        m_dropped = 0;
        m_bulks = 0;
    }

  private:
    uint32_t Xmit(CpuCore& core, XdpFrameSink& sink, bool kick);

    XdpFrames& m_frames;                   //!< where refused frames go
    const Fn m_function;                   //!< books
    const bool m_kickWhenFull;             //!< a full queue is sent with a kick
    std::array<XdpFrame*, SIZE> m_queue{}; //!< waiting
    uint32_t m_count{0};                   //!< how many
    uint64_t m_sent{0};                    //!< taken
    uint64_t m_dropped{0};                 //!< refused
    uint64_t m_bulks{0};                   //!< handed over
    LineRun m_lines{2, 0};                 //!< the queue's own lines
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_BULK_QUEUE_H
