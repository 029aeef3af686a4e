/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CACHE_HIERARCHY_H
#define LINUX_DATAPATH_CACHE_HIERARCHY_H

#include "cache-unit.h"
#include "capacity-ramp.h"
#include "line-source.h"
#include "machine-profile.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/** @brief What a touch cost beyond L1, by where the lines came from, in ticks. */
struct Stall
{
    Ticks l2{0};       //!< from the own L2
    Ticks llc{0};      //!< from the last-level cache, or asking its directory
    Ticks dram{0};     //!< from memory
    Ticks transfer{0}; //!< from, or invalidated in, another unit's cache

    /** @return what the levels cost, without other units, ticks */
    Ticks OfLevels() const
    {
        return l2 + llc + dram;
    }

    /** @param other more @return this */
    Stall& operator+=(const Stall& other)
    {
        l2 += other.l2;
        llc += other.llc;
        dram += other.dram;
        transfer += other.transfer;
        return *this;
    }
};

/**
 * @ingroup linux-datapath
 * @brief L1I, L1D and L2 of every unit, the last-level caches of the domains, and who owns a line.
 *
 * Capacity: each level keeps a clock for each of 64 columns (line-in-page) that counts the
 * different lines it has seen; a run remembers the clocks of its middle line at its last touch
 * (doc/cache-model.md). Coherence: a touch asks who holds the lines and whether they are still in
 * that unit's L2. Everything is O(1) per run of lines; expected values stand for probabilities, so
 * runs repeat to the byte. Clocks count 1/256 lines in 32 bits: a line left alone for exactly a
 * multiple of 2^24 lines of its column would be taken for a fresh one. Omitted: TLB, prefetch
 * pollution, bandwidth, replacement that is not LRU.
 */
class CacheHierarchy
{
  public:
    /** @param profile the machine; read once */
    explicit CacheHierarchy(const MachineProfile& profile);

    /** @param number a unit @return its state, made if need be; it stays where it is */
    CacheUnit& GetUnit(uint32_t number)
    {
        return number < m_units.size() ? *m_units[number] : AddUnits(number);
    }

    /**
     * @brief Touch lines of a run and age the caches by it.
     *
     * A touch that ends before the run does leaves its state: the run is read or written from front
     * to back in slices, and the last one stands for all (LineSet divides runs where that is not
     * so).
     *
     * @param unit who touches
     * @param run the run
     * @param first first line, counted from the start of the run
     * @param n lines, at least 1
     * @param access how
     * @param pattern where in a sequence the touch stands
     * @return what it cost beyond L1
     */
    Stall Touch(uint32_t unit,
                LineRun& run,
                uint32_t first,
                uint32_t n,
                Access access,
                Pattern pattern = Pattern::Lone)
    {
        CacheUnit& u = GetUnit(unit);
        Stall stall;
        if (!u.TouchSettled(run, first, n, access))
        {
            TouchUnsettled(u, run, Piece(first, n, access, pattern), stall);
        }
        return stall;
    }

    /**
     * @brief A device writes all lines of a run: no cache holds them any more.
     *
     * With DDIO they lie in the ways of the last-level cache that devices may fill, until as many
     * others of their column were written that these are full; without (DdioWays 0) in memory.
     * Differs from hardware: an inclusive cache would update a line in whatever way it lies.
     * @param unit a unit next to which the device is plugged in
     * @param run the lines
     */
    void DmaWrite(uint32_t unit, LineRun& run);

    /**
     * @brief Touch lines that are not settled.
     * @param unit who touches
     * @param run the run
     * @param piece which lines of it, and how
     * @param stall what it cost beyond L1 is added here
     */
    void TouchUnsettled(CacheUnit& unit, LineRun& run, Piece piece, Stall& stall);

    /** @brief As TouchUnsettled(), where TouchOwnL2() has done nothing. @param unit who touches
     * @param run the run @param piece which lines of it, and how @param stall what it cost beyond
     * L1 is added here */
    void TouchBeyond(CacheUnit& unit, LineRun& run, Piece piece, Stall& stall);

    /** What TouchOwnL2() returns where it does nothing. */
    static constexpr Ticks NOT_OWN = ~Ticks{0};

    /**
     * @brief Touch lines that certainly are in the own L2 and not in L1, and for which nobody else
     * has to be asked: most of those that are not settled. Charges and ages as TouchUnsettled().
     * @param u who touches
     * @param run the run
     * @param first first line, counted from the start of the run
     * @param n lines
     * @param access how
     * @param pattern where in a sequence the touch stands
     * @return what it cost beyond L1, all of it for L2; NOT_OWN if it is another kind of touch
     */
    Ticks TouchOwnL2(CacheUnit& u,
                     LineRun& run,
                     uint32_t first,
                     uint32_t n,
                     Access access,
                     Pattern pattern)
    {
        const uint64_t age = u.data[run.stamped] - run.clock[0];
        const auto l2Age = static_cast<uint32_t>(age >> 32);
        if ((access == Access::Read ? run.reader : run.writer) != u.id || run.isOdd ||
            !m_l1.IsGone(static_cast<uint32_t>(age)) || !m_l2.IsCertain(l2Age))
        {
            return NOT_OWN;
        }
        ++m_slowTouches;
        const uint64_t lines = uint64_t{m_l2.CertainWeight(l2Age)} << 32 | 256;
        Advance(u.data, (run.column + first) % LINE_COLUMNS, n, lines);
        u.l1Fills += uint64_t{n} * 256;
        if (first + n >= run.count)
        {
            run.clock[0] = u.data[run.stamped];
            run.llc = (*u.llc)[run.stamped];
        }
        const Ticks cost = m_l2Source.Of(n, pattern);
        const bool hidden = n == 1 && access == Access::Write && pattern == Pattern::Lone;
        return hidden ? cost * m_storeExposure / 256 : cost;
    }

    /**
     * @brief Fetch the code of a function.
     * @param unit who runs it
     * @param fn the function
     * @return what instruction fetch cost beyond L1I, ticks
     */
    Ticks FetchCode(uint32_t unit, Fn fn)
    {
        return FetchCode(GetUnit(unit), fn);
    }

    /** @copydoc FetchCode */
    Ticks FetchCode(CacheUnit& unit, Fn fn)
    {
        return unit.HasCode(fn) ? 0 : FetchCodeSlow(unit, fn);
    }

    /**
     * @brief Stamp a run by the column of its middle line, after it was divided or made one.
     * @param run the run; every age stays as it is
     */
    void Recenter(LineRun& run) const
    {
        if (run.isOdd && run.stamped != run.GetMiddle())
        {
            MoveStamps(run);
        }
    }

    /**
     * @brief Divide a run in up to three, each stamped by its middle; every age stays as it is.
     * @param run the run, with room behind it for what is divided from it
     * @param begin first line of the part in the middle
     * @param end the line behind it; the part is not all of the run
     * @return the part in the middle
     */
    LineRun* Divide(LineRun* run, uint32_t begin, uint32_t end) const;

    /** @param a unit @param b unit @return cost of moving a line from one to the other, ticks */
    Ticks TransferTicks(uint32_t a, uint32_t b);

    /** @return touches so far that were not settled by the L1 check */
    uint64_t GetSlowTouches() const
    {
        return m_slowTouches;
    }

    /** @param unit a unit @return lines filled into its L1D so far, in 1/256 */
    uint64_t GetL1Fills(uint32_t unit) const
    {
        return unit < m_units.size() ? m_units[unit]->l1Fills : 0;
    }

    /** @param unit a unit @return lines of code filled into its L1I so far */
    uint64_t GetCodeFills(uint32_t unit) const
    {
        return unit < m_units.size() ? m_units[unit]->codeFills : 0;
    }

    /** @param unit a unit @return lines filled into its L2 so far, in 1/256 */
    uint64_t GetL2Fills(uint32_t unit) const
    {
        return unit < m_units.size() ? m_units[unit]->l2Fills : 0;
    }

  private:
    friend class ShortcutTest; // holds the short paths against TouchAny()

    /** @brief One touch on its way through the levels. */
    struct Visit
    {
        CacheUnit& unit;    //!< who
        const LineRun& run; //!< whose lines
        const Piece piece;  //!< which of them, and how
        unsigned slot;      //!< of the unit in the run, LineRun::SLOTS if it is not remembered
        uint32_t column;    //!< first column
        uint32_t behind;    //!< see CacheUnit::Behind()
        uint32_t miss{256}; //!< probability that the own L2 does not have them, 0..256
        Stall stall{};      //!< what it cost beyond L1
    };

    /** @brief Another unit that may still have the lines. */
    struct Holder
    {
        uint32_t unit;        //!< who
        uint32_t probability; //!< that it has them, 0..256
    };

    /** @brief The clocks that the stamps of a run are of. */
    struct RunClocks
    {
        unsigned units{0};                                  //!< units remembered
        const ColumnClocks<uint64_t>* data[LineRun::SLOTS]; //!< theirs
        const ColumnClocks<uint32_t>* llc;                  //!< of the last level
    };

    CacheUnit& AddUnits(uint32_t last);
    void MoveStamps(LineRun& run) const;
    RunClocks ClocksOf(const LineRun& run) const;
    static void Keep(LineRun& run, const RunClocks& clocks, uint32_t begin, uint32_t end);
    bool TouchOwn(CacheUnit& unit, LineRun& run, Piece piece, Stall& stall);
    void AddOwnLlc(CacheUnit& unit, const LineRun& run, Piece piece, uint32_t miss, Stall& stall);
    bool TouchShared(CacheUnit& unit, LineRun& run, Piece piece, Stall& stall);
    void AddSharedMiss(const CacheUnit& unit,
                       const CacheUnit& other,
                       Piece piece,
                       uint32_t miss,
                       Stall& stall) const;
    bool TakeOver(CacheUnit& unit, LineRun& run, Piece piece, Stall& stall);
    uint64_t FillsOf(uint64_t age) const;
    void TouchAny(CacheUnit& unit, LineRun& run, Piece piece, Stall& stall);
    static void MoveToFront(const CacheUnit& unit, LineRun& run);
    const ColumnClocks<uint32_t>& LlcClocks(const LineRun& run) const;
    uint32_t LlcHit(const LineRun& run, uint32_t age) const;
    Ticks FetchCodeSlow(CacheUnit& unit, Fn fn);
    uint32_t FillL1i(CacheUnit& unit, uint32_t first, uint32_t lines, bool seen) const;
    void AddOwnLevels(Visit& visit) const;
    void AddOthers(Visit& visit);
    void AddBeyondL2(Visit& visit, const Holder& holder);
    void AddOwnership(Visit& visit, Holder holder) const;
    void AddLlcOrDram(Visit& visit, uint32_t weight);
    Holder FindHolder(const Visit& visit) const;
    void Remember(const CacheUnit& unit, LineRun& run, unsigned slot, bool own) const;
    void HideBehindStoreBuffer(Stall& stall) const;
    const LineSource& TransferFrom(const CacheUnit& a, const CacheUnit& b) const;

    uint32_t m_coresPerSocket; //!< physical cores of a socket
    uint32_t m_coresPerDomain; //!< physical cores of an LLC domain
    bool m_inclusive;          //!< LLC holds copies of what L2 holds
    uint32_t m_storeExposure;  //!< 0..256
    uint32_t m_l1Safe;         //!< age up to which L1 certainly hits, 1/256 fills
    CapacityRamp m_l1;         //!< L1D
    CapacityRamp m_l1i;        //!< L1I
    CapacityRamp m_l2;         //!< L2
    CapacityRamp m_llc;        //!< LLC
    bool m_hasDdio;            //!< devices write into the LLC
    CapacityRamp m_ddio;       //!< ways of the LLC that devices fill
    LineSource m_l2Source;     //!< own L2
    LineSource m_llcSource;    //!< LLC of the domain
    LineSource m_dramLocal;    //!< memory of the own socket
    LineSource m_dramRemote;   //!< memory of another socket
    LineSource m_domain;       //!< another unit of the domain
    LineSource m_socket;       //!< another domain of the socket
    LineSource m_cross;        //!< another socket
    std::vector<std::unique_ptr<CacheUnit>> m_units; //!< by number, grown when one is first used
    std::vector<std::unique_ptr<ColumnClocks<uint32_t>>> m_llcClocks; //!< LLC clocks by domain
    std::vector<ColumnClocks<uint32_t>> m_dmaClocks; //!< lines that devices wrote, by domain
    std::array<uint32_t, KERNEL_FUNCTION_COUNT + 1>
        m_codeFirst;           //!< first line of a function's code
    uint64_t m_slowTouches{0}; //!< touches not settled by the L1 check
};

} // namespace ns3

#endif // LINUX_DATAPATH_CACHE_HIERARCHY_H
