/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VHOST_WORKER_H
#define LINUX_DATAPATH_VHOST_WORKER_H

#include "ns3/host-cpu.h"
#include "ns3/task.h"

#include <vector>

namespace ns3
{

class VhostWorker;

/**
 * @ingroup linux-datapath
 * @brief struct vhost_work: something that the worker does, one packet a step.
 */
class VhostWork
{
  public:
    virtual ~VhostWork() = default;
    /** @brief The next step of a run of the work's function. @param core who @param worker for
     * bottom halves @return false when the function has returned */
    virtual bool Step(CpuCore& core, VhostWorker& worker) = 0;

  private:
    friend class VhostWorker;
    bool m_queued{false}; //!< VHOST_WORK_QUEUED
    LineRun m_line;       //!< flags and list node
};

/**
 * @ingroup linux-datapath
 * @brief The kernel thread of a vhost device: a list of works, each run in turn.
 *
 * drivers/vhost/vhost.c, vhost_worker(): all listed works are taken at once, each runs to its end
 * and may queue itself again; with none left the thread sleeps.
 */
class VhostWorker : public Task
{
  public:
    /** @param cpu where it runs */
    explicit VhostWorker(HostCpu& cpu);

    using Task::SetBhDisabled;

    /** @brief vhost_work_queue(): does nothing if it is queued already. @param core who @param work
     * which */
    void Queue(CpuCore& core, VhostWork& work);

    /** @return nothing listed and nothing under way? */
    bool IsDrained() const
    {
        return m_works.empty() && m_current == nullptr;
    }

    bool Preemptible() const override
    {
        return m_current == nullptr;
    }

  protected:
    void Step(CpuCore& core) override;

  private:
    std::vector<VhostWork*> m_works; //!< work_list, the oldest first
    VhostWork* m_current{nullptr};   //!< the one that runs
    LineRun m_listLine;              //!< head of work_list
};

} // namespace ns3

#endif // LINUX_DATAPATH_VHOST_WORKER_H
