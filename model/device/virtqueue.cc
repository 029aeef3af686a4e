/* SPDX-License-Identifier: GPL-2.0-only */
#include "virtqueue.h"

#include "ns3/abort.h"

namespace ns3
{

namespace
{

std::vector<LineRun>
MakeLines(uint32_t bytes)
{
    std::vector<LineRun> lines;
    for (uint32_t byte = 0; byte < bytes; byte += LINE_BYTES)
    {
        lines.emplace_back(1, byte / LINE_BYTES % LINE_COLUMNS);
    }
    return lines;
}

/** vring_need_event(): did the index step over the event? */
bool
NeedsEvent(uint64_t event, uint64_t now, uint64_t before)
{
    return event >= before && event < now;
}

} // namespace

Virtqueue::Virtqueue(uint32_t size, bool eventIdx, uint32_t frame)
    : m_size(size),
      m_eventIdx(eventIdx),
      m_desc(MakeLines(size * 16)),
      m_avail(MakeLines(4 + size * 2 + 2)),
      m_used(MakeLines(4 + size * 8 + 2))
{
    const auto lines = static_cast<uint16_t>(1 + (frame + LINE_BYTES - 1) / LINE_BYTES);
    for (uint32_t i = 0; i < size; ++i)
    {
        // elements of a mempool lie three lines further apart than they are long (rte_mbuf,
        // padding)
        m_buffers.push_back({LineSet(lines, i * (lines + 3) % LINE_COLUMNS), 0, 1, 0, nullptr});
    }
}

// ---- driver

void
Virtqueue::Post(CpuCore& core, uint32_t bytes)
{
    NS_ASSERT(GetFree() > 0);
    core.Write(DescLine(m_stats.posted));
    core.Write(AvailLine(m_stats.posted));
    m_buffers[m_stats.posted % m_size].bytes = bytes;
    ++m_stats.posted;
}

void
Virtqueue::Publish(CpuCore& core)
{
    const uint64_t before = m_stats.published;
    core.Write(m_avail.front());
    m_stats.published = m_stats.posted;
    core.System(SystemCost::FullBarrier);
    core.Read(m_eventIdx ? m_used.back() : m_used.front());
    const bool kick =
        m_eventIdx ? NeedsEvent(m_availEvent, m_stats.published, before) : !m_noNotify;
    if (!kick)
    {
        ++m_stats.kicksSpared;
        return;
    }
    ++m_stats.kicks;
    core.System(SystemCost::Syscall); // write() to the eventfd
    CpuCore::Scope scope(core, Fn::eventfd_signal);
    m_device->Notified(core, *this);
}

uint32_t
Virtqueue::CountUsed(CpuCore& core)
{
    core.Read(m_used.front());
    return static_cast<uint32_t>(m_stats.used - m_stats.reclaimed);
}

VirtqueueBuffer&
Virtqueue::Reclaim(CpuCore& core)
{
    NS_ASSERT(m_stats.used > m_stats.reclaimed);
    core.Read(UsedLine(m_stats.reclaimed));
    VirtqueueBuffer& buffer = m_buffers[m_stats.reclaimed % m_size];
    ++m_stats.reclaimed;
    return buffer;
}

void
Virtqueue::SetCalls(CpuCore& core, bool wanted)
{
    core.Write(m_eventIdx ? m_avail.back() : m_avail.front());
    m_noInterrupt = !wanted;
    m_usedEvent = m_stats.reclaimed;
    if (wanted)
    {
        core.System(SystemCost::FullBarrier);
    }
}

// ---- device

void
Virtqueue::ReadAvailIdx(CpuCore& core)
{
    core.System(SystemCost::UserAccess);
    core.Read(m_avail.front());
    m_availSeen = m_stats.published;
    ++m_stats.availReads;
}

bool
Virtqueue::IsAvailEmpty(CpuCore& core)
{
    if (m_availSeen == m_stats.taken)
    {
        ReadAvailIdx(core);
    }
    return m_availSeen == m_stats.taken;
}

VirtqueueBuffer*
Virtqueue::GetDesc(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::vhost_get_vq_desc);
    if (IsAvailEmpty(core))
    {
        return nullptr;
    }
    core.System(SystemCost::UserAccess); // vhost_get_avail_head
    core.Read(AvailLine(m_stats.taken));
    core.System(SystemCost::UserAccess); // vhost_get_desc
    core.Read(DescLine(m_stats.taken));
    core.Write(m_heads);
    return &m_buffers[m_stats.taken++ % m_size];
}

void
Virtqueue::AddUsedAndSignal(CpuCore& core, uint32_t count)
{
    if (count == 0)
    {
        return;
    }
    CpuCore::Scope scope(core, Fn::vhost_add_used_and_signal_n);
    core.System(SystemCost::UserAccess); // vhost_put_used: all entries at once
    const LineRun* last = nullptr;
    for (uint32_t i = 0; i < count; ++i)
    {
        LineRun& line = UsedLine(m_stats.used + i);
        if (&line != last)
        {
            core.Write(line);
            last = &line;
        }
    }
    core.System(SystemCost::UserAccess); // vhost_put_used_idx
    core.Write(m_used.front());
    const uint64_t before = m_stats.used;
    m_stats.used += count;
    ++m_stats.usedUpdates;
    if (!NeedsCall(core) || (m_eventIdx && !NeedsEvent(m_usedEvent, m_stats.used, before)))
    {
        ++m_stats.callsSpared;
        return;
    }
    ++m_stats.calls;
    CpuCore::Scope signal(core, Fn::eventfd_signal);
    m_driver->Notified(core, *this);
}

// vhost_notify()
bool
Virtqueue::NeedsCall(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::vhost_notify);
    core.System(SystemCost::FullBarrier);
    core.System(SystemCost::UserAccess);
    core.Read(m_eventIdx ? m_avail.back() : m_avail.front());
    return !m_noInterrupt && m_driver != nullptr;
}

void
Virtqueue::DisableNotify(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::vhost_disable_notify);
    if (!m_noNotify && !m_eventIdx)
    {
        core.System(SystemCost::UserAccess);
        core.Write(m_used.front());
    }
    m_noNotify = true;
}

bool
Virtqueue::EnableNotify(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::vhost_enable_notify);
    m_noNotify = false;
    core.System(SystemCost::UserAccess);
    core.Write(m_eventIdx ? m_used.back() : m_used.front());
    m_availEvent = m_availSeen;
    core.System(SystemCost::FullBarrier);
    ReadAvailIdx(core);
    return m_availSeen != m_stats.taken;
}

const char*
Virtqueue::CheckEqualities() const
{
    const Stats& s = m_stats;
    if (s.posted < s.published || s.published < s.taken || s.taken < s.used ||
        s.used < s.reclaimed || s.posted - s.reclaimed > m_size)
    {
        return "a virtqueue gave back what it had not taken";
    }
    return "";
}

} // namespace ns3
