/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VHOST_PAGE_FRAG_H
#define LINUX_DATAPATH_VHOST_PAGE_FRAG_H

#include "ns3/page-frag-cache.h"
#include "ns3/page-frag.h"

namespace ns3
{

/** @brief How vhost_net takes references on the blocks that its buffers are cut from. */
enum class VhostRefill : uint8_t
{
    GetPage,  //!< the task's page_frag, get_page() per packet (v4.20)
    Bias,     //!< a page_frag of its own, references taken in advance (v5.0)
    FragCache //!< the generic page_frag_cache (v6.12 and before)
};

/**
 * @ingroup linux-datapath
 * @brief Where vhost_net_build_xdp() takes its buffers: 32 KiB blocks, cut from front to back.
 *
 * drivers/vhost/net.c. With GetPage, skb_page_frag_refill() starts a block anew when every packet
 * of it was dropped, and each packet costs an atomic. With Bias (vhost_net_page_frag_refill) a
 * block gets USHRT_MAX references when it is taken, a packet takes one by a decrement of a variable
 * of the thread's own, and what is left is subtracted at once when the next block is taken.
 * Equality: references of a block = what its packets hold + the bias left.
 */
class VhostPageFrag
{
  public:
    static constexpr int32_t BIAS = 65535; //!< USHRT_MAX

    /** @param pages where blocks come from @param kernel generation @param refill how references
     * are taken */
    VhostPageFrag(PageAllocator& pages, const KernelProfile& kernel, VhostRefill refill);

    /** @brief A buffer with a reference. @param core who @param size bytes, a multiple of 64
     * @return it; no page if there is no memory */
    PageFragment Take(CpuCore& core, uint32_t size);
    /** @brief Give the block back (vhost_net_release). @param core who */
    void Drop(CpuCore& core);

  private:
    PageFragment TakeTask(CpuCore& core, uint32_t size);
    PageFragment TakeBias(CpuCore& core, uint32_t size);
    bool RefillBias(CpuCore& core, uint32_t size);
    void DrainBias(CpuCore& core);

    PageAllocator& m_pages;     //!< page allocator
    const VhostRefill m_refill; //!< how references are taken
    PageFrag m_taskFrag;        //!< current->task_frag
    PageFragCache m_cache;      //!< page_frag_cache
    Page* m_page{nullptr};      //!< vhost_net.page_frag
    uint32_t m_offset{0};       //!< first free byte
    int32_t m_bias{0};          //!< refcnt_bias
    LineRun m_line;             //!< page_frag and refcnt_bias
};

} // namespace ns3

#endif // LINUX_DATAPATH_VHOST_PAGE_FRAG_H
