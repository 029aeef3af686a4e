/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STATS_CLIENT_H
#define LINUX_DATAPATH_STATS_CLIENT_H

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Something that counts and is told when the warm-up is over.
 */
class StatsClient
{
  public:
    virtual ~StatsClient() = default;
    /** @brief Set all counters to zero; state that drives the model stays. */
    virtual void ResetStats() = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_STATS_CLIENT_H
