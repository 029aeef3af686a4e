/* SPDX-License-Identifier: GPL-2.0-only */
#include "virtio-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Instructions of the turns of a poll loop that find nothing, so that waiting takes few steps. */
constexpr uint32_t SPIN_INSTRUCTIONS = 256;
/** Ethernet, IPv4 and UDP headers, which the application writes [bytes]. */
constexpr uint32_t HEADERS = 42;

} // namespace

VirtioSender::VirtioSender(HostCpu& cpu, Virtqueue& queue, const VirtioSenderParameters& parameters)
    : Task(cpu, "virtio-sender"),
      m_queue(queue),
      m_parameters(parameters)
{
}

void
VirtioSender::StartAt(Ticks when)
{
    m_stopped = false;
    WakeAt(when);
}

void
VirtioSender::Step(CpuCore& core)
{
    if (m_left == 0)
    {
        BeginBurst(core);
        return;
    }
    SendOne(core);
    if (m_left == 0)
    {
        m_queue.Publish(core);
    }
}

void
VirtioSender::BeginBurst(CpuCore& core)
{
    if (m_stopped)
    {
        Sleep();
        return;
    }
    for (uint32_t used = m_queue.CountUsed(core); used > 0; --used)
    {
        m_queue.Reclaim(core);
    }
    m_left = std::min(m_parameters.burst, m_queue.GetFree());
    core.Execute(m_left > 0 ? m_parameters.instructions : SPIN_INSTRUCTIONS);
}

void
VirtioSender::SendOne(CpuCore& core)
{
    VirtqueueBuffer& buffer = m_queue.NextBuffer();
    buffer.sentAt = core.Now();
    core.Execute(m_parameters.instructions);
    const uint32_t written = Virtqueue::NET_HEADER + std::min(m_parameters.frame, HEADERS);
    core.Write(buffer.lines, LINE_BYTES - Virtqueue::NET_HEADER, written);
    m_queue.Post(core, Virtqueue::NET_HEADER + m_parameters.frame);
    ++m_frames;
    --m_left;
}

} // namespace ns3
