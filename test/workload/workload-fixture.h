/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_WORKLOAD_FIXTURE_H
#define LINUX_DATAPATH_WORKLOAD_FIXTURE_H

#include "device/veth-fixture.h"

#include "ns3/double.h"
#include "ns3/packet-generator.h"

namespace ns3
{
namespace vethtest
{

/** @brief A device that notes when it got what, and refuses what it is told to. */
class RecordingDevice : public HostNetDevice
{
  public:
    bool Receive(CpuCore& core, Skb* skb) override
    {
        times.push_back(core.Now());
        sentAt.push_back(skb->sentAt);
        lengths.push_back(skb->len);
        frags.push_back(skb->head->frags.size());
        contexts.push_back(core.GetContext());
        const bool taken = refuse == 0 || times.size() % refuse != 0;
        GetHost().GetSkbs().ConsumeSkb(core, skb);
        return taken;
    }

    bool SetMtu(const uint16_t mtu) override
    {
        m_mtu = mtu;
        return true;
    }

    Ptr<Channel> GetChannel() const override
    {
        return nullptr;
    }

    bool Send(Ptr<Packet>, const Address&, uint16_t) override
    {
        return false;
    }

    bool SendFrom(Ptr<Packet>, const Address&, const Address&, uint16_t) override
    {
        return false;
    }

    std::vector<Ticks> times;       //!< when frames came
    std::vector<Ticks> sentAt;      //!< when they say they were sent
    std::vector<uint32_t> lengths;  //!< their bytes
    std::vector<std::size_t> frags; //!< their fragments
    std::vector<Context> contexts;  //!< how the core ran
    std::size_t refuse{0};          //!< every so manieth frame is refused, 0: none
};

} // namespace vethtest
} // namespace ns3

#endif // LINUX_DATAPATH_WORKLOAD_FIXTURE_H
