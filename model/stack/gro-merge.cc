/* SPDX-License-Identifier: GPL-2.0-only */
#include "gro-merge.h"

#include <algorithm>

namespace ns3
{

GroMerge::GroMerge(const SkbLayout& layout, uint32_t maxFrags)
    : m_layout(layout),
      m_maxFrags(std::min(maxFrags, MAX_SKB_FRAGS_LIMIT))
{
}

GroMerge::Kind
GroMerge::SkbGroReceive(CpuCore& core, Skb& p, Skb& skb) const
{
    CpuCore::Scope scope(core, Fn::skb_gro_receive);
    skb.ReadSharedInfo(core);
    Skb& lp = *p.prev;
    const bool inFrags = skb.HeadLen() <= Offset(skb);
    const std::size_t frags = lp.head->frags.size() + skb.head->frags.size() + (inFrags ? 0 : 1);
    if (frags > m_maxFrags || !(inFrags || skb.headFrag))
    {
        Chain(core, p, skb);
        return Kind::Chained;
    }
    const uint32_t truesize = inFrags ? MoveFrags(lp, skb) : MoveHead(lp, skb);
    lp.WriteSharedInfo(core);
    Grow(p, skb, truesize);
    if (&lp != &p)
    {
        lp.Write(core);
        lp.dataLen += skb.payload;
        lp.truesize += truesize;
        lp.len += skb.payload;
    }
    return inFrags ? Kind::Frags : Kind::Head;
}

uint32_t
GroMerge::MoveFrags(Skb& lp, Skb& skb) const
{
    auto& from = skb.head->frags;
    const uint32_t eat = Offset(skb) - skb.HeadLen();
    from[0].offset += eat;
    from[0].size -= eat;
    lp.head->frags.insert(lp.head->frags.end(), from.begin(), from.end());
    from.clear();
    const uint32_t left = m_layout.Truesize(skb.head->end);
    const uint32_t moved = skb.truesize - left;
    skb.truesize = left;
    skb.len -= skb.dataLen;
    skb.dataLen = 0;
    return moved;
}

uint32_t
GroMerge::MoveHead(Skb& lp, Skb& skb) const
{
    const uint32_t offset = Offset(skb);
    auto& to = lp.head->frags;
    to.push_back({skb.head->page, skb.head->base + skb.data + offset, skb.HeadLen() - offset});
    to.insert(to.end(), skb.head->frags.begin(), skb.head->frags.end());
    skb.head->frags.clear();
    const uint32_t moved = skb.truesize - SkbLayout::SKB_BYTES;
    skb.truesize = SkbLayout::SKB_BYTES;
    return moved;
}

void
GroMerge::Chain(CpuCore& core, Skb& p, Skb& skb) const
{
    skb.owner = nullptr;
    const uint32_t offset = Offset(skb);
    const uint32_t pull = std::min(offset, skb.HeadLen());
    const uint32_t eat = offset - pull;
    if (eat > 0)
    {
        skb.head->frags[0].offset += eat;
        skb.head->frags[0].size -= eat;
        skb.dataLen -= eat;
        skb.len -= eat;
    }
    skb.Pull(pull);
    Skb& last = *p.prev;
    if (&last == &p)
    {
        p.head->fragList = &skb;
        p.WriteSharedInfo(core);
    }
    else
    {
        last.Write(core);
        last.next = &skb;
    }
    skb.next = nullptr;
    p.prev = &skb;
    Grow(p, skb, skb.truesize);
}

void
GroMerge::Grow(Skb& p, Skb& skb, uint32_t truesize)
{
    SkbCargo::Append(p.cargo, skb.cargo);
    p.gsoSegs += Count(skb);
    p.dataLen += skb.payload;
    p.len += skb.payload;
    p.truesize += truesize;
    p.payload += skb.payload;
    p.frames += skb.frames;
    p.push = p.push || skb.push;
}

} // namespace ns3
