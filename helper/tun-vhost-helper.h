/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_VHOST_HELPER_H
#define LINUX_DATAPATH_TUN_VHOST_HELPER_H

#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"
#include "ns3/tun-net-device.h"
#include "ns3/vhost-net.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Makes tun and tap devices, vhost_net instances behind their queues, and guests.
 */
class TunVhostHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    TunVhostHelper();
    ~TunVhostHelper() override = default;

    /** @brief Set an attribute of devices. @param name it @param value its value */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Set an attribute of vhost_net instances. @param name it @param value its value */
    void SetVhostAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Set an attribute of guests' NICs (VirtioNetDevice). @param name it @param value its
     * value */
    void SetGuestAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Set an attribute of what carries packets of the ns-3 stack (PacketPort) at both ends.
     * @param name it @param value its value */
    void SetPortAttribute(const std::string& name, const AttributeValue& value);

    /** @brief No NetDeviceQueueInterface: packets beyond TxQueueLen are dropped instead of held
     * back. */
    void DisableFlowControl();

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

    /**
     * @brief A tap on the host, a vhost_net behind it, and a virtio NIC on a guest, with the ns-3
     * stack's port on both devices. They open when the nodes are initialized.
     * @param host with a LinuxHost
     * @param guest another node: a virtual machine, its kernel on a core of the host
     * @param vhostCpu where the vhost_net's worker runs
     * @param guestCpu the guest's core: interrupts of its NIC, its processes
     * @return the tap, the NIC
     */
    NetDeviceContainer InstallGuest(Ptr<Node> host,
                                    Ptr<Node> guest,
                                    uint32_t vhostCpu,
                                    uint32_t guestCpu) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
    void AddPort(Ptr<NetDevice> device, int64_t cpu) const;

    ObjectFactory m_device;   //!< makes devices
    ObjectFactory m_vhost;    //!< makes vhost_net instances
    ObjectFactory m_guest;    //!< makes guests' NICs
    ObjectFactory m_port;     //!< makes ports
    bool m_flowControl{true}; //!< with NetDeviceQueueInterface
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_VHOST_HELPER_H
