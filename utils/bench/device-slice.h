/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_DEVICE_SLICE_H
#define LINUX_DATAPATH_DEVICE_SLICE_H

#include "slice.h"

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"

namespace ns3
{

/** @brief Devices of ns-3 that are measured beside ours. */
enum class DeviceKind
{
    PointToPoint, //!< PointToPointNetDevice
    Csma,         //!< CsmaNetDevice
    Simple        //!< SimpleNetDevice
};

/**
 * @brief A pair of ns-3's own devices, frames of 1500 bytes back to back.
 *
 * The leanest use that there is: no stack, no trace, no application. A frame is created, sent, and
 * delivered to a receive callback, which sends the next one: no event but the device's own.
 */
class DeviceSlice : public Slice
{
  public:
    static constexpr uint32_t PAYLOAD = 1500; //!< bytes of a packet

    /** @param kind which device @param frames frames of a slice */
    DeviceSlice(DeviceKind kind, uint64_t frames);

    uint64_t Run() override;

  private:
    void Send();
    bool Receive(Ptr<NetDevice> device, Ptr<const Packet> packet, uint16_t, const Address&);

    Ptr<NetDevice> m_sender; //!< sending end
    Address m_to;            //!< address of the receiving end
    uint64_t m_frames;       //!< frames of a slice
    uint64_t m_left{0};      //!< still to be sent
    uint64_t m_received{0};  //!< delivered in this slice
};

} // namespace ns3

#endif // LINUX_DATAPATH_DEVICE_SLICE_H
