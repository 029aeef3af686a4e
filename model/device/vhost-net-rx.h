/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VHOST_NET_RX_H
#define LINUX_DATAPATH_VHOST_NET_RX_H

#include "tun-queue.h"
#include "vhost-worker.h"
#include "virtqueue.h"

#include <array>
#include <vector>

namespace ns3
{

/** @brief Counters of handle_rx. */
struct VhostNetRxStats
{
    uint64_t packets{0};   //!< packets copied to the guest
    uint64_t bytes{0};     //!< their bytes without virtio header
    uint64_t buffers{0};   //!< descriptors used for them
    uint64_t runs{0};      //!< times the handler ran
    uint64_t consumes{0};  //!< batches taken from the tap's ring
    uint64_t requeues{0};  //!< runs that ended by their weight
    uint64_t noBuffers{0}; //!< runs that ended because the guest had no buffer
};

/**
 * @ingroup linux-datapath
 * @brief handle_rx(): from the tap's ring into the guest's receive queue.
 *
 * drivers/vhost/net.c of v5.0. Pointers come from the ring 64 at a time under one consumer lock, a
 * packet is copied into as many guest buffers as it needs (mergeable), used entries are published
 * after more than 64 of them and at the end of the run. While the handler runs it is not on the
 * tap's wait queue. Equality: consumed == packets + pointers held.
 */
class VhostNetRx : public VhostWork, public VirtqueueClient, public TunReader
{
  public:
    static constexpr uint32_t BATCH = 64; //!< VHOST_NET_BATCH, VHOST_RX_BATCH

    /** @param worker runs it @param queue receive queue of the guest @param ring the tap's */
    VhostNetRx(VhostWorker& worker, Virtqueue& queue, TunQueue& ring);

    /** @brief The vring was started: wait for the tap. @param core who */
    void Start(CpuCore& core);
    bool Step(CpuCore& core, VhostWorker& worker) override;
    void Notified(CpuCore& core, Virtqueue& queue) override;
    void Readable(CpuCore& core) override;
    /** @brief Free what was taken from the ring (vhost_net_buf_unproduce). @param core who */
    void Close(CpuCore& core);

    /** @return pointers taken from the ring and not handled */
    uint32_t GetHeld() const
    {
        return m_tail - m_head;
    }

    /** @return counters since the last reset */
    const VhostNetRxStats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = VhostNetRxStats();
    }

  private:
    void Begin(CpuCore& core);
    void* Peek(CpuCore& core);
    bool CollectBuffers(CpuCore& core, uint32_t bytes);
    void CopyOut(CpuCore& core, void* entry);
    void CopyPiece(CpuCore& core, LineSet& from, uint32_t byte, uint32_t bytes);
    bool End(CpuCore& core, bool waitForTap);
    static uint32_t LengthOf(CpuCore& core, void* entry);

    VhostWorker& m_worker;                         //!< runs it
    Virtqueue& m_queue;                            //!< guest's receive queue
    TunQueue& m_ring;                              //!< the tap's ring
    std::array<void*, BATCH> m_rxq{};              //!< rxq: pointers taken
    uint32_t m_head{0};                            //!< next to handle
    uint32_t m_tail{0};                            //!< behind the last
    LineRun m_rxqLines{BATCH * 8 / LINE_BYTES, 0}; //!< lines of rxq
    std::vector<VirtqueueBuffer*> m_buffers;       //!< collected for this packet
    uint32_t m_cursor{0};                          //!< bytes of this packet copied out
    bool m_running{false};                         //!< inside the handler
    uint32_t m_done{0};                            //!< done_idx
    uint32_t m_sentPackets{0};                     //!< packets of this run
    uint64_t m_sentBytes{0};                       //!< bytes of this run
    LineRun m_vqLine{2, 0};                        //!< vhost_virtqueue: mutex, indices
    VhostNetRxStats m_stats;                       //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_VHOST_NET_RX_H
