/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-sender.h"

#include "packet-port.h"
#include "packet-stack.h"
#include "stack-process.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_TCP_HEADER = 320; // include/net/tcp.h: L1_CACHE_ALIGN(128 + MAX_HEADER)
constexpr uint32_t LL_RESERVED = 32;     // hh_len + 15 of __ip_append_data()

} // namespace

PacketSender::PacketSender(PacketStack& stack)
    : m_stack(stack)
{
}

void
PacketSender::SendFromProcess(CpuCore& core, PacketCargo& cargo, StackProcess& process)
{
    switch (cargo.headers.kind)
    {
    case PacketKind::TcpData:
        cargo.headers.payload > 0 ? SendData(core, cargo, process) : SendAck(core, cargo);
        break;
    case PacketKind::Udp:
    case PacketKind::Ip:
    case PacketKind::Raw:
        SendDatagram(core, cargo, process);
        break;
    default:
        SendFromSoftirq(core, cargo);
    }
}

void
PacketSender::SendFromSoftirq(CpuCore& core, PacketCargo& cargo)
{
    cargo.headers.IsTcp() && cargo.port->HasSockets() ? SendAck(core, cargo)
                                                      : SendKernelMade(core, cargo);
}

// The order of StreamWriter with TcpSender, for a call of one segment.
void
PacketSender::SendData(CpuCore& core, PacketCargo& cargo, StackProcess& process)
{
    const PacketHeaders& headers = cargo.headers;
    StackSocket& socket = m_stack.GetSocket(*cargo.port, headers, headers.FromSender());
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
    }
    {
        CpuCore::Scope scope(core, Fn::tcp_sendmsg);
        process.Own(core, socket);
    }
    socket.WriteTx(core);
    Skb* skb = AppendData(core, headers, process);
    if (skb == nullptr)
    {
        m_stack.Lose(cargo, SkbDropReason::Nomem);
        return;
    }
    {
        CpuCore::Scope scope(core, Fn::tcp_write_xmit);
        skb = socket.Queue(core, skb, headers.seq);
    }
    if (skb == nullptr)
    {
        m_stack.Lose(cargo, SkbDropReason::Nomem);
        return;
    }
    {
        CpuCore::Scope scope(core, Fn::ip_queue_xmit);
        skb->Push(headers.header);
        skb->WriteData(core, 0, headers.header);
    }
    Transmit(core, skb, cargo);
    {
        CpuCore::Scope scope(core, Fn::tcp_segment);
        core.Spend(m_stack.GetCosts().segmentTicks);
    }
    CpuCore::Scope scope(core, Fn::tcp_bytes);
    core.Spend(headers.payload * m_stack.GetCosts().byteTicks256 / 256);
}

// tcp_sendmsg_locked()
Skb*
PacketSender::AppendData(CpuCore& core, const PacketHeaders& headers, StackProcess& process)
{
    CpuCore::Scope scope(core, Fn::tcp_sendmsg_entry);
    Skb* skb = m_stack.GetHost().GetSkbs().AllocSkb(core, MAX_TCP_HEADER, true);
    if (skb == nullptr)
    {
        return nullptr;
    }
    skb->Reserve(MAX_TCP_HEADER);
    skb->seq = headers.seq;
    skb->payload = headers.payload;
    if (!AddPiece(core, *skb, process, 0, headers.payload))
    {
        m_stack.GetHost().GetSkbs().KfreeSkb(core, skb);
        return nullptr;
    }
    return skb;
}

// What the process wrote goes into its page fragment, block by block.
bool
PacketSender::AddPiece(CpuCore& core,
                       Skb& skb,
                       StackProcess& process,
                       uint32_t from,
                       uint32_t bytes)
{
    LineSet& user = process.GetSendBuffer(from + bytes);
    return process.GetPageFrag().Append(core, skb, user, from, bytes, true);
}

Skb*
PacketSender::AllocLinear(CpuCore& core, uint32_t bytes)
{
    Skb* skb = m_stack.GetHost().GetSkbs().AllocSkb(core, LL_RESERVED + bytes);
    if (skb != nullptr)
    {
        skb->Reserve(LL_RESERVED);
        skb->Put(bytes);
    }
    return skb;
}

// udp_sendmsg(), raw_sendmsg(), packet_sendmsg()
void
PacketSender::SendDatagram(CpuCore& core, PacketCargo& cargo, StackProcess& process)
{
    const PacketHeaders& headers = cargo.headers;
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
    }
    const Fn raw = headers.kind == PacketKind::Ip ? Fn::raw_sendmsg : Fn::packet_sendmsg;
    CpuCore::Scope scope(core, headers.kind == PacketKind::Udp ? Fn::udp_sendmsg : raw);
    const SkbLayout& layout = m_stack.GetHost().GetLayout();
    const uint32_t most = layout.WithOverhead(SkbAllocator::KMALLOC_MAX) - LL_RESERVED;
    const uint32_t linear = std::min(headers.payload, most - headers.header);
    Skb* skb = AllocLinear(core, headers.header + linear);
    if (skb != nullptr)
    {
        core.System(SystemCost::UserAccess);
        core.Copy(process.GetSendBuffer(headers.payload),
                  0,
                  *skb->head->lines,
                  skb->head->base + skb->data + headers.header,
                  linear);
    }
    if (skb == nullptr || !AddPiece(core, *skb, process, linear, headers.payload - linear))
    {
        if (skb != nullptr)
        {
            m_stack.GetHost().GetSkbs().KfreeSkb(core, skb);
        }
        m_stack.Lose(cargo, SkbDropReason::Nomem);
        return;
    }
    process.ChargeDatagram(core, *skb);
    Headers(core, *skb, headers);
    Transmit(core, skb, cargo);
}

void
PacketSender::Headers(CpuCore& core, Skb& skb, const PacketHeaders& headers)
{
    if (headers.protocol == 0)
    {
        skb.WriteData(core, 0, headers.header);
        return;
    }
    CpuCore::Scope scope(core, Fn::ip_queue_xmit);
    skb.WriteData(core, 0, headers.header);
}

// The order of TcpReceiver::SendAck().
void
PacketSender::SendAck(CpuCore& core, PacketCargo& cargo)
{
    CpuCore::Scope scope(core, Fn::tcp_send_ack);
    const uint32_t header = cargo.headers.header;
    Skb* skb = m_stack.GetHost().GetSkbs().AllocSkb(core, MAX_TCP_HEADER);
    if (skb == nullptr)
    {
        m_stack.Lose(cargo, SkbDropReason::Nomem);
        return;
    }
    skb->Reserve(MAX_TCP_HEADER - header);
    skb->Put(header);
    skb->isAck = cargo.headers.kind == PacketKind::TcpAck;
    Headers(core, *skb, cargo.headers);
    Transmit(core, skb, cargo);
}

// icmp_reply(), arp_send(); or ip_forward(), where the kernel would go on with the skb that came.
void
PacketSender::SendKernelMade(CpuCore& core, PacketCargo& cargo)
{
    const PacketHeaders& headers = cargo.headers;
    const Fn made = headers.kind == PacketKind::Arp ? Fn::arp_xmit : Fn::icmp_reply;
    CpuCore::Scope scope(core, cargo.port->HasSockets() ? made : Fn::ip_forward);
    const SkbLayout& layout = m_stack.GetHost().GetLayout();
    const uint32_t most = layout.WithOverhead(SkbAllocator::KMALLOC_MAX) - LL_RESERVED;
    const uint32_t linear = std::min(headers.header + headers.payload, most);
    Skb* skb = AllocLinear(core, linear);
    if (skb == nullptr)
    {
        m_stack.Lose(cargo, SkbDropReason::Nomem);
        return;
    }
    skb->WriteData(core, headers.header, linear - headers.header);
    Headers(core, *skb, headers);
    Transmit(core, skb, cargo);
}

void
PacketSender::Transmit(CpuCore& core, Skb* skb, PacketCargo& cargo)
{
    const PacketHeaders& headers = cargo.headers;
    skb->flow = headers.GetHash();
    skb->seq = headers.seq;
    skb->ackSeq = headers.ack;
    skb->window = headers.window;
    skb->payload = headers.payload;
    skb->push = headers.push || headers.kind != PacketKind::TcpData;
    skb->sentAt = core.Now();
    skb->cargo = &cargo;
    cargo.next = nullptr;
    cargo.last = &cargo;
    cargo.port->Transmit(core, skb, cargo);
}

} // namespace ns3
