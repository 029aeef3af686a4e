/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_HOST_CHANNEL_H
#define LINUX_DATAPATH_HOST_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/net-device.h"

#include <array>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What joins two devices of one host, as a tap and the NIC of the guest behind it, for
 * ns-3's topology. It takes no time: the devices do.
 */
class HostChannel : public Channel
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @brief Name both ends. @param a one end @param b the other end */
    void Join(Ptr<NetDevice> a, Ptr<NetDevice> b);

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    std::array<Ptr<NetDevice>, 2> m_ends; //!< both ends, or none
};

} // namespace ns3

#endif // LINUX_DATAPATH_HOST_CHANNEL_H
