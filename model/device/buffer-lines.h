/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_BUFFER_LINES_H
#define LINUX_DATAPATH_BUFFER_LINES_H

#include "ns3/page.h"

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The cache lines of buffers that are cut from blocks, buffer by buffer.
 *
 * A block of 32 KiB holds up to 73 buffers of which some lines are touched and others are not: more
 * runs than a LineSet tells apart. Here every place in a block where a buffer began has lines of
 * its own; they keep their state when the block is freed and comes back. Differs from hardware:
 * what others did with the block meanwhile is not seen, and a place whose buffer has another length
 * than the last one there starts anew.
 */
class BufferLines
{
  public:
    /** @param piece a buffer whose offset is a multiple of a line @return its lines, from 0 on;
     * valid until another buffer is cut at the same place */
    LineSet& Of(const PageFragment& piece);

  private:
    /** @brief The buffers of a block. */
    struct Block
    {
        std::vector<LineSet*> starts; //!< by first line
    };

    std::unordered_map<uint64_t, Block> m_blocks; //!< by page frame number
    std::deque<LineSet> m_sets;                   //!< all of them
};

} // namespace ns3

#endif // LINUX_DATAPATH_BUFFER_LINES_H
