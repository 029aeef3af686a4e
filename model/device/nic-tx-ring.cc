/* SPDX-License-Identifier: GPL-2.0-only */
#include "nic-tx-ring.h"

#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/linux-host.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NicTxRing);

namespace
{

/** sizeof(struct ice_tx_desc) is 16, sizeof(struct ice_tx_buf) 32. */
constexpr uint32_t DESCRIPTORS_PER_LINE = LINE_BYTES / 16;
constexpr uint32_t BUFFERS_PER_LINE = LINE_BYTES / 32;
/** FCS, preamble with start delimiter, and least gap between frames [bytes]. */
constexpr uint32_t WIRE_OVERHEAD = 4 + 8 + 12;
/** ETH_ZLEN: shorter frames are padded [bytes]. */
constexpr uint32_t LEAST_FRAME = 60;

std::vector<LineRun>
MakeLines(uint32_t count)
{
    std::vector<LineRun> lines;
    for (uint32_t i = 0; i < count; ++i)
    {
        lines.emplace_back(1, i % LINE_COLUMNS);
    }
    return lines;
}

} // namespace

TypeId
NicTxRing::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NicTxRing")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<NicTxRing>()
            .AddAttribute("Size",
                          "Descriptors of the ring [descriptors]",
                          UintegerValue(512),
                          MakeUintegerAccessor(&NicTxRing::m_size),
                          MakeUintegerChecker<uint32_t>(64, 8160))
            .AddAttribute("Clean",
                          "When sent frames are given back: lazy below a quarter free, or eager",
                          MakeScopedEnumValue(TxClean::Lazy),
                          MakeScopedEnumAccessor(&NicTxRing::m_clean),
                          MakeScopedEnumChecker(TxClean::Lazy, "lazy", TxClean::Eager, "eager"))
            .AddAttribute("CleanLimit",
                          "Most frames that one clean gives back [frames]; 0: all that were sent",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NicTxRing::m_cleanLimit),
                          MakeUintegerChecker<uint32_t>(0, 8160))
            .AddAttribute("LineRate",
                          "Rate of the wire [Gb/s]",
                          DoubleValue(100),
                          MakeDoubleAccessor(&NicTxRing::m_lineRate),
                          MakeDoubleChecker<double>(1e-3, 1e6));
    return tid;
}

NicTxRing::NicTxRing() = default;

NicTxRing::~NicTxRing() = default;

void
NicTxRing::Open(Ptr<LinuxHost> host)
{
    m_host = host;
    m_host->AddStatsClient(*this);
    m_bulk = std::make_unique<XdpFrameBulk>(XdpFrames::Of(*host));
    m_ring.assign(m_size, Entry());
    m_descriptorLines = MakeLines((m_size + DESCRIPTORS_PER_LINE - 1) / DESCRIPTORS_PER_LINE);
    m_bufferLines = MakeLines((m_size + BUFFERS_PER_LINE - 1) / BUFFERS_PER_LINE);
}

uint32_t
NicTxRing::Next(uint32_t index) const
{
    return index + 1 == m_size ? 0 : index + 1;
}

uint32_t
NicTxRing::XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush)
{
    CpuCore::Scope scope(core, Fn::ice_xdp_xmit);
    core.Write(m_ringLine);
    ++m_stats.bulks;
    MakeRoom(core);
    const uint32_t taken = std::min(count, m_size - m_pending);
    for (uint32_t i = 0; i < taken; ++i)
    {
        XmitFrame(core, frames[i], i + 1 == taken);
    }
    m_stats.queued += taken;
    m_stats.full += count - taken;
    if (flush)
    {
        RingDoorbell(core);
    }
    return taken;
}

void
NicTxRing::MakeRoom(CpuCore& core)
{
    if (m_clean == TxClean::Eager || m_size - m_pending < m_size / 4)
    {
        Clean(core);
    }
}

// __ice_xmit_xdp_ring(). The device maps each frame: its page belongs to somebody else's pool.
void
NicTxRing::XmitFrame(CpuCore& core, XdpFrame* frame, bool report)
{
    CpuCore::Scope scope(core, Fn::__ice_xmit_xdp_ring);
    core.Read(frame->page->body, frame->base, XdpFrame::BYTES);
    core.System(SystemCost::DmaMap);
    core.Write(m_bufferLines[m_toUse / BUFFERS_PER_LINE]);
    core.Write(m_descriptorLines[m_toUse / DESCRIPTORS_PER_LINE]);
    m_ring[m_toUse].frame = frame;
    m_ring[m_toUse].report = report;
    m_stats.bytes += frame->len;
    m_toUse = Next(m_toUse);
    ++m_pending;
    ++m_unposted;
}

// ice_xdp_ring_update_tail(). The store to the register is uncached: what is before it in the store
// buffer must have left, as before a barrier.
void
NicTxRing::RingDoorbell(CpuCore& core)
{
    if (m_unposted == 0)
    {
        return;
    }
    CpuCore::Scope scope(core, Fn::ice_xdp_ring_update_tail);
    core.System(SystemCost::FullBarrier);
    ++m_stats.doorbells;
    m_wireFree = std::max(m_wireFree, core.Now());
    for (; m_unposted > 0; --m_unposted)
    {
        Entry& entry = m_ring[m_toPost];
        const uint32_t bytes = std::max(entry.frame->len, LEAST_FRAME) + WIRE_OVERHEAD;
        m_wireFree += core.FromNs(bytes * 8 / m_lineRate);
        entry.sent = m_wireFree;
        m_toPost = Next(m_toPost);
    }
}

uint32_t
NicTxRing::Clean(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::ice_clean_xdp_irq);
    const uint32_t posted = m_pending - m_unposted;
    const uint32_t most = m_cleanLimit == 0 ? posted : std::min(posted, m_cleanLimit);
    const Ticks looked = core.Now(); // ready_frames is counted once
    uint32_t done = 0;
    while (done < most && m_ring[m_toClean].sent <= looked)
    {
        CleanBuffer(core);
        ++done;
    }
    m_bulk->Flush(core);
    m_stats.returned += done;
    ++m_stats.cleanSizes[done];
    return done;
}

void
NicTxRing::CleanBuffer(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::ice_clean_xdp_tx_buf);
    LineRun& descriptor = m_descriptorLines[m_toClean / DESCRIPTORS_PER_LINE];
    if (m_ring[m_toClean].report)
    {
        core.DmaWrite(descriptor); // the NIC's write of the status, before this look at it
        core.Read(descriptor);
    }
    core.Write(m_bufferLines[m_toClean / BUFFERS_PER_LINE]);
    core.System(SystemCost::DmaUnmap);
    m_bulk->Return(core, m_ring[m_toClean].frame);
    m_ring[m_toClean].frame = nullptr;
    m_toClean = Next(m_toClean);
    --m_pending;
}

void
NicTxRing::Purge(CpuCore& core)
{
    const uint32_t left = m_pending;
    while (m_pending > 0)
    {
        CleanBuffer(core);
    }
    m_bulk->Flush(core);
    m_toPost = m_toUse;
    m_unposted = 0;
    m_stats.returned += left;
    m_stats.purged += left;
}

void
NicTxRing::ResetStats()
{
    m_stats = Stats();
}

void
NicTxRing::DoDispose()
{
    if (m_host)
    {
        m_host->RemoveStatsClient(*this);
    }
    m_bulk.reset();
    m_host = nullptr;
    Object::DoDispose();
}

} // namespace ns3
