/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_STACK_H
#define LINUX_DATAPATH_PACKET_STACK_H

#include "packet-cargo.h"
#include "packet-sender.h"
#include "packet-upcalls.h"
#include "softirq-sender.h"
#include "stack-socket.h"

#include "ns3/linux-host.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/** @brief Fitted costs of a test bed, in the units of the model. */
struct PacketStackCosts
{
    Ticks segmentTicks{0};   //!< base of a TCP segment
    Ticks byteTicks256{0};   //!< cost of 256 bytes of it
    Ticks udpPacketTicks{0}; //!< base of a received datagram
};

/**
 * @ingroup linux-datapath
 * @brief What a host does for the ns-3 stack above it: sockets, processes, and who pays for what.
 *
 * Aggregated to the LinuxHost, made when the first packet comes. Which core sends a packet:
 * TCP segments with payload are sent by the process of their local port, whoever made ns-3 send
 * them; anything else that ns-3 sends while it is handed a packet is sent where that packet was
 * handled: by the process that read it, or by the softirq; anything else by the process of its
 * protocol and local port. What leaves by a port without Sockets (a router's, a bridge's) is sent
 * by the softirq in any case. A process runs on the core that Bind() gave its port, or on
 * ProcessCpu of the device that its first packet used.
 *
 * Equality: sent == delivered + lost + GetInFlight(), and lost is the sum over reasons.
 */
class PacketStack : public Object
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t sent{0};      //!< packets taken from the ns-3 stack
        uint64_t delivered{0}; //!< packets handed to it
        uint64_t lost{0};      //!< packets dropped between
        std::array<uint64_t, static_cast<std::size_t>(SkbDropReason::COUNT)> lostBy{}; //!< why
    };

    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    /** @brief The stack of a host, made and aggregated if need be. @param host the host @return it
     */
    static PacketStack& Of(LinuxHost& host);
    PacketStack();
    ~PacketStack() override;

    /**
     * @brief Bind the processes of a port to a core; before its first packet.
     * @param node network namespace
     * @param protocol IPPROTO_TCP (6) or IPPROTO_UDP (17)
     * @param port local port, or, for clients whose own port is any, the remote one
     * @param cpu core
     */
    void Bind(const Node& node, uint8_t protocol, uint16_t port, uint32_t cpu);

    /** @brief A record for a packet that is sent. @param port device @return it */
    PacketCargo& NewCargo(PacketPort& port);
    /** @brief Give a packet to the core that sends it. @param cargo which */
    void Send(PacketCargo& cargo);
    /** @brief At the end of the step, hand packets up. @param core whose step @param list packets
     * @param process who read them, null: the softirq */
    void HandUp(CpuCore& core, SkbCargo* list, StackProcess* process);
    /** @brief A packet was lost. @param cargo which; is given back @param reason why */
    void Lose(PacketCargo& cargo, SkbDropReason reason);
    /** @brief Hand a packet to the ns-3 stack; an event. @param cargo which; is given back @param
     * process who read it, or null @param cpu core that handled it */
    void Deliver(PacketCargo* cargo, StackProcess* process, uint32_t cpu);

    /** @brief The kernel's side of a TCP connection, made if need be. @param port device @param
     * headers of a segment @param flow seen from here @return it */
    StackSocket& GetSocket(PacketPort& port, const PacketHeaders& headers, const FlowKey& flow);
    /** @brief The process of a local port, made if need be. @param port device @param protocol of
     * IP @param local port @param remote port of the other end @return it */
    StackProcess& GetProcess(PacketPort& port, uint8_t protocol, uint16_t local, uint16_t remote);

    /** @return fitted costs */
    const PacketStackCosts& GetCosts()
    {
        if (!m_gathered)
        {
            Gather();
        }
        return m_costs;
    }

    /** @return most bytes of a read call of TCP */
    uint32_t GetReadSize() const
    {
        return m_readSize;
    }

    /** @return receive buffer of UDP [bytes] */
    uint32_t GetUdpRcvBuf() const
    {
        return m_udpRcvBuf;
    }

    /** @return makes skbs of packets */
    PacketSender& GetSender()
    {
        return m_sender;
    }

    /** @return the host */
    LinuxHost& GetHost() const
    {
        return *m_host;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @return packets between being taken and being handed up or lost */
    uint64_t GetInFlight() const
    {
        return m_inUse;
    }

    /** @brief Free what waits in sockets and in processes (end of a run). @param core who */
    void Purge(CpuCore& core);
    /** @return what is wrong with the counters, empty if the equality holds */
    std::string CheckEqualities() const;

  protected:
    void DoDispose() override;

  private:
    /** @brief What each core has. */
    struct PerCpu
    {
        PerCpu(PacketStack& stack, HostCpu& cpu);
        PacketUpcalls upcalls; //!< packets to hand up
        SoftirqSender sender;  //!< packets to send
    };

    /** Node, protocol, local port. */
    using ProcessKey = std::tuple<uint32_t, uint8_t, uint16_t>;

    void Gather();
    void Free(PacketCargo& cargo);
    PerCpu& Of(uint32_t cpu);
    void SendByProcess(PacketCargo& cargo);
    uint32_t FindCpu(PacketPort& port, uint8_t protocol, uint16_t local, uint16_t remote) const;

    double m_segmentCycles;                      //!< see the attribute
    double m_byteCycles;                         //!< see the attribute
    double m_udpPacketCycles;                    //!< see the attribute
    uint32_t m_rcvBuf;                           //!< see the attribute
    uint32_t m_udpRcvBuf;                        //!< see the attribute
    uint32_t m_readSize;                         //!< see the attribute
    bool m_gathered{false};                      //!< m_costs follow the attributes
    PacketStackCosts m_costs;                    //!< fitted costs
    LinuxHost* m_host{nullptr};                  //!< the host
    PacketSender m_sender{*this};                //!< makes skbs
    std::vector<std::unique_ptr<PerCpu>> m_cpus; //!< by core
    std::map<ProcessKey, uint32_t> m_bindings;   //!< cores
    std::map<ProcessKey, std::unique_ptr<StackProcess>> m_processes;                //!< all
    std::map<std::pair<uint32_t, FlowKey>, std::unique_ptr<StackSocket>> m_sockets; //!< all
    std::deque<PacketCargo> m_records;                                              //!< all records
    SkbCargo* m_free{nullptr};                                                      //!< unused ones
    uint64_t m_inUse{0};                                                            //!< used ones
    bool m_inUpcall{false};                 //!< the ns-3 stack is being handed a packet
    uint32_t m_upcallCpu{0};                //!< by this core
    StackProcess* m_upcallProcess{nullptr}; //!< by this process, null: by the softirq
    Stats m_stats;                          //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_STACK_H
