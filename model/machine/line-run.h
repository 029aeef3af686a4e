/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LINE_RUN_H
#define LINUX_DATAPATH_LINE_RUN_H

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
 * still there. Differs from hardware: no more than SLOTS holders are remembered, the one that came
 * first is forgotten.
 */
struct LineRun
{
    static constexpr uint8_t NONE = 0xff;  //!< no unit, no domain
    static constexpr unsigned SLOTS = 3;   //!< holders remembered
    uint16_t first{0};                     //!< first line, counted from the start of its object
    uint16_t count{1};                     //!< lines
    uint8_t column{0};                     //!< line-in-page of the first line
    uint8_t node{0};                       //!< memory node
    uint8_t dirty{NONE};                   //!< unit that holds the lines modified
    uint8_t domain{NONE};                  //!< LLC domain that touched them last
    uint8_t unit[SLOTS]{NONE, NONE, NONE}; //!< holders, the most recent first
    uint32_t l1[SLOTS]{0, 0, 0};           //!< L1 fill clock at the last touch, per holder
    uint32_t l2[SLOTS]{0, 0, 0};           //!< L2 fill clock at the last touch, per holder
    uint32_t llc{0};                       //!< LLC fill clock at the last touch

    LineRun() = default;

    /** @param count_ lines @param column_ line-in-page of the first @param node_ memory node */
    LineRun(uint16_t count_, uint8_t column_, uint8_t node_ = 0)
        : count(count_),
          column(column_),
          node(node_)
    {
    }

    /** @param u a cache unit @return its slot, or -1 when it holds nothing */
    int Find(uint32_t u) const
    {
        for (unsigned i = 0; i < SLOTS; ++i)
        {
            if (unit[i] == u)
            {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    /** @return true if no unit but the first slot's holds the lines */
    bool IsExclusive() const
    {
        return unit[1] == NONE;
    }
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINE_RUN_H
