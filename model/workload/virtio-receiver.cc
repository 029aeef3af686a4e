/* SPDX-License-Identifier: GPL-2.0-only */
#include "virtio-receiver.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Instructions of the turns of a poll loop that find nothing, so that waiting takes few steps. */
constexpr uint32_t SPIN_INSTRUCTIONS = 256;

} // namespace

VirtioReceiver::VirtioReceiver(HostCpu& cpu,
                               Virtqueue& queue,
                               const VirtioReceiverParameters& parameters)
    : Task(cpu, "virtio-receiver"),
      m_queue(queue),
      m_parameters(parameters)
{
    queue.SetDriver(this);
}

void
VirtioReceiver::StartAt(Ticks when)
{
    m_stopped = false;
    WakeAt(when);
}

// The eventfd's handler injects an interrupt into the guest.
void
VirtioReceiver::Notified(CpuCore& core, Virtqueue&)
{
    Wake(core);
}

void
VirtioReceiver::Step(CpuCore& core)
{
    if (m_left > 0)
    {
        ReceiveOne(core);
        if (m_left == 0)
        {
            m_queue.Publish(core);
        }
        return;
    }
    if (m_queue.GetStats().posted == 0)
    {
        Fill(core);
    }
    m_left = std::min(m_parameters.burst, m_queue.CountUsed(core));
    if (m_left == 0)
    {
        Idle(core);
        return;
    }
    ++m_stats.polls;
    core.Execute(m_parameters.instructions);
    if (m_called)
    {
        m_called = false;
        m_queue.SetCalls(core, false);
    }
}

void
VirtioReceiver::Fill(CpuCore& core)
{
    m_queue.SetCalls(core, false);
    while (m_queue.GetFree() > 0)
    {
        m_queue.Post(core, m_parameters.bufferBytes);
    }
    m_queue.Publish(core);
}

void
VirtioReceiver::Idle(CpuCore& core)
{
    if (m_stopped)
    {
        Sleep();
    }
    else if (m_parameters.polls)
    {
        core.Execute(SPIN_INSTRUCTIONS);
    }
    else if (!m_called)
    {
        m_called = true;
        m_queue.SetCalls(core, true); // and look once more
    }
    else
    {
        ++m_stats.sleeps;
        Sleep();
    }
}

// The buffers of a packet become used together.
void
VirtioReceiver::ReceiveOne(CpuCore& core)
{
    VirtqueueBuffer& first = m_queue.Reclaim(core);
    core.Execute(m_parameters.instructions);
    core.Read(first.lines, LINE_BYTES - Virtqueue::NET_HEADER, Virtqueue::NET_HEADER + 1);
    const uint32_t count = first.count;
    uint64_t bytes = first.bytes;
    const Ticks sentAt = first.sentAt;
    m_queue.Post(core, m_parameters.bufferBytes);
    --m_left;
    for (uint32_t i = 1; i < count; ++i)
    {
        bytes += m_queue.Reclaim(core).bytes;
        m_queue.Post(core, m_parameters.bufferBytes);
        m_left -= m_left > 0 ? 1 : 0;
    }
    ++m_stats.frames;
    m_stats.bytes += bytes - Virtqueue::NET_HEADER;
    m_latency.Add(core.Now() - std::min(sentAt, core.Now()), 1);
}

void
VirtioReceiver::ResetStats()
{
    m_stats = Stats();
    m_latency = LatencyHistogram();
}

} // namespace ns3
