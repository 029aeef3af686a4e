/* SPDX-License-Identifier: GPL-2.0-only */
#include "line-set.h"

#include <algorithm>

namespace ns3
{

unsigned
LineSet::Seek(uint32_t line, bool split)
{
    const unsigned i = Find(line);
    const LineRun& run = m_runs[i];
    if (!split || run.first == line || m_used == MAX_RUNS || line >= GetLines())
    {
        return i;
    }
    std::copy_backward(m_runs.begin() + i, m_runs.begin() + m_used, m_runs.begin() + m_used + 1);
    ++m_used;
    const uint16_t head = static_cast<uint16_t>(line - run.first);
    m_runs[i].count = head;
    LineRun& tail = m_runs[i + 1];
    tail.first = static_cast<uint16_t>(line);
    tail.count -= head;
    tail.column = (tail.column + head) % LINE_COLUMNS;
    return i + 1;
}

void
LineSet::MakeRoom()
{
    for (unsigned i = m_used; m_used > MAX_RUNS - 2 && i-- > 1;)
    {
        if (m_runs[i - 1].IsLike(m_runs[i]))
        {
            Merge(i - 1, i + 1);
        }
    }
}

void
LineSet::Merge(unsigned from, unsigned to)
{
    if (to - from < 2)
    {
        return;
    }
    const LineRun& last = m_runs[to - 1];
    m_runs[from].count = static_cast<uint16_t>(last.first + last.count - m_runs[from].first);
    std::copy(m_runs.begin() + to, m_runs.begin() + m_used, m_runs.begin() + from + 1);
    m_used -= to - from - 1;
}

} // namespace ns3
