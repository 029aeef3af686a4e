/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_DROP_REASON_H
#define LINUX_DATAPATH_SKB_DROP_REASON_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

/** @brief enum skb_drop_reason of include/net/dropreason.h (v6.4), as far as we drop. */
enum class SkbDropReason : uint8_t
{
    NotSpecified,  //!< SKB_DROP_REASON_NOT_SPECIFIED
    SocketRcvbuff, //!< SOCKET_RCVBUFF: receive buffer of a socket full
    OtherHost,     //!< OTHERHOST: not for us, and nobody listens to everything
    QdiscDrop,     //!< QDISC_DROP: transmit queue of the device full
    CpuBacklog,    //!< CPU_BACKLOG: backlog of a core full (netdev_max_backlog)
    Xdp,           //!< XDP: a program said so
    FullRing,      //!< FULL_RING: ring of a device full
    Nomem,         //!< NOMEM: no memory for a copy
    DevReady,      //!< DEV_READY: the device is not up
    PktTooBig,     //!< PKT_TOO_BIG: longer than the MTU
    COUNT
};

/** @brief Name without its prefix. @param reason which @return as the kernel writes it */
inline const char*
SkbDropReasonName(SkbDropReason reason)
{
    static const char* const NAMES[] = {"NOT_SPECIFIED",
                                        "SOCKET_RCVBUFF",
                                        "OTHERHOST",
                                        "QDISC_DROP",
                                        "CPU_BACKLOG",
                                        "XDP",
                                        "FULL_RING",
                                        "NOMEM",
                                        "DEV_READY",
                                        "PKT_TOO_BIG"};
    return NAMES[static_cast<std::size_t>(reason)];
}

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_DROP_REASON_H
