/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_PIECES_H
#define LINUX_DATAPATH_SKB_PIECES_H

#include "ns3/skb.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief check_heap_object(): hardened usercopy looks up what kind of page the bytes are in.
 * @param core who
 * @param page their page; null: kmalloc memory, whose struct page the model does not follow
 */
inline void
CheckHeapObject(CpuCore& core, Page* page)
{
    if (!core.GetKernel().usercopyCheck)
    {
        return;
    }
    CpuCore::Scope scope(core, Fn::check_heap_object);
    if (page != nullptr)
    {
        core.Read(page->meta);
    }
}

/**
 * @ingroup linux-datapath
 * @brief Walk over the payload of an skb as skb_copy_datagram_iter() does: head, fragments,
 * frag_list.
 *
 * @param skb a packet whose data begins at its network header
 * @param header bytes of its headers; chained skbs had theirs pulled by GRO
 * @param visit called with the skb that holds the piece, its lines, the first byte, the bytes, and
 * the page (null: kmalloc)
 */
template <typename Visit>
void
ForEachPayloadPiece(Skb& skb, uint32_t header, Visit visit)
{
    for (Skb* walk = &skb; walk != nullptr; walk = walk == &skb ? skb.head->fragList : walk->next)
    {
        const uint32_t skip = walk == &skb ? header : 0;
        const SkbData& head = *walk->head;
        if (walk->HeadLen() > skip)
        {
            visit(*walk,
                  *head.lines,
                  head.base + walk->data + skip,
                  walk->HeadLen() - skip,
                  head.page);
        }
        for (const SkbFrag& frag : head.frags)
        {
            visit(*walk, frag.page->body, frag.offset, frag.size, frag.page);
        }
    }
}

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_PIECES_H
