/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t GSO_MAX_SIZE = 65536;  // GSO_LEGACY_MAX_SIZE, include/linux/netdevice.h
constexpr uint32_t MAX_TCP_HEADER = 320;  // include/net/tcp.h: L1_CACHE_ALIGN(128 + MAX_HEADER)
constexpr int64_t WMEM_DEFAULT = 16384;   // tcp_wmem[1]
constexpr int64_t WMEM_MAX = 4194304;     // tcp_wmem[2]
constexpr int64_t LIMIT_OUTPUT = 1048576; // tcp_limit_output_bytes
constexpr uint32_t TSO_WIN_DIVISOR = 3;   // tcp_tso_win_divisor
constexpr double RTO_NS = 200e6;          // TCP_RTO_MIN
constexpr uint64_t FIRST_WINDOW = 65535;  // window of the handshake

} // namespace

TcpSender::TcpSender(LinuxHost& host, SkbSink& device, const TcpSenderParameters& parameters)
    : m_host(host),
      m_skbs(host.GetSkbs()),
      m_parameters(parameters),
      m_xmit(m_skbs, device),
      m_frag(host.GetPages()),
      m_windowEnd(FIRST_WINDOW),
      m_maxWindow(FIRST_WINDOW),
      m_sndbuf(WMEM_DEFAULT)
{
    ExpandSndbuf();
}

TcpSender::~TcpSender() = default;

void
TcpSender::LockSock(CpuCore& core)
{
    core.Lock(m_lockLine);
    m_owned = true;
}

bool
TcpSender::ReleaseStep(CpuCore& core)
{
    Skb* skb = m_backlog.PopFront(core);
    if (skb != nullptr)
    {
        HandleAck(core, skb);
        return true;
    }
    core.Lock(m_lockLine);
    m_owned = false;
    return false;
}

bool
TcpSender::HasMemory() const
{
    return m_wmemQueued < m_sndbuf;
}

// tcp_sndbuf_expand(): twice the congestion window in skbs of one segment.
void
TcpSender::ExpandSndbuf()
{
    uint32_t perMss = m_parameters.mss + MAX_TCP_HEADER + m_skbs.GetLayout().GetSharedInfo();
    uint32_t power = 1;
    while (power < perMss)
    {
        power *= 2;
    }
    perMss = power + SkbLayout::SKB_BYTES;
    const int64_t wanted = 2 * static_cast<int64_t>(m_congestion.GetWindow()) * perMss;
    m_sndbuf = std::max(m_sndbuf, std::min(wanted, WMEM_MAX));
}

uint32_t
TcpSender::SizeGoal() const
{
    if (!m_parameters.gso)
    {
        return m_parameters.mss;
    }
    // tcp_send_mss(): whole segments, no more than half of the largest window seen
    const uint64_t half = std::max<uint64_t>(m_maxWindow / 2, m_parameters.mss);
    const uint64_t most = std::min<uint64_t>(GSO_MAX_SIZE - 1 - MAX_TCP_HEADER, half);
    return static_cast<uint32_t>(std::max<uint64_t>(1, most / m_parameters.mss)) * m_parameters.mss;
}

bool
TcpSender::IsTailFull() const
{
    const Skb* tail = m_unsent.PeekTail();
    return tail != nullptr &&
           (tail->payload >= SizeGoal() ||
            tail->head->frags.size() >= m_skbs.GetLayout().GetParameters().maxFrags);
}

bool
TcpSender::ShouldPush() const
{
    return IsTailFull() &&
           (m_writeSeq > m_pushedSeq + m_maxWindow / 2 || m_unsent.Peek() == m_unsent.PeekTail());
}

void
TcpSender::MarkPush()
{
    if (Skb* tail = m_unsent.PeekTail())
    {
        tail->push = true;
        m_pushedSeq = m_writeSeq;
    }
}

Skb*
TcpSender::NewTail(CpuCore& core, Ticks sentAt)
{
    Skb* skb = m_skbs.AllocSkb(core, MAX_TCP_HEADER, true);
    if (skb == nullptr)
    {
        return nullptr;
    }
    skb->Reserve(MAX_TCP_HEADER);
    skb->seq = m_writeSeq;
    skb->flow = m_parameters.flow;
    skb->gsoSize = m_parameters.mss;
    skb->sentAt = sentAt;
    m_wmemQueued += skb->truesize;
    m_unsent.PushBack(core, skb);
    return skb;
}

uint32_t
TcpSender::Append(CpuCore& core, LineSet& user, uint32_t offset, uint32_t bytes, Ticks sentAt)
{
    CpuCore::Scope scope(core, Fn::tcp_sendmsg_entry);
    core.Write(m_tcpLines);
    Skb* skb = m_unsent.PeekTail();
    if (skb == nullptr || IsTailFull())
    {
        skb = NewTail(core, sentAt);
    }
    if (skb == nullptr || !m_frag.Refill(core, 32))
    {
        return 0;
    }
    auto& frags = skb->head->frags;
    const bool merges = !frags.empty() && frags.back().page == m_frag.GetPage() &&
                        frags.back().offset + frags.back().size == m_frag.GetOffset();
    const uint32_t n = std::min({bytes, m_frag.GetRoom(), SizeGoal() - skb->payload});
    core.System(SystemCost::UserAccess);
    core.Copy(user, offset, m_frag.GetPage()->body, m_frag.GetOffset(), n);
    const PageFragment piece = m_frag.Take(core, n, merges);
    if (merges)
    {
        frags.back().size += n;
        skb->len += n;
        skb->dataLen += n;
        skb->truesize += n;
    }
    else
    {
        skb->AddRxFrag(piece.page, piece.offset, n, n);
    }
    skb->WriteSharedInfo(core);
    skb->payload += n;
    m_writeSeq += n;
    m_wmemQueued += n;
    return n;
}

uint64_t
TcpSender::InFlight() const
{
    return (m_sndNxt - m_sndUna + m_parameters.mss - 1) / m_parameters.mss;
}

// Payload of the skb at the head of the write queue that both windows leave room for.
uint64_t
TcpSender::Sendable(const Skb& skb) const
{
    const uint64_t inFlight = InFlight();
    const uint64_t window = m_congestion.GetWindow();
    const uint64_t quota = inFlight >= window ? 0 : window - inFlight;
    const uint64_t end = skb.seq + std::min<uint64_t>(skb.payload, quota * m_parameters.mss);
    return std::min(end, std::max(m_windowEnd, skb.seq)) - skb.seq;
}

// tcp_tso_should_defer(): a small part of what the windows could hold waits for the next ACK.
bool
TcpSender::MayDefer(const Skb& skb, uint64_t allowed) const
{
    if (m_sndNxt == m_sndUna || skb.payload <= allowed)
    {
        return false;
    }
    const uint64_t window =
        std::min<uint64_t>(m_windowEnd - m_sndUna,
                           uint64_t{m_congestion.GetWindow()} * m_parameters.mss);
    return allowed < window / TSO_WIN_DIVISOR;
}

bool
TcpSender::IsThrottled(const Skb& skb)
{
    const int64_t limit = std::max<int64_t>(2 * int64_t{skb.truesize}, LIMIT_OUTPUT);
    m_throttled = m_wmemAlloc > limit;
    m_stats.throttled += m_throttled;
    return m_throttled;
}

bool
TcpSender::BeginXmit(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::tcp_write_xmit);
    core.Write(m_tcpLines);
    m_refused = false;
    if (m_lostFrom < m_lostTo)
    {
        return BeginRetransmit(core);
    }
    Skb* skb = m_unsent.Peek();
    if (skb == nullptr || skb->payload == 0)
    {
        return false;
    }
    uint64_t allowed = Sendable(*skb);
    if (allowed < skb->payload)
    {
        allowed -= allowed % m_parameters.mss;
    }
    m_limited =
        m_limited || InFlight() + skb->payload / m_parameters.mss >= m_congestion.GetWindow();
    // Nagle: a small last segment waits while something is in flight
    const bool small =
        skb->payload < m_parameters.mss && skb == m_unsent.PeekTail() && m_sndNxt != m_sndUna;
    if (allowed == 0 || small || MayDefer(*skb, allowed) || IsThrottled(*skb))
    {
        return false;
    }
    if (allowed < skb->payload)
    {
        Split(core, *skb, static_cast<uint32_t>(allowed));
    }
    Skb* clone = m_skbs.Clone(core, *skb);
    if (clone == nullptr)
    {
        return false;
    }
    Transmit(core, clone);
    return true;
}

// __tcp_transmit_skb() and ip_queue_xmit(): headers, charge, device.
void
TcpSender::Transmit(CpuCore& core, Skb* skb)
{
    ++m_stats.skbs;
    skb->frames = (skb->payload + m_parameters.mss - 1) / m_parameters.mss;
    skb->gsoSegs = static_cast<uint32_t>(skb->frames);
    skb->owner = this;
    core.Atomic(m_wmemLine);
    m_wmemAlloc += skb->truesize;
    {
        CpuCore::Scope scope(core, Fn::ip_queue_xmit);
        skb->Push(m_parameters.header);
        skb->WriteData(core, 0, m_parameters.header);
    }
    m_xmit.Begin(core, skb, !m_parameters.deviceSegments);
}

bool
TcpSender::StepXmit(CpuCore& core)
{
    const bool more = m_xmit.Step(core);
    const uint32_t payload = m_xmit.GetStepPayload();
    if (payload > 0)
    {
        const uint32_t segments = (payload + m_parameters.mss - 1) / m_parameters.mss;
        m_stats.segments += segments;
        m_stats.payload += payload;
        {
            CpuCore::Scope scope(core, Fn::tcp_segment);
            core.Spend(segments * m_parameters.segmentTicks);
        }
        CpuCore::Scope scope(core, Fn::tcp_bytes);
        core.Spend(payload * m_parameters.byteTicks256 / 256);
    }
    if (!more)
    {
        EndXmit(core);
    }
    return more;
}

void
TcpSender::EndXmit(CpuCore& core)
{
    const bool retransmit = m_retransmitting;
    m_retransmitting = false;
    m_refused = m_xmit.WasDropped();
    if (m_refused)
    {
        ++m_stats.localDrops;
        EnterCwr(core);
        ArmTimer(core);
        return;
    }
    if (retransmit)
    {
        return;
    }
    Skb* skb = m_unsent.PopFront(core);
    m_sndNxt = skb->seq + skb->payload;
    m_sent.PushBack(core, skb);
    ArmTimer(core);
}

void
TcpSender::EnterCwr(CpuCore& core)
{
    if (m_sndUna >= m_recovery)
    {
        m_congestion.EnterCwr(static_cast<uint64_t>(core.ToNs(core.Now())));
        m_recovery = std::max(m_sndNxt, m_sndUna + 1);
    }
}

void
TcpSender::ArmTimer(CpuCore& core)
{
    m_host.GetCpu(core).Arm(*this, core.Now() + core.FromNs(RTO_NS));
}

// The reference of part of an skb's pages by another one (tso_fragment, tcp_retransmit_skb).
void
TcpSender::Refer(CpuCore& core, const Skb& from, uint32_t offset, uint32_t bytes, Skb& to)
{
    uint32_t begin = 0;
    for (const SkbFrag& frag : from.head->frags)
    {
        const uint32_t first = std::max(offset, begin);
        const uint32_t last = std::min(offset + bytes, begin + frag.size);
        if (first < last)
        {
            m_skbs.GetPages().GetPage(core, *frag.page);
            to.AddRxFrag(frag.page, frag.offset + first - begin, last - first, last - first);
        }
        begin += frag.size;
    }
    to.WriteSharedInfo(core);
    to.payload = bytes;
    to.seq = from.seq + offset;
    to.flow = from.flow;
    to.gsoSize = from.gsoSize;
    to.sentAt = from.sentAt;
}

// tso_fragment(): the skb keeps its first bytes, a new one behind it takes the rest.
void
TcpSender::Split(CpuCore& core, Skb& skb, uint32_t bytes)
{
    Skb* rest = m_skbs.AllocSkb(core, MAX_TCP_HEADER, true);
    if (rest == nullptr)
    {
        return;
    }
    rest->Reserve(MAX_TCP_HEADER);
    Refer(core, skb, bytes, skb.payload - bytes, *rest);
    rest->push = skb.push;
    skb.push = false;
    const uint32_t cut = skb.payload - bytes;
    auto& frags = skb.head->frags;
    uint32_t left = cut;
    while (left > 0)
    {
        const uint32_t n = std::min(left, frags.back().size);
        frags.back().size -= n;
        left -= n;
        if (frags.back().size == 0)
        {
            m_skbs.GetPages().PutPage(core, *frags.back().page);
            frags.pop_back();
        }
    }
    skb.len -= cut;
    skb.dataLen -= cut;
    skb.truesize -= cut;
    skb.payload = bytes;
    m_wmemQueued += static_cast<int64_t>(rest->truesize) - cut;
    m_unsent.InsertAfter(core, &skb, rest);
}

bool
TcpSender::BeginRetransmit(CpuCore& core)
{
    for (Skb* skb = m_sent.Peek(); skb != nullptr; skb = skb->next)
    {
        if (skb->seq + skb->payload <= m_lostFrom)
        {
            continue;
        }
        const uint64_t end = std::min(m_lostTo, skb->seq + skb->payload);
        Skb* repair = m_skbs.AllocSkb(core, MAX_TCP_HEADER);
        if (repair == nullptr)
        {
            return false;
        }
        repair->Reserve(MAX_TCP_HEADER);
        Refer(core,
              *skb,
              static_cast<uint32_t>(m_lostFrom - skb->seq),
              static_cast<uint32_t>(end - m_lostFrom),
              *repair);
        m_lostFrom = end;
        ++m_stats.retransmits;
        m_retransmitting = true;
        Transmit(core, repair);
        return true;
    }
    m_lostTo = m_lostFrom;
    return false;
}

bool
TcpSender::Receive(CpuCore& core, Skb* skb)
{
    CpuCore::Scope ip(core, Fn::ip_rcv);
    skb->Read(core);
    skb->ReadData(core, 0, m_parameters.header - SkbLayout::HARD_HEADER);
    CpuCore::Scope tcp(core, Fn::tcp_v4_rcv);
    core.Lock(m_lockLine);
    if (m_owned)
    {
        ++m_stats.backlogged;
        m_backlog.PushBack(core, skb);
        return true;
    }
    HandleAck(core, skb);
    XmitAll(core);
    return true;
}

void
TcpSender::HandleAck(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::tcp_ack);
    core.Write(m_tcpLines);
    ++m_stats.acks;
    if (skb->ackSeq > m_sndNxt)
    {
        ++m_stats.acksTooHigh;
        m_skbs.ConsumeSkb(core, skb);
        return;
    }
    m_windowEnd = std::max(m_windowEnd, skb->ackSeq + skb->window);
    m_maxWindow = std::max<uint64_t>(m_maxWindow, skb->window);
    if (skb->ackSeq > m_sndUna)
    {
        const uint64_t acked = skb->ackSeq - m_sndUna;
        CleanRtxQueue(core, skb->ackSeq);
        m_congestion.OnAck(static_cast<uint32_t>(acked / m_parameters.mss),
                           m_limited,
                           static_cast<uint64_t>(core.ToNs(core.Now())));
        m_limited = false;
        ExpandSndbuf();
    }
    if (skb->seq > skb->ackSeq)
    {
        NoteHole(core, *skb);
    }
    m_skbs.ConsumeSkb(core, skb);
    WakeWriter(core);
}

void
TcpSender::CleanRtxQueue(CpuCore& core, uint64_t ackSeq)
{
    m_sndUna = ackSeq;
    while (!m_sent.IsEmpty() && m_sent.Peek()->seq + m_sent.Peek()->payload <= ackSeq)
    {
        Skb* skb = m_sent.PopFront(core);
        m_wmemQueued -= skb->truesize;
        m_skbs.ConsumeSkb(core, skb);
    }
    if (m_sndUna == m_sndNxt)
    {
        m_host.GetCpu(core).Cancel(*this);
        return;
    }
    ArmTimer(core);
}

void
TcpSender::NoteHole(CpuCore& core, const Skb& ack)
{
    if (ack.ackSeq < m_repaired || m_lostFrom < m_lostTo)
    {
        return;
    }
    m_lostFrom = ack.ackSeq;
    m_lostTo = std::min(ack.seq, m_sndNxt);
    m_repaired = m_lostTo;
    EnterCwr(core);
}

void
TcpSender::XmitAll(CpuCore& core)
{
    while (!m_xmit.IsBusy() && BeginXmit(core))
    {
        while (StepXmit(core))
        {
        }
        if (m_refused)
        {
            return;
        }
    }
}

// sk_stream_write_space(): when a third of the buffer is free.
void
TcpSender::WakeWriter(CpuCore& core)
{
    if (m_writer != nullptr && !m_writer->IsAwake() && m_wmemQueued * 3 < m_sndbuf * 2)
    {
        m_writer->Wake(core);
    }
}

void
TcpSender::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_wmemLine);
    m_wmemAlloc -= skb.truesize;
    if (m_throttled && m_wmemAlloc < LIMIT_OUTPUT && !m_smallQueue.IsArmed())
    {
        m_host.GetCpu(core).Arm(m_smallQueue, core.Now());
    }
}

void
TcpSender::Recharge(CpuCore& core, int64_t bytes)
{
    core.Atomic(m_wmemLine);
    m_wmemAlloc += bytes;
}

void
TcpSender::SmallQueueTimer::Expire(CpuCore& core)
{
    if (!m_sender.m_owned)
    {
        m_sender.m_throttled = false;
        m_sender.XmitAll(core);
    }
}

void
TcpSender::Expire(CpuCore& core)
{
    ++m_stats.timeouts;
    m_repaired = 0;
    if (m_sndUna < m_sndNxt)
    {
        m_lostFrom = m_sndUna;
        m_lostTo = m_sent.IsEmpty()
                       ? m_sndUna
                       : std::min(m_sndNxt, m_sent.Peek()->seq + m_sent.Peek()->payload);
        EnterCwr(core);
    }
    ArmTimer(core);
    if (!m_owned)
    {
        XmitAll(core);
        WakeWriter(core);
    }
}

void
TcpSender::Purge(CpuCore& core)
{
    m_xmit.Finish(core);
    for (SkbQueue* queue : {&m_unsent, &m_sent, &m_backlog})
    {
        while (Skb* skb = queue->PopFront(core))
        {
            m_skbs.ConsumeSkb(core, skb);
        }
    }
    m_frag.Drop(core);
}

} // namespace ns3
