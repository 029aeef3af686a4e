/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_FRAGMENT_H
#define LINUX_DATAPATH_TCP_FRAGMENT_H

#include "ns3/skb-allocator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Cuts the skbs of a TCP write queue: tso_fragment(), and what a retransmission refers to.
 *
 * net/ipv4/tcp_output.c and skb_split() of v6.4. Payload is in page fragments only; a part of it in
 * another skb holds its own reference on the page.
 */
class TcpFragment
{
  public:
    /** @param pages who counts references */
    explicit TcpFragment(PageAllocator& pages)
        : m_pages(pages)
    {
    }

    /** @brief Let an skb refer to part of another one's payload. @param core who @param from the
     * one @param offset first byte in its payload @param bytes how many @param to the other,
     * without payload */
    void Refer(CpuCore& core, const Skb& from, uint32_t offset, uint32_t bytes, Skb& to);

    /** @brief Cut the end of an skb's payload off. @param core who @param skb which @param bytes
     * what is left of its payload */
    void Trim(CpuCore& core, Skb& skb, uint32_t bytes);

  private:
    PageAllocator& m_pages; //!< references
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_FRAGMENT_H
