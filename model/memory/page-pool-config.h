/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_POOL_CONFIG_H
#define LINUX_DATAPATH_PAGE_POOL_CONFIG_H

#include "page-pool-layout.h"

#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What is decided about all page_pools when the kernel is built.
 *
 * A pool reads the defaults of these attributes when it is created, so that every scenario can
 * change them by their full name.
 */
class PagePoolConfig : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @return where counters are */
    PoolStats GetStats() const
    {
        return m_stats;
    }

  private:
    PoolStats m_stats{PoolStats::Alloc}; //!< where counters are
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_POOL_CONFIG_H
