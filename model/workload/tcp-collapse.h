/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_COLLAPSE_H
#define LINUX_DATAPATH_TCP_COLLAPSE_H

#include "ns3/skb-allocator.h"
#include "ns3/socket-queue.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief tcp_collapse(): copy a receive queue that holds more memory than data into dense skbs.
 *
 * net/ipv4/tcp_input.c of v6.4. From the first skb that is bloated (its truesize would be a window
 * larger than its payload) or partly read, all payload is copied into skbs of one page, and the old
 * ones are freed. Frames of the wire are counted with the skb that holds their last byte.
 *
 * Differs from the kernel: a new skb keeps room for the headers that the model's skbs carry, so it
 * holds that much less; the out-of-order queue is not collapsed.
 */
class TcpCollapse
{
  public:
    /** @param skbs of the host @param queue receive queue @param header network and transport
     * headers in front of the payload of an skb [bytes] */
    TcpCollapse(SkbAllocator& skbs, SocketQueue& queue, uint32_t header);

    /**
     * @brief Collapse the queue.
     * @param core who
     * @param copied copied_seq: bytes before it were read
     * @return skbs that were replaced (TCPRcvCollapsed), 0 if there was nothing to gain
     */
    uint64_t Run(CpuCore& core, uint64_t copied);

  private:
    Skb* FindFirst(CpuCore& core, uint64_t& start) const;
    Skb* NewSkb(CpuCore& core, const Skb& model, uint64_t start, uint32_t bytes);
    Skb* Fill(CpuCore& core, Skb& to, Skb* from, uint32_t bytes);
    void CopyBits(CpuCore& core, Skb& from, uint32_t offset, Skb& to, uint32_t bytes) const;
    Skb* Release(CpuCore& core, Skb* skb);

    SkbAllocator& m_skbs;    //!< skbs
    SocketQueue& m_queue;    //!< receive queue
    const uint32_t m_header; //!< headers of an skb
    uint64_t m_released{0};  //!< skbs replaced in this run
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_COLLAPSE_H
