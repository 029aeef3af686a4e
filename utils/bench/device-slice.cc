/* SPDX-License-Identifier: GPL-2.0-only */
#include "device-slice.h"

#include "ns3/csma-channel.h"
#include "ns3/csma-net-device.h"
#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

/** ns-3's number of IPv4; any would do. */
constexpr uint16_t PROTOCOL = 0x0800;

using Pair = std::pair<Ptr<NetDevice>, Ptr<NetDevice>>;

const DataRateValue RATE(DataRate("10Gbps"));

template <class Device>
Ptr<Device>
NewDevice()
{
    Ptr<Device> device = CreateObject<Device>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetQueue(CreateObject<DropTailQueue<Packet>>());
    CreateObject<Node>()->AddDevice(device);
    return device;
}

Pair
NewPointToPointPair()
{
    Ptr<PointToPointChannel> channel = CreateObject<PointToPointChannel>();
    Ptr<PointToPointNetDevice> a = NewDevice<PointToPointNetDevice>();
    Ptr<PointToPointNetDevice> b = NewDevice<PointToPointNetDevice>();
    a->SetAttribute("DataRate", RATE);
    a->Attach(channel);
    b->Attach(channel);
    return {a, b};
}

Pair
NewCsmaPair()
{
    Ptr<CsmaChannel> channel = CreateObject<CsmaChannel>();
    channel->SetAttribute("DataRate", RATE);
    Ptr<CsmaNetDevice> a = NewDevice<CsmaNetDevice>();
    Ptr<CsmaNetDevice> b = NewDevice<CsmaNetDevice>();
    a->Attach(channel);
    b->Attach(channel);
    return {a, b};
}

Pair
NewSimplePair()
{
    Ptr<SimpleChannel> channel = CreateObject<SimpleChannel>();
    Ptr<SimpleNetDevice> a = NewDevice<SimpleNetDevice>();
    Ptr<SimpleNetDevice> b = NewDevice<SimpleNetDevice>();
    a->SetAttribute("DataRate", RATE);
    a->SetChannel(channel);
    b->SetChannel(channel);
    return {a, b};
}

Pair
NewPair(DeviceKind kind)
{
    switch (kind)
    {
    case DeviceKind::PointToPoint:
        return NewPointToPointPair();
    case DeviceKind::Csma:
        return NewCsmaPair();
    default:
        return NewSimplePair();
    }
}

} // namespace

DeviceSlice::DeviceSlice(DeviceKind kind, uint64_t frames)
    : m_frames(frames)
{
    const Pair pair = NewPair(kind);
    m_sender = pair.first;
    m_to = pair.second->GetAddress();
    pair.second->SetReceiveCallback(MakeCallback(&DeviceSlice::Receive, this));
}

void
DeviceSlice::Send()
{
    --m_left;
    m_sender->Send(Create<Packet>(PAYLOAD), m_to, PROTOCOL);
}

bool
DeviceSlice::Receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
{
    ++m_received;
    if (m_left > 0)
    {
        Send();
    }
    return true;
}

uint64_t
DeviceSlice::Run()
{
    m_left = m_frames;
    m_received = 0;
    Simulator::ScheduleNow(&DeviceSlice::Send, this);
    Simulator::Run();
    return m_received;
}

} // namespace ns3
