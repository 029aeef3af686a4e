/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_HEADERS_H
#define LINUX_DATAPATH_PACKET_HEADERS_H

#include <array>
#include <cstdint>

namespace ns3
{

class Packet;

/** @brief What a packet is for the stack that carries it. */
enum class PacketKind : uint8_t
{
    Arp,        //!< ARP
    Raw,        //!< an EtherType that no protocol here knows
    Ip,         //!< IP, with a transport that no socket queue waits for (ICMP, ...)
    Udp,        //!< UDP, its later fragments included
    TcpData,    //!< TCP with payload or FIN
    TcpAck,     //!< TCP, nothing but an acknowledgement
    TcpControl, //!< TCP with SYN or RST
};

/** @brief The two ends of a flow, seen from one of them. */
struct FlowKey
{
    std::array<uint8_t, 16> local{};  //!< address, IPv4 in the first four bytes
    std::array<uint8_t, 16> remote{}; //!< address of the other end
    uint16_t localPort{0};            //!< port
    uint16_t remotePort{0};           //!< port of the other end

    /** @param other a key @return any strict order */
    bool operator<(const FlowKey& other) const;
};

/**
 * @ingroup linux-datapath
 * @brief What is read from the bytes of a packet of the ns-3 stack: lengths, addresses, TCP's
 * numbers.
 *
 * Read from the bytes themselves, so that neither the internet module nor PacketMetadata is
 * needed.
 */
struct PacketHeaders
{
    PacketKind kind{PacketKind::Raw}; //!< what it is
    bool ipv6{false};                 //!< IPv6, else IPv4
    bool push{false};                 //!< TCP: PSH
    uint8_t protocol{0};              //!< protocol of IP, 0 without IP
    uint32_t header{0};               //!< bytes before the payload, Ethernet's included
    uint32_t payload{0};              //!< bytes of payload
    std::array<uint8_t, 16> source{}; //!< address
    std::array<uint8_t, 16> dest{};   //!< address
    uint16_t sourcePort{0};           //!< port, 0 without ports
    uint16_t destPort{0};             //!< port, 0 without ports
    uint32_t seq{0};                  //!< TCP: first byte of the payload
    uint32_t ack{0};                  //!< TCP: acknowledged up to
    uint32_t window{0};               //!< TCP: window field

    /** @param packet from the network layer @param etherType its EtherType @return what it is */
    static PacketHeaders Parse(const Packet& packet, uint16_t etherType);

    /** @return is it TCP? */
    bool IsTcp() const
    {
        return kind >= PacketKind::TcpData;
    }

    /** @return the flow, seen from its sender */
    FlowKey FromSender() const
    {
        return {source, dest, sourcePort, destPort};
    }

    /** @return the flow, seen from its receiver */
    FlowKey FromReceiver() const
    {
        return {dest, source, destPort, sourcePort};
    }

    /** @return a number for GRO and for the hash of the flow; depends on addresses and ports */
    uint32_t GetHash() const;
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_HEADERS_H
