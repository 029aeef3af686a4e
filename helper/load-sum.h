/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LOAD_SUM_H
#define LINUX_DATAPATH_LOAD_SUM_H

#include "pair-load.h"
#include "scenario-result.h"

#include "ns3/latency-histogram.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The figures of all pairs of a run together, and how evenly they are spread.
 */
class LoadSum
{
  public:
    /** @brief Add a pair. @param load its load, in the measured time */
    void Add(const PairLoad& load);

    /** @return frames delivered by all */
    uint64_t GetDelivered() const
    {
        return m_all.delivered;
    }

    /** @return frames sent by all */
    uint64_t GetSent() const
    {
        return m_all.sent;
    }

    /** @brief Report throughput, frames and latency. @param core whose clock it is @param seconds
     * measured time @param result where they go */
    void Report(const CpuCore& core, double seconds, ScenarioResult& result) const;

    /** @return spread over the pairs that were added; no frames at all count as even */
    ScenarioResult::Fairness GetFairness() const;

  private:
    PairLoad::Figures m_all;    //!< sums
    LatencyHistogram m_latency; //!< all samples
    uint64_t m_pairs{0};        //!< pairs added
    uint64_t m_least{0};        //!< frames delivered by the slowest
    uint64_t m_most{0};         //!< frames delivered by the fastest
    double m_squares{0};        //!< sum of squares of the frames delivered
};

} // namespace ns3

#endif // LINUX_DATAPATH_LOAD_SUM_H
