/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_DEV_QUEUE_XMIT_H
#define LINUX_DATAPATH_DEV_QUEUE_XMIT_H

#include "gso-segmenter.h"
#include "skb-sink.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief __dev_queue_xmit() of a device without a qdisc, in steps: validate, segment, transmit.
 *
 * net/core/dev.c of v6.4: validate_xmit_skb() segments what the device cannot, all segments first;
 * then dev_hard_start_xmit() hands them over one by one and goes on after a drop. Bottom halves are
 * disabled from Begin() until Step() says that nothing is left: the caller sees to that.
 */
class DevQueueXmit
{
  public:
    /** @param skbs where segments come from @param device takes what is sent */
    DevQueueXmit(SkbAllocator& skbs, SkbSink& device);

    /** @brief Begin with an skb; the one before must be done. @param core who @param skb which
     * @param segment the device cannot segment it itself */
    void Begin(CpuCore& core, Skb* skb, bool segment);

    /** @brief Make or send one segment. @param core who @return false when nothing is left */
    bool Step(CpuCore& core);

    /** @brief All steps at once. @param core who */
    void Finish(CpuCore& core)
    {
        while (Step(core))
        {
        }
    }

    /** @return is an skb under way? */
    bool IsBusy() const
    {
        return m_segmenter.IsBusy() || m_head != nullptr;
    }

    /** @return payload that the last step handed to the device [bytes], 0 if it made a segment */
    uint32_t GetStepPayload() const
    {
        return m_stepPayload;
    }

    /** @return the return code of the last skb: was its last segment dropped (NET_XMIT_DROP)? */
    bool WasDropped() const
    {
        return m_dropped;
    }

  private:
    void Append(Skb* skb);

    SkbSink& m_device;         //!< takes what is sent
    GsoSegmenter m_segmenter;  //!< software GSO
    Skb* m_head{nullptr};      //!< made and not yet sent
    Skb* m_tail{nullptr};      //!< last of them
    uint32_t m_stepPayload{0}; //!< payload sent by the last step
    bool m_dropped{false};     //!< return code of the last segment
};

} // namespace ns3

#endif // LINUX_DATAPATH_DEV_QUEUE_XMIT_H
