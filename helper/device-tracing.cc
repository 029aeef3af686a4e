/* SPDX-License-Identifier: GPL-2.0-only */
#include "device-tracing.h"

#include "ns3/config.h"
#include "ns3/host-net-device.h"
#include "ns3/node.h"
#include "ns3/trace-helper.h"

namespace ns3
{

namespace
{

/** @brief A trace source of a device and what stands for it in an ASCII trace. */
struct AsciiEvent
{
    const char* source; //!< trace source
    void (*withoutContext)(Ptr<OutputStreamWrapper>, Ptr<const Packet>);
    void (*withContext)(Ptr<OutputStreamWrapper>, std::string, Ptr<const Packet>);
};

const AsciiEvent ASCII_EVENTS[] = {{"MacTx",
                                    &AsciiTraceHelper::DefaultEnqueueSinkWithoutContext,
                                    &AsciiTraceHelper::DefaultEnqueueSinkWithContext},
                                   {"MacTxDrop",
                                    &AsciiTraceHelper::DefaultDropSinkWithoutContext,
                                    &AsciiTraceHelper::DefaultDropSinkWithContext},
                                   {"MacRx",
                                    &AsciiTraceHelper::DefaultReceiveSinkWithoutContext,
                                    &AsciiTraceHelper::DefaultReceiveSinkWithContext},
                                   {"MacRxDrop",
                                    &AsciiTraceHelper::DefaultDropSinkWithoutContext,
                                    &AsciiTraceHelper::DefaultDropSinkWithContext}};

} // namespace

void
DeviceTracing::EnablePcap(const std::string& prefix,
                          Ptr<NetDevice> netDevice,
                          bool promiscuous,
                          bool explicitFilename)
{
    Ptr<HostNetDevice> device = DynamicCast<HostNetDevice>(netDevice);
    if (!device)
    {
        return;
    }
    PcapHelper pcap;
    const std::string name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    Ptr<PcapFileWrapper> file = pcap.CreateFile(name, std::ios::out, PcapHelper::DLT_EN10MB);
    pcap.HookDefaultSink<HostNetDevice>(device, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

void
DeviceTracing::EnableAscii(Ptr<OutputStreamWrapper> stream,
                           const std::string& prefix,
                           Ptr<NetDevice> netDevice,
                           bool explicitFilename)
{
    Ptr<HostNetDevice> device = DynamicCast<HostNetDevice>(netDevice);
    if (!device)
    {
        return;
    }
    Packet::EnablePrinting();
    if (!stream)
    {
        AsciiTraceHelper ascii;
        const std::string name =
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, device);
        Ptr<OutputStreamWrapper> file = ascii.CreateFileStream(name);
        for (const AsciiEvent& event : ASCII_EVENTS)
        {
            device->TraceConnectWithoutContext(event.source,
                                               MakeBoundCallback(event.withoutContext, file));
        }
        return;
    }
    const std::string path = "/NodeList/" + std::to_string(device->GetNode()->GetId()) +
                             "/DeviceList/" + std::to_string(device->GetIfIndex()) +
                             "/$ns3::HostNetDevice/";
    for (const AsciiEvent& event : ASCII_EVENTS)
    {
        Config::Connect(path + event.source, MakeBoundCallback(event.withContext, stream));
    }
}

} // namespace ns3
