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
        const LineRun& last = m_runs[m_used - 1];
        return last.first + last.count;
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

    /** @param line a line of the object @return position of the run that holds it */
    unsigned Find(uint32_t line) const
    {
        unsigned i = 0;
        while (i + 1 < m_used && m_runs[i + 1].first <= line)
        {
            ++i;
        }
        return i;
    }

    /**
     * @brief The run that holds a line, with a boundary in front of it if `split` and there is
     * room.
     * @param line a line of the object
     * @param split put a boundary in front of the line
     * @return position of the run that holds it
     */
    unsigned Seek(uint32_t line, bool split);

    /** @brief Make neighbours that are alike one, if there is little room for more runs. */
    void MakeRoom();

    /** @brief Make runs [from, to) one, with the state of the first. @param from first @param to
     * end */
    void Merge(unsigned from, unsigned to);

  private:
    std::array<LineRun, MAX_RUNS> m_runs; //!< the runs, in order
    unsigned m_used{1};                   //!< how many are in use
    bool m_sliced{false};                 //!< partial touches are slices of a sequence
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINE_SET_H
