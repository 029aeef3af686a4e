/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-frame.h"

#include "ns3/linux-host.h"
#include "ns3/page-pool.h"
#include "ns3/skb-allocator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(XdpFrames);

TypeId
XdpFrames::GetTypeId()
{
    static TypeId tid = TypeId("ns3::XdpFrames")
                            .SetParent<Object>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<XdpFrames>();
    return tid;
}

XdpFrames&
XdpFrames::Of(LinuxHost& host)
{
    Ptr<XdpFrames> frames = host.GetObject<XdpFrames>();
    if (!frames)
    {
        frames = CreateObject<XdpFrames>();
        frames->m_pages = &host.GetPages();
        frames->m_skbs = &host.GetSkbs();
        host.AggregateObject(frames);
    }
    return *frames;
}

XdpFrame*
XdpFrames::TakeRecord()
{
    if (m_free == nullptr)
    {
        m_free = &m_records.emplace_back();
    }
    XdpFrame* frame = m_free;
    m_free = frame->next;
    ++m_inUse;
    return frame;
}

XdpFrame*
XdpFrames::FromSkb(CpuCore& core, Skb& skb)
{
    XdpFrame* frame = TakeRecord();
    frame->mem = XdpMem::PageShared;
    const SkbData& head = *skb.head;
    frame->page = head.page;
    frame->base = head.base;
    frame->bytes = head.bytes;
    frame->headroom = skb.data;
    frame->linear = skb.HeadLen();
    frame->len = skb.len;
    frame->sentAt = skb.sentAt;
    frame->flow = skb.flow;
    frame->payload = skb.payload;
    frame->push = skb.push;
    frame->frags = head.frags;
    frame->cargo = SkbCargo::Take(skb.cargo);
    m_pages->GetPage(core, *frame->page);
    for (const SkbFrag& frag : frame->frags)
    {
        m_pages->GetPage(core, *frag.page);
    }
    core.Write(frame->page->body, frame->base, XdpFrame::BYTES);
    return frame;
}

XdpFrame*
XdpFrames::FromPool(Page& page, uint32_t base, uint32_t bytes, uint32_t headroom, uint32_t len)
{
    XdpFrame* frame = TakeRecord();
    frame->mem = XdpMem::PagePool;
    frame->page = &page;
    frame->base = base;
    frame->bytes = bytes;
    frame->headroom = headroom;
    frame->linear = len;
    frame->len = len;
    frame->sentAt = 0;
    frame->flow = 0;
    frame->payload = 0;
    frame->push = true;
    return frame;
}

void
XdpFrames::PutPage(CpuCore& core, XdpMem mem, Page& page, bool napiDirect)
{
    if (mem == XdpMem::PagePool)
    {
        page.pool->PutFullPage(core, page, napiDirect);
        return;
    }
    m_pages->PutPage(core, page);
}

void
XdpFrames::Return(CpuCore& core, XdpFrame* frame, bool napiDirect, SkbDropReason reason)
{
    SkbCargo::Lose(core, frame->cargo, reason);
    for (const SkbFrag& frag : frame->frags)
    {
        PutPage(core, frame->mem, *frag.page, napiDirect);
    }
    PutPage(core, frame->mem, *frame->page, napiDirect);
    Forget(frame);
}

void
XdpFrames::BuildSkb(CpuCore& core, Skb& skb, XdpFrame* frame)
{
    m_skbs->BuildSkbAround(core, skb, *frame->page, frame->base, frame->bytes);
    skb.Reserve(frame->headroom);
    skb.Put(frame->linear);
    for (const SkbFrag& frag : frame->frags)
    {
        skb.AddRxFrag(frag.page, frag.offset, frag.size, m_pages->GetPageSize());
    }
    skb.sentAt = frame->sentAt;
    skb.flow = frame->flow;
    skb.payload = frame->payload;
    skb.push = frame->push;
    skb.cargo = SkbCargo::Take(frame->cargo);
    if (frame->mem == XdpMem::PagePool)
    {
        skb.ppRecycle = core.GetKernel().AtLeast(6, 4);
        if (!skb.ppRecycle)
        {
            for (const SkbFrag& frag : frame->frags)
            {
                frag.page->pool->ReleasePage(core, *frag.page);
            }
            frame->page->pool->ReleasePage(core, *frame->page);
        }
    }
    Forget(frame);
}

void
XdpFrames::Forget(XdpFrame* frame)
{
    frame->frags.clear();
    frame->next = m_free;
    m_free = frame;
    --m_inUse;
}

} // namespace ns3
