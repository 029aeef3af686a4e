/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-sender.h"

#include "packet-port.h"
#include "packet-stack.h"
#include "stack-process.h"

namespace ns3
{

SoftirqSender::SoftirqSender(PacketStack& stack, HostCpu& cpu)
    : m_stack(stack),
      m_cpu(cpu)
{
}

void
SoftirqSender::Send(PacketCargo& cargo)
{
    m_toSend.push_back(&cargo);
    Register();
}

void
SoftirqSender::Wake(StackProcess& process)
{
    m_toWake.push_back(&process);
    Register();
}

// Called by events: an idle core's clock stands where its last step ended.
void
SoftirqSender::Register()
{
    m_cpu.SettleIdle(m_stack.GetHost().Now());
    m_cpu.HandOverAtEnd(*this);
}

void
SoftirqSender::HandOver(CpuCore& core)
{
    const Context outer = core.SetContext(Context::ServingSoftirq);
    for (StackProcess* process : m_toWake)
    {
        process->Wake(core);
    }
    m_toWake.clear();
    if (!m_toSend.empty())
    {
        PacketCargo& cargo = *m_toSend.front();
        m_toSend.pop_front();
        cargo.port->Dequeued();
        m_stack.GetSender().SendFromSoftirq(core, cargo);
    }
    core.SetContext(outer);
    if (!m_toSend.empty())
    {
        m_cpu.HandOverAtEnd(*this);
    }
}

} // namespace ns3
