/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-bulk-queue.h"

namespace ns3
{

XdpBulkQueue::XdpBulkQueue(XdpFrames& frames, Fn function, bool kickWhenFull)
    : m_frames(frames),
      m_function(function),
      m_kickWhenFull(kickWhenFull)
{
}

uint32_t
XdpBulkQueue::Enqueue(CpuCore& core, XdpFrameSink& sink, XdpFrame* frame)
{
    const uint32_t refused = m_count == SIZE ? Xmit(core, sink, m_kickWhenFull) : 0;
    core.Write(m_lines);
    m_queue[m_count++] = frame;
    return refused;
}

uint32_t
XdpBulkQueue::Flush(CpuCore& core, XdpFrameSink& sink)
{
    return Xmit(core, sink, true);
}

uint32_t
XdpBulkQueue::Xmit(CpuCore& core, XdpFrameSink& sink, bool kick)
{
    if (m_count == 0)
    {
        return 0;
    }
    CpuCore::Scope scope(core, m_function);
    core.System(SystemCost::IndirectCall);
    core.Read(m_lines);
    const uint32_t sent = sink.XdpXmit(core, m_queue.data(), m_count, kick);
    for (uint32_t i = sent; i < m_count; ++i)
    {
        m_frames.Return(core, m_queue[i], false, SkbDropReason::FullRing);
    }
    const uint32_t refused = m_count - sent;
    ++m_bulks;
    m_sent += sent;
    m_dropped += refused;
    m_count = 0;
    return refused;
}

} // namespace ns3
