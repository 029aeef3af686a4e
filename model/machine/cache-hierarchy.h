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
};

/** @brief How a touch uses its lines. */
enum class Access : uint8_t
{
    Read,  //!< loads whose data is needed
    Write, //!< plain stores: a lone one is partly hidden by the store buffer
    Rmw    //!< locked read-modify-write: nothing is hidden
};

/**
 * @ingroup linux-datapath
 * @brief Hit probability of a line by the fills its column has seen since the line was touched.
 *
 * Lines of a column fall into `sets` sets at random, each of `ways` ways: a line is still there
 * when fewer than `ways` of n fills fell into its set, P(Binomial(n, 1/sets) < ways). With one set
 * this is the hard edge of a set-associative LRU.
 */
class CapacityRamp
{
  public:
    /** @param sets sets of a column, at least 1 @param ways associativity, at least 1 */
    CapacityRamp(uint32_t sets, uint32_t ways);

    /** @param age fills since the touch, in 1/256 @return probability of a hit, 0..256 */
    uint32_t HitProbability(uint32_t age) const
    {
        const uint32_t i = age >> m_shift;
        return i < m_table.size() ? m_table[i] : 0;
    }

  private:
    uint32_t m_shift;              //!< age to table index
    std::vector<uint16_t> m_table; //!< probabilities, 0..256
};

/**
 * @ingroup linux-datapath
 * @brief L1I, L1D and L2 of every unit, the last-level caches of the domains, and who owns a line.
 *
 * Capacity: each level keeps a fill clock for each of 64 columns (line-in-page); a line remembers
 * the clock of its column when it was last touched, and hits re-stamp it (rule R of
 * doc/cache-model.md). Coherence: a touch asks who holds the lines and whether they are still in
 * that unit's L2. Everything is O(1) per run of lines; expected values stand for probabilities, so
 * runs repeat to the byte. Clocks count 1/256 fills in 32 bits: a line left alone for exactly a
 * multiple of 2^24 fills of its column would be taken for a fresh one. Omitted: TLB, prefetch
 * pollution, bandwidth, replacement details.
 */
class CacheHierarchy
{
  public:
    /** @param profile the machine; read once */
    explicit CacheHierarchy(const MachineProfile& profile);

    /**
     * @brief Touch lines of a run and age the caches by it.
     * @param unit who touches
     * @param run the run
     * @param first first line, counted from the start of the run
     * @param n lines
     * @param access how
     * @param lead false when the touch continues a sequence, so that even its first line is
     * overlapped
     * @return what it cost beyond L1
     */
    Stall Touch(uint32_t unit,
                LineRun& run,
                uint32_t first,
                uint32_t n,
                Access access,
                bool lead = true)
    {
        if (run.unit[0] == unit && (access == Access::Read || run.dirty == unit))
        {
            const uint32_t rep = Representative(run, first, n);
            Unit& u = GetUnit(unit);
            if (u.l1[rep] - run.l1[0] < m_l1Safe && first + n == run.count)
            {
                run.l1[0] = u.l1[rep];
                run.l2[0] = u.l2[rep];
                return {};
            }
        }
        return TouchSlow(unit, run, first, n, access, lead);
    }

    /**
     * @brief Fetch the code of a function.
     * @param unit who runs it
     * @param fn the function
     * @return what instruction fetch cost beyond L1I, ticks
     */
    Ticks FetchCode(uint32_t unit, Fn fn)
    {
        Unit& u = GetUnit(unit);
        Code& code = u.code[IndexOf(fn)];
        return code.fills == u.codeFills ? 0 : FetchCodeSlow(unit, fn);
    }

    /** @param a unit @param b unit @return cost of moving a line from one to the other, ticks */
    Ticks TransferTicks(uint32_t a, uint32_t b) const;

    /** @return touches so far that were not settled by the L1 check */
    uint64_t GetSlowTouches() const
    {
        return m_slowTouches;
    }

    /** @param unit a unit @return lines filled into its L1D so far, in 1/256 */
    uint64_t GetL1Fills(uint32_t unit) const
    {
        return m_units[unit].l1Fills;
    }

    /** @param unit a unit @return lines filled into its L2 so far, in 1/256 */
    uint64_t GetL2Fills(uint32_t unit) const
    {
        return m_units[unit].l2Fills;
    }

  private:
    /** @brief Fill clocks of one column each, 1/256 fills. */
    using Clocks = std::array<uint32_t, LINE_COLUMNS>;

    /** @brief State of a function's code in one unit. */
    struct Code
    {
        uint64_t fills{~0ULL}; //!< L1I fills of the unit when it was last fetched
        uint32_t l1{0};        //!< L1I clock then
        uint32_t l2{0};        //!< L2 clock then
        bool seen{false};      //!< ever fetched
    };

    /** @brief One L1/L2 pair with its L1I. */
    struct Unit
    {
        Clocks l1{};                                  //!< L1D fill clocks
        Clocks l2{};                                  //!< L2 fill clocks
        Clocks l1i{};                                 //!< L1I fill clocks
        std::array<Code, KERNEL_FUNCTION_COUNT> code; //!< functions
        uint64_t codeFills{0};                        //!< L1I fills altogether
        uint64_t l1Fills{0};                          //!< L1D fills altogether, 1/256
        uint64_t l2Fills{0};                          //!< L2 fills altogether, 1/256
    };

    /** @brief Latency of one source and how far its lines overlap. */
    struct Source
    {
        Ticks latency{0};   //!< first line
        Ticks following{0}; //!< every further line of a sequence

        /** @param n lines @param lead pay the latency of the first @return ticks */
        Ticks Of(uint32_t n, bool lead) const
        {
            return lead ? latency + (n - 1) * following : n * following;
        }
    };

    /** @brief One touch on its way through the levels. */
    struct Visit
    {
        uint32_t unit; //!< who
        uint32_t rep;  //!< column that stands for all
        uint32_t col;  //!< first column
        uint32_t n;    //!< lines
        bool own;      //!< lines are to be owned
        bool lead;     //!< first line pays full latency
        uint32_t miss; //!< probability that the own L2 does not have them, 0..256
    };

    static uint32_t Representative(const LineRun& run, uint32_t first, uint32_t n)
    {
        return (run.column + first + n / 2) % LINE_COLUMNS;
    }

    Unit& GetUnit(uint32_t unit)
    {
        if (unit >= m_units.size())
        {
            m_units.resize(unit + 1);
        }
        return m_units[unit];
    }

    Stall TouchSlow(uint32_t unit,
                    LineRun& run,
                    uint32_t first,
                    uint32_t n,
                    Access access,
                    bool lead);
    Ticks FetchCodeSlow(uint32_t unit, Fn fn);
    void AddBeyondL2(const Visit& visit, const LineRun& run, Stall& stall);
    void AddOwnership(const Visit& visit, const LineRun& run, Stall& stall);
    void AddLlcOrDram(const Visit& visit, const LineRun& run, uint32_t weight, Stall& stall);
    uint32_t ResidentElsewhere(const LineRun& run, uint32_t unit, uint32_t rep, uint32_t& where);
    void Remember(const Visit& visit, LineRun& run, bool restamp);
    Source MakeSource(double cycles, double overlap) const;
    Source TransferFrom(uint32_t a, uint32_t b) const;
    static void Advance(Clocks& clocks, uint32_t column, uint32_t n, uint32_t by);

    uint32_t m_coresPerSocket;       //!< physical cores of a socket
    uint32_t m_coresPerDomain;       //!< physical cores of an LLC domain
    bool m_inclusive;                //!< LLC holds copies of what L2 holds
    uint32_t m_storeExposure;        //!< 0..256
    uint32_t m_l1Safe;               //!< age up to which L1 certainly hits, 1/256 fills
    CapacityRamp m_l1;               //!< L1D
    CapacityRamp m_l1i;              //!< L1I
    CapacityRamp m_l2;               //!< L2
    CapacityRamp m_llc;              //!< LLC
    Source m_l2Source;               //!< own L2
    Source m_llcSource;              //!< LLC of the domain
    Source m_dramLocal;              //!< memory of the own socket
    Source m_dramRemote;             //!< memory of another socket
    Source m_domain;                 //!< another unit of the domain
    Source m_socket;                 //!< another domain of the socket
    Source m_cross;                  //!< another socket
    std::vector<Unit> m_units;       //!< by unit number, grown when one is first used
    std::vector<Clocks> m_llcClocks; //!< LLC fill clocks by domain
    std::array<uint8_t, KERNEL_FUNCTION_COUNT> m_codeColumn; //!< first column of a function's code
    uint64_t m_slowTouches{0}; //!< touches not settled by the L1 check
};

} // namespace ns3

#endif // LINUX_DATAPATH_CACHE_HIERARCHY_H
