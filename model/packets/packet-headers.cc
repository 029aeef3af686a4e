/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-headers.h"

#include "ns3/packet.h"
#include "ns3/skb-layout.h"

#include <algorithm>
#include <tuple>

namespace ns3
{

namespace
{

constexpr uint16_t ETH_P_IP = 0x0800;   // include/uapi/linux/if_ether.h
constexpr uint16_t ETH_P_ARP = 0x0806;  // include/uapi/linux/if_ether.h
constexpr uint16_t ETH_P_IPV6 = 0x86dd; // include/uapi/linux/if_ether.h
constexpr uint8_t IPPROTO_TCP = 6;
constexpr uint8_t IPPROTO_UDP = 17;
constexpr uint32_t IPV6_HEADER = 40;
constexpr uint32_t UDP_HEADER = 8;
constexpr uint32_t TCP_HEADER = 20;
constexpr uint8_t TCP_FIN = 0x01;
constexpr uint8_t TCP_SYN_RST = 0x06;
constexpr uint8_t TCP_PSH = 0x08;
/** IP header with options, and TCP's without. */
constexpr uint32_t LONGEST = 60 + TCP_HEADER;

/** @brief The first bytes of a packet; beyond its end there are zeroes. */
class Bytes
{
  public:
    explicit Bytes(const Packet& packet)
        : m_size(packet.CopyData(m_bytes.data(), LONGEST))
    {
    }

    uint8_t At(uint32_t i) const
    {
        return i < m_size ? m_bytes[i] : 0;
    }

    uint16_t Short(uint32_t i) const
    {
        return static_cast<uint16_t>(At(i) << 8 | At(i + 1));
    }

    uint32_t Long(uint32_t i) const
    {
        return uint32_t{Short(i)} << 16 | Short(i + 2);
    }

    void Copy(uint32_t i, uint32_t count, std::array<uint8_t, 16>& to) const
    {
        for (uint32_t k = 0; k < count; ++k)
        {
            to[k] = At(i + k);
        }
    }

  private:
    std::array<uint8_t, LONGEST> m_bytes{}; //!< bytes
    uint32_t m_size;                        //!< how many there are
};

void
ParseTcp(const Bytes& bytes, uint32_t at, PacketHeaders& h)
{
    h.sourcePort = bytes.Short(at);
    h.destPort = bytes.Short(at + 2);
    h.seq = bytes.Long(at + 4);
    h.ack = bytes.Long(at + 8);
    h.window = bytes.Short(at + 14);
    const uint32_t header = std::max(TCP_HEADER, (bytes.At(at + 12) >> 4) * 4U);
    h.header += std::min(header, h.payload);
    h.payload -= std::min(header, h.payload);
    const uint8_t flags = bytes.At(at + 13);
    h.push = (flags & (TCP_PSH | TCP_FIN)) != 0;
    if ((flags & TCP_SYN_RST) != 0)
    {
        h.kind = PacketKind::TcpControl;
        return;
    }
    h.kind = h.payload > 0 || (flags & TCP_FIN) != 0 ? PacketKind::TcpData : PacketKind::TcpAck;
}

/** @param first is it the first fragment of a datagram, or the whole? */
void
ParseTransport(const Bytes& bytes, uint32_t at, bool first, bool whole, PacketHeaders& h)
{
    h.kind = PacketKind::Ip;
    if (h.protocol == IPPROTO_UDP)
    {
        h.kind = PacketKind::Udp;
        if (first)
        {
            h.sourcePort = bytes.Short(at);
            h.destPort = bytes.Short(at + 2);
            const uint32_t header = std::min(UDP_HEADER, h.payload);
            h.header += header;
            h.payload -= header;
        }
    }
    else if (h.protocol == IPPROTO_TCP && whole)
    {
        ParseTcp(bytes, at, h);
    }
}

void
ParseIpv4(const Bytes& bytes, PacketHeaders& h)
{
    const uint32_t header = std::min((bytes.At(0) & 0xfU) * 4, h.payload);
    h.header += header;
    h.payload -= header;
    h.protocol = bytes.At(9);
    bytes.Copy(12, 4, h.source);
    bytes.Copy(16, 4, h.dest);
    const uint16_t fragment = bytes.Short(6);
    ParseTransport(bytes, header, (fragment & 0x1fff) == 0, (fragment & 0x3fff) == 0, h);
}

void
ParseIpv6(const Bytes& bytes, PacketHeaders& h)
{
    const uint32_t header = std::min(IPV6_HEADER, h.payload);
    h.header += header;
    h.payload -= header;
    h.ipv6 = true;
    h.protocol = bytes.At(6);
    bytes.Copy(8, 16, h.source);
    bytes.Copy(24, 16, h.dest);
    ParseTransport(bytes, header, true, true, h);
}

} // namespace

bool
FlowKey::operator<(const FlowKey& other) const
{
    return std::tie(localPort, remotePort, local, remote) <
           std::tie(other.localPort, other.remotePort, other.local, other.remote);
}

PacketHeaders
PacketHeaders::Parse(const Packet& packet, uint16_t etherType)
{
    PacketHeaders h;
    h.header = SkbLayout::HARD_HEADER;
    h.payload = packet.GetSize();
    if (etherType == ETH_P_ARP)
    {
        h.kind = PacketKind::Arp;
    }
    else if (etherType == ETH_P_IP)
    {
        ParseIpv4(Bytes(packet), h);
    }
    else if (etherType == ETH_P_IPV6)
    {
        ParseIpv6(Bytes(packet), h);
    }
    return h;
}

// FNV-1a over both addresses and both ports.
uint32_t
PacketHeaders::GetHash() const
{
    uint32_t hash = 2166136261U;
    const auto add = [&hash](uint8_t byte) { hash = (hash ^ byte) * 16777619U; };
    const uint32_t bytes = ipv6 ? 16 : 4;
    for (uint32_t i = 0; i < bytes; ++i)
    {
        add(source[i]);
        add(dest[i]);
    }
    for (const uint16_t port : {sourcePort, destPort})
    {
        add(static_cast<uint8_t>(port >> 8));
        add(static_cast<uint8_t>(port));
    }
    return hash;
}

} // namespace ns3
