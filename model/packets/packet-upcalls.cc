/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-upcalls.h"

#include "packet-port.h"
#include "packet-stack.h"

#include "ns3/host-cpu.h"
#include "ns3/simulator.h"

namespace ns3
{

PacketUpcalls::PacketUpcalls(PacketStack& stack, HostCpu& cpu)
    : m_stack(stack),
      m_cpu(cpu)
{
}

void
PacketUpcalls::Add(SkbCargo* list, StackProcess* process)
{
    while (list != nullptr)
    {
        m_items.push_back({list, process});
        list = list->next;
    }
    m_cpu.HandOverAtEnd(*this);
}

void
PacketUpcalls::HandOver(CpuCore&)
{
    for (const Item& item : m_items)
    {
        PacketCargo& cargo = PacketCargo::From(*item.cargo);
        Simulator::ScheduleWithContext(cargo.port->GetDevice().GetNode()->GetId(),
                                       Time(0),
                                       &PacketStack::Deliver,
                                       &m_stack,
                                       &cargo,
                                       item.process,
                                       m_cpu.GetId());
    }
    m_items.clear();
}

} // namespace ns3
