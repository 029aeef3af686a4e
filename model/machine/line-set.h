/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LINE_SET_H
#define LINUX_DATAPATH_LINE_SET_H

#include "line-run.h"

#include <array>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The lines of one memory object (a page, a slab object), kept as runs that share their
 * fate.
 *
 * A touch that changes the state of part of a run splits it; a write over several runs makes them
 * one again. Runs are in order and cover the object without gaps. Differs from hardware: once
 * MAX_RUNS runs exist that are not alike, a further touch of a part counts for all of its run.
 */
class LineSet
{
  public:
    static constexpr unsigned MAX_RUNS = 8; //!< runs of one object

    /** @param lines lines of the object @param column line-in-page of the first @param node memory
     * node */
    explicit LineSet(uint16_t lines = 1, uint8_t column = 0, uint8_t node = 0)
    {
        m_runs[0] = LineRun(lines, column, node);
        MarkEnd();
    }

    /** @brief Treat partial touches as slices of a sequence. */
    void SetSliced()
    {
        m_sliced = true;
    }

    /** @return are partial touches slices of a sequence? */
    bool IsSliced() const
    {
        return m_sliced;
    }

    /** @return lines of the object */
    uint32_t GetLines() const
    {
        return m_runs[m_used - 1].GetEnd();
    }

    /** @return runs in use */
    unsigned GetRuns() const
    {
        return m_used;
    }

    /** @param i position @return that run */
    LineRun& GetRun(unsigned i)
    {
        return m_runs[i];
    }

    /** @return is there room for another run? */
    bool HasRoom() const
    {
        return m_used < MAX_RUNS;
    }

    /** @return is there little room for more runs? */
    bool IsCrowded() const
    {
        return m_used > MAX_RUNS - 2;
    }

    /** @param line a line of the object @return the run that holds it */
    LineRun& Find(uint32_t line)
    {
        return *FindFrom(m_runs.data(), line);
    }

    /** @param run a run that does not begin behind the line @param line a line of the object
     * @return the run that holds it */
    static LineRun* FindFrom(LineRun* run, uint32_t line)
    {
        while (run[1].first <= line)
        {
            ++run;
        }
        return run;
    }

    /**
     * @brief The run that holds a line, with a boundary in front of it if `split` and there is
     * room.
     * @param line a line of the object, or the one behind the last
     * @param split put a boundary in front of the line
     * @return that run
     */
    LineRun& Seek(uint32_t line, bool split);

    /** @brief Make room behind a run for more, in a state to be filled in; there must be room.
     * @param run the run in front of them @param n how many */
    void InsertBehind(LineRun* run, unsigned n);

    /** @brief Make neighbours that are alike one, if there is little room for more runs. */
    void MakeRoom()
    {
        if (IsCrowded())
        {
            MergeAlike();
        }
    }

    /** @brief Make runs one, with the state of the first. @param from first @param to end */
    void Merge(LineRun* from, LineRun* to)
    {
        if (to - from > 1)
        {
            MergeRuns(from, to);
        }
    }

  private:
    /** First line of what follows the last run: behind all lines, so that a search needs no count.
     */
    static constexpr uint16_t BEHIND_ALL = 0xffff;

    void MarkEnd()
    {
        m_runs[m_used].first = BEHIND_ALL;
    }

    void MergeAlike();
    void MergeRuns(LineRun* from, LineRun* to);

    uint8_t m_used{1};                        //!< how many runs are in use
    bool m_sliced{false};                     //!< partial touches are slices of a sequence
    std::array<LineRun, MAX_RUNS + 1> m_runs; //!< the runs, in order, and a mark of their end
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINE_SET_H
