/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_UDP_SINK_H
#define LINUX_DATAPATH_UDP_SINK_H

#include "latency-histogram.h"

#include "ns3/object.h"
#include "ns3/skb-queue.h"
#include "ns3/skb-sink.h"
#include "ns3/stats-client.h"

namespace ns3
{

class LinuxHost;

/**
 * @ingroup linux-datapath
 * @brief The end of a flood of IPv6 UDP datagrams: the receive path up to the socket.
 *
 * ipv6_rcv() and ip6_input() read the IPv6 header, __udp6_lib_rcv() the UDP header, and looks for a
 * socket. Without one (RcvBuf 0) the datagram is freed; the answer by ICMPv6 is over its rate limit
 * (icmp_ratelimit). With one, udpv6_queue_rcv_skb() charges its truesize and queues it until the
 * receive buffer is full; nobody reads, so from then on datagrams are freed as well
 * (RcvbufErrors).
 * Equality: received == noSocket + queued + full.
 * Differs from the kernel: routing, netfilter, checksums and whatever else a packet meets are one
 * fitted number, PacketCycles; ICMPv6 is not modelled.
 */
class UdpSink : public Object, public SkbSink, public StatsClient
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t received{0}; //!< datagrams that came up
        uint64_t bytes{0};    //!< their frames, without FCS
        uint64_t noSocket{0}; //!< freed because nobody listens (NoPorts)
        uint64_t queued{0};   //!< put into the socket's queue
        uint64_t full{0};     //!< freed because the socket is full (RcvbufErrors)
    };

    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    UdpSink();
    ~UdpSink() override;

    /** @brief Set it up. @param host whose stack it is */
    void Connect(LinuxHost& host);
    /** @brief Free what is queued (close). @param core who */
    void Close(CpuCore& core);

    bool Receive(CpuCore& core, Skb* skb) override;

    /** @return counters since the last reset */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return sk_rmem_alloc [bytes] */
    int64_t GetRmemAlloc() const
    {
        return m_rmemAlloc;
    }

    /** @return from the wire to here, ticks, one sample a datagram */
    const LatencyHistogram& GetLatency() const
    {
        return m_latency;
    }

    void ResetStats() override;

  protected:
    void DoDispose() override;

  private:
    bool Deliver(CpuCore& core, Skb* skb);

    double m_packetCycles{614}; //!< fitted base [core cycles a packet]
    uint64_t m_rcvBuf{0};       //!< sk_rcvbuf [bytes], 0 = no socket
    LinuxHost* m_host{nullptr}; //!< whose stack it is
    int64_t m_rmemAlloc{0};     //!< sk_rmem_alloc
    SkbQueue m_queue;           //!< sk_receive_queue
    LineRun m_hashLine{1, 7};   //!< bucket of the socket table
    LineRun m_sockLine{1, 9};   //!< sk_rmem_alloc, queue, drops
    Stats m_stats;              //!< counters
    LatencyHistogram m_latency; //!< from the wire to here
};

} // namespace ns3

#endif // LINUX_DATAPATH_UDP_SINK_H
