/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-napi.h"

#include "ns3/linux-host.h"

namespace ns3
{

TunNapi::TunNapi(LinuxHost& host, SkbSink& up)
    : Napi(host),
      m_skbs(host.GetSkbs()),
      m_gro(m_skbs, up, host.GetLayout().GetParameters().maxFrags, true),
      m_queueLine(1, 8)
{
}

uint32_t
TunNapi::Enqueue(CpuCore& core, Skb* skb)
{
    core.Lock(m_queueLine);
    m_input.PushBack(core, skb);
    return m_input.GetLength();
}

bool
TunNapi::PollOne(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::tun_napi_poll);
    if (m_process.IsEmpty())
    {
        core.Lock(m_queueLine);
        m_process.TakeAll(core, m_input);
    }
    Skb* skb = m_process.PopFront(core);
    if (skb == nullptr)
    {
        return false;
    }
    m_gro.Receive(core, skb);
    return true;
}

void
TunNapi::Complete(CpuCore& core)
{
    m_gro.Flush(core);
    m_gro.DeliverList(core);
}

void
TunNapi::Exhausted(CpuCore& core)
{
    m_gro.FlushOld(core);
    m_gro.DeliverList(core);
}

// A producer that found SCHED set has left MISSED; nobody need look again.
bool
TunNapi::RecheckAfterComplete(CpuCore&)
{
    return false;
}

void
TunNapi::Purge(CpuCore& core)
{
    m_process.TakeAll(core, m_input);
    while (Skb* skb = m_process.PopFront(core))
    {
        m_skbs.KfreeSkb(core, skb);
    }
    m_gro.Purge(core);
}

} // namespace ns3
