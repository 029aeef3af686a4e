/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-helper.h"

#include "device-tracing.h"

#include "ns3/abort.h"
#include "ns3/linux-host.h"
#include "ns3/mac48-address.h"
#include "ns3/names.h"
#include "ns3/packet-port.h"
#include "ns3/veth-channel.h"
#include "ns3/veth-net-device.h"

namespace ns3
{

VethHelper::VethHelper()
{
    m_device.SetTypeId("ns3::VethNetDevice");
    m_channel.SetTypeId("ns3::VethChannel");
    m_port.SetTypeId("ns3::PacketPort");
}

void
VethHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
VethHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channel.Set(name, value);
}

void
VethHelper::SetPortAttribute(const std::string& name, const AttributeValue& value)
{
    m_port.Set(name, value);
}

void
VethHelper::DisableFlowControl()
{
    m_flowControl = false;
}

NetDeviceContainer
VethHelper::Install(Ptr<Node> node) const
{
    return Install(node, node);
}

NetDeviceContainer
VethHelper::Install(const NodeContainer& nodes) const
{
    NS_ABORT_MSG_UNLESS(nodes.GetN() == 2, nodes.GetN() << " nodes for a veth pair; accepted: 2");
    return Install(nodes.Get(0), nodes.Get(1));
}

NetDeviceContainer
VethHelper::Install(const std::string& a, const std::string& b) const
{
    return Install(Names::Find<Node>(a), b);
}

NetDeviceContainer
VethHelper::Install(Ptr<Node> a, const std::string& b) const
{
    return Install(a, Names::Find<Node>(b));
}

NetDeviceContainer
VethHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    Ptr<LinuxHost> host = a->GetObject<LinuxHost>();
    Ptr<LinuxHost> other = b->GetObject<LinuxHost>();
    NS_ABORT_MSG_UNLESS(host || other, "a veth pair needs a LinuxHost on one of its nodes");
    NS_ABORT_MSG_IF(host && other && other != host,
                    "both ends of a veth pair belong to one kernel");
    NetDeviceContainer ends;
    for (const Ptr<Node>& node : {a, b})
    {
        Ptr<HostNetDevice> device = MakeEnd(node);
        device->SetHost(host ? host : other);
        ends.Add(device);
    }
    m_channel.Create<VethChannel>()->Connect(DynamicCast<VethNetDevice>(ends.Get(0)),
                                             DynamicCast<VethNetDevice>(ends.Get(1)));
    return ends;
}

Ptr<HostNetDevice>
VethHelper::MakeEnd(Ptr<Node> node) const
{
    Ptr<VethNetDevice> device = m_device.Create<VethNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    device->AggregateObject(m_port.Create<PacketPort>());
    if (m_flowControl)
    {
        device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    }
    return device;
}

int64_t
VethHelper::AssignStreams(const NetDeviceContainer&, int64_t) const
{
    return 0;
}

void
VethHelper::EnablePcapInternal(std::string prefix,
                               Ptr<NetDevice> device,
                               bool promiscuous,
                               bool explicitFilename)
{
    DeviceTracing::EnablePcap(prefix, device, promiscuous, explicitFilename);
}

void
VethHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                std::string prefix,
                                Ptr<NetDevice> device,
                                bool explicitFilename)
{
    DeviceTracing::EnableAscii(stream, prefix, device, explicitFilename);
}

} // namespace ns3
