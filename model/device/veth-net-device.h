/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_NET_DEVICE_H
#define LINUX_DATAPATH_VETH_NET_DEVICE_H

#include "host-net-device.h"
#include "veth-rx-queue.h"

#include "ns3/napi-thread.h"
#include "ns3/xdp-program.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class VethChannel;

/** @brief Whether a feature is on, off, or as the kernel's release has it. */
enum class Feature : uint8_t
{
    Off,   //!< off
    On,    //!< on
    Kernel //!< as the release has it
};

/**
 * @ingroup linux-datapath
 * @brief One end of a veth pair: drivers/net/veth.c.
 *
 * What it sends arrives at the peer without a wire: into the peer's ring, to be polled by the
 * peer's NAPI on the CPU that sent, if the peer has a program; else into the backlog of the CPU
 * that sent. Attaching a program to an end takes software segmentation from the other one and
 * limits its MTU. Equality: skbs sent == in a ring or backlog + passed up + dropped (by reason).
 * Differs from the kernel: carrier follows the pair at once; queues are built when the device
 * opens.
 */
class VethNetDevice : public HostNetDevice, public XdpFrameSink
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    VethNetDevice();
    ~VethNetDevice() override;

    /** @brief Called by the channel. @param channel the bond @param peer the other end */
    void SetPeer(Ptr<VethChannel> channel, VethNetDevice* peer);

    /**
     * @brief Attach a program (ip link set dev ... xdpdrv); before Open().
     * @param program the program
     * @throw std::invalid_argument the peer's MTU is above what the program allows
     */
    void SetXdpProgram(Ptr<XdpProgram> program);

    /** @brief Where the program's REDIRECT verdict sends frames. @param target outlives this */
    void SetRedirectTarget(XdpFrameSink* target);

    /** @brief Who is told every verdict of the program; before Open(). @param watcher outlives this
     */
    void SetXdpWatcher(XdpWatcher* watcher);

    /** @brief Build the receive queues (ndo_open); does nothing if they are there. */
    void Open();

    /** @brief Free what is queued and give all pool pages back (end of a run). @param core who */
    void Close(CpuCore& core);

    /** @return largest MTU that the peer's program leaves this end [bytes] */
    uint32_t GetMaxMtu() const;

    /** @brief Set the MTU. @param mtu [bytes] @return why not, empty if it was set */
    std::string ChangeMtu(uint32_t mtu);

    /** @return may skbs of more than one segment be handed to this end (TSO)? */
    bool CanSegment() const;

    /** @return does GRO merge on this end? */
    bool HasGro() const;

    /** @return queues that are polled by NAPI, empty without a program and without GRO */
    const std::vector<std::unique_ptr<VethRxQueue>>& GetRxQueues() const
    {
        return m_queues;
    }

    /** @return skbs that the peer's full ring or backlog cost this end (veth_priv.dropped) */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @return skbs sent, dropped ones included */
    uint64_t GetTransmitted() const
    {
        return m_transmitted;
    }

    /** @return counters of all pools of this end */
    PagePoolStats GetPoolStats() const;

    /** @brief veth_xmit(). @param core who @param skb which @return false if it was dropped */
    bool Receive(CpuCore& core, Skb* skb) override;
    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override;

    bool SetMtu(const uint16_t mtu) override;
    Ptr<Channel> GetChannel() const override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    HostNetDevice& GetReceiver() override;

  private:
    VethRxQueueParameters GatherParameters() const;
    bool IsForwardable(const Skb& skb) const;
    VethRxQueue* SelectQueue(const Skb& skb) const;
    bool XmitRing(CpuCore& core, VethRxQueue& queue, Skb* skb);

    Ptr<VethChannel> m_channel;                         //!< the bond
    VethNetDevice* m_peer{nullptr};                     //!< other end
    Ptr<XdpProgram> m_program;                          //!< attached program
    XdpFrameSink* m_redirect{nullptr};                  //!< target of REDIRECT
    XdpWatcher* m_watcher{nullptr};                     //!< told every verdict
    uint32_t m_ringSize{256};                           //!< VETH_RING_SIZE
    uint32_t m_poolSize{0};                             //!< pool_size, 0 = ring size
    Buffers m_buffers{Buffers::PagePool};               //!< how memory is taken
    bool m_napiBuildSkb{false};                         //!< heads from the NAPI cache
    Feature m_gro{Feature::Kernel};                     //!< GRO
    uint32_t m_queueCount{1};                           //!< receive queues
    bool m_threaded{false};                             //!< threaded NAPI
    uint32_t m_threadCpu{0};                            //!< where the threads run
    std::vector<std::unique_ptr<VethRxQueue>> m_queues; //!< receive queues
    std::vector<std::unique_ptr<NapiThread>> m_threads; //!< threads of the queues
    LineRun m_privLine{1, 0};                           //!< veth_priv: peer, rq, dropped
    uint64_t m_dropped{0};                              //!< dropped
    uint64_t m_transmitted{0};                          //!< sent
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_NET_DEVICE_H
