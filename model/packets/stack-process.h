/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STACK_PROCESS_H
#define LINUX_DATAPATH_STACK_PROCESS_H

#include "packet-cargo.h"
#include "stack-socket.h"

#include "ns3/page-frag.h"
#include "ns3/task.h"

#include <deque>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The process behind the sockets of a local port: sends what ns-3's applications send and
 * reads what they receive, on the core that it is bound to.
 *
 * One packet a step. Sending goes first. A read call of TCP takes what is there, up to the read
 * size; one of UDP takes a datagram. A packet is handed to the ns-3 stack when the step that read
 * it ends. What the application itself computes takes no time.
 */
class StackProcess : public Task, public SkbOwner
{
  public:
    /** @param stack of the host @param cpu where it runs */
    StackProcess(PacketStack& stack, HostCpu& cpu);

    bool Preemptible() const override;

    /** @brief Take a packet to send. @param cargo which */
    void Enqueue(PacketCargo& cargo)
    {
        m_toSend.push_back(&cargo);
    }

    /** @brief lock_sock() at the start of a send call, which the next step ends. @param core who
     * @param socket which */
    void Own(CpuCore& core, StackSocket& socket);

    /** @brief There is something to read. @param socket where */
    void MarkReady(StackSocket& socket);

    /** @brief udp_queue_rcv_skb() below the counters: charge, queue, wake. @param core who @param
     * skb datagram @return false if the receive buffer is full; it stays with the caller then */
    bool QueueDatagram(CpuCore& core, Skb* skb);

    /** @brief sock_alloc_send_skb()'s half: charge a datagram. @param core who @param skb it */
    void ChargeDatagram(CpuCore& core, Skb& skb);

    /** @return what it sends from */
    PageFrag& GetPageFrag()
    {
        return m_frag;
    }

    /** @param bytes room that is needed @return what the process writes from */
    LineSet& GetSendBuffer(uint32_t bytes);

    /** @brief Free what is queued (end of a run). @param core who */
    void Purge(CpuCore& core);

    void Wfree(CpuCore& core, Skb& skb) override;

  protected:
    void Step(CpuCore& core) override;

  private:
    bool Release(CpuCore& core);
    bool SendNext(CpuCore& core);
    void EnterTcp(CpuCore& core);
    void CopyTcp(CpuCore& core);
    void ReadDatagram(CpuCore& core);
    void CopyOut(CpuCore& core, Skb& skb);

    PacketStack& m_stack;              //!< of the host
    std::deque<PacketCargo*> m_toSend; //!< packets to send
    std::deque<StackSocket*> m_ready;  //!< TCP sockets with something to read
    StackSocket* m_owned{nullptr};     //!< socket of the call under way
    bool m_returning{false};           //!< the call is about to return
    uint32_t m_filled{0};              //!< bytes read by the call
    SocketQueue m_datagrams;           //!< receive queue of UDP
    LineRun m_wmemLine;                //!< sk_wmem_alloc of UDP
    int64_t m_wmemAlloc{0};            //!< sk_wmem_alloc of UDP
    PageFrag m_frag;                   //!< task_frag
    LineSet m_sendBuffer;              //!< what it writes from
    LineSet m_readBuffer;              //!< what it reads into
};

} // namespace ns3

#endif // LINUX_DATAPATH_STACK_PROCESS_H
