/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NIC_NET_DEVICE_H
#define LINUX_DATAPATH_NIC_NET_DEVICE_H

#include "host-net-device.h"
#include "nic-rx-queue.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A plain NIC with one receive queue, fed by a wire at a given rate.
 *
 * Its driver has a page_pool and native XDP, see NicRxQueue. What it sends for XDP goes to the sink
 * that SetXdpTx() names (its transmit ring); without one, frames are refused.
 * Differs from a real NIC: skbs of the stack are not sent, but dropped and counted.
 */
class NicNetDevice : public HostNetDevice, public XdpFrameSink
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    NicNetDevice();
    ~NicNetDevice() override;

    /** @brief Attach a program; before Open(). @param program the program */
    void SetXdpProgram(Ptr<XdpProgram> program);
    /** @brief Where the program's REDIRECT verdict leads; before Open(). @param target outlives
     * this */
    void SetRedirectTarget(XdpRedirectTarget* target);
    /** @brief The ring that sends frames of XDP_TX and of other devices; before Open(). @param tx
     * outlives this */
    void SetXdpTx(XdpFrameSink* tx);
    /** @brief Who is told every verdict of the program; before Open(). @param watcher outlives this
     */
    void SetXdpWatcher(XdpWatcher* watcher);

    /** @brief Build the queue and fill its ring (ndo_open); does nothing if it is there. */
    void Open();
    /** @brief Give all pages back (ndo_stop). @param core who */
    void Close(CpuCore& core);

    /** @brief Frames of FrameSize arrive at Rate from now on; the device is open. @param count how
     * many; 0: until StopWire() */
    void StartWire(uint64_t count = 0);
    /** @brief No frame arrives from now on. */
    void StopWire();

    /** @return the receive queue, nullptr before Open() */
    NicRxQueue* GetRxQueue() const
    {
        return m_queue.get();
    }

    /** @return skbs of the stack that were dropped */
    uint64_t GetTxDropped() const
    {
        return m_txDropped;
    }

    /** @brief ndo_start_xmit(). @param core who @param skb which @return false: it is dropped */
    bool Receive(CpuCore& core, Skb* skb) override;
    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override;

    bool SetMtu(const uint16_t mtu) override;
    Ptr<Channel> GetChannel() const override;

  protected:
    void DoDispose() override;

  private:
    uint32_t GetMaxMtu() const;

    uint32_t m_cpu{0};                      //!< core of the interrupt
    uint32_t m_ringSize{512};               //!< descriptors
    uint32_t m_poolSize{0};                 //!< pool_size, 0 = ring size
    bool m_gro{true};                       //!< NETIF_F_GRO
    double m_frameCycles{96};               //!< fitted base [core cycles a frame]
    double m_rate{27e6};                    //!< frames/s on the wire
    uint32_t m_frameSize{60};               //!< bytes of a frame
    Ptr<XdpProgram> m_program;              //!< program, or null
    XdpRedirectTarget* m_redirect{nullptr}; //!< target of REDIRECT
    XdpFrameSink* m_tx{nullptr};            //!< transmit ring
    XdpWatcher* m_watcher{nullptr};         //!< told every verdict
    std::unique_ptr<NicRxQueue> m_queue;    //!< receive queue
    uint64_t m_txDropped{0};                //!< skbs dropped
};

} // namespace ns3

#endif // LINUX_DATAPATH_NIC_NET_DEVICE_H
