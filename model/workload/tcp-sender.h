/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_SENDER_H
#define LINUX_DATAPATH_TCP_SENDER_H

#include "tcp-congestion.h"
#include "tcp-fragment.h"
#include "tcp-repair.h"
#include "tcp-send-buffer.h"
#include "tcp-small-queue.h"

#include "ns3/dev-queue-xmit.h"
#include "ns3/linux-host.h"
#include "ns3/page-frag.h"
#include "ns3/skb-allocator.h"
#include "ns3/skb-queue.h"
#include "ns3/task.h"

#include <string>

namespace ns3
{

/** @brief What a sending TCP socket is built from. */
struct TcpSenderParameters
{
    uint32_t mss{1448};          //!< payload of a segment [bytes]
    uint32_t header{66};         //!< Ethernet, IP and TCP headers with timestamps [bytes]
    bool gso{true};              //!< build skbs of many segments
    bool deviceSegments{false};  //!< the device takes them whole (TSO)
    uint32_t flow{0};            //!< flow
    uint32_t firstWindow{65160}; //!< window that the receiver offered in the handshake [bytes]
    Ticks segmentTicks{0};       //!< fitted base of the test bed, per segment
    Ticks byteTicks256{0};       //!< fitted per-byte cost of the test bed, per 256 bytes
};

/**
 * @ingroup linux-datapath
 * @brief The sending half of a TCP connection: net/ipv4/tcp.c and tcp_output.c of v6.4.
 *
 * The process appends what it writes and pushes; acknowledgements come from the device, wait in the
 * socket's backlog while the process owns the socket, and send more from wherever they are handled.
 * A device that drops the last segment of an skb makes tcp_write_xmit() stop and enter CWR; the skb
 * stays unsent as a whole. Holes that the receiver reports are sent again. The retransmission timer
 * takes everything in flight for lost; without anything in flight it probes.
 *
 * Equality: write_seq = acknowledged + in flight + unsent bytes.
 *
 * Differs from the kernel: no pacing and no TSO autosizing (they do not bind at the rates of a
 * local path), loss is repaired at the first report of a hole (RACK without its reordering window),
 * one hole at a time; a repair that is lost waits for the timer, which is always 200 ms (no
 * backoff, no tail loss probe); segments are not held to half of the largest window. An
 * acknowledgement of data that counts as unsent counts as one of all that was sent, and if nothing
 * was in flight the data counts as sent; Linux throws such a one away, and hangs where no other one
 * comes, as with rings that are small against the congestion window.
 */
class TcpSender : public SkbSink, private TcpSmallQueue::Client, private TimerClient
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t segments{0};    //!< segments handed to the device
        uint64_t payload{0};     //!< their payload [bytes]
        uint64_t skbs{0};        //!< skbs transmitted
        uint64_t localDrops{0};  //!< transmissions that the device refused at their end
        uint64_t retransmits{0}; //!< holes sent again
        uint64_t timeouts{0};    //!< retransmission timeouts
        uint64_t acks{0};        //!< acknowledgements handled
        uint64_t acksTooHigh{0}; //!< of these: for data that counts as unsent
        uint64_t backlogged{0};  //!< acknowledgements that waited in the socket's backlog
        uint64_t throttled{0};   //!< stops by TCP small queues
    };

    /** @param host of the socket @param device takes what is sent @param parameters see there */
    TcpSender(LinuxHost& host, SkbSink& device, const TcpSenderParameters& parameters);
    ~TcpSender() override;

    /** @brief Who is woken when there is room to write. @param writer the process */
    void SetWriter(Task* writer)
    {
        m_writer = writer;
    }

    /** @brief lock_sock(). @param core who */
    void LockSock(CpuCore& core);
    /** @brief One skb of the backlog, or of what timers left behind, or the unlocking. @param core
     * who @return false when unlocked */
    bool ReleaseStep(CpuCore& core);

    /** @return sk_stream_memory_free(): may the process append? */
    bool HasMemory() const
    {
        return m_buffer.HasMemory();
    }

    /**
     * @brief tcp_sendmsg_locked(): copy a piece from the process.
     * @param core who
     * @param user the process's buffer
     * @param offset first byte in it
     * @param bytes most bytes
     * @param sentAt when the send call began, ticks
     * @return bytes taken: up to the end of the skb, of its page fragment, or of `bytes`; 0 without
     * memory
     */
    uint32_t Append(CpuCore& core, LineSet& user, uint32_t offset, uint32_t bytes, Ticks sentAt);
    /** @return is the last skb of the write queue full? */
    bool IsTailFull() const;
    /** @brief Mark the last skb for pushing if need be. @return should what was written be sent
     * now, before the send call ends? */
    bool PushTail();
    /** @brief tcp_mark_push() on the last skb (end of a send call). */
    void MarkPush();

    /** @brief tcp_write_xmit() up to the device. @param core who @return false if nothing may be
     * sent now */
    bool BeginXmit(CpuCore& core);
    /** @brief Next piece of the transmission under way. @param core who @return false when it ended
     */
    bool StepXmit(CpuCore& core);

    /** @return is a transmission under way? */
    bool IsXmitting() const
    {
        return m_xmit.IsBusy();
    }

    /** @return did the last transmission end in a drop? */
    bool WasRefused() const
    {
        return m_refused;
    }

    /** @brief An acknowledgement arrives (tcp_v4_rcv). @param core who @param skb which @return as
     * its base */
    bool Receive(CpuCore& core, Skb* skb) override;

    /** @brief Free all queues (end of a run). @param core who */
    void Purge(CpuCore& core);

    /** @return what is wrong with the write queue, empty if the equality of the class holds */
    std::string CheckEqualities() const;

    /** @return is nothing queued, nor charged to the socket? */
    bool IsEmpty() const
    {
        return m_buffer.GetQueued() == 0 && m_smallQueue.GetWmemAlloc() == 0;
    }

    /** @return write_seq: bytes that the process has written since the connection began */
    uint64_t GetWritten() const
    {
        return m_writeSeq;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = {};
    }

    /** @return congestion window and its history */
    const TcpCongestion& GetCongestion() const
    {
        return m_congestion;
    }

  private:
    void Resume(CpuCore& core) override;
    void Expire(CpuCore& core) override;
    void HandleAck(CpuCore& core, Skb* skb);
    void CountAsSent(CpuCore& core, uint64_t end);
    void MoveToSent(CpuCore& core);
    void CleanRtxQueue(CpuCore& core, uint64_t ackSeq);
    void NoteHole(const Skb& ack);
    void XmitAll(CpuCore& core);
    void WakeWriter(CpuCore& core);
    Skb* NewTail(CpuCore& core, Ticks sentAt);
    uint32_t SizeGoal() const;
    uint64_t InFlight() const;
    bool NagleHolds() const;
    uint32_t SplitPoint(const Skb& skb);
    bool MayDefer(const Skb& skb, uint64_t sendWindow);
    bool IsThrottled();
    bool BeginNew(CpuCore& core, Skb& skb, uint32_t bytes);
    bool BeginProbe(CpuCore& core);
    bool Split(CpuCore& core, Skb& skb, uint32_t bytes);
    void Transmit(CpuCore& core, Skb* skb);
    bool BeginRetransmit(CpuCore& core);
    void EndXmit(CpuCore& core);
    void EnterCwr();
    void ArmTimer(CpuCore& core);
    void CheckProbeTimer(CpuCore& core);
    void Timeout(CpuCore& core);
    bool ReleaseCb(CpuCore& core);

    LinuxHost& m_host;                      //!< host
    SkbAllocator& m_skbs;                   //!< skbs
    const TcpSenderParameters m_parameters; //!< see there
    DevQueueXmit m_xmit;                    //!< the transmission under way
    TcpCongestion m_congestion;             //!< window
    TcpRepair m_repair;                     //!< what is to be sent again
    PageFrag m_frag;                        //!< sk_page_frag
    TcpFragment m_fragment;                 //!< cuts skbs
    Task* m_writer{nullptr};                //!< process
    SkbQueue m_unsent;                      //!< sk_write_queue
    SkbQueue m_sent;                        //!< tcp_rtx_queue
    SkbQueue m_backlog;                     //!< sk_backlog
    TcpSmallQueue m_smallQueue;             //!< sk_wmem_alloc
    LineRun m_lockLine;                     //!< sk_lock, sk_backlog
    LineRun m_tcpLines{6, 0};               //!< tcp_sock's transmit fields
    bool m_owned{false};                    //!< the process owns the socket
    bool m_limited{false};                  //!< the congestion window held us back
    bool m_refused{false};                  //!< last transmission ended in a drop
    bool m_repairing{false};                //!< the transmission under way is no new data
    bool m_probe{false};                    //!< a probe is due
    bool m_tsqDeferred{false};              //!< TCP_TSQ_DEFERRED
    bool m_timerDeferred{false};            //!< TCP_WRITE_TIMER_DEFERRED
    uint64_t m_writeSeq{0};                 //!< write_seq
    uint64_t m_pushedSeq{0};                //!< pushed_seq
    uint64_t m_sndNxt{0};                   //!< snd_nxt
    uint64_t m_sndUna{0};                   //!< snd_una
    uint64_t m_windowEnd{0};                //!< right edge of the receiver's window
    uint64_t m_maxWindow{0};                //!< max_window
    uint64_t m_sndSml{0};                   //!< snd_sml: end of the last short segment
    int64_t m_highSeq{-1};                  //!< high_seq: one reduction per window
    TcpSendBuffer m_buffer;                 //!< sk_wmem_queued, sk_sndbuf
    Stats m_stats;                          //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_SENDER_H
