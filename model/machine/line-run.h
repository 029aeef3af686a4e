/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LINE_RUN_H
#define LINUX_DATAPATH_LINE_RUN_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/** Bytes of a cache line. */
constexpr uint32_t LINE_BYTES = 64;
/** Lines of a 4 KiB page: the columns of a cache that page-aligned data keeps apart. */
constexpr uint32_t LINE_COLUMNS = 64;

/**
 * @ingroup linux-datapath
 * @brief Lines next to each other that share their fate: one coherence state, one age per level.
 *
 * A cache unit (one core, or the hardware threads that share its L1 and L2) is a holder when it
 * read or wrote the lines since somebody else last wrote them; its stamps tell whether they are
 * still there. Units that lost the lines to a writer stay behind the holders: their stamps tell
 * whether the places that the lines left in their caches are still free. After a device wrote the
 * lines there is no holder, and `llc` is of the clock of device writes. Differs from hardware: no
 * more than SLOTS units are remembered, the one that came first is forgotten.
 */
struct LineRun
{
    static constexpr uint8_t NONE = 0xff;   //!< no unit
    static constexpr uint8_t DEVICE = 0xfe; //!< written by a device, not touched since
    static constexpr unsigned SLOTS = 3;    //!< units remembered
    uint16_t first{0};                      //!< first line, counted from the start of its object
    uint16_t count{1};                      //!< lines
    uint8_t column{0};                      //!< line-in-page of the first line
    uint8_t node{0};                        //!< memory node
    uint8_t stamped{0};                     //!< column whose clocks all the stamps below are of
    uint8_t dirty{NONE};                    //!< unit that holds the lines modified, or DEVICE
    uint8_t holders{0};                     //!< slots whose units hold the lines, from the front
    uint8_t unit[SLOTS]{NONE, NONE, NONE};  //!< units, the most recent first
    uint32_t llc{0};                        //!< LLC clock of the first slot's domain at its touch
    uint64_t clock[SLOTS]{0, 0, 0};         //!< L2 and L1 clock at the last touch, per unit
    uint16_t reader{NONE}; //!< unit that may load the lines while it has them; see Refresh()
    uint16_t writer{NONE}; //!< unit that may store to them while it has them
    uint32_t isOdd{false}; //!< longer than a page, or not stamped by its middle; a word, so that
                           //!< copies of a run are whole registers without overlap

    LineRun() = default;

    /** @param count_ lines @param column_ line-in-page of the first @param node_ memory node */
    LineRun(uint16_t count_, uint8_t column_, uint8_t node_ = 0)
        : count(count_),
          column(column_),
          node(node_),
          stamped(GetMiddle()),
          isOdd(count_ > LINE_COLUMNS)
    {
    }

    /**
     * @brief Note what every touch asks first, after lines, stamps or holders changed otherwise
     * than by a touch.
     *
     * A run of more than a page meets itself in the caches: no unit has such lines for sure by the
     * stamps alone.
     */
    void Refresh()
    {
        const bool isLong = count > LINE_COLUMNS;
        const bool none = isLong || dirty == DEVICE;
        reader = none ? NONE : unit[0];
        writer = none ? NONE : dirty;
        isOdd = isLong || stamped != GetMiddle();
    }

    /** @return the line behind the last one */
    uint32_t GetEnd() const
    {
        return uint32_t{first} + count;
    }

    /** @brief Keep some of the lines: addresses only, to be followed by Refresh(). @param from
     * first line to keep @param to line behind the last one */
    void Keep(uint32_t from, uint32_t to)
    {
        column = (column + from - first) % LINE_COLUMNS;
        first = static_cast<uint16_t>(from);
        count = static_cast<uint16_t>(to - from);
    }

    /** @return column of the line in the middle, whose clocks stand for all */
    uint8_t GetMiddle() const
    {
        return (column + count / 2) % LINE_COLUMNS;
    }

    /** @param u a cache unit @return its slot, or SLOTS when it is not remembered */
    unsigned Find(uint32_t u) const
    {
        unsigned i = 0;
        while (i < SLOTS && unit[i] != u)
        {
            ++i;
        }
        return i;
    }

    /** @param other a run @return true if the same units hold both, in the same way */
    bool IsLike(const LineRun& other) const
    {
        return holders == other.holders && dirty == other.dirty && node == other.node &&
               std::equal(unit, unit + holders, other.unit);
    }

    /** @param u a cache unit @return true if it holds the lines */
    bool IsHolder(uint32_t u) const
    {
        return Find(u) < holders;
    }
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINE_RUN_H
