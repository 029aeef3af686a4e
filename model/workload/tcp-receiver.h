/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_RECEIVER_H
#define LINUX_DATAPATH_TCP_RECEIVER_H

#include "latency-histogram.h"
#include "tcp-collapse.h"

#include "ns3/deferred-free.h"
#include "ns3/linux-host.h"
#include "ns3/skb-allocator.h"
#include "ns3/skb-sink.h"
#include "ns3/socket-queue.h"
#include "ns3/task.h"

#include <string>

namespace ns3
{

/** @brief What a receiving TCP socket is built from. */
struct TcpReceiverParameters
{
    uint32_t mss{1448};  //!< payload of a segment [bytes]
    uint32_t header{66}; //!< Ethernet, IP and TCP headers with timestamps [bytes]
    uint32_t rcvbuf{0};  //!< receive buffer [bytes]; 0 = autotuned
    uint32_t flow{0};    //!< flow
};

/**
 * @ingroup linux-datapath
 * @brief The receiving half of a TCP connection: net/ipv4/tcp_input.c and tcp.c of v6.4.
 *
 * Packets come from the protocol side in softirq, wait in the socket's backlog while the process
 * owns the socket, are queued in order, acknowledged, and copied to the process piece by piece; an
 * skb that was read is uncharged and handed back to the CPU that built it.
 *
 * Equalities: bytes received in order = bytes copied + bytes queued; charged is what is queued in
 * order and out of it.
 *
 * Differs from the kernel: no coalescing of skbs in the receive queue, no delayed-ACK timer (what
 * the timer would acknowledge is acknowledged when the reader has read) and no quick
 * acknowledgements at the start, an acknowledgement reports the first hole only.
 */
class TcpReceiver : public SkbSink
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t bytes{0};           //!< copied to the process [bytes]
        uint64_t frames{0};          //!< frames of the wire whose skb was read to its end
        uint64_t skbs{0};            //!< skbs read to their end
        uint64_t acks{0};            //!< acknowledgements sent
        uint64_t duplicates{0};      //!< skbs that held nothing new
        uint64_t duplicateFrames{0}; //!< their frames
        uint64_t outOfOrder{0};      //!< skbs behind a hole
        uint64_t dropped{0};         //!< frames refused by a full buffer
        uint64_t backlogged{0};      //!< skbs that waited in the socket's backlog
        uint64_t collapsed{0};       //!< skbs of the receive queue copied into denser ones
    };

    /** @param host of the socket @param device takes acknowledgements @param deferred where read
     * skbs go @param parameters see there */
    TcpReceiver(LinuxHost& host,
                SkbSink& device,
                DeferredFree& deferred,
                const TcpReceiverParameters& parameters);
    ~TcpReceiver() override;

    /** @brief Who is woken when data is there. @param reader the process */
    void SetReader(Task* reader)
    {
        m_reader = reader;
    }

    /** @brief lock_sock(). @param core who */
    void LockSock(CpuCore& core);
    /** @brief One skb of the backlog, or the unlocking. @param core who @return false when unlocked
     */
    bool ReleaseStep(CpuCore& core);

    /** @return is there something to read? */
    bool HasData() const
    {
        return m_queue.Peek() != nullptr;
    }

    /**
     * @brief tcp_recvmsg_locked(): copy the next piece (of one fragment) to the process.
     * @param core who
     * @param user the process's buffer
     * @param offset first byte in it
     * @param bytes most bytes
     * @return bytes copied, 0 if there is nothing
     */
    uint32_t CopyPiece(CpuCore& core, LineSet& user, uint32_t offset, uint32_t bytes);

    /** @brief tcp_cleanup_rbuf(): after a copy, acknowledge if that opened the window. @param core
     * who */
    void CleanupRbuf(CpuCore& core);

    /** @brief A packet arrives (tcp_v4_rcv). @param core who @param skb which @return as its base
     */
    bool Receive(CpuCore& core, Skb* skb) override;

    /** @brief Free all queues (end of a run). @param core who */
    void Purge(CpuCore& core);

    /** @return what is wrong with the queues, empty if the equalities of this class and of its
     * queue hold */
    std::string CheckEqualities() const;

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return from send call to reader, ticks, one sample a frame */
    const LatencyHistogram& GetLatency() const
    {
        return m_latency;
    }

    /** @brief Set the counters to zero. */
    void ResetStats();

    /** @return copied_seq: bytes that the process has read since the connection began */
    uint64_t GetCopied() const
    {
        return m_copied;
    }

    /** @return rcv_nxt: bytes received in order since then */
    uint64_t GetReceived() const
    {
        return m_rcvNxt;
    }

    /** @return receive queue */
    const SocketQueue& GetQueue() const
    {
        return m_queue;
    }

  private:
    void Process(CpuCore& core, Skb* skb);
    void DropDuplicate(CpuCore& core, Skb* skb);
    bool MakeRoom(CpuCore& core, const Skb& skb);
    void QueueOutOfOrder(CpuCore& core, Skb* skb);
    bool DrainOutOfOrder(CpuCore& core);
    void QueueInOrder(CpuCore& core, Skb* skb);
    uint32_t Offered() const;
    void SendCheck(CpuCore& core);
    void SendAck(CpuCore& core);
    void NextPiece(Skb& skb, LineSet*& lines, uint32_t& byte, uint32_t& bytes, Page*& page);
    void EatSkb(CpuCore& core);

    LinuxHost& m_host;                        //!< host
    SkbAllocator& m_skbs;                     //!< skbs
    SkbSink& m_device;                        //!< takes acknowledgements
    DeferredFree& m_deferred;                 //!< where read skbs go
    const TcpReceiverParameters m_parameters; //!< see there
    Task* m_reader{nullptr};                  //!< process
    SocketQueue m_queue;                      //!< receive queue
    TcpCollapse m_collapse;                   //!< makes the receive queue dense
    SkbQueue m_outOfOrder;                    //!< out_of_order_queue, by sequence
    SkbQueue m_backlog;                       //!< sk_backlog
    LineRun m_lockLine;                       //!< sk_lock, sk_backlog
    LineRun m_tcpLines{4, 0};                 //!< tcp_sock's receive fields
    bool m_owned{false};                      //!< the process owns the socket
    uint64_t m_rcvNxt{0};                     //!< rcv_nxt
    uint64_t m_acked{0};                      //!< rcv_wup
    uint64_t m_copied{0};                     //!< copied_seq
    uint32_t m_rcvWnd;                        //!< rcv_wnd: window offered last
    Skb* m_walk{nullptr};                     //!< skb of the frag_list that is being read
    uint32_t m_walkStart{0};                  //!< its first byte, from the start of the whole skb
    Stats m_stats;                            //!< counters
    LatencyHistogram m_latency;               //!< from send call to reader
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_RECEIVER_H
