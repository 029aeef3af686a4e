/* SPDX-License-Identifier: GPL-2.0-only */
#include "vhost-net-tx.h"

#include "ns3/linux-host.h"

#include <cmath>

namespace ns3
{

namespace
{

/** NET_SKB_PAD of VHOST_NET_RX_PAD [bytes]. */
constexpr uint32_t NET_SKB_PAD = 64;
/** struct xdp_buff of v5.0 [bytes]. */
constexpr uint32_t XDP_BUFF_BYTES = 40;
/** buflen and the virtio header: struct tun_xdp_hdr [bytes]. */
constexpr uint32_t TUN_XDP_HDR_BYTES = 16;

} // namespace

VhostNetTx::VhostNetTx(LinuxHost& host,
                       VhostWorker& worker,
                       Virtqueue& queue,
                       TunRx& tap,
                       const VhostNetTxParameters& parameters)
    : m_layout(host.GetLayout()),
      m_worker(worker),
      m_queue(queue),
      m_tap(tap),
      m_parameters(parameters),
      m_base(static_cast<Ticks>(std::llround(parameters.packetCycles * TICKS_PER_CYCLE))),
      m_frag(host.GetPages(), host.GetKernel(), parameters.refill),
      m_xdp(parameters.batch),
      m_xdpLines(static_cast<uint16_t>(parameters.batch * XDP_BUFF_BYTES / LINE_BYTES + 1))
{
    queue.SetDevice(this);
}

void
VhostNetTx::Start(CpuCore& core)
{
    m_queue.EnableNotify(core);
}

void
VhostNetTx::Notified(CpuCore& core, Virtqueue&)
{
    m_worker.Queue(core, *this);
}

uint32_t
VhostNetTx::GetPad() const
{
    const SkbLayoutParameters& p = m_layout.GetParameters();
    const uint32_t headroom = m_parameters.xdp ? p.headroom : 0;
    return SkbLayout::DataAlign(p.ipAlign + NET_SKB_PAD + headroom + Virtqueue::NET_HEADER);
}

uint32_t
VhostNetTx::GetBufferBytes(uint32_t bytes) const
{
    return m_layout.GetSharedInfo() +
           SkbLayout::DataAlign(bytes + Virtqueue::NET_HEADER + GetPad());
}

uint32_t
VhostNetTx::GetMaxFrame() const
{
    const uint32_t room = m_layout.GetParameters().pageSize - m_layout.GetSharedInfo();
    return room - room % LINE_BYTES - Virtqueue::NET_HEADER - GetPad();
}

bool
VhostNetTx::Step(CpuCore& core, VhostWorker& worker)
{
    if (m_phase == Phase::Send)
    {
        return Send(core, worker);
    }
    CpuCore::Scope scope(core, Fn::handle_tx);
    if (m_phase == Phase::Idle)
    {
        m_phase = Phase::Take;
        m_ending = false;
        m_sentPackets = 0;
        m_sentBytes = 0;
        ++m_stats.runs;
        core.Lock(m_vqLine); // vq->mutex
        m_queue.DisableNotify(core);
    }
    return Take(core, worker);
}

bool
VhostNetTx::Take(CpuCore& core, VhostWorker& worker)
{
    if (m_done == m_parameters.batch)
    {
        BeginSend(core, worker);
        return true;
    }
    VirtqueueBuffer* buffer = m_queue.GetDesc(core);
    if (buffer == nullptr)
    {
        if (m_queue.EnableNotify(core))
        {
            m_queue.DisableNotify(core);
            return true;
        }
        return FlushOrEnd(core, worker);
    }
    BuildXdp(core, *buffer);
    ++m_sentPackets;
    m_sentBytes += buffer->bytes;
    if (ExceedsWeight())
    {
        ++m_stats.requeues;
        worker.Queue(core, *this);
        return FlushOrEnd(core, worker);
    }
    return true;
}

// vhost_exceeds_weight()
bool
VhostNetTx::ExceedsWeight() const
{
    return m_sentBytes >= VhostWeight::BYTES || m_sentPackets >= VhostWeight::PACKETS;
}

bool
VhostNetTx::FlushOrEnd(CpuCore& core, VhostWorker& worker)
{
    m_ending = true;
    if (m_done > 0)
    {
        BeginSend(core, worker);
        return true;
    }
    m_phase = Phase::Idle;
    return false;
}

// vhost_net_build_xdp()
void
VhostNetTx::BuildXdp(CpuCore& core, VirtqueueBuffer& buffer)
{
    CpuCore::Scope scope(core, Fn::vhost_net_build_xdp);
    const uint32_t len = buffer.bytes - Virtqueue::NET_HEADER;
    const uint32_t size = GetBufferBytes(len);
    ++m_stats.packets;
    m_stats.bytes += len;
    {
        CpuCore::Scope base(core, Fn::vhost_packet);
        core.Spend(m_base);
    }
    PageFragment piece;
    if (size <= m_layout.GetParameters().pageSize)
    {
        piece = m_frag.Take(core, size);
    }
    if (piece.page == nullptr)
    {
        ++m_stats.dropped;
        SkbCargo::Lose(core, buffer.cargo, SkbDropReason::PktTooBig);
        m_xdp[m_done++] = {};
        return;
    }
    LineSet& lines = m_lines.Of(piece);
    // Header and frame lie next to each other and neither copy waits for the other: their first
    // lines come at once.
    core.Read(buffer.lines, LINE_BYTES - Virtqueue::NET_HEADER, Virtqueue::NET_HEADER + 1);
    {
        CpuCore::Scope copy(core, Fn::copy_from_iter);
        core.System(SystemCost::UserAccess);
        core.Copy(buffer.lines,
                  LINE_BYTES - Virtqueue::NET_HEADER,
                  lines,
                  TUN_XDP_HDR_BYTES - Virtqueue::NET_HEADER,
                  Virtqueue::NET_HEADER);
    }
    const uint32_t pad = GetPad();
    {
        CpuCore::Scope copy(core, Fn::copy_from_iter);
        core.System(SystemCost::UserAccess);
        core.Copy(buffer.lines, LINE_BYTES, lines, pad, len);
    }
    core.Write(m_xdpLines, m_done * XDP_BUFF_BYTES, XDP_BUFF_BYTES);
    m_xdp[m_done++] = {piece, &lines, pad, len, buffer.sentAt, SkbCargo::Take(buffer.cargo)};
}

// vhost_tx_batch(): bottom halves stay disabled until the whole batch is through.
void
VhostNetTx::BeginSend(CpuCore& core, VhostWorker& worker)
{
    CpuCore::Scope scope(core, Fn::vhost_tx_batch);
    ++m_stats.flushes;
    m_phase = Phase::Send;
    m_next = 0;
    m_tap.BeginBatch(core);
    worker.SetBhDisabled(true);
}

bool
VhostNetTx::Send(CpuCore& core, VhostWorker& worker)
{
    core.Read(m_xdpLines, m_next * XDP_BUFF_BYTES, XDP_BUFF_BYTES);
    TunXdpBuff& xdp = m_xdp[m_next++];
    if (xdp.piece.page != nullptr)
    {
        m_tap.XdpOne(core, xdp);
    }
    if (m_next < m_done)
    {
        return true;
    }
    m_tap.EndBatch(core);
    worker.SetBhDisabled(false);
    m_queue.AddUsedAndSignal(core, m_done);
    m_done = 0;
    m_phase = m_ending ? Phase::Idle : Phase::Take;
    return !m_ending;
}

void
VhostNetTx::Close(CpuCore& core)
{
    m_frag.Drop(core);
}

} // namespace ns3
