/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_DEFERRED_FREE_H
#define LINUX_DATAPATH_DEFERRED_FREE_H

#include "ns3/ipi.h"
#include "ns3/linux-host.h"
#include "ns3/net-rx-softirq.h"
#include "ns3/skb-allocator.h"
#include "ns3/stats-client.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Skbs that a TCP reader hands back to the cores that allocated them.
 *
 * net/core/skbuff.c skb_attempt_defer_free, net/core/dev.c skb_defer_free_flush (v5.19, in the form
 * of v6.1): one list a core under its own lock, last in first out. The skb that finds the list half
 * full interrupts the owner, who raises NET_RX; otherwise the owner finds the list at the top of
 * its next round of net_rx_action. A list at its limit makes the reader free the skb itself.
 *
 * Counter equalities: attempts = deferred + freedHere; deferred = flushed + waiting;
 * flushes = sum of histogram[n], flushed = sum of n * histogram[n].
 *
 * Differs from the kernel: v6.18 has lists without locks, per memory node.
 */
class DeferredFree : public StatsClient
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t attempts{0};            //!< skbs that came
        uint64_t deferred{0};            //!< put on a list
        uint64_t freedHere{0};           //!< freed at once: same core, list full, or switched off
        uint64_t full{0};                //!< of these: the list was full
        uint64_t interrupts{0};          //!< IPIs sent
        uint64_t flushes{0};             //!< lists taken by their owner
        uint64_t flushed{0};             //!< skbs in them
        std::vector<uint64_t> histogram; //!< flushes by their length, 0..deferMax
    };

    /** @param host the host; outlives this */
    explicit DeferredFree(LinuxHost& host);
    DeferredFree(const DeferredFree&) = delete;
    DeferredFree& operator=(const DeferredFree&) = delete;
    ~DeferredFree() override;

    /**
     * @brief skb_attempt_defer_free(): the last user is done with an skb.
     * @param core who
     * @param skb without owner (uncharged); one reference
     */
    void Attempt(CpuCore& core, Skb* skb);

    /** @brief Free everything that waits (end of a run). @param core who */
    void Purge(CpuCore& core);

    /** @param core number of a core @return skbs that wait for it */
    uint32_t GetLength(uint32_t core) const;

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    void ResetStats() override;

  private:
    /** @brief What softnet_data has for it, on a line of its own. */
    class List : public SoftirqHook, public Ipi
    {
      public:
        /** @param parent whose @param cpu owner of the list */
        List(DeferredFree& parent, HostCpu& cpu);
        ~List() override;

        /** @brief Put in front unless full. @param core who @param skb the skb @return false if
         * full */
        bool Push(CpuCore& core, Skb* skb);
        void Flush(CpuCore& core) override;

        /** @return defer_count */
        uint32_t GetCount() const
        {
            return m_count;
        }

      private:
        void Kick(CpuCore& core);
        void Handle(CpuCore& core) override;

        DeferredFree& m_parent; //!< whose
        HostCpu& m_cpu;         //!< owner
        Skb* m_head{nullptr};   //!< defer_list
        uint32_t m_count{0};    //!< defer_count
        LineRun m_line;         //!< defer_lock, defer_count, defer_list
    };

    bool Defer(CpuCore& core, Skb* skb);
    List& Of(uint32_t core);

    LinuxHost& m_host;                          //!< the host
    const bool m_enabled;                       //!< kernel defers
    const uint32_t m_max;                       //!< skb_defer_max
    std::vector<std::unique_ptr<List>> m_lists; //!< by core number
    Stats m_stats;                              //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_DEFERRED_FREE_H
