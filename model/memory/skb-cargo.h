/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_CARGO_H
#define LINUX_DATAPATH_SKB_CARGO_H

#include "skb-drop-reason.h"

namespace ns3
{

class CpuCore;

/**
 * @ingroup linux-datapath
 * @brief What somebody above the host sends along with an skb, without the host knowing what it is.
 *
 * The cargo of an skb is a list, one piece a packet: an skb that GRO merged carries several. It
 * moves with the data when an skb is copied, becomes an XDP frame, or is merged into another; a
 * clone has none. Whoever hands a packet over takes its cargo off; cargo that is still there when
 * its skb or frame is freed was lost with it and is told so.
 */
class SkbCargo
{
  public:
    /** @brief The packet was freed on its way. @param core who freed it @param reason why */
    virtual void Lost(CpuCore& core, SkbDropReason reason) = 0;

    SkbCargo* next{nullptr}; //!< next of the list
    SkbCargo* last{nullptr}; //!< last of the list; kept in its first

    /** @brief Append a list to a list. @param to may be empty @param from becomes empty */
    static void Append(SkbCargo*& to, SkbCargo*& from)
    {
        if (from == nullptr)
        {
            return;
        }
        if (to == nullptr)
        {
            to = from;
        }
        else
        {
            to->last->next = from;
            to->last = from->last;
        }
        from = nullptr;
    }

    /** @brief Take a list away. @param from becomes empty @return the list */
    static SkbCargo* Take(SkbCargo*& from)
    {
        SkbCargo* list = from;
        from = nullptr;
        return list;
    }

    /** @brief Tell all of a list that they were lost. @param core who @param list becomes empty
     * @param reason why */
    static void Lose(CpuCore& core, SkbCargo*& list, SkbDropReason reason)
    {
        SkbCargo* cargo = Take(list);
        while (cargo != nullptr)
        {
            SkbCargo* next = cargo->next;
            cargo->Lost(core, reason);
            cargo = next;
        }
    }

  protected:
    ~SkbCargo() = default;
};

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_CARGO_H
