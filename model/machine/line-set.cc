/* SPDX-License-Identifier: GPL-2.0-only */
#include "line-set.h"

#include <algorithm>

namespace ns3
{

LineRun&
LineSet::Seek(uint32_t line, bool split)
{
    LineRun& run = Find(line);
    if (!split || run.first == line || !HasRoom() || line >= GetLines())
    {
        return run;
    }
    LineRun& tail = InsertBehind(&run);
    tail = run;
    run.DivideLines(tail, line);
    return tail;
}

LineRun&
LineSet::InsertBehind(LineRun* run)
{
    for (LineRun* to = &m_runs[m_used]; to != run + 1; --to)
    {
        *to = to[-1];
    }
    ++m_used;
    MarkEnd();
    return run[1];
}

void
LineSet::MergeAlike()
{
    for (LineRun* run = &m_runs[m_used] - 1; IsCrowded() && run != m_runs.data(); --run)
    {
        if (run[-1].IsLike(*run))
        {
            MergeRuns(run - 1, run + 1);
        }
    }
}

void
LineSet::MergeRuns(LineRun* from, LineRun* to)
{
    from->count = static_cast<uint16_t>(to[-1].GetEnd() - from->first);
    LineRun* const end = &m_runs[m_used];
    std::copy(to, end, from + 1);
    m_used -= static_cast<uint8_t>(to - from - 1);
    MarkEnd();
}

} // namespace ns3
