/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_CHANNEL_H
#define LINUX_DATAPATH_VETH_CHANNEL_H

#include "host-channel.h"

namespace ns3
{

class VethNetDevice;

/**
 * @ingroup linux-datapath
 * @brief The bond between the two ends of a veth pair. It takes no time: the devices do.
 */
class VethChannel : public HostChannel
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @brief Tie two ends together. @param a one end @param b the other end */
    void Connect(Ptr<VethNetDevice> a, Ptr<VethNetDevice> b);
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_CHANNEL_H
