/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-frame-bulk.h"

namespace ns3
{

XdpFrameBulk::XdpFrameBulk(XdpFrames& frames)
    : m_frames(frames)
{
}

void
XdpFrameBulk::Return(CpuCore& core, XdpFrame* frame)
{
    CpuCore::Scope scope(core, Fn::xdp_return_frame_bulk);
    core.Read(frame->page->body, frame->base, XdpFrame::BYTES);
    if (frame->mem != XdpMem::PagePool)
    {
        m_frames.Return(core, frame);
        return;
    }
    for (const SkbFrag& frag : frame->frags)
    {
        Gather(core, frag.page);
    }
    Gather(core, frame->page);
    m_frames.Forget(frame);
}

void
XdpFrameBulk::Gather(CpuCore& core, Page* page)
{
    if (m_count == m_queue.size() || (m_count > 0 && page->pool != m_pool))
    {
        Flush(core);
    }
    m_pool = page->pool;
    m_queue[m_count++] = page;
}

void
XdpFrameBulk::Flush(CpuCore& core)
{
    if (m_count > 0)
    {
        m_pool->PutPageBulk(core, m_queue.data(), m_count);
        m_count = 0;
    }
}

} // namespace ns3
