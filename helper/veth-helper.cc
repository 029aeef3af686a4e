/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-helper.h"

#include "ns3/abort.h"
#include "ns3/mac48-address.h"
#include "ns3/veth-channel.h"
#include "ns3/veth-net-device.h"

namespace ns3
{

VethHelper::VethHelper()
{
    m_device.SetTypeId("ns3::VethNetDevice");
}

void
VethHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

NetDeviceContainer
VethHelper::Install(Ptr<Node> node) const
{
    return Install(node, node);
}

NetDeviceContainer
VethHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    Ptr<LinuxHost> host = a->GetObject<LinuxHost>();
    Ptr<LinuxHost> other = b->GetObject<LinuxHost>();
    NS_ABORT_MSG_UNLESS(host, "a veth pair needs a LinuxHost on its first node");
    NS_ABORT_MSG_IF(other && other != host, "both ends of a veth pair belong to one kernel");
    NetDeviceContainer ends;
    for (const Ptr<Node>& node : {a, b})
    {
        Ptr<VethNetDevice> device = m_device.Create<VethNetDevice>();
        device->SetHost(host);
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        ends.Add(device);
    }
    Ptr<VethChannel> channel = CreateObject<VethChannel>();
    channel->Connect(DynamicCast<VethNetDevice>(ends.Get(0)),
                     DynamicCast<VethNetDevice>(ends.Get(1)));
    return ends;
}

} // namespace ns3
