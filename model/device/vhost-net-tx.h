/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VHOST_NET_TX_H
#define LINUX_DATAPATH_VHOST_NET_TX_H

#include "tun-rx.h"
#include "vhost-page-frag.h"
#include "vhost-worker.h"
#include "virtqueue.h"

#include <vector>

namespace ns3
{

/** @brief Limits of one run of vhost_net's handlers: drivers/vhost/net.c. */
struct VhostWeight
{
    static constexpr uint64_t BYTES = 0x80000; //!< VHOST_NET_WEIGHT
    static constexpr uint32_t PACKETS = 256;   //!< VHOST_NET_PKT_WEIGHT
};

/** @brief What handle_tx is built from. */
struct VhostNetTxParameters
{
    uint32_t batch{64};                    //!< VHOST_NET_BATCH
    VhostRefill refill{VhostRefill::Bias}; //!< references of buffers
    bool xdp{true};                        //!< the tap has a program: buffers have its headroom
    double packetCycles{0};                //!< fitted base of the bed [core cycles]
};

/** @brief Counters of handle_tx. */
struct VhostNetTxStats
{
    uint64_t packets{0};  //!< packets taken from the guest
    uint64_t bytes{0};    //!< their bytes without virtio header
    uint64_t dropped{0};  //!< no memory for a buffer
    uint64_t runs{0};     //!< times the handler ran
    uint64_t flushes{0};  //!< vhost_tx_batch() with packets
    uint64_t requeues{0}; //!< runs that ended by their weight
};

/**
 * @ingroup linux-datapath
 * @brief handle_tx_copy(): from the guest's transmit queue into the tap, in batches of XDP buffers.
 *
 * drivers/vhost/net.c of v5.0. A step takes one descriptor and builds one buffer, or brings one
 * buffer of a batch through the tap. Layout of vhost_net_build_xdp(): front pad of
 * align(64 + 256 with a program + virtio header), buffer of align(header + packet + pad) + shared
 * info. Equality: packets == handed to the tap + dropped + in the batch; descriptors taken == used
 * + in the batch.
 *
 * Differs from the kernel: a buffer that does not fit a page is dropped instead of being sent alone
 * by the skb path; no busy polling, no zero-copy, no IOTLB.
 */
class VhostNetTx : public VhostWork, public VirtqueueClient
{
  public:
    /** @param host of the worker @param worker runs it @param queue transmit queue of the guest
     * @param tap where packets go @param parameters see there */
    VhostNetTx(LinuxHost& host,
               VhostWorker& worker,
               Virtqueue& queue,
               TunRx& tap,
               const VhostNetTxParameters& parameters);

    /** @brief vhost_net's vring was started: guest notifications are wanted. @param core who */
    void Start(CpuCore& core);
    bool Step(CpuCore& core, VhostWorker& worker) override;
    void Notified(CpuCore& core, Virtqueue& queue) override;
    /** @brief Give the refill's block back (vhost_net_release). @param core who */
    void Close(CpuCore& core);

    /** @param bytes frame @return front pad with a buffer's virtio header accounted [bytes] */
    uint32_t GetPad() const;
    /** @param bytes frame @return bytes of its buffer */
    uint32_t GetBufferBytes(uint32_t bytes) const;
    /** @return longest frame whose buffer fits a page [bytes] */
    uint32_t GetMaxFrame() const;

    /** @return counters since the last reset */
    const VhostNetTxStats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = VhostNetTxStats();
    }

  private:
    /** @brief Where the handler stands. */
    enum class Phase : uint8_t
    {
        Idle, //!< not running
        Take, //!< takes descriptors
        Send  //!< brings a batch through the tap
    };

    bool Take(CpuCore& core, VhostWorker& worker);
    bool Send(CpuCore& core, VhostWorker& worker);
    bool FlushOrEnd(CpuCore& core, VhostWorker& worker);
    void BeginSend(CpuCore& core, VhostWorker& worker);
    void BuildXdp(CpuCore& core, VirtqueueBuffer& buffer);
    bool ExceedsWeight() const;

    const SkbLayout m_layout;                //!< sizes
    VhostWorker& m_worker;                   //!< runs it
    Virtqueue& m_queue;                      //!< guest's transmit queue
    TunRx& m_tap;                            //!< where packets go
    const VhostNetTxParameters m_parameters; //!< what it is built from
    const Ticks m_base;                      //!< fitted base of a packet
    VhostPageFrag m_frag;                    //!< buffers
    BufferLines m_lines;                     //!< their lines
    Phase m_phase{Phase::Idle};              //!< where it stands
    bool m_ending{false};                    //!< the run ends with the flush under way
    uint32_t m_sentPackets{0};               //!< packets of this run
    uint64_t m_sentBytes{0};                 //!< bytes of this run
    uint32_t m_done{0};                      //!< done_idx: descriptors of the batch
    uint32_t m_next{0};                      //!< next buffer of the batch to send
    std::vector<TunXdpBuff> m_xdp;           //!< nvq->xdp
    LineSet m_xdpLines;                      //!< their lines
    LineRun m_vqLine{2, 0};                  //!< vhost_virtqueue: mutex, indices
    VhostNetTxStats m_stats;                 //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_VHOST_NET_TX_H
