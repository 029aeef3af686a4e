/* SPDX-License-Identifier: GPL-2.0-only */
#include "cycle-ledger.h"

namespace ns3
{

const char*
CostKindName(CostKind kind)
{
    static constexpr std::array<const char*, COST_KIND_COUNT> NAMES = {"instructions",
                                                                       "code",
                                                                       "atomic",
                                                                       "l2",
                                                                       "llc",
                                                                       "dram",
                                                                       "transfer",
                                                                       "copy",
                                                                       "clear",
                                                                       "context",
                                                                       "idle"};
    return NAMES[static_cast<std::size_t>(kind)];
}

Ticks
CycleLedger::OfFunction(Fn fn) const
{
    Ticks sum = 0;
    for (Ticks cell : m_rows[IndexOf(fn)].cells)
    {
        sum += cell;
    }
    return sum;
}

Ticks
CycleLedger::OfKind(CostKind kind) const
{
    Ticks sum = 0;
    for (const Row& row : m_rows)
    {
        sum += row.cells[static_cast<std::size_t>(kind)];
    }
    return sum;
}

Ticks
CycleLedger::Total() const
{
    Ticks sum = 0;
    for (const Row& row : m_rows)
    {
        for (Ticks cell : row.cells)
        {
            sum += cell;
        }
    }
    return sum;
}

void
CycleLedger::Reset()
{
    m_rows = {};
}

} // namespace ns3
