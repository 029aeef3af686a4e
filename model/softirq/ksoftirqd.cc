/* SPDX-License-Identifier: GPL-2.0-only */
#include "ksoftirqd.h"

#include "host-cpu.h"

namespace ns3
{

Ksoftirqd::Ksoftirqd(HostCpu& cpu)
    : Task(cpu, "ksoftirqd")
{
}

// The rest of the loop runs as steps of the core: nothing but timers comes between.
void
Ksoftirqd::Step(CpuCore&)
{
    if (GetCpu().GetNetRx().IsPending())
    {
        GetCpu().StepSoftirq();
    }
    else
    {
        Sleep();
    }
}

} // namespace ns3
