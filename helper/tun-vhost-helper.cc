/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-vhost-helper.h"

#include "device-tracing.h"

#include "ns3/abort.h"
#include "ns3/host-channel.h"
#include "ns3/linux-host.h"
#include "ns3/mac48-address.h"
#include "ns3/packet-port.h"
#include "ns3/uinteger.h"
#include "ns3/virtio-net-device.h"

namespace ns3
{

TunVhostHelper::TunVhostHelper()
{
    m_device.SetTypeId("ns3::TunNetDevice");
    m_vhost.SetTypeId("ns3::VhostNet");
    m_guest.SetTypeId("ns3::VirtioNetDevice");
    m_port.SetTypeId("ns3::PacketPort");
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

void
TunVhostHelper::SetGuestAttribute(const std::string& name, const AttributeValue& value)
{
    m_guest.Set(name, value);
}

void
TunVhostHelper::SetPortAttribute(const std::string& name, const AttributeValue& value)
{
    m_port.Set(name, value);
}

void
TunVhostHelper::DisableFlowControl()
{
    m_flowControl = false;
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

NetDeviceContainer
TunVhostHelper::InstallGuest(Ptr<Node> host,
                             Ptr<Node> guest,
                             uint32_t vhostCpu,
                             uint32_t guestCpu) const
{
    Ptr<TunNetDevice> tap = Install(host);
    Ptr<VirtioNetDevice> nic = m_guest.Create<VirtioNetDevice>();
    nic->SetHost(host->GetObject<LinuxHost>());
    nic->SetAddress(Mac48Address::Allocate());
    guest->AddDevice(nic);
    Ptr<HostChannel> channel = CreateObject<HostChannel>();
    channel->Join(tap, nic);
    tap->SetChannel(channel);
    nic->Connect(m_vhost.Create<VhostNet>(), tap, vhostCpu, guestCpu);
    AddPort(tap, -1);
    AddPort(nic, guestCpu);
    NetDeviceContainer ends(tap);
    ends.Add(nic);
    return ends;
}

void
TunVhostHelper::AddPort(Ptr<NetDevice> device, int64_t cpu) const
{
    Ptr<PacketPort> port = m_port.Create<PacketPort>();
    if (cpu >= 0)
    {
        port->SetAttribute("ProcessCpu", UintegerValue(static_cast<uint64_t>(cpu)));
    }
    device->AggregateObject(port);
    if (m_flowControl)
    {
        device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    }
}

void
TunVhostHelper::EnablePcapInternal(std::string prefix,
                                   Ptr<NetDevice> device,
                                   bool promiscuous,
                                   bool explicitFilename)
{
    DeviceTracing::EnablePcap(prefix, device, promiscuous, explicitFilename);
}

void
TunVhostHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                    std::string prefix,
                                    Ptr<NetDevice> device,
                                    bool explicitFilename)
{
    DeviceTracing::EnableAscii(stream, prefix, device, explicitFilename);
}

} // namespace ns3
