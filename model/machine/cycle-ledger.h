/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CYCLE_LEDGER_H
#define LINUX_DATAPATH_CYCLE_LEDGER_H

#include "kernel-function.h"

#include <array>
#include <cstdint>

namespace ns3
{

/** Time inside a host: 1/256 of a core cycle. Charges are rounded to it once, when they are made.
 */
using Ticks = uint64_t;

/** Ticks in one core cycle. */
constexpr Ticks TICKS_PER_CYCLE = 256;

/** @brief What a charge was spent on. */
enum class CostKind : uint8_t
{
    Instructions, //!< retired at the warm rate of the core, L1 hits included
    Code,         //!< instruction fetch beyond L1I
    Atomic,       //!< locked instructions and lock pairs on a line that is already owned
    L2,           //!< data stalls served by L2
    Llc,          //!< data stalls served by the last-level cache
    Dram,         //!< data stalls served by memory
    Transfer,     //!< lines fetched from, or invalidated in, another core's cache
    Copy,         //!< moving bytes at the rate of L1
    Clear,        //!< zeroing bytes at the rate of L1
    Context,      //!< system calls, wake-ups, context switches, IPIs
    Idle,         //!< the core had nothing to do
    COUNT
};

/** Number of kinds. */
constexpr std::size_t COST_KIND_COUNT = static_cast<std::size_t>(CostKind::COUNT);

/** @brief Name of a kind in reports. @param kind the kind @return lower-case name */
const char* CostKindName(CostKind kind);

/**
 * @ingroup linux-datapath
 * @brief Books every charge of one core under the kernel function that caused it and its kind.
 *
 * Equality: the sum over all functions and kinds equals the advance of the core's clock since the
 * ledger was reset, exactly (integers only).
 */
class CycleLedger
{
  public:
    /** @brief The charges of one function, by kind. */
    struct alignas(64) Row
    {
        std::array<Ticks, COST_KIND_COUNT> cells{}; //!< charges

        /** Book a charge. @param kind the kind @param ticks the charge */
        void Add(CostKind kind, Ticks ticks)
        {
            cells[static_cast<std::size_t>(kind)] += ticks;
        }
    };

    /** @param fn the function @return its charges, to book many in a row */
    Row& GetRow(Fn fn)
    {
        return m_rows[IndexOf(fn)];
    }

    /** Book a charge. @param fn the function @param kind the kind @param ticks the charge */
    void Add(Fn fn, CostKind kind, Ticks ticks)
    {
        GetRow(fn).Add(kind, ticks);
    }

    /** @param fn the function @param kind the kind @return what was booked there, ticks */
    Ticks Get(Fn fn, CostKind kind) const
    {
        return m_rows[IndexOf(fn)].cells[static_cast<std::size_t>(kind)];
    }

    /** @param fn the function @return sum over kinds, ticks */
    Ticks OfFunction(Fn fn) const;
    /** @param kind the kind @return sum over functions, ticks */
    Ticks OfKind(CostKind kind) const;
    /** @return sum over everything, idle included, ticks */
    Ticks Total() const;
    /** Forget everything (end of warm-up). */
    void Reset();

  private:
    std::array<Row, KERNEL_FUNCTION_COUNT> m_rows{}; //!< charges
};

} // namespace ns3

#endif // LINUX_DATAPATH_CYCLE_LEDGER_H
