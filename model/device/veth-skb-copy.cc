/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-skb-copy.h"

#include <algorithm>

namespace ns3
{

VethSkbCopy::VethSkbCopy(SkbAllocator& skbs,
                         PagePool* pool,
                         Buffers buffers,
                         const SkbLayout& layout,
                         bool napiBuildSkb)
    : m_skbs(skbs),
      m_pool(pool),
      m_buffers(buffers),
      m_layout(layout),
      m_napiBuildSkb(napiBuildSkb || buffers == Buffers::PpCow)
{
}

bool
VethSkbCopy::MustCopy(const Skb& skb, uint32_t headroom)
{
    return skb.IsShared() || skb.IsHeadLocked() || skb.IsNonlinear() || skb.Headroom() < headroom;
}

Skb*
VethSkbCopy::Convert(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core,
                         m_buffers == Buffers::PpCow ? Fn::skb_pp_cow_data
                                                     : Fn::veth_convert_skb_to_xdp_buff);
    skb->Read(core);
    skb->ReadSharedInfo(core);
    if (!MustCopy(*skb, m_layout.GetHeadroom(m_buffers)))
    {
        return skb;
    }
    Skb* copy = Copy(core, *skb);
    if (copy != nullptr)
    {
        copy->cargo = SkbCargo::Take(skb->cargo);
    }
    m_skbs.KfreeSkb(core, skb, SkbDropReason::Nomem);
    return copy;
}

Skb*
VethSkbCopy::Copy(CpuCore& core, Skb& skb)
{
    SkbFrameLayout frame;
    if (!m_layout.Lay(m_buffers, skb.len, frame))
    {
        return nullptr;
    }
    Skb* copy = NewHead(core, frame);
    if (copy == nullptr)
    {
        return nullptr;
    }
    copy->Reserve(m_layout.GetHeadroom(m_buffers));
    copy->ppRecycle = m_pool != nullptr;
    CopyBits(core, skb, 0, *copy->head->lines, copy->head->base + copy->data, frame.linear);
    copy->Put(frame.linear);
    CopyHeader(core, skb, *copy);
    uint32_t offset = frame.linear;
    for (const SkbPiece& piece : frame.pieces)
    {
        const PageFragment taken = TakePiece(core, piece);
        if (taken.page == nullptr)
        {
            m_skbs.ConsumeSkb(core, copy);
            return nullptr;
        }
        const uint32_t truesize = std::max(taken.size, piece.truesize);
        copy->AddRxFrag(taken.page, taken.offset, piece.size, truesize);
        copy->WriteSharedInfo(core);
        CopyBits(core, skb, offset, taken.page->body, taken.offset, piece.size);
        offset += piece.size;
    }
    return copy;
}

PageFragment
VethSkbCopy::TakeWholePage(CpuCore& core)
{
    PageAllocator& pages = m_skbs.GetPages();
    Page* page = m_pool == nullptr ? pages.AllocPages(core, 0, FootprintOwner::RxPages)
                                   : m_pool->AllocPages(core);
    return {page, 0, pages.GetPageSize()};
}

PageFragment
VethSkbCopy::TakePiece(CpuCore& core, const SkbPiece& piece)
{
    switch (m_buffers)
    {
    case Buffers::PagePoolFrag:
        return m_pool->AllocFrag(core, piece.truesize);
    case Buffers::PpCow:
        return m_pool->Alloc(core, piece.truesize);
    default:
        return TakeWholePage(core);
    }
}

Skb*
VethSkbCopy::NewHead(CpuCore& core, const SkbFrameLayout& frame)
{
    const PageFragment head = TakePiece(core, {frame.linear, frame.headBytes, frame.headWholePage});
    if (head.page == nullptr)
    {
        return nullptr;
    }
    Skb* skb = m_napiBuildSkb ? m_skbs.NapiBuildSkb(core, *head.page, head.offset, head.size)
                              : m_skbs.BuildSkb(core, *head.page, head.offset, head.size);
    if (skb == nullptr)
    {
        PutBack(core, head);
    }
    return skb;
}

void
VethSkbCopy::PutBack(CpuCore& core, const PageFragment& piece)
{
    if (m_pool == nullptr)
    {
        m_skbs.GetPages().PutPage(core, *piece.page);
    }
    else
    {
        m_pool->PutFullPage(core, *piece.page, true);
    }
}

void
VethSkbCopy::CopyHeader(CpuCore& core, const Skb& from, Skb& to)
{
    CpuCore::Scope scope(core, Fn::skb_copy_header);
    from.Read(core);
    to.Write(core);
    to.queueMapping = from.queueMapping;
    to.payload = from.payload;
    to.seq = from.seq;
    to.ackSeq = from.ackSeq;
    to.window = from.window;
    to.gsoSize = from.gsoSize;
    to.gsoSegs = from.gsoSegs;
    to.flow = from.flow;
    to.push = from.push;
    to.isAck = from.isAck;
    to.sentAt = from.sentAt;
    to.frames = from.frames;
    to.cookie = from.cookie;
}

// skb_copy_bits(): from any place of an skb into one buffer, piece by piece.
void
VethSkbCopy::CopyBits(CpuCore& core,
                      const Skb& from,
                      uint32_t offset,
                      LineSet& to,
                      uint32_t byte,
                      uint32_t bytes)
{
    CpuCore::Scope scope(core, Fn::skb_copy_bits);
    const SkbData& head = *from.head;
    if (offset < from.HeadLen())
    {
        const uint32_t n = std::min(bytes, from.HeadLen() - offset);
        core.Copy(*head.lines, head.base + from.data + offset, to, byte, n);
        offset += n;
        byte += n;
        bytes -= n;
    }
    uint32_t begin = from.HeadLen();
    for (const SkbFrag& frag : head.frags)
    {
        if (bytes == 0)
        {
            return;
        }
        if (offset < begin + frag.size)
        {
            const uint32_t n = std::min(bytes, begin + frag.size - offset);
            core.Copy(frag.page->body, frag.offset + offset - begin, to, byte, n);
            offset += n;
            byte += n;
            bytes -= n;
        }
        begin += frag.size;
    }
}

} // namespace ns3
