/* SPDX-License-Identifier: GPL-2.0-only */
#include "linux-host-helper.h"

#include "ns3/host-net-device.h"
#include "ns3/packet-stack.h"
#include "ns3/pointer.h"
#include "ns3/profile-reader.h"

namespace ns3
{

LinuxHostHelper::LinuxHostHelper()
{
    m_factory.SetTypeId("ns3::LinuxHost");
    SetMachine(std::string("xeon-gold-6140"));
    SetKernel(std::string("6.4"));
}

void
LinuxHostHelper::SetMachine(const std::string& machine)
{
    m_machine = ReadMachineProfile(machine);
}

void
LinuxHostHelper::SetKernel(const std::string& kernel)
{
    m_kernel = ReadKernelProfile(kernel);
}

void
LinuxHostHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

Ptr<LinuxHost>
LinuxHostHelper::Install(Ptr<Node> node) const
{
    Ptr<LinuxHost> host = m_factory.Create<LinuxHost>();
    host->SetAttribute("Machine", PointerValue(m_machine));
    host->SetAttribute("Kernel", PointerValue(m_kernel));
    node->AggregateObject(host);
    return host;
}

void
LinuxHostHelper::Install(const NodeContainer& nodes) const
{
    for (auto i = nodes.Begin(); i != nodes.End(); ++i)
    {
        Install(*i);
    }
}

void
LinuxHostHelper::BindPort(Ptr<Node> node, uint8_t protocol, uint16_t port, uint32_t cpu)
{
    bool found = false;
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        if (Ptr<HostNetDevice> device = DynamicCast<HostNetDevice>(node->GetDevice(i)))
        {
            PacketStack::Of(device->GetHost()).Bind(*node, protocol, port, cpu);
            found = true;
        }
    }
    NS_ABORT_MSG_UNLESS(found, "BindPort: the node has no device of a Linux host");
}

} // namespace ns3
