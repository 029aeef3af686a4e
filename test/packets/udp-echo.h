/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_UDP_ECHO_H
#define LINUX_DATAPATH_UDP_ECHO_H

#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace packettest
{

/** @brief A client that asks and a server that sends back what it got, by UDP sockets of ns-3. */
class UdpEcho
{
  public:
    /** @param server its node @param at where it listens @param client its node @param from where
     * it asks from @param to where it asks */
    void Make(Ptr<Node> server,
              const Address& at,
              Ptr<Node> client,
              const Address& from,
              const Address& to)
    {
        m_server = Open(server, at);
        m_server->SetRecvCallback(MakeCallback(&UdpEcho::Echo, this));
        m_client = Open(client, from);
        m_client->SetRecvCallback(MakeCallback(&UdpEcho::Answer, this));
        m_client->Connect(to);
    }

    void SendOne(uint32_t bytes)
    {
        m_sentAt = Simulator::Now();
        m_client->Send(Create<Packet>(bytes));
    }

    uint32_t answers{0};  //!< echoes
    uint64_t answered{0}; //!< their bytes
    Time rtt;             //!< of the last one

  private:
    static Ptr<Socket> Open(Ptr<Node> node, const Address& at)
    {
        Ptr<Socket> socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
        socket->Bind(at);
        return socket;
    }

    void Echo(Ptr<Socket> socket)
    {
        Address from;
        while (Ptr<Packet> packet = socket->RecvFrom(from))
        {
            socket->SendTo(packet, 0, from);
        }
    }

    void Answer(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            ++answers;
            answered += packet->GetSize();
            rtt = Simulator::Now() - m_sentAt;
        }
    }

    Ptr<Socket> m_server; //!< echoes
    Ptr<Socket> m_client; //!< asks
    Time m_sentAt;        //!< when
};

} // namespace packettest
} // namespace ns3

#endif // LINUX_DATAPATH_UDP_ECHO_H
