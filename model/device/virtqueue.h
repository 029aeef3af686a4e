/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VIRTQUEUE_H
#define LINUX_DATAPATH_VIRTQUEUE_H

#include "ns3/cpu-core.h"
#include "ns3/skb-cargo.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class Virtqueue;

/**
 * @ingroup linux-datapath
 * @brief One side of a virtqueue, as the other side's notification reaches it.
 */
class VirtqueueClient
{
  public:
    virtual ~VirtqueueClient() = default;
    /** @brief The eventfd of this side was signalled. @param core who signals, and pays @param
     * queue which */
    virtual void Notified(CpuCore& core, Virtqueue& queue) = 0;
};

/** @brief The guest's buffer behind one descriptor. */
struct VirtqueueBuffer
{
    LineSet lines;            //!< virtio-net header at the end of the first line, then the frame
    uint32_t bytes{0};        //!< header and frame: room of a receive buffer, or what is in it
    uint32_t count{1};        //!< num_buffers of a received frame
    Ticks sentAt{0};          //!< when its frame was made, ticks
    SkbCargo* cargo{nullptr}; //!< what travels with the frame
};

/**
 * @ingroup linux-datapath
 * @brief A split virtqueue: descriptors, avail ring, used ring, and who may disturb whom.
 *
 * drivers/vhost/vhost.c of v5.0 on the device's side, a polling driver in user space on the other.
 * Layout of virtio 1.0: a descriptor has 16 bytes (4 a line), an avail entry 2, a used entry 8;
 * flags and index stand in front of both rings, the other side's event index behind them. The
 * device reads the avail index only when it has used up what it read before, and writes the used
 * index once per batch.
 *
 * Equalities: posted == published + staged by the driver; published == taken + waiting; taken ==
 * used + in the device's batch; used == reclaimed + not yet seen; posted - reclaimed <= size.
 *
 * Differs from the kernel: buffers are used in the order in which they were posted (vhost_net
 * does so), so descriptors need no free list; one descriptor a buffer (VIRTIO_F_ANY_LAYOUT); the
 * indices do not wrap.
 */
class Virtqueue
{
  public:
    /** sizeof(struct virtio_net_hdr_mrg_rxbuf): virtio 1.0, mergeable buffers [bytes]. */
    static constexpr uint32_t NET_HEADER = 12;

    /** @brief Counters. */
    struct Stats
    {
        uint64_t posted{0};      //!< buffers the driver put into the avail ring
        uint64_t published{0};   //!< of these, shown to the device
        uint64_t taken{0};       //!< descriptors the device took
        uint64_t used{0};        //!< buffers the device gave back
        uint64_t reclaimed{0};   //!< of these, seen by the driver
        uint64_t availReads{0};  //!< looks of the device at the avail index
        uint64_t usedUpdates{0}; //!< stores of the used index
        uint64_t kicks{0};       //!< notifications of the device
        uint64_t kicksSpared{0}; //!< publications that needed none
        uint64_t calls{0};       //!< notifications of the driver
        uint64_t callsSpared{0}; //!< used updates that needed none
    };

    /**
     * @param size descriptors, 1 or more
     * @param eventIdx VIRTIO_RING_F_EVENT_IDX was negotiated
     * @param frame longest frame of a buffer [bytes]
     */
    Virtqueue(uint32_t size, bool eventIdx, uint32_t frame);
    Virtqueue(const Virtqueue&) = delete;
    Virtqueue& operator=(const Virtqueue&) = delete;

    /** @brief Who hears kicks. @param device outlives the traffic */
    void SetDevice(VirtqueueClient* device)
    {
        m_device = device;
    }

    /** @brief Who hears calls. @param driver outlives the traffic */
    void SetDriver(VirtqueueClient* driver)
    {
        m_driver = driver;
    }

    /** @return descriptors */
    uint32_t GetSize() const
    {
        return m_size;
    }

    // ---- driver

    /** @return descriptors that the driver may fill; costs nothing */
    uint32_t GetFree() const
    {
        return m_size - static_cast<uint32_t>(m_stats.posted - m_stats.reclaimed);
    }

    /** @brief The buffer that Post() will offer next; there must be a free descriptor. @return it
     */
    VirtqueueBuffer& NextBuffer()
    {
        return m_buffers[m_stats.posted % m_size];
    }

    /** @brief Write a descriptor and an avail entry for NextBuffer(). @param core who @param bytes
     * header and frame, or room */
    void Post(CpuCore& core, uint32_t bytes);
    /** @brief Store the avail index, and kick the device unless it said that it need not. @param
     * core who */
    void Publish(CpuCore& core);
    /** @brief Look at the used index. @param core who @return buffers to reclaim */
    uint32_t CountUsed(CpuCore& core);
    /** @brief Take the next used buffer back; CountUsed() said that there is one. @param core who
     * @return the buffer, its bytes as the device set them */
    VirtqueueBuffer& Reclaim(CpuCore& core);
    /** @brief Want to be called, or poll. @param core who @param wanted which */
    void SetCalls(CpuCore& core, bool wanted);

    // ---- device

    /** @brief vhost_vq_avail_empty() with its read. @param core who @return nothing to take? */
    bool IsAvailEmpty(CpuCore& core);
    /** @brief vhost_get_vq_desc(). @param core who @return the buffer, nullptr if there is none */
    VirtqueueBuffer* GetDesc(CpuCore& core);

    /** @brief vhost_discard_vq_desc(): put descriptors back. @param count the newest ones */
    void DiscardDesc(uint32_t count)
    {
        m_stats.taken -= count;
    }

    /** @brief vhost_add_used_and_signal_n(): the oldest taken buffers. @param core who @param count
     * how many */
    void AddUsedAndSignal(CpuCore& core, uint32_t count);
    /** @brief vhost_disable_notify(). @param core who */
    void DisableNotify(CpuCore& core);
    /** @brief vhost_enable_notify(). @param core who @return true if something came meanwhile */
    bool EnableNotify(CpuCore& core);

    /** @return counters from the start */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return what is wrong with the counters, empty if nothing is */
    const char* CheckEqualities() const;

  private:
    LineRun& DescLine(uint64_t position)
    {
        return m_desc[position % m_size * 16 / LINE_BYTES];
    }

    LineRun& AvailLine(uint64_t position)
    {
        return m_avail[(4 + position % m_size * 2) / LINE_BYTES];
    }

    LineRun& UsedLine(uint64_t position)
    {
        return m_used[(4 + position % m_size * 8) / LINE_BYTES];
    }

    bool NeedsCall(CpuCore& core);
    void ReadAvailIdx(CpuCore& core);

    const uint32_t m_size;                  //!< descriptors
    const bool m_eventIdx;                  //!< VIRTIO_RING_F_EVENT_IDX
    std::vector<VirtqueueBuffer> m_buffers; //!< buffers by descriptor
    std::vector<LineRun> m_desc;            //!< descriptor table
    std::vector<LineRun> m_avail;           //!< flags, idx, entries, used_event
    std::vector<LineRun> m_used;            //!< flags, idx, entries, avail_event
    LineRun m_heads{8, 0};                  //!< the device's own record of heads in its batch
    uint64_t m_availSeen{0};                //!< vq->avail_idx: the device's copy
    bool m_noNotify{false};                 //!< used->flags: VRING_USED_F_NO_NOTIFY
    uint64_t m_availEvent{0};               //!< avail_event
    bool m_noInterrupt{false};              //!< avail->flags: VRING_AVAIL_F_NO_INTERRUPT
    uint64_t m_usedEvent{0};                //!< used_event
    VirtqueueClient* m_device{nullptr};     //!< hears kicks
    VirtqueueClient* m_driver{nullptr};     //!< hears calls
    Stats m_stats;                          //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_VIRTQUEUE_H
