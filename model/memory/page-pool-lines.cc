/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-pool-lines.h"

namespace ns3
{

namespace
{

LineRun
OneLine(uint16_t offset)
{
    return LineRun(1, PagePoolLines::ColumnOf(offset));
}

/** What every allocation writes: alloc.count, and counters on the line before it. */
LineRun
AllocLines(const PagePoolLayout& layout)
{
    const uint16_t line = PagePoolLayout::LineOf(layout.alloc);
    const uint16_t before = PagePoolLayout::LineOf(layout.fast) + 1 == line ? 1 : 0;
    return LineRun(1 + before, PagePoolLines::ColumnOf(layout.alloc - before * LINE_BYTES));
}

} // namespace

// References are bound, and counters placed, when the lines that they may be on exist.
PagePoolLines::PagePoolLines(const PagePoolLayout& layout, uint32_t cacheSlots)
    : params(OneLine(layout.params)),
      frag(OneLine(layout.frag)),
      alloc(AllocLines(layout)),
      release(OneLine(layout.release)),
      hold(At(layout, layout.hold)),
      fast(Counter(layout, layout.fast)),
      empty(Counter(layout, layout.empty)),
      m_size(layout.size),
      m_other(OneLine(layout.empty))
{
    for (uint32_t slot = 7; slot < cacheSlots; slot += 8)
    {
        m_cache.push_back(OneLine(static_cast<uint16_t>(layout.alloc + (slot + 1) * 8)));
    }
}

uint8_t
PagePoolLines::ColumnOf(uint16_t offset)
{
    return static_cast<uint8_t>(PagePoolLayout::LineOf(offset) % LINE_COLUMNS);
}

LineRun&
PagePoolLines::Recycle(uint32_t cpu)
{
    while (m_recycle.size() <= cpu)
    {
        m_recycle.push_back(OneLine(m_size));
    }
    return m_recycle[cpu];
}

LineRun&
PagePoolLines::At(const PagePoolLayout& layout, uint16_t offset)
{
    const uint16_t line = PagePoolLayout::LineOf(offset);
    if (line == PagePoolLayout::LineOf(layout.params))
    {
        return params;
    }
    if (line == PagePoolLayout::LineOf(layout.frag))
    {
        return frag;
    }
    const uint16_t count = PagePoolLayout::LineOf(layout.alloc);
    return line <= count && line + alloc.count > count ? alloc : m_other;
}

LineRun*
PagePoolLines::Counter(const PagePoolLayout& layout, uint16_t offset)
{
    if (offset == PagePoolLayout::NONE)
    {
        return nullptr;
    }
    LineRun& line = At(layout, offset);
    return &line == &alloc ? nullptr : &line;
}

} // namespace ns3
