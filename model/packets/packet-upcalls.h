/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_UPCALLS_H
#define LINUX_DATAPATH_PACKET_UPCALLS_H

#include "ns3/skb-cargo.h"
#include "ns3/step-output.h"

#include <vector>

namespace ns3
{

class HostCpu;
class PacketStack;
class StackProcess;

/**
 * @ingroup linux-datapath
 * @brief Packets that a core has done its work for: handed to the ns-3 stack when the step ends.
 *
 * Each in an event of its own, in the context of the receiving node, in their order.
 */
class PacketUpcalls : public StepOutput
{
  public:
    /** @param stack of the host @param cpu the core */
    PacketUpcalls(PacketStack& stack, HostCpu& cpu);

    /** @brief Hand up at the end of the step. @param list packets @param process who read them,
     * null: the softirq */
    void Add(SkbCargo* list, StackProcess* process);

  private:
    /** @brief A packet and who read it. */
    struct Item
    {
        SkbCargo* cargo;       //!< packet
        StackProcess* process; //!< who read it
    };

    void HandOver(CpuCore& core) override;

    PacketStack& m_stack;      //!< of the host
    HostCpu& m_cpu;            //!< the core
    std::vector<Item> m_items; //!< in order
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_UPCALLS_H
