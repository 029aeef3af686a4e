/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VHOST_NET_H
#define LINUX_DATAPATH_VHOST_NET_H

#include "tun-net-device.h"
#include "vhost-net-rx.h"
#include "vhost-net-tx.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief /dev/vhost-net: a queue pair of a guest, its worker, and the tap queue behind it.
 *
 * drivers/vhost/net.c. A device with several queues has one of these per queue, each with a worker
 * of its own, as QEMU sets them up.
 */
class VhostNet : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    VhostNet();
    ~VhostNet() override;

    /** @brief VHOST_NET_SET_BACKEND on both vrings. @param tap open @param queue of the tap @param
     * cpu where the worker runs */
    void Connect(Ptr<TunNetDevice> tap, uint32_t queue, uint32_t cpu);
    /** @brief Both vrings are served from now on. @param core who */
    void Start(CpuCore& core);
    /** @brief vhost_net_release(). @param core who */
    void Close(CpuCore& core);

    /** @return the guest's transmit queue */
    Virtqueue& GetTxQueue()
    {
        return *m_txQueue;
    }

    /** @return the guest's receive queue */
    Virtqueue& GetRxQueue()
    {
        return *m_rxQueue;
    }

    /** @return guest to host */
    VhostNetTx& GetTx()
    {
        return *m_tx;
    }

    /** @return host to guest */
    VhostNetRx& GetRx()
    {
        return *m_rx;
    }

    /** @return bytes of a guest buffer: header and frame */
    uint32_t GetBufferBytes() const
    {
        return m_frame + Virtqueue::NET_HEADER;
    }

    /** @return does the worker have nothing to do, and hold nothing? */
    bool IsDrained() const
    {
        return m_worker->IsDrained() && m_rx->GetHeld() == 0;
    }

    /** @brief Set the handlers' counters to zero (end of warm-up). */
    void ResetStats();
    /** @return what is wrong with the virtqueues, empty if nothing is */
    std::string CheckEqualities() const;

  protected:
    void DoDispose() override;

  private:
    uint32_t m_batch{64};                    //!< VHOST_NET_BATCH
    VhostRefill m_refill{VhostRefill::Bias}; //!< references of buffers
    double m_packetCycles{0};                //!< fitted base
    uint32_t m_size{256};                    //!< descriptors of a virtqueue
    bool m_eventIdx{true};                   //!< VIRTIO_RING_F_EVENT_IDX
    uint32_t m_frame{1514};                  //!< frame that a guest buffer holds
    std::unique_ptr<VhostWorker> m_worker;   //!< kernel thread
    std::unique_ptr<Virtqueue> m_txQueue;    //!< guest's transmit queue
    std::unique_ptr<Virtqueue> m_rxQueue;    //!< guest's receive queue
    std::unique_ptr<VhostNetTx> m_tx;        //!< guest to host
    std::unique_ptr<VhostNetRx> m_rx;        //!< host to guest
};

} // namespace ns3

#endif // LINUX_DATAPATH_VHOST_NET_H
