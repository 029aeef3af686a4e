/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SOCKET_QUEUE_H
#define LINUX_DATAPATH_SOCKET_QUEUE_H

#include "skb-queue.h"

#include "ns3/skb.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Receive queue of a TCP socket: what it is charged, and the window that this leaves.
 *
 * net/ipv4/tcp_input.c and tcp_output.c of v6.4. Memory is counted by truesize; half of what is
 * free is offered as window (tcp_adv_win_scale 1). The buffer is fixed, or grows with what the
 * reader takes. Equality: rmem_alloc is the sum of the truesizes of the skbs charged and not yet
 * uncharged.
 *
 * Differs from the kernel: rcv_ssthresh is not held back at the start of a connection, rcv_mss is
 * the connection's mss from the beginning.
 */
class SocketQueue : public SkbOwner
{
  public:
    static constexpr uint32_t RMEM_DEFAULT = 131072; //!< tcp_rmem[1]
    static constexpr uint32_t RMEM_MAX = 6291456;    //!< tcp_rmem[2]

    /** @param rcvbuf fixed size [bytes]; 0 = autotuned @param mss payload of a segment [bytes] */
    SocketQueue(uint32_t rcvbuf, uint32_t mss);

    /** @return window offered in the handshake, without scaling: tcp_select_initial_window()
     * [bytes] */
    uint32_t InitialWindow() const;

    /** @return tcp_try_rmem_schedule(): may another skb come in? */
    bool HasRoom() const
    {
        return m_rmemAlloc <= m_rcvbuf;
    }

    /** @brief tcp_clamp_window(): an autotuned buffer that overflows grows to what it holds, up to
     * RMEM_MAX. */
    void ClampWindow();

    /** @brief tcp_queue_rcv(): charge and append. @param core who @param skb in order */
    void Queue(CpuCore& core, Skb* skb);
    /** @brief skb_set_owner_r(): charge an skb that waits elsewhere. @param core who @param skb it
     */
    void Charge(CpuCore& core, Skb& skb);
    /** @brief sock_rfree(). @param core who @param skb a charged skb */
    void Wfree(CpuCore& core, Skb& skb) override;

    /** @return the oldest skb, nullptr if there is none */
    Skb* Peek() const
    {
        return m_queue.Peek();
    }

    /** @return sk_receive_queue; what is put in or taken out is to be charged or uncharged */
    SkbQueue& GetList()
    {
        return m_queue;
    }

    /** @brief tcp_win_from_space() with tcp_adv_win_scale 1. @param space memory [bytes] @return
     * window that it is worth [bytes] */
    static constexpr int64_t WinFromSpace(int64_t space)
    {
        return space / 2;
    }

    /** @brief Take the oldest off, uncharged. @param core who @return it */
    Skb* Pop(CpuCore& core);

    /** @brief An skb waits in the socket's backlog (sk_backlog.len). @param bytes its truesize */
    void AddBacklog(int64_t bytes)
    {
        m_backlog += bytes;
    }

    /** @brief __release_sock(): all of the backlog was handled. */
    void ClearBacklog()
    {
        m_backlog = 0;
    }

    /** @brief __tcp_select_window(). @param offered rcv_wnd, the window of the last acknowledgement
     * [bytes] @return what may be offered now [bytes] */
    uint32_t SelectWindow(uint32_t offered) const;

    /** @brief tcp_rcv_space_adjust(): after a copy to the reader. @param copied all bytes copied so
     * far @param now time [us] */
    void AdjustSpace(uint64_t copied, uint64_t now);

    /** @return sk_rcvbuf [bytes] */
    int64_t GetRcvbuf() const
    {
        return m_rcvbuf;
    }

    /** @return sk_rmem_alloc [bytes] */
    int64_t GetRmemAlloc() const
    {
        return m_rmemAlloc;
    }

  private:
    uint32_t RoundUnscaled(int64_t free, int64_t mss, uint32_t offered) const;

    const bool m_autotune;   //!< buffer grows
    const uint32_t m_mss;    //!< payload of a segment
    int64_t m_rcvbuf;        //!< sk_rcvbuf
    uint32_t m_scale;        //!< rcv_wscale
    int64_t m_rmemAlloc{0};  //!< sk_rmem_alloc
    int64_t m_backlog{0};    //!< sk_backlog.len
    uint64_t m_space;        //!< rcvq_space.space
    uint64_t m_spaceSeq{0};  //!< rcvq_space.seq
    uint64_t m_spaceTime{0}; //!< rcvq_space.time [us]
    SkbQueue m_queue;        //!< sk_receive_queue
    LineRun m_queueLine;     //!< head and lock of the queue
    LineRun m_rmemLine;      //!< sk_rmem_alloc
};

} // namespace ns3

#endif // LINUX_DATAPATH_SOCKET_QUEUE_H
