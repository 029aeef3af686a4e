/* SPDX-License-Identifier: GPL-2.0-only */
#include "backlogs.h"

#include "ns3/linux-host.h"

namespace ns3
{

Backlogs::Backlogs(LinuxHost& host)
    : m_host(host)
{
}

Backlog&
Backlogs::Of(const CpuCore& core)
{
    const uint32_t id = core.GetId();
    if (id >= m_backlogs.size())
    {
        m_backlogs.resize(id + 1);
    }
    if (m_backlogs[id] == nullptr)
    {
        m_backlogs[id] = std::make_unique<Backlog>(m_host, m_host.GetCpu(core));
    }
    return *m_backlogs[id];
}

void
Backlogs::Purge(CpuCore& core)
{
    for (const auto& backlog : m_backlogs)
    {
        if (backlog != nullptr)
        {
            backlog->Purge(core);
        }
    }
}

} // namespace ns3
