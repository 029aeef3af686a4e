/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-frame.h"

#include "ns3/linux-host.h"
#include "ns3/page-allocator.h"

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
        host.AggregateObject(frames);
    }
    return *frames;
}

XdpFrame*
XdpFrames::FromSkb(CpuCore& core, const Skb& skb)
{
    if (m_free == nullptr)
    {
        m_free = &m_records.emplace_back();
    }
    XdpFrame* frame = m_free;
    m_free = frame->next;
    ++m_inUse;
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
    m_pages->GetPage(core, *frame->page);
    for (const SkbFrag& frag : frame->frags)
    {
        m_pages->GetPage(core, *frag.page);
    }
    core.Write(frame->page->body, frame->base, XdpFrame::BYTES);
    return frame;
}

void
XdpFrames::Return(CpuCore& core, XdpFrame* frame)
{
    for (const SkbFrag& frag : frame->frags)
    {
        m_pages->PutPage(core, *frag.page);
    }
    m_pages->PutPage(core, *frame->page);
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
