/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_HOST_NET_DEVICE_H
#define LINUX_DATAPATH_HOST_NET_DEVICE_H

#include "packet-carrier.h"

#include "ns3/channel.h"
#include "ns3/linux-host.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/skb-drop-reason.h"
#include "ns3/skb-sink.h"
#include "ns3/traced-callback.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What all devices of a Linux host share: identity, MTU, link state, callbacks, traces.
 *
 * A child transmits (SkbSink::Receive is its ndo_start_xmit) and hands what it receives to the
 * protocol that was set. Packets of the ns-3 stack go by the carrier that was set, which turns them
 * into skbs and hands up what comes back; without one they are refused.
 */
class HostNetDevice : public NetDevice, public SkbSink
{
  public:
    /**
     * @brief Signature of the trace source Drop.
     * @param packet what was lost, without Ethernet header
     * @param reason why
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, SkbDropReason reason);

    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @brief Who takes received skbs (the stack above the device). @param protocol outlives the
     * device's traffic */
    void SetProtocol(SkbSink* protocol)
    {
        m_protocol = protocol;
    }

    /** @brief Who brings packets of the ns-3 stack. @param carrier outlives the device's traffic */
    void SetCarrier(PacketCarrier* carrier)
    {
        m_carrier = carrier;
    }

    /** @brief The host that runs this device, where that is not its node's (another network
     * namespace of the same kernel). @param host the host */
    void SetHost(Ptr<LinuxHost> host);
    /** @return the host that was set, or the node's; fatal if there is none */
    LinuxHost& GetHost() const;

    void SetIfIndex(uint32_t index) override;
    uint32_t GetIfIndex() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address group) const override;
    Address GetMulticast(Ipv6Address group) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback callback) override;
    bool SupportsSendFrom() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;

    /** @param dest receiver of a frame @return what kind of frame that is for this device */
    PacketType Classify(Mac48Address dest) const;

    /** @return does anybody listen to frames for other hosts? */
    bool IsPromiscuous() const
    {
        return !m_promiscReceive.IsNull();
    }

    /** @brief Show a frame to the sniffers, with its Ethernet header. @param packet without it
     * @param source sender @param dest receiver @param protocol EtherType */
    void Sniff(Ptr<const Packet> packet,
               Mac48Address source,
               Mac48Address dest,
               uint16_t protocol) const;

    /** @brief Hand a packet to the ns-3 stack, in an event of the node's context. @param packet
     * without Ethernet header @param source sender @param dest receiver @param protocol EtherType
     */
    void HandUp(Ptr<Packet> packet, Mac48Address source, Mac48Address dest, uint16_t protocol);

    /** @brief A packet was lost; what a program or a copy lost, the receiving end reports. @param
     * packet which @param reason why @param received this device had received it */
    void NoteDrop(Ptr<const Packet> packet, SkbDropReason reason, bool received);

    /** @brief The MTU beyond ns-3's 16 bits (veth takes 65535 and more). @return MTU [bytes] */
    uint32_t GetFullMtu() const
    {
        return m_mtu;
    }

  protected:
    void DoDispose() override;
    /** @return the device that what is sent here arrives at, this one if it is not known */
    virtual HostNetDevice& GetReceiver();
    /** @brief The link came up or went down. @param up which */
    void SetLink(bool up);

    SkbSink* m_protocol{nullptr};            //!< takes received skbs
    uint32_t m_mtu{1500};                    //!< MTU [bytes]
    ReceiveCallback m_receive;               //!< ns-3 stack
    PromiscReceiveCallback m_promiscReceive; //!< ns-3 stack, promiscuous

  private:
    PacketCarrier* m_carrier{nullptr};                       //!< brings packets of the ns-3 stack
    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< handed over by the stack
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< lost on the way to the other end
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< handed to the stack
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   //!< received, for whomever
    TracedCallback<Ptr<const Packet>> m_macRxDropTrace;      //!< lost behind this device
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< frames of this host
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< all frames
    TracedCallback<Ptr<const Packet>, SkbDropReason> m_dropTrace; //!< all losses, with the reason
    Ptr<Node> m_node;                                             //!< node
    mutable Ptr<LinuxHost> m_host; //!< host, found when first asked for
    uint32_t m_ifIndex{0};         //!< index in the node
    Mac48Address m_address;        //!< address
    bool m_linkUp{false};          //!< carrier
    TracedCallback<> m_linkChange; //!< link callbacks
};

} // namespace ns3

#endif // LINUX_DATAPATH_HOST_NET_DEVICE_H
