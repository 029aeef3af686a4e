/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_QUEUE_H
#define LINUX_DATAPATH_TUN_QUEUE_H

#include "ns3/ptr-ring.h"
#include "ns3/skb.h"
#include "ns3/xdp-frame.h"

namespace ns3
{

class LinuxHost;

/**
 * @ingroup linux-datapath
 * @brief Whoever waits for a tun queue to become readable: a process, or vhost's poll entry.
 */
class TunReader
{
  public:
    virtual ~TunReader() = default;
    /** @brief The wake-up function of its wait queue entry. @param core who wakes, and pays */
    virtual void Readable(CpuCore& core) = 0;
};

/**
 * @ingroup linux-datapath
 * @brief The transmit side of struct tun_file: what the stack sends waits here for user space.
 *
 * drivers/net/tun.c, tx_ring of txqueuelen entries. Layout of v6.18: the ring's three lines are 25
 * to 27 of the structure. Equality: produced == consumed + waiting.
 */
class TunQueue
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t produced{0};  //!< skbs and frames put into the ring
        uint64_t consumed{0};  //!< taken out, purged ones included
        uint64_t ring_full{0}; //!< refused by the ring
    };

    /** @param host of the device @param size txqueuelen [entries] */
    TunQueue(LinuxHost& host, uint32_t size);
    ~TunQueue();
    TunQueue(const TunQueue&) = delete;
    TunQueue& operator=(const TunQueue&) = delete;

    /** @brief ptr_ring_produce() and sk_data_ready(). @param core who @param skb which @return
     * false if the ring was full; the skb stays with the caller */
    bool Produce(CpuCore& core, Skb* skb);
    /** @brief Frames under one producer lock. @param core who @param frames which @param count how
     * many @return how many went in */
    uint32_t ProduceFrames(CpuCore& core, XdpFrame* const* frames, uint32_t count);
    /** @brief sk_data_ready(): wake who waits. @param core who */
    void Wake(CpuCore& core);

    /** @brief ptr_ring_consume(). @param core who @return an entry, nullptr if there is none */
    void* Consume(CpuCore& core);
    /** @brief ptr_ring_consume_batched(). @param core who @param out where to put entries @param
     * most how many @return entries */
    uint32_t ConsumeBatch(CpuCore& core, void** out, uint32_t most);

    /** @brief __ptr_ring_empty(). @param core who @return is it? */
    bool IsEmpty(CpuCore& core)
    {
        return m_ring.Empty(core);
    }

    /** @brief Join or leave the wait queue of the socket. @param core who @param reader null to
     * leave */
    void SetReader(CpuCore& core, TunReader* reader);

    /** @brief Free an entry. @param core who @param entry skb or frame */
    void Free(CpuCore& core, void* entry);
    /** @brief tun_queue_purge(). @param core who */
    void Purge(CpuCore& core);

    /** @param entry of the ring @return is it a frame, not an skb? (TUN_XDP_FLAG) */
    static bool IsFrame(const void* entry);
    /** @param entry IsFrame() @return the frame */
    static XdpFrame* ToFrame(void* entry);

    /** @return entries in the ring */
    uint32_t GetQueued() const
    {
        return m_ring.Count();
    }

    /** @return counters since the last reset */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = Stats();
    }

  private:
    LinuxHost& m_host;            //!< the host
    PtrRing<void> m_ring;         //!< tx_ring; bit 0 of a pointer marks a frame
    LineRun m_waitLine;           //!< wait queue of the socket
    TunReader* m_reader{nullptr}; //!< who waits
    Stats m_stats;                //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_QUEUE_H
