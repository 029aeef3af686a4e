/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VIRTIO_NET_DEVICE_H
#define LINUX_DATAPATH_VIRTIO_NET_DEVICE_H

#include "host-net-device.h"
#include "virtio-net-rx.h"
#include "virtqueue.h"

#include "ns3/skb-queue.h"

#include <memory>

namespace ns3
{

class TunNetDevice;
class VhostNet;

/**
 * @ingroup linux-datapath
 * @brief A guest's virtio NIC, behind which a vhost_net and a tap of the host are:
 * drivers/net/virtio_net.c, one queue pair.
 *
 * The guest's kernel runs on a core of the host (a pinned vCPU) and shares its caches and its
 * memory. What it sends waits in the transmit virtqueue, and is freed when a later transmission
 * finds that the worker has used it. Equality: skbs sent == posted + dropped; posted == freed +
 * held.
 * Differs from the kernel: no VM exits; a full transmit virtqueue drops (FULL_RING) instead of
 * stopping the queue; memory of the guest is the host's.
 */
class VirtioNetDevice : public HostNetDevice, private VirtqueueClient
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    VirtioNetDevice();
    ~VirtioNetDevice() override;

    /** @brief Tie it to its back end. @param vhost not connected yet @param tap behind it, not open
     * yet @param vhostCpu core of the worker @param cpu core that takes the NIC's interrupts */
    void Connect(Ptr<VhostNet> vhost, Ptr<TunNetDevice> tap, uint32_t vhostCpu, uint32_t cpu);

    /** @brief virtnet_open(): the tap opens, the vhost_net serves, receive buffers are posted; does
     * nothing if it is done. */
    void Open();
    /** @brief Free what is queued or held (end of a run). @param core who */
    void Close(CpuCore& core);

    /** @brief start_xmit(). @param core who @param skb which @return false if it was dropped */
    bool Receive(CpuCore& core, Skb* skb) override;

    bool SetMtu(const uint16_t mtu) override;
    Ptr<Channel> GetChannel() const override;

    /** @return skbs that a full virtqueue cost */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @return the back end */
    VhostNet& GetVhost() const
    {
        return *m_vhost;
    }

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void Notified(CpuCore& core, Virtqueue& queue) override;
    void FreeOldXmitSkbs(CpuCore& core);
    uint32_t GetMaxMtu() const;

    Ptr<VhostNet> m_vhost;             //!< back end
    Ptr<TunNetDevice> m_tap;           //!< behind the back end
    uint32_t m_vhostCpu{0};            //!< core of the worker
    uint32_t m_cpu{0};                 //!< takes interrupts
    std::unique_ptr<VirtioNetRx> m_rx; //!< receive side
    SkbQueue m_held;                   //!< sent, and not known to be used
    uint64_t m_dropped{0};             //!< dropped
    LineRun m_queueLine;               //!< send_queue with its lock
};

} // namespace ns3

#endif // LINUX_DATAPATH_VIRTIO_NET_DEVICE_H
