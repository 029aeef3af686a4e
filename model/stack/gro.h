/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_GRO_H
#define LINUX_DATAPATH_GRO_H

#include "gro-merge.h"
#include "gro-normal-list.h"
#include "skb-sink.h"

#include "ns3/skb-allocator.h"
#include "ns3/skb.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Generic receive offload of one NAPI, and its list of skbs for the stack.
 *
 * net/core/gro.c and net/ipv4/tcp_offload.c of v6.4: dev_gro_receive,
 * tcp_gro_receive, napi_gro_complete. A packet joins the held skb of its flow if it
 * continues its sequence with equal acknowledgement and window, equal pp_recycle and owner, is not
 * longer than the first one, and the sum stays below 65536 bytes. A short packet or one with PSH
 * joins and then sends the skb up; a pure acknowledgement, or a packet with PSH that finds nothing
 * held, goes up by itself. A datagram that GRO does not know behaves like a packet with PSH: mark
 * it so.
 *
 * Counter equalities: received = held + normal + frags + heads + chained;
 * held = completed + purged + GetHeld(), from the start;
 * delivered = completed + normal - skbs in the list (or purged there).
 *
 * Differs from the kernel: the flow number stands for hash and header comparison; no TCP options,
 * so two sends with different timestamps may merge.
 */
class Gro
{
  public:
    static constexpr uint32_t BUCKETS = 8;      //!< GRO_HASH_BUCKETS
    static constexpr uint32_t MAX_SKBS = 8;     //!< MAX_GRO_SKBS, held in a bucket
    static constexpr uint32_t MAX_SIZE = 65536; //!< gro_max_size [bytes]

    /** @brief Counters. */
    struct Stats
    {
        uint64_t received{0};  //!< skbs that came in
        uint64_t held{0};      //!< skbs that were held as the first of their kind
        uint64_t normal{0};    //!< skbs that went up alone without being held
        uint64_t frags{0};     //!< merged by moving their fragments
        uint64_t heads{0};     //!< merged by turning their head page into a fragment
        uint64_t chained{0};   //!< merged by chaining them on frag_list
        uint64_t completed{0}; //!< held skbs sent up
        uint64_t purged{0};    //!< held skbs freed by Purge()
    };

    /**
     * @param skbs where emptied sk_buffs go; outlives this
     * @param up the protocol above; outlives this
     * @param maxFrags MAX_SKB_FRAGS, 17..45
     * @param enabled NETIF_F_GRO of the device
     */
    Gro(SkbAllocator& skbs, SkbSink& up, uint32_t maxFrags, bool enabled);
    Gro(const Gro&) = delete;
    Gro& operator=(const Gro&) = delete;

    /**
     * @brief napi_gro_receive(): take a packet over.
     * @param core who polls
     * @param skb its data begins at the IP header, as after eth_type_trans, and ends with the
     * payload: the headers are len - payload bytes (a header before it would count in the length)
     */
    void Receive(CpuCore& core, Skb* skb);

    /** @brief napi_gro_flush(napi, false): send up everything held, per bucket the oldest first
     * (on completion of a poll). @param core who polls */
    void Flush(CpuCore& core);

    /** @brief napi_gro_flush(napi, HZ >= 1000): the same when the weight was used up; with HZ >=
     * 1000 only what was held before this jiffy. @param core who polls */
    void FlushOld(CpuCore& core);

    /** @brief gro_normal_list(): hand the list to the stack. @param core who polls */
    void DeliverList(CpuCore& core)
    {
        m_normal.Deliver(core);
    }

    /** @brief netif_napi_del(): free what is held or listed. @param core who */
    void Purge(CpuCore& core);

    /** @brief NETIF_F_GRO changes; what is held stays until the next flush. @param enabled on */
    void SetEnabled(bool enabled)
    {
        m_enabled = enabled;
    }

    /** @return NETIF_F_GRO */
    bool IsEnabled() const
    {
        return m_enabled;
    }

    /** @return skbs held */
    uint32_t GetHeld() const
    {
        return m_heldCount;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return counters of what went up */
    const GroNormalList::Stats& GetListStats() const
    {
        return m_normal.GetStats();
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = Stats();
        m_normal.ResetStats();
    }

  private:
    /** @brief A held skb; see GroMerge for what its members mean meanwhile. */
    struct Held
    {
        Skb* skb;     //!< first of the merged ones
        uint64_t age; //!< jiffy when it was held
    };

    /** @brief gro_list: the held skbs of a bucket, the oldest first. */
    struct Bucket
    {
        std::array<Held, MAX_SKBS> held; //!< the skbs
        uint32_t count{0};               //!< how many
    };

    void DevGroReceive(CpuCore& core, Skb& skb);
    uint32_t GroListPrepare(CpuCore& core, const Skb& skb, const Bucket& bucket) const;
    GroMerge::Kind InetGroReceive(CpuCore& core, Skb* p, Skb& skb);
    void Finish(CpuCore& core, Skb& skb, GroMerge::Kind merge, bool last, Bucket& bucket);
    void Hold(CpuCore& core, Skb& skb, Bucket& bucket);
    void Complete(CpuCore& core, Bucket& bucket, uint32_t index);
    void FlushBefore(CpuCore& core, uint64_t jiffy);
    void Normal(CpuCore& core, Skb& skb);

    SkbAllocator& m_skbs;                  //!< where emptied sk_buffs go
    const GroMerge m_merge;                //!< skb_gro_receive
    GroNormalList m_normal;                //!< rx_list
    bool m_enabled;                        //!< NETIF_F_GRO
    std::array<Bucket, BUCKETS> m_buckets; //!< gro_hash
    uint32_t m_heldCount{0};               //!< skbs held
    std::array<LineRun, 3> m_bucketLines;  //!< gro_hash: 24 bytes a bucket
    Stats m_stats;                         //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_GRO_H
