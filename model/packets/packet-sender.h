/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_SENDER_H
#define LINUX_DATAPATH_PACKET_SENDER_H

#include "packet-cargo.h"

#include "ns3/skb.h"

namespace ns3
{

class CpuCore;
class PacketStack;
class StackProcess;

/**
 * @ingroup linux-datapath
 * @brief Makes skbs of packets of the ns-3 stack, as the kernel's protocols would, and sends them.
 *
 * A TCP segment with payload is a send call of its own: tcp_sendmsg() copies it into page
 * fragments, tcp_write_xmit() sends a clone. A datagram is a send call, too; it is copied into the
 * head of the skb, and into page fragments beyond what kmalloc gives. What the kernel makes itself
 * (acknowledgements, echo replies, ARP) is written into the head.
 */
class PacketSender
{
  public:
    /** @param stack of the host */
    explicit PacketSender(PacketStack& stack);

    /** @brief Send a packet in a process's context. @param core who @param cargo packet @param
     * process whose buffers and memory are used */
    void SendFromProcess(CpuCore& core, PacketCargo& cargo, StackProcess& process);
    /** @brief Send what the kernel made. @param core who, in softirq @param cargo packet */
    void SendFromSoftirq(CpuCore& core, PacketCargo& cargo);

  private:
    void SendData(CpuCore& core, PacketCargo& cargo, StackProcess& process);
    Skb* AppendData(CpuCore& core, const PacketHeaders& headers, StackProcess& process);
    bool AddPiece(CpuCore& core, Skb& skb, StackProcess& process, uint32_t from, uint32_t bytes);
    void SendDatagram(CpuCore& core, PacketCargo& cargo, StackProcess& process);
    void SendAck(CpuCore& core, PacketCargo& cargo);
    void SendKernelMade(CpuCore& core, PacketCargo& cargo);
    Skb* AllocLinear(CpuCore& core, uint32_t bytes);
    void Headers(CpuCore& core, Skb& skb, const PacketHeaders& headers);
    void Transmit(CpuCore& core, Skb* skb, PacketCargo& cargo);

    PacketStack& m_stack; //!< of the host
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_SENDER_H
