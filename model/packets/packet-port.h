/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_PORT_H
#define LINUX_DATAPATH_PACKET_PORT_H

#include "packet-cargo.h"

#include "ns3/dev-queue-xmit.h"
#include "ns3/host-net-device.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{

class PacketStack;

/**
 * @ingroup linux-datapath
 * @brief Puts the ns-3 stack above a device of a Linux host; aggregated to the device.
 *
 * Sends: a packet waits in the transmit queue until its core gets to it, at most TxQueueLen of
 * them; a full queue stops the ns-3 stack through the NetDeviceQueueInterface of the device, or
 * drops (QDISC_DROP) where there is none. Receives: in softirq; TCP segments with payload and
 * datagrams then wait for the process that reads them.
 * Differs from the kernel: sockets are told from what passes by by Sockets alone; no check of
 * addresses or ports (ns-3 does that when it gets the packet); no IP fragments are put together.
 */
class PacketPort : public Object, public SkbSink, public PacketCarrier
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    PacketPort();
    ~PacketPort() override;

    bool Carry(Ptr<Packet> packet,
               Mac48Address source,
               Mac48Address dest,
               uint16_t protocol) override;

    /** @brief ip_rcv() and above. @param core who, in softirq @param skb with packets of the ns-3
     * stack; others are freed @return false if it was dropped */
    bool Receive(CpuCore& core, Skb* skb) override;

    /** @brief __dev_queue_xmit(). @param core who @param skb
     * carries it @param cargo the packet */
    void Transmit(CpuCore& core, Skb* skb, const PacketCargo& cargo);

    /** @brief A packet leaves the transmit queue to be sent. */
    void Dequeued();

    /** @return the device */
    HostNetDevice& GetDevice() const
    {
        return *m_device;
    }

    /** @return core of processes that are not bound otherwise */
    uint32_t GetProcessCpu() const
    {
        return m_processCpu;
    }

    /** @return does payload wait for a process here? */
    bool HasSockets() const
    {
        return m_sockets;
    }

    /** @return packets in the transmit queue */
    uint32_t GetQueued() const
    {
        return m_queued;
    }

  protected:
    void NotifyNewAggregate() override;
    void DoDispose() override;

  private:
    PacketStack& GetStack();
    void ReceiveOther(CpuCore& core, Skb* skb, Fn function);
    void ReceiveIp(CpuCore& core, Skb* skb, const PacketHeaders& headers);
    void ReceiveUdp(CpuCore& core, Skb* skb, const PacketHeaders& headers);

    HostNetDevice* m_device{nullptr};      //!< the device
    Ptr<NetDeviceQueueInterface> m_queues; //!< flow control, null without
    PacketStack* m_stack{nullptr};         //!< of the host, found when first asked for
    std::unique_ptr<DevQueueXmit> m_xmit;  //!< the transmission under way
    uint32_t m_txQueueLen;                 //!< most packets that wait
    uint32_t m_queued{0};                  //!< packets that wait
    uint32_t m_processCpu;                 //!< core of processes
    bool m_sockets;                        //!< payload waits for a process
    LineRun m_hashLine{1, 7};              //!< bucket of the socket table
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_PORT_H
