/* SPDX-License-Identifier: GPL-2.0-only */
#include "dev-map.h"

namespace ns3
{

DevMapEntry::DevMapEntry(XdpFrames& frames, XdpFrameSink& device)
    : m_frames(frames),
      m_device(device)
{
}

XdpBulkQueue&
DevMapEntry::GetQueue(const CpuCore& core)
{
    if (core.GetId() >= m_queues.size())
    {
        m_queues.resize(core.GetId() + 1);
    }
    auto& queue = m_queues[core.GetId()];
    if (!queue)
    {
        queue = std::make_unique<XdpBulkQueue>(m_frames, Fn::xdp_do_redirect, false);
    }
    return *queue;
}

uint32_t
DevMapEntry::Enqueue(CpuCore& core, XdpFrame* frame)
{
    return GetQueue(core).Enqueue(core, m_device, frame);
}

uint32_t
DevMapEntry::Flush(CpuCore& core)
{
    return GetQueue(core).Flush(core, m_device);
}

uint64_t
DevMapEntry::GetSent() const
{
    uint64_t sum = 0;
    for (const auto& queue : m_queues)
    {
        sum += queue ? queue->GetSent() : 0;
    }
    return sum;
}

uint64_t
DevMapEntry::GetDropped() const
{
    uint64_t sum = 0;
    for (const auto& queue : m_queues)
    {
        sum += queue ? queue->GetDropped() : 0;
    }
    return sum;
}

} // namespace ns3
