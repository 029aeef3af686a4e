/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_HELPER_H
#define LINUX_DATAPATH_VETH_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3
{

class HostNetDevice;

/**
 * @ingroup linux-datapath
 * @brief Makes veth pairs, on one node or between two network namespaces of one host, with the ns-3
 * stack's port on each end.
 *
 * A pair between two nodes belongs to one kernel: that of whichever node has a LinuxHost.
 */
class VethHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    VethHelper();
    ~VethHelper() override = default;

    /** @brief Set an attribute of both ends (VethNetDevice). @param name it @param value its value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Set an attribute of the channel. @param name it @param value its value */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Set an attribute of what carries packets of the ns-3 stack (PacketPort) at both ends.
     * @param name it @param value its value */
    void SetPortAttribute(const std::string& name, const AttributeValue& value);

    /** @brief No NetDeviceQueueInterface: packets beyond TxQueueLen are dropped instead of held
     * back. */
    void DisableFlowControl();

    /** @brief A pair with both ends on one node. @param node with a LinuxHost @return both ends */
    NetDeviceContainer Install(Ptr<Node> node) const;

    /**
     * @brief A pair between two nodes: two network namespaces of one kernel.
     * @param a a node
     * @param b another; one of them has a LinuxHost, or both have the same
     * @return the end on a, the end on b
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;
    /** @brief A pair between two nodes. @param nodes two of them @return the ends in this order */
    NetDeviceContainer Install(const NodeContainer& nodes) const;
    /** @brief A pair between two nodes. @param a name of one @param b name of the other @return
     * the ends in this order */
    NetDeviceContainer Install(const std::string& a, const std::string& b) const;
    /** @brief A pair between two nodes. @param a a node @param b name of the other @return the ends
     * in this order */
    NetDeviceContainer Install(Ptr<Node> a, const std::string& b) const;

    /** @brief Fix random streams. @param devices ends @param stream first @return how many were
     * used: veth has none */
    int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
    Ptr<HostNetDevice> MakeEnd(Ptr<Node> node) const;

    ObjectFactory m_device;   //!< makes ends
    ObjectFactory m_channel;  //!< makes channels
    ObjectFactory m_port;     //!< makes ports
    bool m_flowControl{true}; //!< with NetDeviceQueueInterface
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_HELPER_H
