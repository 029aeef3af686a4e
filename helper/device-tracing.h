/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_DEVICE_TRACING_H
#define LINUX_DATAPATH_DEVICE_TRACING_H

#include "ns3/net-device.h"
#include "ns3/output-stream-wrapper.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief pcap and ASCII traces of HostNetDevices, for the helpers' mix-ins.
 *
 * A frame stands in a pcap file as the taps of dev_queue_xmit_nit() and __netif_receive_skb_core()
 * see it: with its Ethernet header, without FCS. Checksums are as ns-3 left them: zero unless the
 * global value ChecksumEnabled is set, which readers may show as bad or as offloaded.
 */
class DeviceTracing
{
  public:
    /** @brief EnablePcapInternal(). @param prefix of the file's name @param device one of ours,
     * else nothing happens @param promiscuous all frames @param explicitFilename prefix is the name
     */
    static void EnablePcap(const std::string& prefix,
                           Ptr<NetDevice> device,
                           bool promiscuous,
                           bool explicitFilename);
    /** @brief EnableAsciiInternal(): r received, + taken to be sent, d dropped. @param stream where
     * to, null: a file @param prefix of the file's name @param device one of ours, else nothing
     * happens @param explicitFilename prefix is the name */
    static void EnableAscii(Ptr<OutputStreamWrapper> stream,
                            const std::string& prefix,
                            Ptr<NetDevice> device,
                            bool explicitFilename);
};

} // namespace ns3

#endif // LINUX_DATAPATH_DEVICE_TRACING_H
