/* SPDX-License-Identifier: GPL-2.0-only */
#include "gro.h"

#include "ns3/jiffies.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/** Bytes of a struct gro_list. */
constexpr uint32_t GRO_LIST_BYTES = 24;
/** Line-in-page of gro_hash, kept off the starts of pages as that of veth_rq is. */
constexpr uint8_t HASH_COLUMN = 8;

void
ReadHeaders(CpuCore& core, const Skb& skb)
{
    skb.ReadData(core, 0, std::min(GroMerge::Offset(skb), skb.HeadLen()));
}

/** Whether tcp_gro_receive() sees a gap, other flags, or another segment size. */
bool
IsDifferent(const Skb& p, const Skb& skb)
{
    const bool size =
        skb.gsoSize != 0 ? skb.gsoSize != p.gsoSize : skb.payload == 0 || skb.payload > p.gsoSize;
    return size || p.seq + p.payload != skb.seq || p.ackSeq != skb.ackSeq ||
           p.window != skb.window || skb.isAck;
}

/** Whether nothing can be appended behind this skb. */
bool
IsLast(const Skb& skb, uint32_t mss)
{
    const bool isShort =
        skb.gsoSize != 0 ? skb.payload != skb.gsoSegs * skb.gsoSize : skb.payload < mss;
    return isShort || skb.push || skb.isAck || skb.head->fragList != nullptr;
}

} // namespace

Gro::Gro(SkbAllocator& skbs, SkbSink& up, uint32_t maxFrags, bool enabled)
    : m_skbs(skbs),
      m_merge(skbs.GetLayout(), maxFrags),
      m_normal(up),
      m_enabled(enabled)
{
    for (uint8_t i = 0; i < m_bucketLines.size(); ++i)
    {
        m_bucketLines[i] = LineRun(1, HASH_COLUMN + i);
    }
}

void
Gro::Receive(CpuCore& core, Skb* skb)
{
    ++m_stats.received;
    if (!m_enabled)
    {
        ++m_stats.normal;
        m_normal.Add(core, *skb, 1);
        return;
    }
    DevGroReceive(core, *skb);
}

void
Gro::DevGroReceive(CpuCore& core, Skb& skb)
{
    CpuCore::Scope scope(core, Fn::dev_gro_receive);
    const uint32_t number = skb.flow % BUCKETS;
    Bucket& bucket = m_buckets[number];
    core.Write(m_bucketLines[number * GRO_LIST_BYTES / LINE_BYTES]);
    skb.Write(core);
    const uint32_t found = GroListPrepare(core, skb, bucket);
    Skb* p = found < bucket.count ? bucket.held[found].skb : nullptr;
    const GroMerge::Kind merge = InetGroReceive(core, p, skb);
    const bool last = IsLast(skb, merge != GroMerge::Kind::No ? p->gsoSize : 1);
    if (p != nullptr && (merge == GroMerge::Kind::No || last))
    {
        Complete(core, bucket, found);
    }
    Finish(core, skb, merge, last, bucket);
}

void
Gro::Finish(CpuCore& core, Skb& skb, GroMerge::Kind merge, bool last, Bucket& bucket)
{
    switch (merge)
    {
    case GroMerge::Kind::No:
        last ? Normal(core, skb) : Hold(core, skb, bucket);
        break;
    case GroMerge::Kind::Frags:
        ++m_stats.frags;
        m_skbs.NapiConsumeSkb(core, &skb, 1);
        break;
    case GroMerge::Kind::Head:
        ++m_stats.heads;
        m_skbs.NapiFreeStolenHead(core, &skb);
        break;
    case GroMerge::Kind::Chained:
        ++m_stats.chained;
        break;
    }
}

uint32_t
Gro::GroListPrepare(CpuCore& core, const Skb& skb, const Bucket& bucket) const
{
    uint32_t found = MAX_SKBS;
    for (uint32_t i = 0; i < bucket.count; ++i)
    {
        const Skb& p = *bucket.held[i].skb;
        p.Write(core);
        if (p.flow == skb.flow && p.owner == skb.owner)
        {
            found = i;
        }
    }
    return found;
}

GroMerge::Kind
Gro::InetGroReceive(CpuCore& core, Skb* p, Skb& skb)
{
    CpuCore::Scope inet(core, Fn::inet_gro_receive);
    ReadHeaders(core, skb);
    CpuCore::Scope tcp(core, Fn::tcp_gro_receive);
    if (p == nullptr)
    {
        return GroMerge::Kind::No;
    }
    ReadHeaders(core, *p);
    if (IsDifferent(*p, skb) || p->ppRecycle != skb.ppRecycle || p->len + skb.payload >= MAX_SIZE ||
        skb.head->fragList != nullptr)
    {
        return GroMerge::Kind::No;
    }
    return m_merge.SkbGroReceive(core, *p, skb);
}

void
Gro::Hold(CpuCore& core, Skb& skb, Bucket& bucket)
{
    if (bucket.count == MAX_SKBS)
    {
        Complete(core, bucket, 0);
    }
    skb.gsoSegs = GroMerge::Count(skb);
    skb.gsoSize = skb.gsoSize != 0 ? skb.gsoSize : skb.payload;
    skb.prev = &skb;
    skb.next = nullptr;
    skb.WriteSharedInfo(core);
    bucket.held[bucket.count++] = {&skb, core.Now() / Jiffies(core).GetLength()};
    ++m_heldCount;
    ++m_stats.held;
}

void
Gro::Complete(CpuCore& core, Bucket& bucket, uint32_t index)
{
    CpuCore::Scope scope(core, Fn::napi_gro_complete);
    Skb& skb = *bucket.held[index].skb;
    std::copy(bucket.held.begin() + index + 1,
              bucket.held.begin() + bucket.count,
              bucket.held.begin() + index);
    --bucket.count;
    --m_heldCount;
    ++m_stats.completed;
    const uint32_t frames = skb.gsoSegs;
    if (frames == 1)
    {
        skb.gsoSize = 0;
        skb.gsoSegs = 0;
    }
    skb.prev = nullptr;
    skb.WriteSharedInfo(core);
    m_normal.Add(core, skb, frames);
}

void
Gro::Flush(CpuCore& core)
{
    FlushBefore(core, std::numeric_limits<uint64_t>::max());
}

void
Gro::FlushOld(CpuCore& core)
{
    if (core.GetKernel().hz < 1000)
    {
        Flush(core);
        return;
    }
    FlushBefore(core, core.Now() / Jiffies(core).GetLength());
}

void
Gro::FlushBefore(CpuCore& core, uint64_t jiffy)
{
    if (m_heldCount == 0)
    {
        return;
    }
    for (Bucket& bucket : m_buckets)
    {
        while (bucket.count > 0 && bucket.held[0].age < jiffy)
        {
            Complete(core, bucket, 0);
        }
    }
}

void
Gro::Normal(CpuCore& core, Skb& skb)
{
    ++m_stats.normal;
    m_normal.Add(core, skb, 1);
}

void
Gro::Purge(CpuCore& core)
{
    for (Bucket& bucket : m_buckets)
    {
        for (uint32_t i = 0; i < bucket.count; ++i)
        {
            bucket.held[i].skb->prev = nullptr;
            m_skbs.KfreeSkb(core, bucket.held[i].skb);
        }
        bucket.count = 0;
    }
    m_stats.purged += m_heldCount;
    m_heldCount = 0;
    m_skbs.KfreeSkbList(core, m_normal.TakeAll());
}

} // namespace ns3
