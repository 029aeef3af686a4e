/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-queue.h"

#include "ns3/footprint-meter.h"
#include "ns3/linux-host.h"
#include "ns3/skb-allocator.h"

namespace ns3
{

namespace
{

/** TUN_XDP_FLAG: bit 0 of a ring entry tells a frame from an skb. */
constexpr uintptr_t FRAME_FLAG = 1;

void*
TagFrame(XdpFrame* frame)
{
    return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(frame) | FRAME_FLAG);
}

/** Line of tx_ring and of the wait queue in struct tun_file of v6.18. */
constexpr uint8_t RING_COLUMN = 25;
constexpr uint8_t WAIT_COLUMN = 10;

} // namespace

TunQueue::TunQueue(LinuxHost& host, uint32_t size)
    : m_host(host),
      m_ring(size, RING_COLUMN),
      m_waitLine(1, WAIT_COLUMN)
{
    host.GetFootprint().Add(FootprintOwner::PtrRing,
                            static_cast<int64_t>(m_ring.GetBytes()),
                            host.Now());
}

TunQueue::~TunQueue() = default;

bool
TunQueue::IsFrame(const void* entry)
{
    return (reinterpret_cast<uintptr_t>(entry) & FRAME_FLAG) != 0;
}

XdpFrame*
TunQueue::ToFrame(void* entry)
{
    return reinterpret_cast<XdpFrame*>(reinterpret_cast<uintptr_t>(entry) & ~FRAME_FLAG);
}

bool
TunQueue::Produce(CpuCore& core, Skb* skb)
{
    const bool taken = m_ring.Produce(core, skb);
    ++(taken ? m_stats.produced : m_stats.ring_full);
    if (taken)
    {
        Wake(core);
    }
    return taken;
}

uint32_t
TunQueue::ProduceFrames(CpuCore& core, XdpFrame* const* frames, uint32_t count)
{
    m_ring.LockProducer(core);
    uint32_t done = 0;
    while (done < count && m_ring.ProduceLocked(core, TagFrame(frames[done])))
    {
        ++done;
    }
    m_stats.produced += done;
    m_stats.ring_full += count - done;
    return done;
}

// sock_def_readable()
void
TunQueue::Wake(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::sock_def_readable);
    core.System(SystemCost::FullBarrier);
    core.Read(m_waitLine);
    if (m_reader != nullptr)
    {
        core.Lock(m_waitLine);
        m_reader->Readable(core);
    }
}

void
TunQueue::SetReader(CpuCore& core, TunReader* reader)
{
    if (m_reader != reader)
    {
        core.Lock(m_waitLine);
        m_reader = reader;
    }
}

void*
TunQueue::Consume(CpuCore& core)
{
    void* entry = m_ring.Consume(core);
    m_stats.consumed += entry != nullptr ? 1 : 0;
    return entry;
}

uint32_t
TunQueue::ConsumeBatch(CpuCore& core, void** out, uint32_t most)
{
    const uint32_t count = m_ring.ConsumeBatch(core, out, most);
    m_stats.consumed += count;
    return count;
}

void
TunQueue::Free(CpuCore& core, void* entry)
{
    if (IsFrame(entry))
    {
        XdpFrames::Of(m_host).Return(core, ToFrame(entry));
    }
    else
    {
        m_host.GetSkbs().ConsumeSkb(core, static_cast<Skb*>(entry));
    }
}

void
TunQueue::Purge(CpuCore& core)
{
    while (void* entry = Consume(core))
    {
        Free(core, entry);
    }
}

} // namespace ns3
