/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SLICE_H
#define LINUX_DATAPATH_SLICE_H

#include <cstdint>

namespace ns3
{

/** @brief Something that delivers frames and can be run piece by piece, in turns with others. */
class Slice
{
  public:
    virtual ~Slice() = default;
    /** @brief Run one piece. @return frames that it delivered */
    virtual uint64_t Run() = 0;
};

} // namespace ns3

#endif // LINUX_DATAPATH_SLICE_H
