/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NET_RX_SOFTIRQ_H
#define LINUX_DATAPATH_NET_RX_SOFTIRQ_H

#include "jiffies.h"
#include "napi.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Work at the top of every round of net_rx_action (skb_defer_free_flush).
 */
class SoftirqHook
{
  public:
    virtual ~SoftirqHook() = default;
    /** @brief Do it; called often, mostly with nothing to do. @param core who */
    virtual void Flush(CpuCore& core) = 0;
};

/**
 * @ingroup linux-datapath
 * @brief NET_RX of one core: the loop of __do_softirq around net_rx_action, packet by packet.
 *
 * A step handles one packet of one poll. As the kernel (net/core/dev.c, kernel/softirq.c, v6.4):
 * the poll list is taken over at the start of net_rx_action; each round flushes the hooks and polls
 * the first NAPI; one that used its weight waits on the repoll list for the next net_rx_action;
 * netdev_budget or the time limit end it with time_squeeze; what is left is spliced back, the old
 * list in front, then what was scheduled meanwhile, then the repoll list, and the softirq is raised
 * again. The loop runs at most softirqRestart net_rx_actions (`--max_restart`), ends sooner at its
 * time limit or when a task waits (need_resched), and leaves the rest to ksoftirqd.
 * From v6.4 on a NAPI scheduled inside net_rx_action raises nothing, the list is looked at again.
 *
 * Differs from the kernel: NET_RX is the only softirq. Counter equality (asserted in tests):
 * sum of the polls of all NAPIs that only this core polled in softirq == rounds.
 */
class NetRxSoftirq
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t loops{0};       //!< __do_softirq calls
        uint64_t actions{0};     //!< net_rx_action calls
        uint64_t rounds{0};      //!< polls
        uint64_t timeSqueeze{0}; //!< time_squeeze: budget or time ran out
        uint64_t gaveUp{0};      //!< loops that ended with NET_RX pending
    };

    /** @param core its core; outlives it */
    explicit NetRxSoftirq(CpuCore& core);

    /** @brief ____napi_schedule on this core: to the end of its poll list. @param napi claimed, on
     * no list */
    void Add(Napi& napi);
    /** @brief Take a NAPI off (netif_napi_del). @param napi which */
    void Remove(Napi& napi);
    /** @brief Call a hook at the top of every round. @param hook outlives this or is removed */
    void AddHook(SoftirqHook& hook);
    /** @brief Do not call it any more. @param hook which */
    void RemoveHook(SoftirqHook& hook);

    /** @brief Call the hooks (skb_defer_free_flush of a NAPI thread, v6.4). */
    void RunHooks();

    /** @brief __raise_softirq_irqoff(NET_RX_SOFTIRQ); in a step of its core only. */
    void Raise()
    {
        m_pending = true;
    }

    /** @return is NET_RX raised? */
    bool IsPending() const
    {
        return m_pending;
    }

    /** @return is the loop of __do_softirq under way? */
    bool IsActive() const
    {
        return m_active;
    }

    /**
     * @brief One step of the loop; begins the loop if it is not under way.
     * @return true if a net_rx_action ended: Restart() must follow
     */
    bool Step();
    /**
     * @brief Whether the loop goes on after a net_rx_action.
     * @param needResched a task waits for the core
     * @return false if the loop ended; if the softirq is then still pending, it gave up
     */
    bool Restart(bool needResched);

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = Stats();
    }

  private:
    bool StepAction();
    void BeginLoop();
    void BeginAction();
    bool NextRound();
    bool EndRound(Napi::PollState state);
    void EndAction();

    CpuCore& m_core;                   //!< its core
    const Jiffies m_jiffies;           //!< time limits
    const bool m_inAction;             //!< kernel has sd->in_net_rx_action (v6.4)
    LineRun m_line;                    //!< softnet_data: poll_list, time_squeeze
    std::vector<SoftirqHook*> m_hooks; //!< called at the top of a round
    NapiList m_pollList;               //!< sd->poll_list
    NapiList m_list;                   //!< taken over by net_rx_action
    NapiList m_repoll;                 //!< used their full weight
    Napi* m_napi{nullptr};             //!< being polled
    bool m_pending{false};             //!< NET_RX raised
    bool m_active{false};              //!< in __do_softirq
    bool m_acting{false};              //!< in net_rx_action
    int64_t m_budget{0};               //!< left of netdev_budget
    uint32_t m_restarts{0};            //!< left of max_restart
    Ticks m_actionEnd{0};              //!< time limit of net_rx_action
    Ticks m_loopEnd{0};                //!< time limit of __do_softirq
    Stats m_stats;                     //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_NET_RX_SOFTIRQ_H
