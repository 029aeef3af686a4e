/* SPDX-License-Identifier: GPL-2.0-only */
#include "task.h"

#include "host-cpu.h"

#include <utility>

namespace ns3
{

Task::Task(HostCpu& cpu, std::string name)
    : m_cpu(cpu),
      m_name(std::move(name))
{
}

Task::~Task()
{
    m_cpu.Forget(*this);
}

void
Task::Wake(CpuCore& waker)
{
    m_cpu.Wake(*this, waker);
}

void
Task::WakeAt(Ticks when)
{
    m_cpu.WakeAt(*this, when);
}

// A timed sleep ends in a timer interrupt; an arrival is only the end of the wake-up's way.
bool
Task::WakeTimer::IsInterrupt() const
{
    return m_task.m_state == State::Sleeping;
}

void
Task::WakeTimer::Expire(CpuCore& core)
{
    if (m_task.m_state == State::Sleeping)
    {
        m_task.Wake(core);
    }
    else
    {
        m_task.m_cpu.Arrive(m_task);
    }
}

} // namespace ns3
