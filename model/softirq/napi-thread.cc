/* SPDX-License-Identifier: GPL-2.0-only */
#include "napi-thread.h"

#include "host-cpu.h"

namespace ns3
{

NapiThread::NapiThread(HostCpu& cpu, Napi& napi)
    : Task(cpu, "napi"),
      m_napi(napi)
{
    napi.SetThread(this);
}

NapiThread::~NapiThread()
{
    m_napi.SetThread(nullptr);
}

void
NapiThread::Schedule(CpuCore& waker)
{
    m_listed = true;
    Wake(waker);
}

bool
NapiThread::Preemptible() const
{
    return !IsBhDisabled();
}

void
NapiThread::Step(CpuCore& core)
{
    if (!m_listed)
    {
        Sleep();
        return;
    }
    if (!IsBhDisabled())
    {
        core.System(SystemCost::BhPair);
        core.SetContext(Context::BhDisabled);
        SetBhDisabled(true);
    }
    // A poll that finds MISSED lists itself again, by Schedule().
    m_listed = false;
    const Napi::PollState state = m_napi.PollStep(core);
    m_listed = m_listed || state != Napi::PollState::Over;
    if (state != Napi::PollState::More)
    {
        EndSection(core);
    }
}

void
NapiThread::EndSection(CpuCore& core)
{
    if (core.GetKernel().AtLeast(6, 4))
    {
        GetCpu().GetNetRx().RunHooks();
    }
    SetBhDisabled(false);
}

} // namespace ns3
