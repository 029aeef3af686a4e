/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_SEND_BUFFER_H
#define LINUX_DATAPATH_TCP_SEND_BUFFER_H

#include "ns3/skb-layout.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief How much a TCP socket may hold to be sent: sk_sndbuf and sk_wmem_queued.
 *
 * net/ipv4/tcp_input.c tcp_sndbuf_expand() and include/net/sock.h of v6.4. Grows with the
 * congestion window and never shrinks.
 */
class TcpSendBuffer
{
  public:
    static constexpr int64_t WMEM_DEFAULT = 16384; //!< tcp_wmem[1] [bytes]
    static constexpr int64_t WMEM_MAX = 4194304;   //!< tcp_wmem[2] [bytes]

    /** @param layout sizes of skbs @param mss payload of a segment [bytes] */
    TcpSendBuffer(const SkbLayout& layout, uint32_t mss);

    /** @brief tcp_sndbuf_expand(): room for twice the congestion window in skbs of one segment.
     * @param window congestion window [segments] */
    void Expand(uint32_t window);

    /** @brief More is queued. @param bytes truesize, negative for less */
    void Charge(int64_t bytes)
    {
        m_queued += bytes;
    }

    /** @return sk_stream_memory_free(): may the process append? */
    bool HasMemory() const
    {
        return m_queued < m_sndbuf;
    }

    /** @return sk_stream_write_space(): a third is free, so that a waiting process is woken */
    bool HasSpace() const
    {
        return m_queued * 3 <= m_sndbuf * 2;
    }

    /** @return sk_wmem_queued [bytes] */
    int64_t GetQueued() const
    {
        return m_queued;
    }

    /** @return sk_sndbuf [bytes] */
    int64_t GetSndbuf() const
    {
        return m_sndbuf;
    }

  private:
    int64_t m_perSegment;           //!< memory of an skb of one segment [bytes]
    int64_t m_queued{0};            //!< sk_wmem_queued
    int64_t m_sndbuf{WMEM_DEFAULT}; //!< sk_sndbuf
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_SEND_BUFFER_H
