/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_CHANNEL_H
#define LINUX_DATAPATH_VETH_CHANNEL_H

#include "ns3/channel.h"

#include <array>

namespace ns3
{

class VethNetDevice;

/**
 * @ingroup linux-datapath
 * @brief The bond between the two ends of a veth pair. It takes no time: the devices do.
 */
class VethChannel : public Channel
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @brief Tie two ends together. @param a one end @param b the other end */
    void Connect(Ptr<VethNetDevice> a, Ptr<VethNetDevice> b);

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    std::array<Ptr<VethNetDevice>, 2> m_ends; //!< both ends, or none
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_CHANNEL_H
