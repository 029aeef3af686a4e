/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LATENCY_HISTOGRAM_H
#define LINUX_DATAPATH_LATENCY_HISTOGRAM_H

#include "ns3/cycle-ledger.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Counts durations in buckets whose width is at most 1/32 of their value.
 *
 * Integers only, no allocation: percentiles repeat to the byte. Differs from a list of all samples
 * by up to 3 %, the width of a bucket; the maximum is exact.
 */
class LatencyHistogram
{
  public:
    /** @brief Count. @param ticks a duration @param weight how often */
    void Add(Ticks ticks, uint64_t weight);
    /** @brief Count all that another one counted. @param other it @return this */
    LatencyHistogram& operator+=(const LatencyHistogram& other);
    /** @param share 0..1 @return upper end of the bucket that holds that share of the samples,
     * ticks; 0 without samples */
    Ticks Percentile(double share) const;

    /** @return longest duration, ticks */
    Ticks GetMax() const
    {
        return m_max;
    }

    /** @return samples */
    uint64_t GetCount() const
    {
        return m_count;
    }

  private:
    static constexpr uint32_t SUB_BITS = 5; //!< 32 buckets an octave
    static constexpr std::size_t BUCKETS = (64 - SUB_BITS + 1) << SUB_BITS; //!< all of them
    static std::size_t BucketOf(Ticks ticks);
    static Ticks EndOf(std::size_t bucket);

    std::array<uint64_t, BUCKETS> m_buckets{}; //!< samples by bucket
    uint64_t m_count{0};                       //!< samples
    Ticks m_max{0};                            //!< longest
};

} // namespace ns3

#endif // LINUX_DATAPATH_LATENCY_HISTOGRAM_H
