/* SPDX-License-Identifier: GPL-2.0-only */
#include "deferred-free.h"

namespace ns3
{

namespace
{

/** Line-in-page of the last line of softnet_data, which starts with defer_lock. */
constexpr uint8_t DEFER_COLUMN = 29;

} // namespace

DeferredFree::DeferredFree(LinuxHost& host)
    : m_host(host),
      m_enabled(host.GetKernel().deferFree),
      m_max(host.GetKernel().deferMax)
{
    m_stats.histogram.resize(m_max + 1);
    host.AddStatsClient(*this);
}

DeferredFree::~DeferredFree()
{
    m_host.RemoveStatsClient(*this);
}

void
DeferredFree::Attempt(CpuCore& core, Skb* skb)
{
    ++m_stats.attempts;
    if (!m_enabled || !Defer(core, skb))
    {
        ++m_stats.freedHere;
        m_host.GetSkbs().ConsumeSkb(core, skb);
    }
}

bool
DeferredFree::Defer(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::skb_attempt_defer_free);
    skb->Read(core);
    return skb->allocCpu != core.GetId() && Of(skb->allocCpu).Push(core, skb);
}

DeferredFree::List&
DeferredFree::Of(uint32_t core)
{
    if (core >= m_lists.size())
    {
        m_lists.resize(core + 1);
    }
    if (m_lists[core] == nullptr)
    {
        m_lists[core] = std::make_unique<List>(*this, m_host.GetCpu(core));
    }
    return *m_lists[core];
}

uint32_t
DeferredFree::GetLength(uint32_t core) const
{
    return core < m_lists.size() && m_lists[core] != nullptr ? m_lists[core]->GetCount() : 0;
}

void
DeferredFree::Purge(CpuCore& core)
{
    for (const auto& list : m_lists)
    {
        if (list != nullptr)
        {
            list->Flush(core);
        }
    }
}

void
DeferredFree::ResetStats()
{
    m_stats = Stats();
    m_stats.histogram.resize(m_max + 1);
}

DeferredFree::List::List(DeferredFree& parent, HostCpu& cpu)
    : m_parent(parent),
      m_cpu(cpu),
      m_line(1, DEFER_COLUMN)
{
    cpu.GetNetRx().AddHook(*this);
}

DeferredFree::List::~List()
{
    m_cpu.GetNetRx().RemoveHook(*this);
}

bool
DeferredFree::List::Push(CpuCore& core, Skb* skb)
{
    core.Read(m_line);
    if (m_count >= m_parent.m_max)
    {
        ++m_parent.m_stats.full;
        return false;
    }
    core.System(SystemCost::BhPair);
    core.Lock(m_line);
    skb->Write(core);
    const bool kick = m_count == m_parent.m_max / 2;
    skb->next = m_head;
    m_head = skb;
    ++m_count;
    ++m_parent.m_stats.deferred;
    if (kick)
    {
        Kick(core);
    }
    return true;
}

void
DeferredFree::List::Kick(CpuCore& core)
{
    core.Atomic(m_line);
    m_parent.m_stats.interrupts += Send(core, m_cpu) ? 1 : 0;
}

void
DeferredFree::List::Flush(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::skb_defer_free_flush);
    core.Read(m_line);
    if (m_head == nullptr)
    {
        return;
    }
    core.Lock(m_line);
    Skb* skb = m_head;
    ++m_parent.m_stats.flushes;
    ++m_parent.m_stats.histogram[m_count];
    m_parent.m_stats.flushed += m_count;
    m_head = nullptr;
    m_count = 0;
    while (skb != nullptr)
    {
        Skb* next = skb->next;
        skb->next = nullptr;
        m_parent.m_host.GetSkbs().NapiConsumeSkb(core, skb, 1);
        skb = next;
    }
}

void
DeferredFree::List::Handle(CpuCore&)
{
    m_cpu.GetNetRx().Raise();
}

} // namespace ns3
