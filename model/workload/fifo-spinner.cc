/* SPDX-License-Identifier: GPL-2.0-only */
#include "fifo-spinner.h"

namespace ns3
{

namespace
{

/** Instructions between two looks at the flag: pause loops, so that a long hold takes few steps. */
constexpr uint32_t SPIN_INSTRUCTIONS = 256;

} // namespace

FifoSpinner::FifoSpinner(HostCpu& cpu)
    : Task(cpu, "fifo-spinner")
{
}

void
FifoSpinner::Hold(Ticks when, Callback<void, Ticks> started)
{
    m_holding = true;
    m_started = started;
    WakeAt(when);
}

void
FifoSpinner::Release(CpuCore& core)
{
    core.Write(m_flag);
    m_holding = false;
}

void
FifoSpinner::Step(CpuCore& core)
{
    core.Read(m_flag);
    core.Execute(SPIN_INSTRUCTIONS);
    if (!m_holding)
    {
        Sleep();
        return;
    }
    if (!m_started.IsNull())
    {
        const Callback<void, Ticks> started = m_started;
        m_started = Callback<void, Ticks>();
        started(core.Now());
    }
}

} // namespace ns3
