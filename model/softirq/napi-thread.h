/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NAPI_THREAD_H
#define LINUX_DATAPATH_NAPI_THREAD_H

#include "napi.h"
#include "task.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The kernel thread of a threaded NAPI (net/core/dev.c napi_threaded_poll, v6.4).
 *
 * One weight per section with bottom halves disabled, then the deferred skbs are flushed (v6.4 on),
 * bottom halves enabled, and cond_resched. One packet is one step. Differs from the kernel: the
 * thread stays on its core.
 */
class NapiThread : public Task
{
  public:
    /** @param cpu where it runs @param napi what it polls from now on; outlives it */
    NapiThread(HostCpu& cpu, Napi& napi);
    ~NapiThread() override;

    /** @brief ____napi_schedule of a threaded NAPI. @param waker the core that scheduled it */
    void Schedule(CpuCore& waker);

    bool Preemptible() const override;

  protected:
    void Step(CpuCore& core) override;

  private:
    void EndSection(CpuCore& core);

    Napi& m_napi;         //!< what it polls
    bool m_listed{false}; //!< scheduled and to be polled
};

} // namespace ns3

#endif // LINUX_DATAPATH_NAPI_THREAD_H
