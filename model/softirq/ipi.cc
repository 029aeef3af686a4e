/* SPDX-License-Identifier: GPL-2.0-only */
#include "ipi.h"

#include "host-cpu.h"

namespace ns3
{

bool
Ipi::Send(CpuCore& from, HostCpu& to)
{
    if (IsArmed())
    {
        return false;
    }
    ++m_sent;
    to.Arm(*this, from.Now() + from.FromNs(from.GetMachine().ipiNs));
    return true;
}

void
Ipi::Expire(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::ipi);
    core.System(SystemCost::Ipi);
    Handle(core);
}

} // namespace ns3
