/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_SINK_H
#define LINUX_DATAPATH_SKB_SINK_H

namespace ns3
{

class CpuCore;
struct Skb;

/**
 * @ingroup linux-datapath
 * @brief Whoever takes an skb over: a device's transmit function, or the protocol above a device.
 */
class SkbSink
{
  public:
    virtual ~SkbSink() = default;

    /**
     * @brief Take an skb over.
     * @param core who runs it
     * @param skb a single skb; the sink frees it or passes it on
     * @return false if it was dropped (NET_XMIT_DROP, NET_RX_DROP); it is freed then, too
     */
    virtual bool Receive(CpuCore& core, Skb* skb) = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_SINK_H
