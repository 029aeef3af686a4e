/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_IPI_H
#define LINUX_DATAPATH_IPI_H

#include "timer-heap.h"

namespace ns3
{

class HostCpu;

/**
 * @ingroup linux-datapath
 * @brief A function call on another core (smp_call_function_single_async).
 *
 * The interrupt arrives MachineProfile::ipiNs after it was sent, later if the target is in a step.
 * The target then pays MachineProfile::irqNs for entry and exit. One that is under way is not sent
 * again.
 */
class Ipi : public TimerClient
{
  public:
    /**
     * @brief Send.
     * @param from the sending core
     * @param to the target
     * @return false if it was already under way
     */
    bool Send(CpuCore& from, HostCpu& to);

    /** @return times it was sent */
    uint64_t GetSent() const
    {
        return m_sent;
    }

  protected:
    /** @brief The function; runs in hard interrupt context. @param core the target */
    virtual void Handle(CpuCore& core) = 0;

  private:
    void Expire(CpuCore& core) override;

    uint64_t m_sent{0}; //!< times sent
};

} // namespace ns3

#endif // LINUX_DATAPATH_IPI_H
