/* SPDX-License-Identifier: GPL-2.0-only */
#include "tap-writer.h"

namespace ns3
{

TapWriter::TapWriter(HostCpu& cpu, TunRx& tap, uint32_t frame, bool nonblock)
    : Task(cpu, "tap-writer"),
      m_tap(tap),
      m_frame(frame),
      m_nonblock(nonblock),
      m_buffer(static_cast<uint16_t>((frame + LINE_BYTES - 1) / LINE_BYTES))
{
}

void
TapWriter::StartAt(Ticks when)
{
    m_stopped = false;
    WakeAt(when);
}

void
TapWriter::Step(CpuCore& core)
{
    if (m_stopped)
    {
        Sleep();
        return;
    }
    CpuCore::Scope scope(core, Fn::syscall_entry);
    core.System(SystemCost::Syscall);
    m_tap.Write(core, m_buffer, m_frame, m_nonblock);
    ++m_frames;
}

} // namespace ns3
