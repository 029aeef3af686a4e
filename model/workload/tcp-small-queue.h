/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_SMALL_QUEUE_H
#define LINUX_DATAPATH_TCP_SMALL_QUEUE_H

#include "ns3/linux-host.h"
#include "ns3/skb.h"
#include "ns3/timer-heap.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief TCP small queues: what a sending socket is charged for below it, and when that stops it.
 *
 * sk_wmem_alloc with tcp_small_queue_check(), tcp_wfree() and tsq_tasklet of net/ipv4/tcp_output.c,
 * v6.4. Equality: sk_wmem_alloc is the sum of the truesizes of the skbs charged, and of what a
 * segmenter still has to make of them.
 */
class TcpSmallQueue : public SkbOwner, private TimerClient
{
  public:
    static constexpr int64_t LIMIT = 1048576; //!< tcp_limit_output_bytes

    /** @brief The socket. */
    class Client
    {
      public:
        virtual ~Client() = default;
        /** @brief tcp_tsq_handler(): there is room again. @param core who, in softirq */
        virtual void Resume(CpuCore& core) = 0;
    };

    /** @param host of the socket @param client the socket */
    TcpSmallQueue(LinuxHost& host, Client& client);

    /** @brief skb->destructor = tcp_wfree. @param core who @param skb on its way down */
    void Charge(CpuCore& core, Skb& skb);

    /** @brief tcp_small_queue_check(). @return must the socket stop? It is resumed then */
    bool Throttle()
    {
        m_throttled = m_wmemAlloc > LIMIT;
        return m_throttled;
    }

    void Wfree(CpuCore& core, Skb& skb) override;
    void Recharge(CpuCore& core, int64_t bytes) override;

    /** @brief Nothing will be resumed any more (end of a run). */
    void Stop()
    {
        m_throttled = false;
        Disarm();
    }

    /** @return sk_wmem_alloc [bytes] */
    int64_t GetWmemAlloc() const
    {
        return m_wmemAlloc;
    }

  private:
    void Expire(CpuCore& core) override;

    LinuxHost& m_host;       //!< host
    Client& m_client;        //!< socket
    LineRun m_line;          //!< sk_wmem_alloc
    int64_t m_wmemAlloc{0};  //!< sk_wmem_alloc
    bool m_throttled{false}; //!< TSQ_THROTTLED
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_SMALL_QUEUE_H
