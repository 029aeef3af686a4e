/* SPDX-License-Identifier: GPL-2.0-only */
#include "vhost-net-rx.h"

#include "vhost-net-tx.h"

#include <algorithm>

namespace ns3
{

VhostNetRx::VhostNetRx(VhostWorker& worker, Virtqueue& queue, TunQueue& ring)
    : m_worker(worker),
      m_queue(queue),
      m_ring(ring)
{
    queue.SetDevice(this);
}

void
VhostNetRx::Start(CpuCore& core)
{
    m_queue.DisableNotify(core);
    m_ring.SetReader(core, this);
}

// The guest has posted buffers again.
void
VhostNetRx::Notified(CpuCore& core, Virtqueue&)
{
    m_worker.Queue(core, *this);
}

// vhost_poll_wakeup()
void
VhostNetRx::Readable(CpuCore& core)
{
    m_worker.Queue(core, *this);
}

bool
VhostNetRx::Step(CpuCore& core, VhostWorker& worker)
{
    CpuCore::Scope scope(core, Fn::handle_rx);
    if (!m_running)
    {
        Begin(core);
    }
    void* entry = Peek(core);
    if (entry == nullptr)
    {
        return End(core, true);
    }
    const uint32_t len = LengthOf(core, entry);
    if (!CollectBuffers(core, len + Virtqueue::NET_HEADER))
    {
        if (m_queue.EnableNotify(core))
        {
            m_queue.DisableNotify(core);
            return true;
        }
        ++m_stats.noBuffers;
        return End(core, false);
    }
    CopyOut(core, entry);
    ++m_head;
    m_done += static_cast<uint32_t>(m_buffers.size());
    if (m_done > BATCH)
    {
        m_queue.AddUsedAndSignal(core, m_done);
        m_done = 0;
    }
    ++m_sentPackets;
    m_sentBytes += len + Virtqueue::NET_HEADER;
    if (m_sentBytes >= VhostWeight::BYTES || m_sentPackets >= VhostWeight::PACKETS)
    {
        ++m_stats.requeues;
        worker.Queue(core, *this);
        return End(core, false);
    }
    return true;
}

void
VhostNetRx::Begin(CpuCore& core)
{
    m_running = true;
    m_sentPackets = 0;
    m_sentBytes = 0;
    ++m_stats.runs;
    core.Lock(m_vqLine); // vq->mutex
    m_queue.DisableNotify(core);
    m_ring.SetReader(core, nullptr); // vhost_net_disable_vq
}

// vhost_net_buf_peek()
void*
VhostNetRx::Peek(CpuCore& core)
{
    if (m_head == m_tail)
    {
        CpuCore::Scope scope(core, Fn::vhost_net_buf_produce);
        m_head = 0;
        m_tail = m_ring.ConsumeBatch(core, m_rxq.data(), BATCH);
        m_stats.consumes += m_tail > 0 ? 1 : 0;
        core.Write(m_rxqLines);
        if (m_tail == 0)
        {
            return nullptr;
        }
    }
    core.Read(m_rxqLines);
    return m_rxq[m_head];
}

// tun_peek_len() of the pointer itself
uint32_t
VhostNetRx::LengthOf(CpuCore& core, void* entry)
{
    if (TunQueue::IsFrame(entry))
    {
        XdpFrame* frame = TunQueue::ToFrame(entry);
        core.Read(frame->page->body, frame->base, XdpFrame::BYTES);
        return frame->len;
    }
    const Skb* skb = static_cast<Skb*>(entry);
    skb->Read(core);
    return skb->len;
}

// get_rx_bufs()
bool
VhostNetRx::CollectBuffers(CpuCore& core, uint32_t bytes)
{
    m_buffers.clear();
    uint32_t room = 0;
    while (room < bytes)
    {
        VirtqueueBuffer* buffer = m_queue.GetDesc(core);
        if (buffer == nullptr)
        {
            m_queue.DiscardDesc(static_cast<uint32_t>(m_buffers.size()));
            return false;
        }
        room += buffer->bytes;
        m_buffers.push_back(buffer);
    }
    return true;
}

// tun_recvmsg() with the pointer in msg_control: tun_put_user(), then free.
void
VhostNetRx::CopyOut(CpuCore& core, void* entry)
{
    CpuCore::Scope scope(core, Fn::tun_recvmsg);
    core.System(SystemCost::IndirectCall);
    VirtqueueBuffer& first = *m_buffers.front();
    first.count = static_cast<uint32_t>(m_buffers.size());
    core.System(SystemCost::UserAccess);
    core.Write(first.lines, LINE_BYTES - Virtqueue::NET_HEADER, Virtqueue::NET_HEADER);
    m_cursor = Virtqueue::NET_HEADER;
    if (TunQueue::IsFrame(entry))
    {
        XdpFrame* frame = TunQueue::ToFrame(entry);
        first.sentAt = frame->sentAt;
        first.cargo = SkbCargo::Take(frame->cargo);
        CopyPiece(core, frame->page->body, frame->base + frame->headroom, frame->linear);
        for (const SkbFrag& frag : frame->frags)
        {
            CopyPiece(core, frag.page->body, frag.offset, frag.size);
        }
    }
    else
    {
        Skb* skb = static_cast<Skb*>(entry);
        first.sentAt = skb->sentAt;
        first.cargo = SkbCargo::Take(skb->cargo);
        SkbData& head = *skb->head;
        CopyPiece(core, *head.lines, head.base + skb->data, skb->HeadLen());
        for (const SkbFrag& frag : head.frags)
        {
            CopyPiece(core, frag.page->body, frag.offset, frag.size);
        }
    }
    ++m_stats.packets;
    m_stats.bytes += m_cursor - Virtqueue::NET_HEADER;
    m_stats.buffers += m_buffers.size();
    for (VirtqueueBuffer* buffer : m_buffers)
    {
        buffer->bytes = std::min(buffer->bytes, m_cursor);
        m_cursor -= buffer->bytes;
    }
    m_ring.Free(core, entry);
}

// Into the buffers where the packet stands.
void
VhostNetRx::CopyPiece(CpuCore& core, LineSet& from, uint32_t byte, uint32_t bytes)
{
    uint32_t begin = 0;
    for (VirtqueueBuffer* buffer : m_buffers)
    {
        const uint32_t end = begin + buffer->bytes;
        if (bytes > 0 && m_cursor < end)
        {
            const uint32_t n = std::min(bytes, end - m_cursor);
            CpuCore::Scope scope(core, Fn::copy_to_iter);
            core.System(SystemCost::UserAccess);
            const uint32_t to = LINE_BYTES - Virtqueue::NET_HEADER + m_cursor - begin;
            core.Copy(from, byte, buffer->lines, to, n);
            m_cursor += n;
            byte += n;
            bytes -= n;
        }
        begin = end;
    }
}

bool
VhostNetRx::End(CpuCore& core, bool waitForTap)
{
    m_running = false;
    if (waitForTap)
    {
        m_ring.SetReader(core, this); // vhost_net_enable_vq: looks once more
        if (!m_ring.IsEmpty(core))
        {
            m_worker.Queue(core, *this);
        }
    }
    m_queue.AddUsedAndSignal(core, m_done);
    m_done = 0;
    return false;
}

void
VhostNetRx::Close(CpuCore& core)
{
    for (; m_head < m_tail; ++m_head)
    {
        m_ring.Free(core, m_rxq[m_head]);
    }
}

} // namespace ns3
