/* SPDX-License-Identifier: GPL-2.0-only */
#include "page-pool-config.h"

#include "ns3/enum-attribute.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PagePoolConfig);

TypeId
PagePoolConfig::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PagePoolConfig")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<PagePoolConfig>()
            .AddAttribute("Stats",
                          "Where the counters of a pool are: none, params (in the line of its "
                          "parameters), alloc (beside the allocating side), per-cpu (also recycle "
                          "counters, per CPU)",
                          MakeScopedEnumValue(PoolStats::Alloc),
                          MakeScopedEnumAccessor(&PagePoolConfig::m_stats),
                          MakeScopedEnumChecker(PoolStats::None,
                                                "none",
                                                PoolStats::Params,
                                                "params",
                                                PoolStats::Alloc,
                                                "alloc",
                                                PoolStats::PerCpu,
                                                "per-cpu"));
    return tid;
}

} // namespace ns3
