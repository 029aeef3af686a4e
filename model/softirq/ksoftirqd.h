/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_KSOFTIRQD_H
#define LINUX_DATAPATH_KSOFTIRQD_H

#include "task.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The thread that serves softirqs when the inline loop gave up: an ordinary task.
 *
 * As run_ksoftirqd (kernel/softirq.c, v6.4): one __do_softirq, then cond_resched; it sleeps when
 * nothing is pending. While it is awake, kernels with ksoftirqdTakeover skip inline softirqs.
 */
class Ksoftirqd : public Task
{
  public:
    /** @param cpu its core */
    explicit Ksoftirqd(HostCpu& cpu);

  protected:
    void Step(CpuCore& core) override;
};

} // namespace ns3

#endif // LINUX_DATAPATH_KSOFTIRQD_H
