/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CACHE_HIERARCHY_H
#define LINUX_DATAPATH_CACHE_HIERARCHY_H

#include "cycle-ledger.h"
#include "line-run.h"
#include "machine-profile.h"

#include <array>
#include <cstdint>
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

/** @brief How a touch uses its lines. */
enum class Access : uint8_t
{
    Read,  //!< loads whose data is needed
    Write, //!< plain stores: a lone one is partly hidden by the store buffer
    Rmw    //!< locked read-modify-write: nothing is hidden
};

/** @brief Where in a sequence of lines a touch stands. */
enum class Pattern : uint8_t
{
    Lone,       //!< its first line waits for the full latency, the next ones overlap
    Continued,  //!< it continues a sequence: even its first line is overlapped
    StreamLead, //!< front of a string copy or clear: lines come at the rate of their level; what
                //!< the prefetcher cannot see (memory, other cores) waits for the first one
    Stream      //!< the rest of it
};

/**
 * @ingroup linux-datapath
 * @brief Hit probability of a line by how many others its column has seen since it was touched.
 *
 * Lines of a column fall into `sets` sets at random, each of `ways` ways: a line is still there
 * when fewer than `ways` of n others fell into its set, P(Binomial(n, 1/sets) < ways). With one set
 * this is the hard edge of a set-associative LRU.
 */
class CapacityRamp
{
  public:
    /** @param sets sets of a column, at least 1 @param ways associativity, at least 1 */
    CapacityRamp(uint32_t sets, uint32_t ways);

    /** @param age others since the touch, in 1/256 @return probability of a hit, 0..256 */
    uint32_t HitProbability(uint32_t age) const
    {
        const uint32_t i = age >> m_shift;
        return i < m_table.size() ? m_table[i] : 0;
    }

    /** @param age others since the touch, in 1/256 @return true if a hit is certain */
    bool IsCertain(uint32_t age) const
    {
        return age < m_reach;
    }

    /**
     * @brief What a hit adds to the clock, so that the clock counts different lines.
     * @param age others since the last touch of the same line, in 1/256
     * @return its share of one line, 0..256: all of it when the line was far enough away to be in
     * danger, next to nothing when it is touched all the time
     */
    uint32_t HitWeight(uint32_t age) const
    {
        return age < m_reach ? age * m_inverseReach >> 16 : 256;
    }

  private:
    uint32_t m_shift;              //!< age to table index
    uint32_t m_reach;              //!< age up to which a hit is certain, 1/256
    uint64_t m_inverseReach;       //!< 2^24 / m_reach
    std::vector<uint16_t> m_table; //!< probabilities, 0..256
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

    /**
     * @brief Does a touch of these lines change nothing but their age?
     * @param unit who touches
     * @param run the run
     * @param first first line of the touch, counted from the start of the run
     * @param access how
     * @return true if the lines are certainly in the unit's L1, in the state that the access needs
     */
    bool IsSettled(uint32_t unit, const LineRun& run, uint32_t first, Access access) const
    {
        return run.unit[0] == unit &&
               (run.dirty == unit || (access == Access::Read && run.dirty != LineRun::DEVICE)) &&
               L1Age(m_units[unit], run, 0, Behind(run, first)) < m_l1Safe;
    }

    /** @brief Touch lines if IsSettled. @return true if that was so @copydetails IsSettled */
    bool TouchSettled(uint32_t unit, LineRun& run, uint32_t first, uint32_t n, Access access)
    {
        if (!IsSettled(unit, run, first, access))
        {
            return false;
        }
        if (first + n == run.count)
        {
            run.clock[0] = m_units[unit].data[run.stamped];
        }
        return true;
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
        return TouchSettled(unit, run, first, n, access)
                   ? Stall{}
                   : TouchSlow(unit, run, first, n, access, pattern);
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
     * @brief Fetch the code of a function.
     * @param unit who runs it
     * @param fn the function
     * @return what instruction fetch cost beyond L1I, ticks
     */
    Ticks FetchCode(uint32_t unit, Fn fn)
    {
        const Unit& u = GetUnit(unit);
        const Code& code = u.code[IndexOf(fn)];
        return code.fills == u.codeFills ? 0 : FetchCodeSlow(unit, fn);
    }

    /**
     * @brief Stamp a run by the column of its middle line, after it was divided or made one.
     * @param run the run; every age stays as it is
     */
    void Recenter(LineRun& run) const;

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
        return unit < m_units.size() ? m_units[unit].l1Fills : 0;
    }

    /** @param unit a unit @return lines of code filled into its L1I so far */
    uint64_t GetCodeFills(uint32_t unit) const
    {
        return unit < m_units.size() ? m_units[unit].codeFills : 0;
    }

    /** @param unit a unit @return lines filled into its L2 so far, in 1/256 */
    uint64_t GetL2Fills(uint32_t unit) const
    {
        return unit < m_units.size() ? m_units[unit].l2Fills : 0;
    }

  private:
    /** @brief Clocks of one column each, in 1/256 lines; two of them may share a value. */
    template <typename T>
    using Clocks = std::array<T, LINE_COLUMNS>;

    /** @brief State of a function's code in one unit. */
    struct Code
    {
        uint64_t fills{~0ULL}; //!< L1I fills of the unit when it was last fetched
        uint32_t l2{0};        //!< L2 clock then
        bool seen{false};      //!< ever fetched
    };

    /** @brief One L1/L2 pair with its L1I. */
    struct Unit
    {
        Clocks<uint64_t> data{};                      //!< L2 (upper half) and L1D
        Clocks<uint32_t> l1i{};                       //!< L1I
        std::array<Code, KERNEL_FUNCTION_COUNT> code; //!< functions
        std::vector<uint32_t> codeStamps;             //!< L1I clock at the last fetch, by line
        uint32_t domain{0};                           //!< LLC domain
        uint32_t socket{0};                           //!< socket
        uint64_t codeFills{0};                        //!< L1I fills altogether
        uint64_t l1Fills{0};                          //!< L1D fills altogether, 1/256
        uint64_t l2Fills{0};                          //!< L2 fills altogether, 1/256
    };

    /** @brief Latency of one source and how far its lines overlap. */
    struct Source
    {
        Ticks latency{0};   //!< first line
        Ticks following{0}; //!< every further line of a sequence
        Ticks stream{0};    //!< a line of a string operation, beyond the rate of L1
        Ticks lead{0};      //!< what the front of a string operation adds

        /** @param n lines @param pattern where in a sequence @return ticks */
        Ticks Of(uint32_t n, Pattern pattern) const
        {
            switch (pattern)
            {
            case Pattern::Lone:
                return latency + (n - 1) * following;
            case Pattern::Continued:
                return n * following;
            case Pattern::StreamLead:
                return lead + n * stream;
            default:
                return n * stream;
            }
        }
    };

    /** @brief One touch on its way through the levels. */
    struct Visit
    {
        uint32_t unit;   //!< who
        uint32_t domain; //!< LLC domain of the unit
        uint32_t col;    //!< first column
        uint32_t n;      //!< lines
        uint32_t behind; //!< see Behind()
        bool own;        //!< lines are to be owned
        Pattern pattern; //!< where in a sequence
        uint32_t miss;   //!< probability that the own L2 does not have them, 0..256
    };

    /** @brief Another unit that may still have the lines. */
    struct Holder
    {
        uint32_t unit;        //!< who
        uint32_t probability; //!< that it has them, 0..256
    };

    /**
     * Lines of the run that were touched after the one at `first` and fell into its column, in
     * 1/256: the stamps are of the end of the run, and only a run of more than a page meets itself.
     */
    static uint32_t Behind(const LineRun& run, uint32_t first)
    {
        return (run.count - 1 - first) / LINE_COLUMNS * 256;
    }

    static uint32_t L1Age(const Unit& u, const LineRun& run, unsigned slot, uint32_t behind)
    {
        return static_cast<uint32_t>(u.data[run.stamped] - run.clock[slot]) + behind;
    }

    static uint32_t L2Age(const Unit& u, const LineRun& run, unsigned slot, uint32_t behind)
    {
        return static_cast<uint32_t>((u.data[run.stamped] - run.clock[slot]) >> 32) + behind;
    }

    Unit& GetUnit(uint32_t unit)
    {
        return unit < m_units.size() ? m_units[unit] : AddUnits(unit);
    }

    Unit& AddUnits(uint32_t last);
    Stall TouchSlow(uint32_t unit,
                    LineRun& run,
                    uint32_t first,
                    uint32_t n,
                    Access access,
                    Pattern pattern);
    bool TouchL2(uint32_t unit,
                 LineRun& run,
                 uint32_t first,
                 uint32_t n,
                 Access access,
                 Pattern pattern,
                 Stall& stall);
    Ticks FetchCodeSlow(uint32_t unit, Fn fn);
    void MoveToFront(uint32_t unit, LineRun& run);
    uint32_t LlcHit(const LineRun& run, uint32_t age) const;
    uint32_t FillL1i(Unit& unit, uint32_t first, uint32_t lines, bool seen) const;
    void AddOwnLevels(Visit& visit, const LineRun& run, Stall& stall);
    void AddBeyondL2(const Visit& visit, const LineRun& run, Stall& stall);
    void AddOwnership(const Visit& visit, const LineRun& run, Stall& stall);
    void AddLlcOrDram(const Visit& visit, const LineRun& run, uint32_t weight, Stall& stall);
    Holder FindHolder(const Visit& visit, const LineRun& run) const;
    void Remember(const Visit& visit, LineRun& run);
    void HideBehindStoreBuffer(Stall& stall) const;
    const Source& TransferFrom(uint32_t a, uint32_t b) const;
    static Source MakeSource(double cycles, double overlap, double stream);
    static Source MakeTransfer(double cycles, double overlap);
    static Source MakeMemory(const MachineProfile& profile, double ns);
    template <typename T>
    static void Advance(Clocks<T>& clocks, uint32_t column, uint32_t n, T by);

    uint32_t m_coresPerSocket;                 //!< physical cores of a socket
    uint32_t m_coresPerDomain;                 //!< physical cores of an LLC domain
    bool m_inclusive;                          //!< LLC holds copies of what L2 holds
    uint32_t m_storeExposure;                  //!< 0..256
    uint32_t m_l1Safe;                         //!< age up to which L1 certainly hits, 1/256 fills
    CapacityRamp m_l1;                         //!< L1D
    CapacityRamp m_l1i;                        //!< L1I
    CapacityRamp m_l2;                         //!< L2
    CapacityRamp m_llc;                        //!< LLC
    bool m_hasDdio;                            //!< devices write into the LLC
    CapacityRamp m_ddio;                       //!< ways of the LLC that devices fill
    Source m_l2Source;                         //!< own L2
    Source m_llcSource;                        //!< LLC of the domain
    Source m_dramLocal;                        //!< memory of the own socket
    Source m_dramRemote;                       //!< memory of another socket
    Source m_domain;                           //!< another unit of the domain
    Source m_socket;                           //!< another domain of the socket
    Source m_cross;                            //!< another socket
    std::vector<Unit> m_units;                 //!< by unit number, grown when one is first used
    std::vector<Clocks<uint32_t>> m_llcClocks; //!< LLC clocks by domain
    std::vector<Clocks<uint32_t>> m_dmaClocks; //!< lines that devices wrote, by domain
    std::array<uint32_t, KERNEL_FUNCTION_COUNT + 1>
        m_codeFirst;           //!< first line of a function's code
    uint64_t m_slowTouches{0}; //!< touches not settled by the L1 check
};

} // namespace ns3

#endif // LINUX_DATAPATH_CACHE_HIERARCHY_H
