/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-process.h"

#include "packet-port.h"
#include "packet-stack.h"

#include "ns3/host-stack.h"
#include "ns3/skb-pieces.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t DATAGRAM = 1472; // only TCP's windows depend on it

uint16_t
LinesOf(uint32_t bytes)
{
    return static_cast<uint16_t>((bytes + LINE_BYTES - 1) / LINE_BYTES);
}

} // namespace

StackProcess::StackProcess(PacketStack& stack, HostCpu& cpu)
    : Task(cpu, "ns-3 application"),
      m_stack(stack),
      m_datagrams(stack.GetUdpRcvBuf(), DATAGRAM),
      m_frag(stack.GetHost().GetPages()),
      m_readBuffer(LinesOf(stack.GetReadSize()))
{
    m_readBuffer.SetSliced();
}

// PREEMPT_VOLUNTARY: not inside of a system call.
bool
StackProcess::Preemptible() const
{
    return m_owned == nullptr;
}

void
StackProcess::Own(CpuCore& core, StackSocket& socket)
{
    socket.LockSock(core);
    m_owned = &socket;
    m_returning = true;
}

void
StackProcess::MarkReady(StackSocket& socket)
{
    if (!socket.listed)
    {
        socket.listed = true;
        m_ready.push_back(&socket);
    }
}

void
StackProcess::Step(CpuCore& core)
{
    if (m_returning && Release(core))
    {
        return;
    }
    if (SendNext(core))
    {
        return;
    }
    if (m_owned != nullptr)
    {
        CopyTcp(core);
    }
    else if (m_datagrams.Peek() != nullptr)
    {
        ReadDatagram(core);
    }
    else if (!m_ready.empty())
    {
        EnterTcp(core);
    }
    else
    {
        Sleep();
    }
}

// One skb of the backlog is a step; the unlocking belongs to the next one.
bool
StackProcess::Release(CpuCore& core)
{
    if (m_owned->ReleaseStep(core))
    {
        return true;
    }
    if (m_owned->GetQueue().Peek() != nullptr)
    {
        MarkReady(*m_owned);
    }
    m_owned = nullptr;
    m_returning = false;
    return false;
}

// A read call returns before the process sends data; an acknowledgement goes out from inside of it.
bool
StackProcess::SendNext(CpuCore& core)
{
    if (m_toSend.empty())
    {
        return false;
    }
    PacketCargo& cargo = *m_toSend.front();
    if (m_owned != nullptr && cargo.headers.kind == PacketKind::TcpData)
    {
        m_returning = true;
        return true;
    }
    m_toSend.pop_front();
    cargo.port->Dequeued();
    m_stack.GetSender().SendFromProcess(core, cargo, *this);
    return true;
}

void
StackProcess::EnterTcp(CpuCore& core)
{
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
    }
    CpuCore::Scope scope(core, Fn::tcp_recvmsg);
    m_owned = m_ready.front();
    m_ready.pop_front();
    m_owned->listed = false;
    m_owned->LockSock(core);
    m_filled = 0;
}

void
StackProcess::CopyTcp(CpuCore& core)
{
    SocketQueue& queue = m_owned->GetQueue();
    Skb* skb = queue.Peek();
    if (skb == nullptr || m_filled >= m_stack.GetReadSize())
    {
        m_returning = true;
        return;
    }
    CopyOut(core, *skb);
    queue.Pop(core);
    SkbCargo* packets = SkbCargo::Take(skb->cargo);
    HostStack::Of(m_stack.GetHost()).GetDeferredFree().Attempt(core, skb);
    m_stack.HandUp(core, packets, this);
}

void
StackProcess::ReadDatagram(CpuCore& core)
{
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
    }
    CpuCore::Scope scope(core, Fn::udp_recvmsg);
    Skb* skb = m_datagrams.Pop(core);
    m_filled = 0;
    CopyOut(core, *skb);
    SkbCargo* packets = SkbCargo::Take(skb->cargo);
    m_stack.GetHost().GetSkbs().ConsumeSkb(core, skb);
    m_stack.HandUp(core, packets, this);
}

void
StackProcess::CopyOut(CpuCore& core, Skb& skb)
{
    const uint32_t header = PacketCargo::From(*skb.cargo).headers.header - SkbLayout::HARD_HEADER;
    const uint32_t size = m_stack.GetReadSize();
    const auto copy = [&](Skb& holder, LineSet& lines, uint32_t byte, uint32_t bytes, Page* page) {
        CpuCore::Scope scope(core, Fn::skb_copy_datagram_iter);
        holder.Read(core);
        holder.ReadSharedInfo(core);
        CheckHeapObject(core, page);
        core.System(SystemCost::UserAccess);
        const uint32_t at = bytes <= size - m_filled % size ? m_filled % size : 0;
        core.Copy(lines, byte, m_readBuffer, at, std::min(bytes, size));
        m_filled += bytes;
    };
    ForEachPayloadPiece(skb, header, copy);
}

bool
StackProcess::QueueDatagram(CpuCore& core, Skb* skb)
{
    if (!m_datagrams.HasRoom())
    {
        return false;
    }
    m_datagrams.Queue(core, skb);
    Wake(core);
    return true;
}

void
StackProcess::ChargeDatagram(CpuCore& core, Skb& skb)
{
    skb.owner = this;
    core.Atomic(m_wmemLine);
    m_wmemAlloc += skb.truesize;
}

// sock_wfree()
void
StackProcess::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_wmemLine);
    m_wmemAlloc -= skb.truesize;
}

LineSet&
StackProcess::GetSendBuffer(uint32_t bytes)
{
    const uint16_t lines = std::max<uint16_t>(1, LinesOf(bytes));
    if (m_sendBuffer.GetLines() < lines)
    {
        m_sendBuffer = LineSet(lines);
        m_sendBuffer.SetSliced();
    }
    return m_sendBuffer;
}

void
StackProcess::Purge(CpuCore& core)
{
    while (Skb* skb = m_datagrams.Pop(core))
    {
        m_stack.GetHost().GetSkbs().ConsumeSkb(core, skb);
    }
    m_frag.Drop(core);
}

} // namespace ns3
