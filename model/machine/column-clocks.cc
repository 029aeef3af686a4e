/* SPDX-License-Identifier: GPL-2.0-only */
#include "column-clocks.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Blocks of fixed size become vector instructions without help from the command line. */
template <typename T>
inline void
AddToEach(T* clock, uint32_t count, T amount)
{
    for (; count >= 8; count -= 8, clock += 8)
    {
        for (unsigned i = 0; i < 8; ++i)
        {
            clock[i] += amount;
        }
    }
    if (count & 4)
    {
        for (unsigned i = 0; i < 4; ++i)
        {
            clock[i] += amount;
        }
        clock += 4;
    }
    if (count & 2)
    {
        clock[0] += amount;
        clock[1] += amount;
        clock += 2;
    }
    if (count & 1)
    {
        *clock += amount;
    }
}

} // namespace

template <typename T>
void
AdvanceMany(ColumnClocks<T>& clocks, uint32_t column, uint32_t n, T by)
{
    if (n >= LINE_COLUMNS)
    {
        AddToEach(clocks.data(), LINE_COLUMNS, n / LINE_COLUMNS * by);
        n %= LINE_COLUMNS;
    }
    const uint32_t straight = std::min(n, LINE_COLUMNS - column);
    AddToEach(clocks.data() + column, straight, by);
    if (straight < n)
    {
        AddToEach(clocks.data(), n - straight, by);
    }
}

template void AdvanceMany(ColumnClocks<uint32_t>&, uint32_t, uint32_t, uint32_t);
template void AdvanceMany(ColumnClocks<uint64_t>&, uint32_t, uint32_t, uint64_t);

} // namespace ns3
