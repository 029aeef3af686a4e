/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STACK_SOCKET_H
#define LINUX_DATAPATH_STACK_SOCKET_H

#include "packet-cargo.h"

#include "ns3/skb-allocator.h"
#include "ns3/skb-queue.h"
#include "ns3/socket-queue.h"

namespace ns3
{

class PacketStack;
class StackProcess;

/**
 * @ingroup linux-datapath
 * @brief The kernel's side of a TCP connection whose protocol is ns-3's: lock, queues, memory.
 *
 * What net/ipv4/tcp*.c of v6.4 does to skbs, without the protocol: what the process sends stays on
 * the retransmit queue until it is acknowledged; what comes in waits in the receive queue for the
 * process, or in the backlog while the process owns the socket. Charged under the names and in the
 * order of TcpSender and TcpReceiver.
 *
 * Differs from the kernel: segments are queued in the order of arrival (ns-3 puts them in order
 * after they were read), so that duplicates and holes cost memory until the process reads them; a
 * segment that is sent again is copied from the process again.
 */
class StackSocket : public SkbOwner
{
  public:
    /** @param stack of the host @param process who uses the socket @param rcvbuf receive buffer
     * [bytes], 0: autotuned @param mss payload of a segment [bytes] */
    StackSocket(PacketStack& stack, StackProcess& process, uint32_t rcvbuf, uint32_t mss);

    /** @brief lock_sock(). @param core who */
    void LockSock(CpuCore& core);
    /** @brief release_sock(), one skb of the backlog or the unlocking. @param core who @return
     * false when unlocked */
    bool ReleaseStep(CpuCore& core);

    /** @brief tcp_v4_rcv() from the lock on. @param core who @param skb a segment */
    void Receive(CpuCore& core, Skb* skb);

    /** @brief The write queue takes a segment; its clone is to be sent. @param core who @param skb
     * with its payload @param seq its first byte @return the clone, null without memory: the skb
     * is freed then */
    Skb* Queue(CpuCore& core, Skb* skb, uint32_t seq);

    /** @brief The sender's fields are written (tcp_sock). @param core who */
    void WriteTx(CpuCore& core)
    {
        core.Write(m_txLines);
    }

    /** @return receive queue */
    SocketQueue& GetQueue()
    {
        return m_queue;
    }

    /** @return who uses it */
    StackProcess& GetProcess() const
    {
        return m_process;
    }

    /** @brief Free all queues (end of a run). @param core who */
    void Purge(CpuCore& core);

    void Wfree(CpuCore& core, Skb& skb) override;

    bool listed{false}; //!< on the list of its process

  private:
    void Process(CpuCore& core, Skb* skb, StackProcess* process);
    void QueueData(CpuCore& core, Skb* skb);
    void CleanRtxQueue(CpuCore& core, uint32_t ack);

    PacketStack& m_stack;    //!< of the host
    SkbAllocator& m_skbs;    //!< skbs
    StackProcess& m_process; //!< who uses it
    SocketQueue m_queue;     //!< sk_receive_queue
    SkbQueue m_sent;         //!< tcp_rtx_queue
    SkbQueue m_backlog;      //!< sk_backlog
    LineRun m_lockLine;      //!< sk_lock, sk_backlog
    LineRun m_wmemLine;      //!< sk_wmem_alloc
    LineRun m_txLines{6, 0}; //!< tcp_sock's transmit fields
    LineRun m_rxLines{4, 0}; //!< tcp_sock's receive fields
    bool m_owned{false};     //!< the process owns the socket
    bool m_begun{false};     //!< something was sent
    uint32_t m_sndNxt{0};    //!< snd_nxt
    int64_t m_wmemAlloc{0};  //!< sk_wmem_alloc
};

} // namespace ns3

#endif // LINUX_DATAPATH_STACK_SOCKET_H
