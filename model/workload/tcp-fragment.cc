/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-fragment.h"

#include <algorithm>

namespace ns3
{

void
TcpFragment::Refer(CpuCore& core, const Skb& from, uint32_t offset, uint32_t bytes, Skb& to)
{
    uint32_t begin = 0;
    for (const SkbFrag& frag : from.head->frags)
    {
        const uint32_t first = std::max(offset, begin);
        const uint32_t last = std::min(offset + bytes, begin + frag.size);
        if (first < last)
        {
            m_pages.GetPage(core, *frag.page);
            to.AddRxFrag(frag.page, frag.offset + first - begin, last - first, last - first);
        }
        begin += frag.size;
    }
    to.WriteSharedInfo(core);
    to.payload = bytes;
    to.seq = from.seq + offset;
    to.flow = from.flow;
    to.gsoSize = from.gsoSize;
    to.sentAt = from.sentAt;
}

void
TcpFragment::Trim(CpuCore& core, Skb& skb, uint32_t bytes)
{
    const uint32_t cut = skb.payload - bytes;
    auto& frags = skb.head->frags;
    for (uint32_t left = cut; left > 0;)
    {
        const uint32_t n = std::min(left, frags.back().size);
        frags.back().size -= n;
        left -= n;
        if (frags.back().size == 0)
        {
            m_pages.PutPage(core, *frags.back().page);
            frags.pop_back();
        }
    }
    skb.WriteSharedInfo(core);
    skb.len -= cut;
    skb.dataLen -= cut;
    skb.truesize -= cut;
    skb.payload = bytes;
}

} // namespace ns3
