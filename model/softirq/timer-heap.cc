/* SPDX-License-Identifier: GPL-2.0-only */
#include "timer-heap.h"

namespace ns3
{

TimerClient::~TimerClient()
{
    Disarm();
}

void
TimerClient::Disarm()
{
    if (m_heap != nullptr)
    {
        TimerHeap::Owner* owner = m_heap->m_owner;
        m_heap->Remove(m_slot);
        if (owner != nullptr)
        {
            owner->TimerGone();
        }
    }
}

Ticks
TimerClient::GetExpiry() const
{
    return m_heap == nullptr ? StepRunner::NEVER : m_heap->m_entries[m_slot].when;
}

TimerHeap::~TimerHeap()
{
    for (const Entry& entry : m_entries)
    {
        entry.client->m_heap = nullptr;
    }
}

void
TimerHeap::Arm(TimerClient& client, Ticks when)
{
    if (client.m_heap == this)
    {
        Remove(client.m_slot);
    }
    client.Disarm();
    client.m_heap = this;
    m_entries.emplace_back();
    Rise(static_cast<uint32_t>(m_entries.size() - 1), {when, m_sequence++, &client});
}

void
TimerHeap::Cancel(TimerClient& client)
{
    if (client.m_heap == this)
    {
        Remove(client.m_slot);
    }
}

bool
TimerHeap::ExpireFirst(CpuCore& core)
{
    TimerClient& client = *m_entries.front().client;
    Remove(0);
    const bool interrupt = client.IsInterrupt();
    client.Expire(core);
    return interrupt;
}

void
TimerHeap::Place(uint32_t slot, const Entry& entry)
{
    m_entries[slot] = entry;
    entry.client->m_slot = slot;
}

void
TimerHeap::Rise(uint32_t slot, const Entry& entry)
{
    while (slot > 0 && entry.Before(m_entries[(slot - 1) / 2]))
    {
        Place(slot, m_entries[(slot - 1) / 2]);
        slot = (slot - 1) / 2;
    }
    Place(slot, entry);
}

void
TimerHeap::Sink(uint32_t slot, const Entry& entry)
{
    const auto size = static_cast<uint32_t>(m_entries.size());
    for (uint32_t child = 2 * slot + 1; child < size; child = 2 * slot + 1)
    {
        if (child + 1 < size && m_entries[child + 1].Before(m_entries[child]))
        {
            ++child;
        }
        if (!m_entries[child].Before(entry))
        {
            break;
        }
        Place(slot, m_entries[child]);
        slot = child;
    }
    Place(slot, entry);
}

void
TimerHeap::Remove(uint32_t slot)
{
    m_entries[slot].client->m_heap = nullptr;
    const Entry last = m_entries.back();
    m_entries.pop_back();
    if (slot == m_entries.size())
    {
        return;
    }
    if (slot > 0 && last.Before(m_entries[(slot - 1) / 2]))
    {
        Rise(slot, last);
    }
    else
    {
        Sink(slot, last);
    }
}

} // namespace ns3
