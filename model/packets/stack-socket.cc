/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-socket.h"

#include "packet-stack.h"
#include "stack-process.h"

namespace ns3
{

namespace
{

/** Sequence numbers count modulo 2^32: after(a, b) of include/net/tcp.h. */
bool
After(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) > 0;
}

} // namespace

StackSocket::StackSocket(PacketStack& stack, StackProcess& process, uint32_t rcvbuf, uint32_t mss)
    : m_stack(stack),
      m_skbs(stack.GetHost().GetSkbs()),
      m_process(process),
      m_queue(rcvbuf, mss)
{
}

void
StackSocket::LockSock(CpuCore& core)
{
    core.Lock(m_lockLine);
    m_owned = true;
}

bool
StackSocket::ReleaseStep(CpuCore& core)
{
    Skb* skb = m_backlog.PopFront(core);
    if (skb != nullptr)
    {
        Process(core, skb, &m_process);
        return true;
    }
    m_queue.ClearBacklog();
    core.Lock(m_lockLine);
    m_owned = false;
    return false;
}

void
StackSocket::Receive(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::tcp_v4_rcv);
    core.Lock(m_lockLine);
    if (m_owned)
    {
        m_queue.AddBacklog(skb->truesize);
        m_backlog.PushBack(core, skb);
        return;
    }
    Process(core, skb, nullptr);
}

void
StackSocket::Process(CpuCore& core, Skb* skb, StackProcess* process)
{
    const PacketHeaders headers = PacketCargo::From(*skb->cargo).headers;
    if (headers.kind == PacketKind::TcpData)
    {
        QueueData(core, skb);
        CleanRtxQueue(core, headers.ack);
        return;
    }
    CpuCore::Scope scope(core, Fn::tcp_ack);
    core.Write(m_txLines);
    if (headers.kind == PacketKind::TcpAck)
    {
        CleanRtxQueue(core, headers.ack);
    }
    m_stack.HandUp(core, SkbCargo::Take(skb->cargo), process);
    m_skbs.ConsumeSkb(core, skb);
}

// tcp_data_queue()
void
StackSocket::QueueData(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::tcp_rcv_established);
    core.Write(m_rxLines);
    if (m_queue.Peek() != nullptr && !m_queue.HasRoom())
    {
        m_queue.ClampWindow();
        if (!m_queue.HasRoom())
        {
            m_skbs.KfreeSkb(core, skb, SkbDropReason::SocketRcvbuff);
            return;
        }
    }
    m_queue.Queue(core, skb);
    m_process.MarkReady(*this);
    m_process.Wake(core);
}

void
StackSocket::CleanRtxQueue(CpuCore& core, uint32_t ack)
{
    while (!m_sent.IsEmpty())
    {
        const Skb& first = *m_sent.Peek();
        if (After(static_cast<uint32_t>(first.seq) + first.payload, ack))
        {
            return;
        }
        m_skbs.ConsumeSkb(core, m_sent.PopFront(core));
    }
}

// tcp_write_xmit(), tcp_event_new_data_sent()
Skb*
StackSocket::Queue(CpuCore& core, Skb* skb, uint32_t seq)
{
    core.Write(m_txLines);
    const bool isNew = !m_begun || !After(m_sndNxt, seq);
    Skb* out = isNew ? m_skbs.Clone(core, *skb) : skb;
    if (out == nullptr)
    {
        m_skbs.KfreeSkb(core, skb);
        return nullptr;
    }
    if (isNew)
    {
        m_begun = true;
        m_sndNxt = seq + skb->payload;
        m_sent.PushBack(core, skb);
    }
    out->owner = this;
    core.Atomic(m_wmemLine);
    m_wmemAlloc += out->truesize;
    return out;
}

// tcp_wfree()
void
StackSocket::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_wmemLine);
    m_wmemAlloc -= skb.truesize;
}

void
StackSocket::Purge(CpuCore& core)
{
    for (SkbQueue* queue : {&m_sent, &m_backlog})
    {
        while (Skb* skb = queue->PopFront(core))
        {
            m_skbs.ConsumeSkb(core, skb);
        }
    }
    while (Skb* skb = m_queue.Pop(core))
    {
        m_skbs.ConsumeSkb(core, skb);
    }
}

} // namespace ns3
