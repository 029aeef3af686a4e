/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STREAM_LOAD_H
#define LINUX_DATAPATH_STREAM_LOAD_H

#include "pair-load.h"
#include "veth-bed.h"

#include "ns3/stream.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One TCP stream over one pair: a closed loop of two processes.
 *
 * What the warm-up left on its way is delivered in the measured time, and counts as sent in it.
 */
class StreamLoad : public PairLoad
{
  public:
    /**
     * @param bed not open yet; outlives it
     * @param pair number of the pair
     * @param gso TCP builds skbs of many segments
     * @param stream number of the first random stream
     */
    StreamLoad(VethBed& bed, std::size_t pair, bool gso, int64_t stream);

    /** @return the shorthands of segmentation, calls and buffer, tied to their attributes */
    static std::vector<Parameter> Parameters();
    /** @brief Refuse a receive buffer without a window. @param config with "mtu" @throw
     * std::invalid_argument one line */
    static void Check(const ScenarioConfig& config);

    /** @brief Begin at once: a stream has no period. @param phase plays no part */
    void Start(double phase) override;
    /** @brief Nobody tells iperf to stop. @return false */
    bool Stop() override;
    bool IsBusy() const override;
    void ResetStats() override;
    Figures GetFigures() const override;
    const LatencyHistogram& GetLatency() const override;
    void AddDrops(std::map<std::string, uint64_t>& drops) const override;
    void Purge(CpuCore& core) override;
    std::string CheckBooks() override;
    std::string CheckEmpty() const override;

  private:
    uint64_t InFlight() const;

    Ptr<VethNetDevice> m_from; //!< sending end
    Ptr<Stream> m_stream;      //!< processes and connection
    uint64_t m_before{0};      //!< on their way at the last reset [frames]
};

} // namespace ns3

#endif // LINUX_DATAPATH_STREAM_LOAD_H
