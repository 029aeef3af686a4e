/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-small-queue.h"

namespace ns3
{

TcpSmallQueue::TcpSmallQueue(LinuxHost& host, Client& client)
    : m_host(host),
      m_client(client)
{
}

void
TcpSmallQueue::Charge(CpuCore& core, Skb& skb)
{
    skb.owner = this;
    core.Atomic(m_line);
    m_wmemAlloc += skb.truesize;
}

void
TcpSmallQueue::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_line);
    m_wmemAlloc -= skb.truesize;
    if (m_throttled && m_wmemAlloc < LIMIT && !IsArmed())
    {
        m_host.GetCpu(core).Arm(*this, core.Now());
    }
}

void
TcpSmallQueue::Recharge(CpuCore& core, int64_t bytes)
{
    core.Atomic(m_line);
    m_wmemAlloc += bytes;
}

void
TcpSmallQueue::Expire(CpuCore& core)
{
    m_client.Resume(core);
}

} // namespace ns3
