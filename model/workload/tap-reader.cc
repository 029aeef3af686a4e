/* SPDX-License-Identifier: GPL-2.0-only */
#include "tap-reader.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

TapReader::TapReader(HostCpu& cpu, TunQueue& ring, uint32_t bytes)
    : Task(cpu, "tap-reader"),
      m_ring(ring),
      m_bytes(bytes),
      m_buffer(static_cast<uint16_t>((bytes + LINE_BYTES - 1) / LINE_BYTES))
{
}

void
TapReader::StartAt(Ticks when)
{
    WakeAt(when);
}

void
TapReader::Readable(CpuCore& core)
{
    Wake(core);
}

void
TapReader::Step(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::syscall_entry);
    if (!m_inCall)
    {
        core.System(SystemCost::Syscall);
        m_inCall = true;
    }
    void* entry = m_ring.Consume(core);
    if (entry == nullptr)
    {
        Wait(core);
        return;
    }
    NS_ABORT_MSG_IF(TunQueue::IsFrame(entry), "a process reads skbs only in this release");
    m_ring.SetReader(core, nullptr);
    PutUser(core, *static_cast<Skb*>(entry));
    m_ring.Free(core, entry);
    m_inCall = false;
}

// tun_ring_recv(): on the wait queue, look once more, sleep.
void
TapReader::Wait(CpuCore& core)
{
    m_ring.SetReader(core, this);
    if (m_ring.IsEmpty(core))
    {
        ++m_stats.sleeps;
        Sleep();
    }
}

// tun_put_user()
void
TapReader::PutUser(CpuCore& core, Skb& skb)
{
    CpuCore::Scope scope(core, Fn::tun_recvmsg);
    skb.Read(core);
    uint32_t done = 0;
    const auto copy = [&](LineSet& from, uint32_t byte, uint32_t bytes) {
        const uint32_t n = std::min(bytes, m_bytes - done);
        if (n > 0)
        {
            CpuCore::Scope iter(core, Fn::copy_to_iter);
            core.System(SystemCost::UserAccess);
            core.Copy(from, byte, m_buffer, done, n);
            done += n;
        }
    };
    SkbData& head = *skb.head;
    copy(*head.lines, head.base + skb.data, skb.HeadLen());
    for (const SkbFrag& frag : head.frags)
    {
        copy(frag.page->body, frag.offset, frag.size);
    }
    ++m_stats.frames;
    m_stats.bytes += done;
    m_latency.Add(core.Now() - std::min(skb.sentAt, core.Now()), 1);
}

void
TapReader::ResetStats()
{
    m_stats = Stats();
    m_latency = LatencyHistogram();
}

} // namespace ns3
