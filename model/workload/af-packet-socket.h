/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_AF_PACKET_SOCKET_H
#define LINUX_DATAPATH_AF_PACKET_SOCKET_H

#include "ns3/skb-allocator.h"
#include "ns3/skb-sink.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A raw AF_PACKET socket with PACKET_QDISC_BYPASS: frames go straight to a device.
 *
 * net/packet/af_packet.c packet_snd() and packet_direct_xmit() of v6.4: a linear skb, the frame
 * copied from the process, charged to the socket, handed to the device with bottom halves disabled.
 * Equality: truesize of the skbs sent and not yet freed == GetWmemAlloc().
 *
 * Differs from the kernel: what does not fit into a head of SkbAllocator::KMALLOC_MAX goes into
 * blocks of up to order 3, as alloc_skb_with_frags() of v6.6 takes them; SO_SNDBUF never ends, as
 * a tool that measures bursts sets it by SO_SNDBUFFORCE.
 */
class AfPacketSocket : public SkbOwner
{
  public:
    /** Ethernet, IPv4 and UDP headers: what a frame has beyond its payload [bytes]. */
    static constexpr uint32_t HEADERS = 42;
    /** LL_RESERVED_SPACE() of an Ethernet device [bytes]. */
    static constexpr uint32_t RESERVED = 16;

    /** @param skbs where skbs come from @param device takes frames @param flow number of the flow
     */
    AfPacketSocket(SkbAllocator& skbs, SkbSink& device, uint32_t flow);

    /**
     * @brief packet_sendmsg() of one frame; the softirq that it raises runs after the step.
     * @param core who, in process context
     * @param user the frame, in memory of the process
     * @param bytes frame with Ethernet header, without FCS
     * @return false if there was no memory or the device dropped it (ENOBUFS)
     */
    bool Send(CpuCore& core, LineSet& user, uint32_t bytes);

    void Wfree(CpuCore& core, Skb& skb) override;

    /** @return sk_wmem_alloc: memory of what is on its way [bytes] */
    int64_t GetWmemAlloc() const
    {
        return m_wmemAlloc;
    }

  private:
    Skb* AllocSkb(CpuCore& core, LineSet& user, uint32_t bytes);
    bool AddFrags(CpuCore& core, Skb& skb, LineSet& user, uint32_t offset, uint32_t bytes);
    void CopyFromUser(CpuCore& core,
                      LineSet& user,
                      uint32_t offset,
                      LineSet& to,
                      uint32_t byte,
                      uint32_t bytes);
    bool DirectXmit(CpuCore& core, Skb* skb);

    SkbAllocator& m_skbs;        //!< skbs and pages
    SkbSink& m_device;           //!< takes frames
    const uint32_t m_flow;       //!< number of the flow
    int64_t m_wmemAlloc{0};      //!< sk_wmem_alloc
    LineRun m_socketLines{2, 0}; //!< packet_sock: po, cached device
    LineRun m_wmemLine{1, 5};    //!< sk_wmem_alloc
};

} // namespace ns3

#endif // LINUX_DATAPATH_AF_PACKET_SOCKET_H
