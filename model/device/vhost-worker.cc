/* SPDX-License-Identifier: GPL-2.0-only */
#include "vhost-worker.h"

namespace ns3
{

VhostWorker::VhostWorker(HostCpu& cpu)
    : Task(cpu, "vhost")
{
}

void
VhostWorker::Queue(CpuCore& core, VhostWork& work)
{
    CpuCore::Scope scope(core, Fn::vhost_work_queue);
    core.Atomic(work.m_line); // test_and_set_bit
    if (work.m_queued)
    {
        return;
    }
    work.m_queued = true;
    core.Atomic(m_listLine); // llist_add
    m_works.push_back(&work);
    Wake(core);
}

void
VhostWorker::Step(CpuCore& core)
{
    if (m_current == nullptr)
    {
        CpuCore::Scope scope(core, Fn::vhost_worker);
        core.Write(m_listLine);
        if (m_works.empty())
        {
            Sleep();
            return;
        }
        m_current = m_works.front();
        m_works.erase(m_works.begin());
        core.Atomic(m_current->m_line); // clear_bit, smp_mb__after_atomic
        m_current->m_queued = false;
        core.System(SystemCost::IndirectCall);
    }
    if (!m_current->Step(core, *this))
    {
        m_current = nullptr;
    }
}

} // namespace ns3
