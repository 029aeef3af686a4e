/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-pool-layout.h"

namespace ns3
{

const std::vector<PagePoolLayout>&
PagePoolLayout::All()
{
    // release, counters, size, params, fast, empty, hold, frag, alloc, ring, release_cnt
    static const std::vector<PagePoolLayout> table = {
        {517, PoolStats::None, 1536, 0, NONE, NONE, 152, 156, 192, 1280, 1472, "v5.17"},
        {517, PoolStats::Params, 1600, 0, 40, 64, 200, 204, 256, 1344, 1536, "v5.17, patch v1"},
        {601, PoolStats::Alloc, 1600, 0, 192, 216, 168, 172, 256, 1344, 1544, "v6.1"},
        {604, PoolStats::Alloc, 1600, 0, 200, 224, 176, 180, 256, 1344, 1544, "v6.4"},
        {618, PoolStats::None, 1664, 0, NONE, NONE, 52, 64, 256, 1344, 1568, "v6.18"},
    };
    return table;
}

const PagePoolLayout&
PagePoolLayout::Find(const KernelProfile& kernel, PoolStats stats)
{
    const PoolStats wanted = stats == PoolStats::PerCpu ? PoolStats::Alloc : stats;
    const PagePoolLayout* found = nullptr;
    for (const PagePoolLayout& layout : All())
    {
        if (layout.stats == wanted && (found == nullptr || layout.version <= kernel.version))
        {
            found = &layout;
        }
    }
    return *found;
}

} // namespace ns3
