/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_HELPER_H
#define LINUX_DATAPATH_VETH_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Makes veth pairs, on one node or between two network namespaces of one host.
 */
class VethHelper
{
  public:
    VethHelper();

    /** @brief Set an attribute of both ends. @param name it @param value its value */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /** @brief A pair with both ends on one node. @param node with a LinuxHost @return both ends */
    NetDeviceContainer Install(Ptr<Node> node) const;

    /**
     * @brief A pair between two nodes: two network namespaces of the kernel that runs on the first.
     * @param a with a LinuxHost
     * @param b without one, or with the same
     * @return the end on a, the end on b
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;

  private:
    ObjectFactory m_device; //!< makes ends
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_HELPER_H
