/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_GRO_MERGE_H
#define LINUX_DATAPATH_GRO_MERGE_H

#include "ns3/skb.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief How a packet joins an skb that GRO holds: skb_gro_receive().
 *
 * net/core/gro.c of v6.4. Three ways, in this order: an skb whose payload is all in fragments gives
 * them away; one whose head is a piece of a page gives this away as a fragment, and its own
 * fragments behind it; where the fragments do not fit, or the head is from kmalloc, the skb is
 * chained on frag_list, and later packets fill the fragments of the chained one.
 *
 * While an skb is held, its Skb::prev is NAPI_GRO_CB()->last, its gsoSegs NAPI_GRO_CB()->count and
 * its gsoSize the mss. Bytes, payload, frames and truesize are conserved: what the held skb gains,
 * the other loses.
 */
class GroMerge
{
  public:
    /** @brief How it joined, and so what is left of it to free. */
    enum class Kind : uint8_t
    {
        No,     //!< it did not
        Frags,  //!< its fragments moved; head and sk_buff are left (NAPI_GRO_FREE)
        Head,   //!< its head moved, too; the sk_buff is left (NAPI_GRO_FREE_STOLEN_HEAD)
        Chained //!< it is on frag_list
    };

    /** @param layout sizes; outlives this @param maxFrags MAX_SKB_FRAGS, 17..45 */
    GroMerge(const SkbLayout& layout, uint32_t maxFrags);

    /**
     * @brief Join.
     * @param core who
     * @param p held skb; the caller has seen that it may be continued, that the sum fits, and has
     * written the struct (its same_flow)
     * @param skb goes behind it
     * @return how, never No
     */
    Kind SkbGroReceive(CpuCore& core, Skb& p, Skb& skb) const;

    /** @brief NAPI_GRO_CB()->data_offset. @param skb a packet @return its headers [bytes] */
    static uint32_t Offset(const Skb& skb)
    {
        return skb.len - skb.payload;
    }

    /** @brief NAPI_GRO_CB()->count. @param skb a packet that comes in @return frames in it */
    static uint32_t Count(const Skb& skb)
    {
        return skb.gsoSize != 0 ? skb.gsoSegs : 1;
    }

  private:
    uint32_t MoveFrags(Skb& lp, Skb& skb) const;
    uint32_t MoveHead(Skb& lp, Skb& skb) const;
    void Chain(CpuCore& core, Skb& p, Skb& skb) const;
    static void Grow(Skb& p, Skb& skb, uint32_t truesize);

    const SkbLayout& m_layout; //!< sizes
    const uint32_t m_maxFrags; //!< MAX_SKB_FRAGS
};

} // namespace ns3

#endif // LINUX_DATAPATH_GRO_MERGE_H
