/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_RIG_H
#define LINUX_DATAPATH_XDP_RIG_H

#include "ns3/linux-host.h"
#include "ns3/page-allocator.h"
#include "ns3/skb-allocator.h"
#include "ns3/xdp-frame.h"

namespace ns3
{

/** @brief Makes frames as devices do: an skb built around pages, turned into a frame, freed. */
class FrameMaker
{
  public:
    /** @param host whose pages and frames */
    explicit FrameMaker(LinuxHost& host)
        : m_skbs(host.GetSkbs()),
          m_frames(XdpFrames::Of(host))
    {
    }

    /** @param core who @param linear bytes in the head @param frag bytes in a fragment, 0 for none
     * @return an skb with data at the Ethernet header */
    Skb* MakeSkb(CpuCore& core, uint32_t linear, uint32_t frag = 0)
    {
        PageAllocator& pages = m_skbs.GetPages();
        Skb* skb = m_skbs.BuildSkb(core, *pages.AllocPages(core, 0), 0, pages.GetPageSize());
        skb->Reserve(256);
        skb->Put(linear);
        if (frag > 0)
        {
            skb->AddRxFrag(pages.AllocPages(core, 0), 0, frag, pages.GetPageSize());
        }
        skb->payload = linear + frag - 42;
        skb->push = true;
        skb->sentAt = core.Now();
        return skb;
    }

    /** @param core who @param linear bytes in the head @param frag bytes in a fragment @return a
     * frame */
    XdpFrame* MakeFrame(CpuCore& core, uint32_t linear, uint32_t frag = 0)
    {
        Skb* skb = MakeSkb(core, linear, frag);
        XdpFrame* frame = m_frames.FromSkb(core, *skb);
        m_skbs.ConsumeSkb(core, skb);
        return frame;
    }

  private:
    SkbAllocator& m_skbs; //!< skbs and pages
    XdpFrames& m_frames;  //!< frames
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_RIG_H
