/* SPDX-License-Identifier: GPL-2.0-only */
#include "gso-segmenter.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

GsoSegmenter::GsoSegmenter(SkbAllocator& skbs)
    : m_skbs(skbs)
{
}

void
GsoSegmenter::Begin(CpuCore& core, Skb* gso)
{
    NS_ASSERT_MSG(m_gso == nullptr, "GsoSegmenter::Begin: the skb before is not done");
    NS_ASSERT_MSG(gso->gsoSize > 0, "GsoSegmenter::Begin: gsoSize 0");
    NS_ASSERT_MSG(gso->payload > 0 && gso->payload == gso->dataLen,
                  "GsoSegmenter::Begin: the payload must be in fragments");
    NS_ASSERT_MSG(gso->head->fragList == nullptr, "GsoSegmenter::Begin: frag_list");
    CpuCore::Scope scope(core, Fn::__skb_gso_segment);
    gso->Read(core);
    gso->ReadSharedInfo(core);
    m_gso = gso;
    m_owner = nullptr;
    m_header = gso->HeadLen();
    m_done = 0;
    m_frag = 0;
    m_fragDone = 0;
    m_uncharged = 0;
    ++m_stats.skbs;
}

Skb*
GsoSegmenter::Next(CpuCore& core)
{
    if (m_gso == nullptr)
    {
        return nullptr;
    }
    CpuCore::Scope scope(core, Fn::skb_segment_entry);
    Skb* segment = NewHead(core);
    if (segment == nullptr)
    {
        Abort(core);
        return nullptr;
    }
    if (m_done == 0)
    {
        MoveCharge(core, segment->truesize);
    }
    const uint32_t bytes = std::min(m_gso->gsoSize, m_gso->payload - m_done);
    ReferPages(core, *segment, bytes);
    Describe(*segment, bytes);
    m_done += bytes;
    ++m_stats.segments;
    if (m_done == m_gso->payload)
    {
        Finish(core);
    }
    return segment;
}

Skb*
GsoSegmenter::NewHead(CpuCore& core)
{
    const uint32_t headroom = m_gso->Headroom();
    Skb* segment = m_skbs.AllocSkb(core, headroom + m_header);
    if (segment == nullptr)
    {
        return nullptr;
    }
    segment->Reserve(headroom);
    segment->Put(m_header);
    core.Copy(*m_gso->head->lines,
              m_gso->head->base + m_gso->data,
              *segment->head->lines,
              segment->head->base + segment->data,
              m_header);
    return segment;
}

void
GsoSegmenter::ReferPages(CpuCore& core, Skb& segment, uint32_t bytes)
{
    while (bytes > 0)
    {
        const SkbFrag& frag = m_gso->head->frags[m_frag];
        const uint32_t piece = std::min(bytes, frag.size - m_fragDone);
        m_skbs.GetPages().GetPage(core, *frag.page);
        segment.AddRxFrag(frag.page, frag.offset + m_fragDone, piece, piece);
        m_fragDone += piece;
        if (m_fragDone == frag.size)
        {
            ++m_frag;
            m_fragDone = 0;
        }
        bytes -= piece;
    }
    segment.WriteSharedInfo(core);
}

void
GsoSegmenter::Describe(Skb& segment, uint32_t bytes)
{
    segment.owner = m_owner;
    segment.queueMapping = m_gso->queueMapping;
    segment.payload = bytes;
    segment.seq = m_gso->seq + m_done;
    segment.ackSeq = m_gso->ackSeq;
    segment.window = m_gso->window;
    segment.flow = m_gso->flow;
    segment.push = m_gso->push && m_done + bytes == m_gso->payload;
    segment.sentAt = m_gso->sentAt;
    segment.frames = 1;
    m_uncharged -= segment.truesize;
}

void
GsoSegmenter::MoveCharge(CpuCore& core, uint32_t headTruesize)
{
    m_owner = m_gso->owner;
    const uint32_t segments = (m_gso->payload + m_gso->gsoSize - 1) / m_gso->gsoSize;
    m_uncharged = static_cast<int64_t>(segments) * headTruesize + m_gso->payload;
    if (m_owner != nullptr)
    {
        m_owner->Recharge(core, m_uncharged - m_gso->truesize);
        m_gso->owner = nullptr;
    }
}

void
GsoSegmenter::Abort(CpuCore& core)
{
    if (m_owner != nullptr)
    {
        m_owner->Recharge(core, -m_uncharged);
    }
    ++m_stats.failed;
    m_skbs.KfreeSkb(core, m_gso);
    m_gso = nullptr;
}

void
GsoSegmenter::Finish(CpuCore& core)
{
    m_skbs.ConsumeSkb(core, m_gso);
    m_gso = nullptr;
}

} // namespace ns3
