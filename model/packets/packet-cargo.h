/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_CARGO_H
#define LINUX_DATAPATH_PACKET_CARGO_H

#include "packet-headers.h"

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/skb-cargo.h"

namespace ns3
{

class PacketPort;
class PacketStack;

/**
 * @ingroup linux-datapath
 * @brief A packet of the ns-3 stack on its way through a host: the packet itself, never its copy.
 */
class PacketCargo : public SkbCargo
{
  public:
    void Lost(CpuCore& core, SkbDropReason reason) override;

    PacketStack* stack{nullptr}; //!< whose record this is
    PacketPort* port{nullptr};   //!< device that it was sent to, then device that received it
    bool received{false};        //!< a device received it
    Ptr<Packet> packet;          //!< the packet
    Mac48Address source;         //!< sender
    Mac48Address dest;           //!< receiver
    uint16_t protocol{0};        //!< EtherType
    PacketHeaders headers;       //!< what was read from its bytes

    /** @param cargo of a packet of the ns-3 stack @return itself */
    static PacketCargo& From(SkbCargo& cargo)
    {
        return static_cast<PacketCargo&>(cargo);
    }
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_CARGO_H
