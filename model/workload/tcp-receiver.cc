/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-receiver.h"

#include "ns3/skb-pieces.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t ACK_HEADROOM = 320; // MAX_TCP_HEADER: an ACK is nothing but headers

} // namespace

TcpReceiver::TcpReceiver(LinuxHost& host,
                         SkbSink& device,
                         DeferredFree& deferred,
                         const TcpReceiverParameters& parameters)
    : m_host(host),
      m_skbs(host.GetSkbs()),
      m_device(device),
      m_deferred(deferred),
      m_parameters(parameters),
      m_queue(parameters.rcvbuf, parameters.mss),
      m_collapse(m_skbs, m_queue, parameters.header - SkbLayout::HARD_HEADER),
      m_rcvWnd(m_queue.InitialWindow())
{
}

TcpReceiver::~TcpReceiver() = default;

void
TcpReceiver::ResetStats()
{
    m_stats = {};
    m_latency = {};
}

void
TcpReceiver::LockSock(CpuCore& core)
{
    core.Lock(m_lockLine);
    m_owned = true;
}

bool
TcpReceiver::ReleaseStep(CpuCore& core)
{
    Skb* skb = m_backlog.PopFront(core);
    if (skb != nullptr)
    {
        Process(core, skb);
        return true;
    }
    m_queue.ClearBacklog();
    core.Lock(m_lockLine);
    m_owned = false;
    return false;
}

bool
TcpReceiver::Receive(CpuCore& core, Skb* skb)
{
    CpuCore::Scope ip(core, Fn::ip_rcv);
    skb->Read(core);
    m_skbs.SkbOrphan(core, *skb);
    skb->ReadData(core, 0, m_parameters.header - SkbLayout::HARD_HEADER);
    CpuCore::Scope tcp(core, Fn::tcp_v4_rcv);
    core.Lock(m_lockLine);
    if (m_owned)
    {
        ++m_stats.backlogged;
        m_queue.AddBacklog(skb->truesize);
        m_backlog.PushBack(core, skb);
        return true;
    }
    Process(core, skb);
    return true;
}

void
TcpReceiver::Process(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::tcp_rcv_established);
    core.Write(m_tcpLines);
    if (skb->seq + skb->payload <= m_rcvNxt)
    {
        DropDuplicate(core, skb);
    }
    else if (!MakeRoom(core, *skb))
    {
        m_stats.dropped += skb->frames;
        m_skbs.KfreeSkb(core, skb);
    }
    else if (skb->seq > m_rcvNxt)
    {
        QueueOutOfOrder(core, skb);
    }
    else
    {
        QueueInOrder(core, skb);
        const bool filled = DrainOutOfOrder(core);
        filled ? SendAck(core) : SendCheck(core);
        if (m_reader != nullptr)
        {
            m_reader->Wake(core);
        }
        return;
    }
    SendAck(core);
}

void
TcpReceiver::DropDuplicate(CpuCore& core, Skb* skb)
{
    ++m_stats.duplicates;
    m_stats.duplicateFrames += skb->frames;
    m_skbs.ConsumeSkb(core, skb);
}

// tcp_data_queue(): what the reader waits for comes in always (sk_forced_mem_schedule); else
// tcp_prune_queue(): the buffer grows, the queue is made dense, or what lies furthest behind a hole
// makes room.
bool
TcpReceiver::MakeRoom(CpuCore& core, const Skb& skb)
{
    if (skb.seq <= m_rcvNxt && !HasData())
    {
        return true;
    }
    if (!m_queue.HasRoom())
    {
        m_queue.ClampWindow();
    }
    if (!m_queue.HasRoom())
    {
        const uint64_t collapsed = m_collapse.Run(core, m_copied);
        m_stats.collapsed += collapsed;
        m_walk = collapsed > 0 ? nullptr : m_walk;
    }
    while (!m_queue.HasRoom() && !m_outOfOrder.IsEmpty() && m_outOfOrder.PeekTail()->seq > skb.seq)
    {
        Skb* last = m_outOfOrder.PopBack(core);
        m_stats.dropped += last->frames;
        m_skbs.KfreeSkb(core, last);
    }
    return m_queue.HasRoom();
}

void
TcpReceiver::QueueInOrder(CpuCore& core, Skb* skb)
{
    m_rcvNxt = skb->seq + skb->payload;
    m_queue.Queue(core, skb);
}

// tcp_ofo_queue(): true if the last hole was filled, which is acknowledged at once.
bool
TcpReceiver::DrainOutOfOrder(CpuCore& core)
{
    if (m_outOfOrder.IsEmpty())
    {
        return false;
    }
    while (!m_outOfOrder.IsEmpty() && m_outOfOrder.Peek()->seq <= m_rcvNxt)
    {
        Skb* next = m_outOfOrder.PopFront(core);
        if (next->seq + next->payload <= m_rcvNxt)
        {
            DropDuplicate(core, next);
            continue;
        }
        QueueInOrder(core, next);
    }
    return m_outOfOrder.IsEmpty();
}

void
TcpReceiver::QueueOutOfOrder(CpuCore& core, Skb* skb)
{
    Skb* before = m_outOfOrder.PeekTail();
    while (before != nullptr && before->seq > skb->seq)
    {
        before = before->prev;
    }
    if (before != nullptr && before->seq + before->payload >= skb->seq + skb->payload)
    {
        DropDuplicate(core, skb);
        return;
    }
    ++m_stats.outOfOrder;
    m_queue.Charge(core, *skb);
    if (before == nullptr)
    {
        m_outOfOrder.PushFront(core, skb);
        return;
    }
    m_outOfOrder.InsertAfter(core, before, skb);
}

// __tcp_ack_snd_check(): more than a segment, and the reader waits or the window is not smaller
// than the last one; else the reader acknowledges (CleanupRbuf).
void
TcpReceiver::SendCheck(CpuCore& core)
{
    if (!m_outOfOrder.IsEmpty() ||
        (m_rcvNxt - m_acked > m_parameters.mss &&
         (m_rcvNxt == m_copied || m_queue.SelectWindow(m_rcvWnd) >= m_rcvWnd)))
    {
        SendAck(core);
    }
}

// tcp_receive_window(): what is left of the window offered last.
uint32_t
TcpReceiver::Offered() const
{
    return static_cast<uint32_t>(m_acked + m_rcvWnd - std::min(m_rcvNxt, m_acked + m_rcvWnd));
}

void
TcpReceiver::SendAck(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::tcp_send_ack);
    Skb* ack = m_skbs.AllocSkb(core, ACK_HEADROOM);
    if (ack == nullptr)
    {
        return;
    }
    // tcp_select_window(): a window is never taken back
    m_rcvWnd = std::max(Offered(), m_queue.SelectWindow(m_rcvWnd));
    m_acked = m_rcvNxt;
    ack->Reserve(ACK_HEADROOM - m_parameters.header);
    ack->Put(m_parameters.header);
    ack->WriteData(core, 0, m_parameters.header);
    ack->isAck = true;
    ack->flow = m_parameters.flow;
    ack->ackSeq = m_rcvNxt;
    ack->window = m_rcvWnd;
    ack->seq = m_outOfOrder.IsEmpty() ? 0 : m_outOfOrder.Peek()->seq;
    ++m_stats.acks;
    CpuCore::Scope ip(core, Fn::ip_queue_xmit);
    CpuCore::Scope dev(core, Fn::__dev_queue_xmit);
    core.System(SystemCost::BhPair);
    core.System(SystemCost::IndirectCall);
    m_device.Receive(core, ack);
}

void
TcpReceiver::CleanupRbuf(CpuCore& core)
{
    m_queue.AdjustSpace(m_copied, static_cast<uint64_t>(core.ToNs(core.Now()) / 1000));
    const uint32_t window = m_queue.SelectWindow(m_rcvWnd);
    const bool opened = window > 0 && window / 2 >= Offered();
    const bool due = m_rcvNxt > m_acked && (m_rcvNxt - m_acked > m_parameters.mss || !HasData());
    if (opened || due)
    {
        SendAck(core);
    }
}

// Where the next byte to be read lies: in the head, a fragment, or the frag_list of an skb.
void
TcpReceiver::NextPiece(Skb& skb, LineSet*& lines, uint32_t& byte, uint32_t& bytes, Page*& page)
{
    auto offset = static_cast<uint32_t>(m_copied - skb.seq);
    if (m_walk == nullptr || offset < m_walkStart)
    {
        m_walk = &skb;
        m_walkStart = 0;
    }
    for (;;)
    {
        // the head counts from behind the headers: chained skbs had theirs pulled by GRO
        const uint32_t header = m_walk == &skb ? m_parameters.header - SkbLayout::HARD_HEADER : 0;
        const SkbData& head = *m_walk->head;
        uint32_t begin = m_walkStart;
        const uint32_t linear = m_walk->HeadLen() > header ? m_walk->HeadLen() - header : 0;
        if (offset < begin + linear)
        {
            lines = head.lines;
            byte = head.base + m_walk->data + header + offset - begin;
            bytes = begin + linear - offset;
            page = head.page;
            return;
        }
        begin += linear;
        for (const SkbFrag& frag : head.frags)
        {
            if (offset < begin + frag.size)
            {
                lines = &frag.page->body;
                byte = frag.offset + offset - begin;
                bytes = begin + frag.size - offset;
                page = frag.page;
                return;
            }
            begin += frag.size;
        }
        Skb* next = m_walk == &skb ? head.fragList : m_walk->next;
        NS_ABORT_MSG_IF(next == nullptr, "an skb ends before its payload");
        m_walk = next;
        m_walkStart = begin;
    }
}

uint32_t
TcpReceiver::CopyPiece(CpuCore& core, LineSet& user, uint32_t offset, uint32_t bytes)
{
    Skb* skb = m_queue.Peek();
    if (skb == nullptr)
    {
        return 0;
    }
    CpuCore::Scope scope(core, Fn::skb_copy_datagram_iter);
    LineSet* lines = nullptr;
    Page* page = nullptr;
    uint32_t byte = 0;
    uint32_t room = 0;
    NextPiece(*skb, lines, byte, room, page);
    m_walk->Read(core);
    m_walk->ReadSharedInfo(core);
    const uint32_t n = std::min(bytes, room);
    CheckHeapObject(core, page);
    core.System(SystemCost::UserAccess);
    core.Copy(*lines, byte, user, offset, n);
    m_copied += n;
    m_stats.bytes += n;
    if (m_copied == skb->seq + skb->payload)
    {
        EatSkb(core);
    }
    return n;
}

// tcp_eat_recv_skb(): uncharge here, free on the CPU that allocated it.
void
TcpReceiver::EatSkb(CpuCore& core)
{
    Skb* skb = m_queue.Pop(core);
    m_walk = nullptr;
    ++m_stats.skbs;
    m_stats.frames += skb->frames;
    m_latency.Add(core.Now() - std::min(skb->sentAt, core.Now()), skb->frames);
    m_deferred.Attempt(core, skb);
}

void
TcpReceiver::Purge(CpuCore& core)
{
    for (SkbQueue* queue : {&m_outOfOrder, &m_backlog})
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

std::string
TcpReceiver::CheckEqualities() const
{
    uint64_t end = m_copied;
    int64_t charged = 0;
    for (const Skb* skb = m_queue.Peek(); skb != nullptr && skb->seq <= end; skb = skb->next)
    {
        end = skb->seq + skb->payload;
        charged += skb->truesize;
    }
    for (const Skb* skb = m_outOfOrder.Peek(); skb != nullptr; skb = skb->next)
    {
        charged += skb->truesize;
    }
    if (end != m_rcvNxt)
    {
        return "the receive queue has gaps";
    }
    return charged == m_queue.GetRmemAlloc() ? "" : "the receive queue's charge is not its skbs'";
}

} // namespace ns3
