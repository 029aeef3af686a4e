/* SPDX-License-Identifier: GPL-2.0-only */
#include "cpu-placement.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

CpuPlacement::CpuPlacement(const MachineProfile& machine)
    : m_units(machine.sockets * machine.coresPerSocket),
      m_smt(machine.smt),
      m_sockets(machine.sockets),
      m_perSocket(machine.coresPerSocket),
      m_perDomain(std::min(machine.llcDomainCores, machine.coresPerSocket))
{
}

std::string
CpuPlacement::Check(Placement placement) const
{
    switch (placement)
    {
    case Placement::Same:
        return "";
    case Placement::Smt:
        return m_smt > 1 ? "" : "the machine has one hardware thread per core";
    case Placement::Core:
        return m_perDomain > 1 ? "" : "the machine has one core per last-level cache";
    case Placement::Domain:
        return m_perSocket > m_perDomain ? "" : "the machine has one last-level cache per socket";
    case Placement::Socket:
        return m_sockets > 1 ? "" : "the machine has one socket";
    }
    return "no such placement";
}

uint32_t
CpuPlacement::Find(Placement placement) const
{
    const std::string problem = Check(placement);
    NS_ABORT_MSG_IF(!problem.empty(), problem);
    switch (placement)
    {
    case Placement::Smt:
        return m_units;
    case Placement::Core:
        return 1;
    case Placement::Domain:
        return m_perDomain;
    case Placement::Socket:
        return m_perSocket;
    default:
        return 0;
    }
}

} // namespace ns3
