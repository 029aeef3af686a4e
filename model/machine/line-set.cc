/* SPDX-License-Identifier: GPL-2.0-only */
#include "line-set.h"

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
    InsertBehind(&run, 1);
    LineRun& tail = (&run)[1];
    tail = run;
    tail.Keep(line, run.GetEnd());
    tail.Refresh();
    run.Keep(run.first, line);
    run.Refresh();
    return tail;
}

void
LineSet::InsertBehind(LineRun* run, unsigned n)
{
    for (LineRun* from = &m_runs[m_used] - 1; from != run; --from)
    {
        from[n] = *from;
    }
    m_used += n;
    MarkEnd();
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
    from->Refresh();
    const LineRun* const end = &m_runs[m_used];
    m_used -= static_cast<uint8_t>(to - from - 1);
    // one by one: there are few, and a call to move them takes longer
    for (LineRun* at = from + 1; to != end; ++at, ++to)
    {
        *at = *to;
    }
    MarkEnd();
}

} // namespace ns3
