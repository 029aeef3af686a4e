/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CACHE_UNIT_H
#define LINUX_DATAPATH_CACHE_UNIT_H

#include "column-clocks.h"
#include "kernel-function.h"
#include "line-run.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

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
 * @brief Which lines of a run are touched, and how.
 *
 * One word: a struct of small members would go through memory on its way to a function, and a load
 * of what was just stored in pieces stalls the processor.
 */
class Piece
{
  public:
    /** @param first first line, counted from the start of the run @param n lines, 1 to 65535
     * @param access how @param pattern where in a sequence */
    Piece(uint32_t first, uint32_t n, Access access, Pattern pattern = Pattern::Lone)
        : m_word(first | uint64_t{n} << 16 | uint64_t{static_cast<uint8_t>(access)} << 32 |
                 uint64_t{static_cast<uint8_t>(pattern)} << 40)
    {
    }

    /** @return first line, counted from the start of the run */
    uint32_t GetFirst() const
    {
        return m_word & 0xffff;
    }

    /** @return lines */
    uint32_t GetLines() const
    {
        return m_word >> 16 & 0xffff;
    }

    /** @return the line behind the last one */
    uint32_t GetEnd() const
    {
        return GetFirst() + GetLines();
    }

    /** @return how */
    Access GetAccess() const
    {
        return static_cast<Access>(m_word >> 32 & 0xff);
    }

    /** @return where in a sequence */
    Pattern GetPattern() const
    {
        return static_cast<Pattern>(m_word >> 40);
    }

    /** @return will the lines be owned? */
    bool IsOwning() const
    {
        return GetAccess() != Access::Read;
    }

    /** @return is it a lone store, partly hidden by the store buffer? */
    bool IsHidden() const
    {
        return m_word >> 16 == Piece(0, 1, Access::Write, Pattern::Lone).m_word >> 16;
    }

  private:
    uint64_t m_word; //!< first line, lines, access and pattern
};

/**
 * @ingroup linux-datapath
 * @brief State of one L1/L2 pair with its L1I, and the touches that change nothing else.
 *
 * Most touches find their lines in L1, in the state they need: those are settled here, in a few
 * instructions, without the CacheHierarchy that owns this.
 */
struct alignas(LINE_BYTES) CacheUnit
{
    /** @brief State of a function's code. */
    struct Code
    {
        uint64_t fills{~0ULL}; //!< L1I fills of the unit when it was last fetched
        uint32_t l2{0};        //!< L2 clock then
        bool seen{false};      //!< ever fetched
    };

    ColumnClocks<uint64_t> data{};                //!< L2 (upper half) and L1D
    uint32_t number{0};                           //!< its number
    uint32_t l1Safe{0};                           //!< age up to which L1 certainly hits, 1/256
    uint16_t id{0};                               //!< its number, as runs have it
    uint32_t domain{0};                           //!< LLC domain
    uint32_t socket{0};                           //!< socket
    ColumnClocks<uint32_t>* llc{nullptr};         //!< LLC clocks of its domain
    uint64_t codeFills{0};                        //!< L1I fills altogether
    uint64_t l1Fills{0};                          //!< L1D fills altogether, 1/256
    uint64_t l2Fills{0};                          //!< L2 fills altogether, 1/256
    std::array<Code, KERNEL_FUNCTION_COUNT> code; //!< functions
    ColumnClocks<uint32_t> l1i{};                 //!< L1I
    std::vector<uint32_t> codeStamps;             //!< L1I clock at the last fetch, by line

    /**
     * @brief Lines of a run that were touched after one of it and fell into its column, in 1/256.
     *
     * The stamps are of the end of the run, and only a run of more than a page meets itself.
     * @param run the run @param first the line, counted from the start of the run
     * @return age that the line has beyond the stamps
     */
    static uint32_t Behind(const LineRun& run, uint32_t first)
    {
        return run.count <= LINE_COLUMNS ? 0 : (run.count - 1 - first) / LINE_COLUMNS * 256;
    }

    /** @param run a run @param slot a slot of this unit in it @param behind see Behind() @return
     * its age in L1, 1/256 */
    uint32_t L1Age(const LineRun& run, unsigned slot, uint32_t behind) const
    {
        return static_cast<uint32_t>(data[run.stamped] - run.clock[slot]) + behind;
    }

    /** @param run a run @param slot a slot of this unit in it @param behind see Behind() @return
     * its age in L2, 1/256 */
    uint32_t L2Age(const LineRun& run, unsigned slot, uint32_t behind) const
    {
        return static_cast<uint32_t>((data[run.stamped] - run.clock[slot]) >> 32) + behind;
    }

    /**
     * @brief Does a touch of these lines change nothing but their age?
     * @param run the run
     * @param first first line of the touch, counted from the start of the run
     * @param access how
     * @return true if the lines are certainly in L1, in the state that the access needs
     */
    bool IsSettled(const LineRun& run, uint32_t first, Access access) const
    {
        return run.unit[0] == number && IsOpen(run, access) &&
               L1Age(run, 0, Behind(run, first)) < l1Safe;
    }

    /**
     * @brief Touch all lines of a run if that is a matter of one look: most touches are.
     * @param run the run
     * @param access how
     * @return true if the lines are IsSettled(); never for a run of more than a page
     */
    bool TouchQuick(LineRun& run, Access access) const
    {
        const uint64_t now = data[run.stamped];
        if ((access == Access::Read ? run.reader : run.writer) != id ||
            static_cast<uint32_t>(now - run.clock[0]) >= l1Safe)
        {
            return false;
        }
        run.clock[0] = now;
        return true;
    }

    /**
     * @brief Touch lines of a run, up to one of them, if that is a matter of one look.
     * @param run the run
     * @param end the line behind the last one, counted from the start of the object
     * @param access how
     * @return true if the lines are all of this run and IsSettled(); never for a run of more than a
     * page
     */
    bool TouchQuick(LineRun& run, uint32_t end, Access access) const
    {
        const uint64_t now = data[run.stamped];
        const uint32_t behind = run.GetEnd();
        if ((access == Access::Read ? run.reader : run.writer) != id ||
            static_cast<uint32_t>(now - run.clock[0]) >= l1Safe || end > behind)
        {
            return false;
        }
        if (end == behind)
        {
            run.clock[0] = now;
        }
        return true;
    }

    /**
     * @brief Touch lines if they are all of this run and IsSettled().
     * @param run the run
     * @param first first line of the touch, counted from the start of the run
     * @param n lines
     * @param access how
     * @return true if that was so
     */
    bool TouchSettled(LineRun& run, uint32_t first, uint32_t n, Access access) const
    {
        if (first + n > run.count || !IsSettled(run, first, access))
        {
            return false;
        }
        if (first + n == run.count)
        {
            run.clock[0] = data[run.stamped];
        }
        return true;
    }

    /** @param run a run that this unit touched last @param access how @return does its state let
     * this unit do so? */
    bool IsOpen(const LineRun& run, Access access) const
    {
        return access == Access::Read ? run.dirty != LineRun::DEVICE : run.dirty == number;
    }

    /** @param fn a function @return is its code certainly in L1I? */
    bool HasCode(Fn fn) const
    {
        return code[IndexOf(fn)].fills == codeFills;
    }
};

} // namespace ns3

#endif // LINUX_DATAPATH_CACHE_UNIT_H
