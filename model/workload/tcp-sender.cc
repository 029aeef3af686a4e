/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-sender.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t GSO_MAX_SIZE = 65536; // GSO_LEGACY_MAX_SIZE, include/linux/netdevice.h
constexpr uint32_t MAX_TCP_HEADER = 320; // include/net/tcp.h: L1_CACHE_ALIGN(128 + MAX_HEADER)
constexpr uint32_t TSO_WIN_DIVISOR = 3;  // tcp_tso_win_divisor
constexpr double RTO_NS = 200e6;         // TCP_RTO_MIN

} // namespace

TcpSender::TcpSender(LinuxHost& host, SkbSink& device, const TcpSenderParameters& parameters)
    : m_host(host),
      m_skbs(host.GetSkbs()),
      m_parameters(parameters),
      m_xmit(m_skbs, device),
      m_frag(host.GetPages()),
      m_fragment(host.GetPages()),
      m_smallQueue(host, *this),
      m_windowEnd(parameters.firstWindow),
      m_maxWindow(parameters.firstWindow),
      m_buffer(m_skbs.GetLayout(), parameters.mss)
{
    m_buffer.Expand(m_congestion.GetWindow());
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
    if (ReleaseCb(core))
    {
        return true;
    }
    core.Lock(m_lockLine);
    m_owned = false;
    return false;
}

// tcp_release_cb(): what timers found while the process owned the socket.
bool
TcpSender::ReleaseCb(CpuCore& core)
{
    const bool deferred = m_tsqDeferred || m_timerDeferred;
    if (m_timerDeferred)
    {
        Timeout(core);
    }
    m_tsqDeferred = false;
    m_timerDeferred = false;
    return deferred;
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

// forced_push(): half of the largest window waits.
bool
TcpSender::PushTail()
{
    if (!IsTailFull())
    {
        return false;
    }
    if (m_writeSeq > m_pushedSeq + m_maxWindow / 2)
    {
        MarkPush();
        return true;
    }
    return m_unsent.Peek() == m_unsent.PeekTail();
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
    m_buffer.Charge(skb->truesize);
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
    m_buffer.Charge(n);
    return n;
}

uint64_t
TcpSender::InFlight() const
{
    return (m_sndNxt - m_sndUna + m_parameters.mss - 1) / m_parameters.mss;
}

// tcp_nagle_check(), tcp_minshall_check(): a short segment waits while another one is in flight.
bool
TcpSender::NagleHolds() const
{
    return m_sndNxt != m_sndUna && m_sndSml > m_sndUna;
}

// What tcp_write_xmit() sends of the skb at the head of the write queue, 0 if nothing.
uint32_t
TcpSender::SplitPoint(const Skb& skb)
{
    const uint32_t mss = m_parameters.mss;
    const uint64_t quota = m_congestion.GetQuota(InFlight());
    const uint64_t window = std::max(m_windowEnd, skb.seq) - skb.seq;
    m_limited = m_limited || quota == 0;
    if (quota == 0 || window < std::min(skb.payload, mss))
    {
        return 0;
    }
    const bool tail = &skb == m_unsent.PeekTail();
    if (skb.payload <= mss)
    {
        return tail && skb.payload < mss && NagleHolds() ? 0 : skb.payload;
    }
    if (MayDefer(skb, window))
    {
        return 0;
    }
    const auto needed = static_cast<uint32_t>(std::min<uint64_t>(skb.payload, window));
    if (quota * mss <= needed)
    {
        return static_cast<uint32_t>(quota) * mss;
    }
    return needed - (NagleHolds() && (tail || needed < skb.payload) ? needed % mss : 0);
}

// tcp_tso_should_defer(): a small part of what the windows could hold waits for the next ACK.
bool
TcpSender::MayDefer(const Skb& skb, uint64_t sendWindow)
{
    const uint64_t mss = m_parameters.mss;
    const uint64_t window = m_congestion.GetWindow();
    const uint64_t congestionWindow = (window - InFlight()) * mss;
    const uint64_t limit = std::min(sendWindow, congestionWindow);
    if (m_sndNxt == m_sndUna || skb.payload <= limit ||
        limit >= std::min(m_windowEnd - m_sndUna, window * mss) / TSO_WIN_DIVISOR)
    {
        return false;
    }
    m_limited = m_limited || congestionWindow < sendWindow;
    return true;
}

// Without anything in flight nobody else would send again.
bool
TcpSender::IsThrottled()
{
    const bool throttled = !m_sent.IsEmpty() && m_smallQueue.Throttle();
    m_stats.throttled += throttled;
    return throttled;
}

bool
TcpSender::BeginXmit(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::tcp_write_xmit);
    core.Write(m_tcpLines);
    m_refused = false;
    if (m_probe)
    {
        m_probe = false;
        return BeginProbe(core);
    }
    if (m_repair.IsPending())
    {
        return BeginRetransmit(core);
    }
    Skb* skb = m_unsent.Peek();
    if (skb == nullptr || skb->payload == 0)
    {
        return false;
    }
    const uint32_t bytes = SplitPoint(*skb);
    if (bytes == 0 || IsThrottled() || !BeginNew(core, *skb, bytes))
    {
        CheckProbeTimer(core);
        return false;
    }
    return true;
}

// The first bytes of the write queue's first skb.
bool
TcpSender::BeginNew(CpuCore& core, Skb& skb, uint32_t bytes)
{
    if (bytes < skb.payload && !Split(core, skb, bytes))
    {
        return false;
    }
    Skb* clone = m_skbs.Clone(core, skb);
    if (clone == nullptr)
    {
        return false;
    }
    Transmit(core, clone);
    return true;
}

// tcp_write_wakeup(): one segment, whatever the congestion window says; a packet without data if
// the receiver's window is closed.
bool
TcpSender::BeginProbe(CpuCore& core)
{
    Skb* skb = m_unsent.Peek();
    if (skb == nullptr || skb->payload == 0 || m_sndNxt != m_sndUna)
    {
        return false;
    }
    if (m_windowEnd > skb->seq)
    {
        const uint64_t window = std::min<uint64_t>(m_windowEnd - skb->seq, m_parameters.mss);
        return BeginNew(core,
                        *skb,
                        static_cast<uint32_t>(std::min<uint64_t>(window, skb->payload)));
    }
    Skb* probe = m_skbs.AllocSkb(core, MAX_TCP_HEADER);
    if (probe == nullptr)
    {
        return false;
    }
    probe->Reserve(MAX_TCP_HEADER);
    probe->seq = m_sndUna;
    probe->flow = m_parameters.flow;
    m_repairing = true;
    m_repair.Take(m_repair.GetFrom());
    Transmit(core, probe);
    return true;
}

// __tcp_transmit_skb() and ip_queue_xmit(): headers, charge, device.
void
TcpSender::Transmit(CpuCore& core, Skb* skb)
{
    ++m_stats.skbs;
    skb->frames = (skb->payload + m_parameters.mss - 1) / m_parameters.mss;
    skb->gsoSegs = static_cast<uint32_t>(skb->frames);
    m_smallQueue.Charge(core, *skb);
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
    const bool repair = m_repairing;
    m_repairing = false;
    m_refused = m_xmit.WasDropped();
    if (m_refused)
    {
        ++m_stats.localDrops;
        if (repair)
        {
            m_repair.Undo();
        }
        EnterCwr();
        CheckProbeTimer(core);
        return;
    }
    if (repair)
    {
        ArmTimer(core);
        return;
    }
    if (m_sndNxt == m_sndUna)
    {
        ArmTimer(core);
    }
    MoveToSent(core);
    m_limited = m_limited || InFlight() >= m_congestion.GetWindow();
}

// tcp_enter_cwr(): once until something beyond what was in flight then is acknowledged.
void
TcpSender::EnterCwr()
{
    if (static_cast<int64_t>(m_sndUna) > m_highSeq)
    {
        m_congestion.EnterCwr();
        m_highSeq = static_cast<int64_t>(m_sndNxt);
    }
}

void
TcpSender::ArmTimer(CpuCore& core)
{
    m_host.GetCpu(core).Arm(*this, core.Now() + core.FromNs(RTO_NS));
}

// tcp_check_probe_timer(): nothing is in flight whose acknowledgement would send more.
void
TcpSender::CheckProbeTimer(CpuCore& core)
{
    if (m_sndNxt == m_sndUna && !IsArmed())
    {
        ArmTimer(core);
    }
}

// tso_fragment(): the skb keeps its first bytes, a new one behind it takes the rest.
bool
TcpSender::Split(CpuCore& core, Skb& skb, uint32_t bytes)
{
    Skb* rest = m_skbs.AllocSkb(core, MAX_TCP_HEADER, true);
    if (rest == nullptr)
    {
        return false;
    }
    rest->Reserve(MAX_TCP_HEADER);
    const uint32_t cut = skb.payload - bytes;
    m_fragment.Refer(core, skb, bytes, cut, *rest);
    m_fragment.Trim(core, skb, bytes);
    rest->push = skb.push;
    skb.push = false;
    m_buffer.Charge(static_cast<int64_t>(rest->truesize) - cut);
    m_unsent.InsertAfter(core, &skb, rest);
    return true;
}

// tcp_xmit_retransmit_queue(): a piece of the hole, as much as the congestion window lets out.
bool
TcpSender::BeginRetransmit(CpuCore& core)
{
    const uint64_t mss = m_parameters.mss;
    const uint64_t from = m_repair.GetFrom();
    const uint64_t repaired = (from - m_sndUna + mss - 1) / mss;
    const uint64_t window = std::max<uint64_t>(m_congestion.GetWindow(), repaired);
    m_limited = m_limited || from + (window - repaired) * mss <= m_repair.GetTo();
    Skb* skb = m_sent.Peek();
    while (skb != nullptr && skb->seq + skb->payload <= from)
    {
        skb = skb->next;
    }
    if (repaired == window || skb == nullptr)
    {
        return false;
    }
    const uint64_t end =
        std::min({m_repair.GetTo(), skb->seq + skb->payload, from + (window - repaired) * mss});
    Skb* repair = m_skbs.AllocSkb(core, MAX_TCP_HEADER);
    if (repair == nullptr)
    {
        return false;
    }
    repair->Reserve(MAX_TCP_HEADER);
    m_fragment.Refer(core,
                     *skb,
                     static_cast<uint32_t>(from - skb->seq),
                     static_cast<uint32_t>(end - from),
                     *repair);
    m_repair.Take(end);
    ++m_stats.retransmits;
    m_repairing = true;
    Transmit(core, repair);
    return true;
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
        if (m_sndNxt == m_sndUna)
        {
            CountAsSent(core, skb->ackSeq);
        }
    }
    const uint64_t ackSeq = std::min(skb->ackSeq, m_sndNxt);
    m_windowEnd = std::max(m_windowEnd, skb->ackSeq + skb->window);
    m_maxWindow = std::max<uint64_t>(m_maxWindow, skb->window);
    if (ackSeq > m_sndUna)
    {
        const uint64_t acked = ackSeq - m_sndUna;
        CleanRtxQueue(core, ackSeq);
        m_congestion.OnAck(static_cast<uint32_t>((acked + m_parameters.mss - 1) / m_parameters.mss),
                           m_limited,
                           static_cast<uint64_t>(core.ToNs(core.Now())));
        m_limited = false;
        m_buffer.Expand(m_congestion.GetWindow());
    }
    if (skb->seq > skb->ackSeq)
    {
        NoteHole(*skb);
    }
    m_skbs.ConsumeSkb(core, skb);
    WakeWriter(core);
}

// What a device took of an skb whose end it refused.
void
TcpSender::CountAsSent(CpuCore& core, uint64_t end)
{
    Skb* skb = m_unsent.Peek();
    while (skb != nullptr && skb->seq < end)
    {
        if (skb->seq + skb->payload > end &&
            !Split(core, *skb, static_cast<uint32_t>(end - skb->seq)))
        {
            return;
        }
        MoveToSent(core);
        skb = m_unsent.Peek();
    }
}

// tcp_event_new_data_sent(), tcp_minshall_update()
void
TcpSender::MoveToSent(CpuCore& core)
{
    Skb* skb = m_unsent.PopFront(core);
    m_sndNxt = skb->seq + skb->payload;
    m_sndSml = skb->payload % m_parameters.mss != 0 ? m_sndNxt : m_sndSml;
    m_sent.PushBack(core, skb);
}

void
TcpSender::CleanRtxQueue(CpuCore& core, uint64_t ackSeq)
{
    m_sndUna = ackSeq;
    m_repair.Advance(ackSeq);
    while (!m_sent.IsEmpty() && m_sent.Peek()->seq + m_sent.Peek()->payload <= ackSeq)
    {
        Skb* skb = m_sent.PopFront(core);
        m_buffer.Charge(-static_cast<int64_t>(skb->truesize));
        m_skbs.ConsumeSkb(core, skb);
    }
    if (m_sndUna == m_sndNxt)
    {
        Disarm();
        return;
    }
    ArmTimer(core);
}

void
TcpSender::NoteHole(const Skb& ack)
{
    if (m_repair.NoteHole(ack.ackSeq, std::min(ack.seq, m_sndNxt)))
    {
        EnterCwr();
    }
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
    if (m_writer != nullptr && !m_writer->IsAwake() && m_buffer.HasSpace())
    {
        m_writer->Wake(core);
    }
}

void
TcpSender::Resume(CpuCore& core)
{
    if (m_owned)
    {
        m_tsqDeferred = true;
        return;
    }
    XmitAll(core);
}

// tcp_write_timer()
void
TcpSender::Expire(CpuCore& core)
{
    if (m_owned)
    {
        m_timerDeferred = true;
        return;
    }
    Timeout(core);
    XmitAll(core);
}

// tcp_retransmit_timer(), where all that is in flight is lost; tcp_probe_timer() if nothing is.
void
TcpSender::Timeout(CpuCore& core)
{
    ++m_stats.timeouts;
    if (m_sndUna < m_sndNxt)
    {
        m_repair.LoseAll(m_sndUna, m_sndNxt);
        m_congestion.EnterLoss(static_cast<int64_t>(m_sndUna) > m_highSeq);
        m_highSeq = static_cast<int64_t>(m_sndNxt);
    }
    m_probe = m_sndUna == m_sndNxt;
    if (m_probe && m_unsent.IsEmpty())
    {
        return;
    }
    ArmTimer(core);
}

void
TcpSender::Purge(CpuCore& core)
{
    m_xmit.Finish(core);
    for (SkbQueue* queue : {&m_unsent, &m_sent})
    {
        while (Skb* skb = queue->PopFront(core))
        {
            m_buffer.Charge(-static_cast<int64_t>(skb->truesize));
            m_skbs.ConsumeSkb(core, skb);
        }
    }
    while (Skb* skb = m_backlog.PopFront(core))
    {
        m_skbs.ConsumeSkb(core, skb);
    }
    m_frag.Drop(core);
    m_smallQueue.Stop();
    Disarm();
}

std::string
TcpSender::CheckEqualities() const
{
    uint64_t unsent = 0;
    for (const Skb* skb = m_unsent.Peek(); skb != nullptr; skb = skb->next)
    {
        unsent += skb->payload;
    }
    const uint64_t sentFrom = m_sent.IsEmpty() ? m_sndNxt : m_sent.Peek()->seq;
    uint64_t end = sentFrom;
    for (const Skb* skb = m_sent.Peek(); skb != nullptr && skb->seq == end; skb = skb->next)
    {
        end += skb->payload;
    }
    const bool whole = m_sndUna >= sentFrom && end == m_sndNxt && m_sndNxt + unsent == m_writeSeq;
    return whole ? "" : "the write queue has gaps";
}

} // namespace ns3
