/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_FRAME_BULK_H
#define LINUX_DATAPATH_XDP_FRAME_BULK_H

#include "xdp-frame.h"

#include "ns3/page-pool.h"

#include <array>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief struct xdp_frame_bulk: frames that a driver has sent, given back 16 pages at a time.
 *
 * net/core/xdp.c, v6.1 to v6.13: pages of one page_pool are gathered and put under one lock of its
 * ring (PagePool::PutPageBulk); a page of another pool flushes first. Frames that belong to no pool
 * go back at once. Equality: frames returned == singles + pages put in bulks, fragments apart.
 * Differs from the kernel: from v6.14 on a bulk may mix pools and is sorted when it is put.
 */
class XdpFrameBulk
{
  public:
    /** @param frames of the host */
    explicit XdpFrameBulk(XdpFrames& frames);

    /** @brief xdp_return_frame_bulk(). @param core who @param frame which */
    void Return(CpuCore& core, XdpFrame* frame);
    /** @brief xdp_flush_frame_bulk(): put what is gathered. @param core who */
    void Flush(CpuCore& core);

    /** @return pages gathered and not put yet */
    uint32_t GetCount() const
    {
        return m_count;
    }

  private:
    void Gather(CpuCore& core, Page* page);

    XdpFrames& m_frames;                         //!< of the host
    PagePool* m_pool{nullptr};                   //!< whose pages are gathered
    std::array<Page*, PagePool::BULK> m_queue{}; //!< the pages
    uint32_t m_count{0};                         //!< how many
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_FRAME_BULK_H
