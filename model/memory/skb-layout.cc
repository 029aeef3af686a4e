/* SPDX-License-Identifier: GPL-2.0-only */
#include "skb-layout.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/** skb_shared_info without its frags, and one frag [bytes]; BTF of v6.18, unchanged since v5.18. */
constexpr uint32_t SHARED_INFO_FIXED = 48;
constexpr uint32_t SHARED_INFO_FRAG = 16;
/** struct xdp_frame and the largest metadata: what XDP_PACKET_HEADROOM must hold [bytes]. */
constexpr uint32_t MIN_HEADROOM = 40 + 32;
/** More would no longer be an alignment inside of a line [bytes]. */
constexpr uint32_t MAX_IP_ALIGN = 63;
/** Shortest Ethernet frame without FCS [bytes]. */
constexpr uint32_t MIN_FRAME = 60;

uint32_t
SharedInfo(uint32_t frags)
{
    return SkbLayout::DataAlign(SHARED_INFO_FIXED + frags * SHARED_INFO_FRAG);
}

std::string
Refuse(const char* name, uint32_t value, const std::string& accepted)
{
    return std::string(name) + " = " + std::to_string(value) + "; accepted: " + accepted;
}

} // namespace

const char*
BuffersName(Buffers buffers)
{
    switch (buffers)
    {
    case Buffers::AllocPage:
        return "alloc-page";
    case Buffers::PagePool:
        return "page-pool";
    case Buffers::PagePoolFrag:
        return "page-pool-frag";
    case Buffers::PpCow:
        return "pp-cow";
    }
    return "";
}

SkbLayout::SkbLayout(const SkbLayoutParameters& parameters)
    : m_parameters(parameters),
      m_sharedInfo(SharedInfo(parameters.maxFrags))
{
}

std::string
SkbLayout::Check(const SkbLayoutParameters& p, Buffers buffers)
{
    if (p.pageSize != 4096 && p.pageSize != 16384 && p.pageSize != 65536)
    {
        return Refuse("page-size", p.pageSize, "4096, 16384, 65536");
    }
    if (p.maxFrags < 17 || p.maxFrags > MAX_SKB_FRAGS_LIMIT)
    {
        return Refuse("frags-max", p.maxFrags, "17..45");
    }
    if (p.ipAlign > MAX_IP_ALIGN)
    {
        return Refuse("ip-align", p.ipAlign, "0..63");
    }
    const uint32_t unit = SkbLayout(p).GetUnit(buffers);
    const uint32_t align = buffers == Buffers::PpCow ? 0 : p.ipAlign;
    const uint32_t most = unit - SharedInfo(p.maxFrags) - align - MIN_FRAME;
    if (p.headroom < MIN_HEADROOM || p.headroom > most)
    {
        return Refuse("headroom",
                      p.headroom,
                      std::to_string(MIN_HEADROOM) + ".." + std::to_string(most) + " (buffers of " +
                          std::to_string(unit) + " bytes)");
    }
    return "";
}

uint32_t
SkbLayout::GetHeadroom(Buffers buffers) const
{
    return m_parameters.headroom + (buffers == Buffers::PpCow ? 0 : m_parameters.ipAlign);
}

uint32_t
SkbLayout::GetUnit(Buffers buffers) const
{
    return buffers == Buffers::PagePoolFrag ? FRAG_BUFFER : m_parameters.pageSize;
}

uint32_t
SkbLayout::GetMaxHead(Buffers buffers) const
{
    return WithOverhead(GetUnit(buffers) - GetHeadroom(buffers));
}

uint32_t
SkbLayout::GetMaxFrame(Buffers buffers) const
{
    return GetMaxHead(buffers) + m_parameters.maxFrags * GetUnit(buffers);
}

uint32_t
SkbLayout::GetMaxMtu(Buffers buffers, bool frags) const
{
    return (frags ? GetMaxFrame(buffers) : GetMaxHead(buffers)) - HARD_HEADER;
}

SkbPiece
SkbLayout::MakePiece(Buffers buffers, uint32_t size) const
{
    switch (buffers)
    {
    case Buffers::PagePoolFrag:
        return {size, FRAG_BUFFER, false};
    case Buffers::PpCow:
        if (2 * size <= m_parameters.pageSize)
        {
            return {size, size, false};
        }
        [[fallthrough]];
    default:
        return {size, m_parameters.pageSize, true};
    }
}

bool
SkbLayout::Lay(Buffers buffers, uint32_t length, SkbFrameLayout& frame) const
{
    frame.pieces.clear();
    if (length > GetMaxFrame(buffers))
    {
        return false;
    }
    frame.linear = std::min(length, GetMaxHead(buffers));
    const uint32_t wanted = DataAlign(frame.linear) + m_sharedInfo + GetHeadroom(buffers);
    const bool fits = buffers == Buffers::PpCow && 2 * wanted <= m_parameters.pageSize;
    frame.headWholePage = buffers != Buffers::PagePoolFrag && !fits;
    frame.headBytes = fits ? wanted : GetUnit(buffers);
    for (uint32_t rest = length - frame.linear; rest > 0;)
    {
        const uint32_t size = std::min(rest, GetUnit(buffers));
        frame.pieces.push_back(MakePiece(buffers, size));
        rest -= size;
    }
    return true;
}

uint32_t
SkbLayout::GetTruesize(const SkbFrameLayout& frame) const
{
    uint32_t bytes = Truesize(WithOverhead(frame.headBytes));
    for (const SkbPiece& piece : frame.pieces)
    {
        bytes += piece.truesize;
    }
    return bytes;
}

uint32_t
SkbLayout::GetPiecesPerPage(uint32_t truesize) const
{
    return std::max(1U, m_parameters.pageSize / truesize);
}

uint32_t
SkbLayout::GetPeriod(Buffers buffers, uint32_t length) const
{
    const uint32_t head = GetMaxHead(buffers);
    const uint32_t unit = GetUnit(buffers);
    const uint32_t rest = length > head ? length - head : 0;
    if (buffers == Buffers::PagePoolFrag)
    {
        const uint32_t perFrame = 1 + (rest + unit - 1) / unit;
        const uint32_t perPage = GetPiecesPerPage(FRAG_BUFFER);
        return perPage / std::gcd(perFrame, perPage);
    }
    if (buffers == Buffers::PpCow)
    {
        // a frame has one fragment at most: its head when it is short, else its tail
        const uint32_t headBytes = DataAlign(length) + m_sharedInfo + GetHeadroom(buffers);
        const uint32_t fragment = rest > 0 ? rest % unit : headBytes;
        return fragment > 0 ? GetPiecesPerPage(fragment) : 1;
    }
    return 1;
}

uint64_t
SkbLayout::GetBytesPerPeriod(Buffers buffers, uint32_t length) const
{
    if (length > GetMaxFrame(buffers))
    {
        return 0;
    }
    const uint32_t head = GetMaxHead(buffers);
    const uint32_t unit = GetUnit(buffers);
    const uint64_t period = GetPeriod(buffers, length);
    const uint64_t units = 1 + (length > head ? (length - head + unit - 1) / unit : 0);
    if (buffers == Buffers::PpCow && period > 1)
    {
        return (period * (units - 1) + 1) * unit;
    }
    return period * units * unit;
}

} // namespace ns3
