/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_COLUMN_CLOCKS_H
#define LINUX_DATAPATH_COLUMN_CLOCKS_H

#include "line-run.h"

#include <array>
#include <cstdint>

namespace ns3
{

/** @brief Clocks of one column each, in 1/256 lines; two of them may share a value. */
template <typename T>
using ColumnClocks = std::array<T, LINE_COLUMNS>;

/** @brief As Advance(), for any number of lines. @param clocks the clocks @param column of the
 * first line @param n lines @param by what a line adds */
template <typename T>
void AdvanceMany(ColumnClocks<T>& clocks, uint32_t column, uint32_t n, T by);

/** @brief Count lines next to each other. @param clocks the clocks @param column of the first line
 * @param n lines, which go around the columns as often as it takes @param by what a line adds */
template <typename T>
inline void
Advance(ColumnClocks<T>& clocks, uint32_t column, uint32_t n, T by)
{
    if (n == 1)
    {
        clocks[column] += by;
    }
    else
    {
        AdvanceMany(clocks, column, n, by);
    }
}

} // namespace ns3

#endif // LINUX_DATAPATH_COLUMN_CLOCKS_H
