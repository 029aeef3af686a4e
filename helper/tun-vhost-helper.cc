/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-vhost-helper.h"

#include "ns3/abort.h"
#include "ns3/mac48-address.h"

namespace ns3
{

TunVhostHelper::TunVhostHelper()
{
    m_device.SetTypeId("ns3::TunNetDevice");
    m_vhost.SetTypeId("ns3::VhostNet");
}

void
TunVhostHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
TunVhostHelper::SetVhostAttribute(const std::string& name, const AttributeValue& value)
{
    m_vhost.Set(name, value);
}

Ptr<TunNetDevice>
TunVhostHelper::Install(Ptr<Node> node) const
{
    Ptr<LinuxHost> host = node->GetObject<LinuxHost>();
    NS_ABORT_MSG_UNLESS(host, "a tun device needs a LinuxHost on its node");
    Ptr<TunNetDevice> device = m_device.Create<TunNetDevice>();
    device->SetHost(host);
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    return device;
}

Ptr<VhostNet>
TunVhostHelper::Attach(Ptr<TunNetDevice> device, uint32_t cpu, uint32_t queue) const
{
    Ptr<VhostNet> vhost = m_vhost.Create<VhostNet>();
    vhost->Connect(device, queue, cpu);
    return vhost;
}

} // namespace ns3
