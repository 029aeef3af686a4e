/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_GSO_SEGMENTER_H
#define LINUX_DATAPATH_GSO_SEGMENTER_H

#include "ns3/skb-allocator.h"
#include "ns3/skb.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Software GSO of a TCP skb, segment by segment: __skb_gso_segment, skb_segment.
 *
 * net/core/gso.c, net/core/skbuff.c and tcp_gso_segment() of v6.4: each segment gets a new kmalloc
 * head with a copy of the headers, and refers to the pages of the original, with one atomic
 * reference a fragment. The original is consumed when its last segment has been made.
 *
 * Socket charge, as TCP small queues need it: all segments have the owner of the original. With the
 * first segment the owner is told by SkbOwner::Recharge() how much more than the original all
 * segments together hold; each segment later gives back its own truesize, and the original, which
 * loses its owner, gives back nothing.
 *
 * Equalities: the sum of the segments' payload is that of the original; references taken on pages
 * = fragments of all segments.
 *
 * Differs from the kernel: the segments are made one by one as the caller asks for them, not all
 * before the first is sent; after a failed allocation the segments already made are on their way
 * (the kernel frees them, too).
 */
class GsoSegmenter
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t skbs{0};     //!< GSO skbs taken over
        uint64_t segments{0}; //!< segments made of them
        uint64_t failed{0};   //!< GSO skbs whose rest was dropped for want of memory
    };

    /** @param skbs where heads come from; outlives this */
    explicit GsoSegmenter(SkbAllocator& skbs);
    GsoSegmenter(const GsoSegmenter&) = delete;
    GsoSegmenter& operator=(const GsoSegmenter&) = delete;

    /**
     * @brief Take a GSO skb over; the one before must be done.
     * @param core who
     * @param gso its linear part is the headers (with Ethernet's), its payload is in frags, and
     * gsoSize is set
     */
    void Begin(CpuCore& core, Skb* gso);

    /**
     * @brief Make the next segment.
     * @param core who
     * @return the segment, or nullptr when there is none left, or no memory for it: the original
     * has then been freed
     */
    Skb* Next(CpuCore& core);

    /** @return is there something left to segment? */
    bool IsBusy() const
    {
        return m_gso != nullptr;
    }

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
    Skb* NewHead(CpuCore& core);
    void ReferPages(CpuCore& core, Skb& segment, uint32_t bytes);
    void Describe(Skb& segment, uint32_t bytes);
    void MoveCharge(CpuCore& core, uint32_t headTruesize);
    void Abort(CpuCore& core);
    void Finish(CpuCore& core);

    SkbAllocator& m_skbs;       //!< where heads come from
    Skb* m_gso{nullptr};        //!< original
    SkbOwner* m_owner{nullptr}; //!< whose charge moves to the segments
    uint32_t m_header{0};       //!< bytes of headers
    uint32_t m_done{0};         //!< payload in segments so far [bytes]
    uint32_t m_frag{0};         //!< next fragment of the original
    uint32_t m_fragDone{0};     //!< bytes of it in segments
    int64_t m_uncharged{0};     //!< charge held for segments that are not made yet [bytes]
    Stats m_stats;              //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_GSO_SEGMENTER_H
