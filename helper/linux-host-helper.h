/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LINUX_HOST_HELPER_H
#define LINUX_DATAPATH_LINUX_HOST_HELPER_H

#include "ns3/linux-host.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @defgroup linux-datapath The Linux host data path
 *
 * veth, tun and vhost, NAPI, XDP, page_pool and the memory under them, on a cost model of cache
 * lines and core cycles.
 */

/**
 * @ingroup linux-datapath
 * @brief Makes nodes Linux hosts: profiles, attributes, aggregation.
 */
class LinuxHostHelper
{
  public:
    /** A host of the reference machine and kernel (xeon-gold-6140, 6.4). */
    LinuxHostHelper();

    /** @brief Set the silicon. @param machine name of a profile, or a file @throw
     * std::invalid_argument one line */
    void SetMachine(const std::string& machine);

    /** @brief Set the silicon. @param machine a profile */
    void SetMachine(Ptr<MachineProfile> machine)
    {
        m_machine = machine;
    }

    /** @brief Set the kernel. @param kernel a profile */
    void SetKernel(Ptr<KernelProfile> kernel)
    {
        m_kernel = kernel;
    }

    /** @brief Set the kernel. @param kernel name of a profile, or a file @throw
     * std::invalid_argument one line */
    void SetKernel(const std::string& kernel);

    /** @brief Set an attribute of LinuxHost. @param name it @param value its value */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /** @brief Make a node a host. @param node without a host @return the host */
    Ptr<LinuxHost> Install(Ptr<Node> node) const;
    /** @brief Make every node a host of its own. @param nodes without hosts */
    void Install(const NodeContainer& nodes) const;

    /**
     * @brief Bind the process behind a port to a core, whatever application uses the port; before
     * its first packet.
     * @param node with a device of a Linux host
     * @param protocol IPPROTO_TCP (6) or IPPROTO_UDP (17)
     * @param port of the application's socket; of a client, whose own port is any, the server's
     * @param cpu core of the host
     */
    static void BindPort(Ptr<Node> node, uint8_t protocol, uint16_t port, uint32_t cpu);

  private:
    ObjectFactory m_factory;       //!< makes hosts
    Ptr<MachineProfile> m_machine; //!< silicon
    Ptr<KernelProfile> m_kernel;   //!< kernel
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINUX_HOST_HELPER_H
