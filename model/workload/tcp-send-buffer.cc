/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-send-buffer.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_TCP_HEADER = 320; // include/net/tcp.h

} // namespace

TcpSendBuffer::TcpSendBuffer(const SkbLayout& layout, uint32_t mss)
{
    const uint32_t wanted = mss + MAX_TCP_HEADER + layout.GetSharedInfo();
    uint32_t power = 1; // roundup_pow_of_two()
    while (power < wanted)
    {
        power *= 2;
    }
    m_perSegment = power + SkbLayout::SKB_BYTES;
}

void
TcpSendBuffer::Expand(uint32_t window)
{
    m_sndbuf = std::max(m_sndbuf, std::min(2 * int64_t{window} * m_perSegment, WMEM_MAX));
}

} // namespace ns3
