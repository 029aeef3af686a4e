/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_GRO_NORMAL_LIST_H
#define LINUX_DATAPATH_GRO_NORMAL_LIST_H

#include "skb-sink.h"

#include "ns3/skb.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief rx_list of a NAPI: skbs on their way up are handed to the stack several at a time.
 *
 * net/core/gro.c gro_normal_one and gro_normal_list (v6.4). The batch counts frames, so that a
 * merged skb of eight frames or more takes the list up at once.
 */
class GroNormalList
{
  public:
    static constexpr uint32_t BATCH = 8; //!< gro_normal_batch [frames]

    /** @brief Counters. */
    struct Stats
    {
        uint64_t lists{0};     //!< lists handed to the stack
        uint64_t delivered{0}; //!< skbs in them
        uint64_t dropped{0};   //!< skbs of these that the stack refused
    };

    /** @param up the protocol above; outlives this */
    explicit GroNormalList(SkbSink& up);
    GroNormalList(const GroNormalList&) = delete;
    GroNormalList& operator=(const GroNormalList&) = delete;

    /** @brief gro_normal_one(): append, and deliver a full batch. @param core who @param skb the
     * skb @param frames frames that it counts as */
    void Add(CpuCore& core, Skb& skb, uint32_t frames);

    /** @brief gro_normal_list(): hand everything to the stack. @param core who */
    void Deliver(CpuCore& core);

    /** @brief Empty the list without delivering. @return its first skb, linked by Skb::next, or
     * nullptr */
    Skb* TakeAll();

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = Stats();
    }

  private:
    void ReceiveOne(CpuCore& core, Skb* skb);

    SkbSink& m_up;        //!< protocol above
    Skb* m_head{nullptr}; //!< first, by Skb::next
    Skb* m_tail{nullptr}; //!< last
    uint32_t m_frames{0}; //!< rx_count
    LineRun m_line;       //!< rx_list, rx_count
    Stats m_stats;        //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_GRO_NORMAL_LIST_H
