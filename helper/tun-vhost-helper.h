/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_VHOST_HELPER_H
#define LINUX_DATAPATH_TUN_VHOST_HELPER_H

#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/tun-net-device.h"
#include "ns3/vhost-net.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Makes tun and tap devices, and vhost_net instances behind their queues.
 */
class TunVhostHelper
{
  public:
    TunVhostHelper();

    /** @brief Set an attribute of devices. @param name it @param value its value */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Set an attribute of vhost_net instances. @param name it @param value its value */
    void SetVhostAttribute(const std::string& name, const AttributeValue& value);

    /** @brief A device. @param node with a LinuxHost @return the device, not open yet */
    Ptr<TunNetDevice> Install(Ptr<Node> node) const;
    /**
     * @brief A vhost_net behind a queue of a device.
     * @param device open
     * @param cpu where its worker runs
     * @param queue number of the device's queue
     * @return it; Start() makes it serve its vrings
     */
    Ptr<VhostNet> Attach(Ptr<TunNetDevice> device, uint32_t cpu, uint32_t queue = 0) const;

  private:
    ObjectFactory m_device; //!< makes devices
    ObjectFactory m_vhost;  //!< makes vhost_net instances
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_VHOST_HELPER_H
