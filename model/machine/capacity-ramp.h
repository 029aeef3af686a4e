/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CAPACITY_RAMP_H
#define LINUX_DATAPATH_CAPACITY_RAMP_H

#include <cstdint>
#include <vector>

namespace ns3
{

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
    static constexpr uint32_t ONE = 256; //!< one line, and certainty

    /** @param sets sets of a column, at least 1 @param ways associativity, at least 1 */
    CapacityRamp(uint32_t sets, uint32_t ways);

    /** @param kib a cache [KiB] @param ways its associativity @return sets that one of its columns
     * has: its lines divided by columns and ways */
    static uint32_t SetsPerColumn(double kib, uint32_t ways);

    /** @param age others since the touch, in 1/256 @return probability of a hit, 0..256 */
    uint32_t HitProbability(uint32_t age) const
    {
        if (age < m_reach)
        {
            return ONE; // as the table says, but without a look at it
        }
        return age < m_gone ? m_table[age >> m_shift] : 0;
    }

    /** @param age others since the touch, in 1/256 @return true if a miss is certain */
    bool IsGone(uint32_t age) const
    {
        return age >= m_gone;
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
        return age < m_reach ? CertainWeight(age) : 256;
    }

    /** @param age others since the last touch, in 1/256, where a hit IsCertain() @return its
     * HitWeight() */
    uint32_t CertainWeight(uint32_t age) const
    {
        return age * m_inverseReach >> 16;
    }

  private:
    uint32_t m_shift;              //!< age to table index
    uint32_t m_gone;               //!< age from which on nothing hits, 1/256
    uint32_t m_reach;              //!< age up to which a hit is certain, 1/256
    uint64_t m_inverseReach;       //!< 2^24 / m_reach
    std::vector<uint16_t> m_table; //!< probabilities, 0..256
};

} // namespace ns3

#endif // LINUX_DATAPATH_CAPACITY_RAMP_H
