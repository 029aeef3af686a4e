/* SPDX-License-Identifier: GPL-2.0-only */
#include "buffer-lines.h"

namespace ns3
{

LineSet&
BufferLines::Of(const PageFragment& piece)
{
    const Page& page = *piece.page;
    Block& block = m_blocks[page.pfn];
    const uint32_t first = piece.offset / LINE_BYTES;
    if (first >= block.starts.size())
    {
        block.starts.resize(first + 1, nullptr);
    }
    const uint32_t lines = (piece.size + LINE_BYTES - 1) / LINE_BYTES;
    const LineSet fresh(static_cast<uint16_t>(lines), first % LINE_COLUMNS, page.node);
    LineSet*& set = block.starts[first];
    if (set == nullptr)
    {
        set = &m_sets.emplace_back(fresh);
    }
    else if (set->GetLines() != lines)
    {
        *set = fresh;
    }
    return *set;
}

} // namespace ns3
