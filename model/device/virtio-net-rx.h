/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VIRTIO_NET_RX_H
#define LINUX_DATAPATH_VIRTIO_NET_RX_H

#include "virtqueue.h"

#include "ns3/gro.h"
#include "ns3/ipi.h"
#include "ns3/linux-host.h"
#include "ns3/napi.h"
#include "ns3/page-frag.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Receive side of a guest's virtio NIC: virtnet_poll() of drivers/net/virtio_net.c.
 *
 * The device's call is an interrupt of the guest's core, which schedules the NAPI; calls are off
 * until a poll has found nothing more. Equality: frames received == used by the device, less what
 * waits.
 * Differs from the kernel: a frame is copied out of its buffer, which is posted again at once (the
 * kernel hands the buffer's page up and posts another page).
 */
class VirtioNetRx : public Napi, private VirtqueueClient
{
  public:
    /** @param cpu takes the interrupts @param queue of the device @param bytes of a buffer @param
     * up the protocol */
    VirtioNetRx(HostCpu& cpu, Virtqueue& queue, uint32_t bytes, SkbSink& up);

    /** @brief try_fill_recv(). @param core who */
    void Fill(CpuCore& core);
    /** @brief Free what is queued (end of a run). @param core who */
    void Close(CpuCore& core);

    /** @return frames received */
    uint64_t GetFrames() const
    {
        return m_frames;
    }

    /** @return frames without memory */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

  protected:
    void BeginPoll(CpuCore& core) override;
    bool PollOne(CpuCore& core) override;
    void EndPoll(CpuCore& core, uint32_t work) override;
    void Complete(CpuCore& core) override;
    bool RecheckAfterComplete(CpuCore& core) override;
    void Exhausted(CpuCore& core) override;

  private:
    /** @brief The interrupt that the device's eventfd injects. */
    class Interrupt : public Ipi
    {
      public:
        /** @param rx whose */
        explicit Interrupt(VirtioNetRx& rx)
            : m_rx(rx)
        {
        }

      private:
        void Handle(CpuCore& core) override;
        VirtioNetRx& m_rx; //!< whose
    };

    void Notified(CpuCore& core, Virtqueue& queue) override;
    Skb* CopyOne(CpuCore& core);
    bool CopyBuffer(CpuCore& core, Skb& skb, VirtqueueBuffer& buffer, uint32_t skip);

    HostCpu& m_cpu;         //!< takes the interrupts
    Virtqueue& m_queue;     //!< of the device
    const uint32_t m_bytes; //!< of a buffer
    SkbAllocator& m_skbs;   //!< skbs
    PageFrag m_frag;        //!< where payload goes
    Gro m_gro;              //!< GRO of the NAPI
    Interrupt m_irq{*this}; //!< interrupt
    uint64_t m_frames{0};   //!< received
    uint64_t m_dropped{0};  //!< without memory
};

} // namespace ns3

#endif // LINUX_DATAPATH_VIRTIO_NET_RX_H
