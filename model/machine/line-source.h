/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LINE_SOURCE_H
#define LINUX_DATAPATH_LINE_SOURCE_H

#include "cache-unit.h"
#include "cycle-ledger.h"
#include "machine-profile.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Latency of one source of lines and how far they overlap.
 */
struct LineSource
{
    /** @brief What a number of lines costs: a straight line, which may begin below zero. */
    struct Price
    {
        Ticks start{0};   //!< for no line
        Ticks perLine{0}; //!< for each
    };

    Ticks latency{0};           //!< of a lone line
    std::array<Price, 4> price; //!< by Pattern

    /** @param pattern where in a sequence @return its price */
    Price& PriceOf(Pattern pattern)
    {
        return price[static_cast<std::size_t>(pattern)];
    }

    /** @param lines how many @param pattern where in a sequence @return ticks */
    Ticks Of(uint32_t lines, Pattern pattern) const
    {
        const Price& p = price[static_cast<std::size_t>(pattern)];
        return p.start + lines * p.perLine;
    }

    /** @param piece which lines, and how @return ticks */
    Ticks Of(Piece piece) const
    {
        return Of(piece.GetLines(), piece.GetPattern());
    }

    /** @param cycles latency @param overlap lines under way at once @param stream cycles of a line
     * of a string operation @return a level of the caches */
    static LineSource Make(double cycles, double overlap, double stream);
    /** @param cycles latency @param overlap lines under way at once @return another core's cache */
    static LineSource MakeTransfer(double cycles, double overlap);
    /** @param profile the machine @param ns latency @return memory */
    static LineSource MakeMemory(const MachineProfile& profile, double ns);
    /** @param profile the machine @param bytesPerCycle rate of a copy from a level @return what a
     * line of a string operation takes beyond the rate of L1, core cycles */
    static double StreamCycles(const MachineProfile& profile, double bytesPerCycle);
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINE_SOURCE_H
