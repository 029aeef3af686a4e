/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_SKB_COPY_H
#define LINUX_DATAPATH_VETH_SKB_COPY_H

#include "ns3/page-pool.h"
#include "ns3/skb-allocator.h"
#include "ns3/skb-layout.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Gives XDP a private, page-backed copy of an skb: veth_convert_skb_to_xdp_buff().
 *
 * drivers/net/veth.c of v5.18 (AllocPage) and v6.4 (PagePool), the thread's variant with 2048-byte
 * fragments (PagePoolFrag), skb_pp_cow_data() of v6.9 (PpCow, which always builds the head with
 * napi_build_skb). Differs from the kernel: all four run on any kernel profile, so that one can ask
 * what a generation would have been worth on another one.
 */
class VethSkbCopy
{
  public:
    /**
     * @param skbs allocator of skbs and pages
     * @param pool the queue's pool; may be nullptr for AllocPage
     * @param buffers how memory is taken
     * @param layout sizes
     * @param napiBuildSkb build heads with napi_build_skb()
     */
    VethSkbCopy(SkbAllocator& skbs,
                PagePool* pool,
                Buffers buffers,
                const SkbLayout& layout,
                bool napiBuildSkb);

    /** @param skb an skb @param headroom what XDP needs [bytes] @return must it be copied? */
    static bool MustCopy(const Skb& skb, uint32_t headroom);

    /**
     * @brief Copy if need be; the original is consumed then.
     * @param core who
     * @param skb the skb
     * @return skb or its copy; nullptr if it was dropped (too long, no memory), freed then
     */
    Skb* Convert(CpuCore& core, Skb* skb);

  private:
    Skb* Copy(CpuCore& core, Skb& skb);
    Skb* NewHead(CpuCore& core, const SkbFrameLayout& frame);
    PageFragment TakePiece(CpuCore& core, const SkbPiece& piece);
    PageFragment TakeWholePage(CpuCore& core);
    void PutBack(CpuCore& core, const PageFragment& piece);
    static void CopyHeader(CpuCore& core, const Skb& from, Skb& to);
    static void CopyBits(CpuCore& core,
                         const Skb& from,
                         uint32_t offset,
                         LineSet& to,
                         uint32_t byte,
                         uint32_t bytes);

    SkbAllocator& m_skbs;      //!< skbs and pages
    PagePool* m_pool;          //!< pool of the queue
    const Buffers m_buffers;   //!< how memory is taken
    const SkbLayout m_layout;  //!< sizes
    const bool m_napiBuildSkb; //!< heads from the NAPI cache
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_SKB_COPY_H
