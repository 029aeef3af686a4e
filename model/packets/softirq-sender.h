/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SOFTIRQ_SENDER_H
#define LINUX_DATAPATH_SOFTIRQ_SENDER_H

#include "ns3/step-output.h"

#include <deque>
#include <vector>

namespace ns3
{

class HostCpu;
class PacketCargo;
class PacketStack;
class StackProcess;

/**
 * @ingroup linux-datapath
 * @brief What a softirq of a core sends because of what it handed up: acknowledgements, echo
 * replies, ARP; and the processes that it wakes.
 *
 * In the kernel this happens inside of the softirq that handled the packet. Here the ns-3 stack has
 * answered when the step that handed up is over: the core goes on with the answers as soon as the
 * step that is under way then has ended, one packet a step.
 */
class SoftirqSender : public StepOutput
{
  public:
    /** @param stack of the host @param cpu the core */
    SoftirqSender(PacketStack& stack, HostCpu& cpu);

    /** @brief Send a packet. @param cargo which */
    void Send(PacketCargo& cargo);
    /** @brief Wake a process that has something to send. @param process who */
    void Wake(StackProcess& process);

  private:
    void HandOver(CpuCore& core) override;
    void Register();

    PacketStack& m_stack;                //!< of the host
    HostCpu& m_cpu;                      //!< the core
    std::deque<PacketCargo*> m_toSend;   //!< packets
    std::vector<StackProcess*> m_toWake; //!< processes
};

} // namespace ns3

#endif // LINUX_DATAPATH_SOFTIRQ_SENDER_H
