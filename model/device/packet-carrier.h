/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_CARRIER_H
#define LINUX_DATAPATH_PACKET_CARRIER_H

#include "ns3/mac48-address.h"
#include "ns3/packet.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Who brings packets of the ns-3 stack to a device, at the cost of a core.
 */
class PacketCarrier
{
  public:
    virtual ~PacketCarrier() = default;

    /**
     * @brief Take a packet over.
     * @param packet from the network layer, without Ethernet header
     * @param source sender
     * @param dest receiver
     * @param protocol EtherType
     * @return false if it was dropped; its drop was reported then
     */
    virtual bool Carry(Ptr<Packet> packet,
                       Mac48Address source,
                       Mac48Address dest,
                       uint16_t protocol) = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_CARRIER_H
