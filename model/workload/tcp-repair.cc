/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-repair.h"

#include <algorithm>

namespace ns3
{

bool
TcpRepair::NoteHole(uint64_t from, uint64_t to)
{
    if (from < m_repaired || from >= to || IsPending())
    {
        return false;
    }
    m_from = from;
    m_to = to;
    m_repaired = to;
    return true;
}

void
TcpRepair::LoseAll(uint64_t una, uint64_t nxt)
{
    m_from = una;
    m_to = nxt;
    m_repaired = 0; // what was sent again may be lost again
}

void
TcpRepair::Advance(uint64_t una)
{
    m_from = std::max(m_from, una);
    m_before = std::max(m_before, una);
}

void
TcpRepair::Take(uint64_t end)
{
    m_before = m_from;
    m_from = end;
}

void
TcpRepair::Undo()
{
    m_from = m_before;
}

} // namespace ns3
