/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NAPI_H
#define LINUX_DATAPATH_NAPI_H

#include "stats-client.h"

#include "ns3/cpu-core.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class LinuxHost;
class NapiThread;

/**
 * @ingroup linux-datapath
 * @brief One NAPI instance (struct napi_struct): who is polled when, and how much.
 *
 * The base class keeps the state word, drives a poll packet by packet and counts; the child class
 * does the work in hooks, called in this order:
 *
 *     BeginPoll, PollOne..., EndPoll,
 *     [queue empty:  Complete; if the poll is over: RecheckAfterComplete]
 *     FinishPoll,
 *     [weight used:  Exhausted]
 *
 * Counter equalities (asserted in tests): polls == sum of histogram[w]; work == sum of w *
 * histogram[w]; polls == completed + missed + exhausted; exhausted == histogram[weight].
 *
 * Sources: net/core/dev.c napi_schedule_prep, __napi_schedule, napi_complete_done, __napi_poll
 * (v6.4). Omitted: busy polling, gro_flush_timeout and napi_defer_hard_irqs (both 0 by default).
 */
class Napi : public StatsClient
{
  public:
    /** NAPI_POLL_WEIGHT (include/linux/netdevice.h). */
    static constexpr uint32_t WEIGHT = 64;

    /** @brief How a step of a poll left it. */
    enum class PollState : uint8_t
    {
        More,     //!< the poll goes on
        Over,     //!< the queue was empty (completed, or listed again because of MISSED)
        Exhausted //!< the full weight was used: to be polled again
    };

    /** @brief Counters. */
    struct Stats
    {
        uint64_t scheduled{0};           //!< SCHED was claimed
        uint64_t polls{0};               //!< polls that ended
        uint64_t work{0};                //!< entries handled in them
        uint64_t completed{0};           //!< polls that released SCHED
        uint64_t missed{0};              //!< polls that found MISSED and were listed again
        uint64_t exhausted{0};           //!< polls that used their full weight
        std::vector<uint64_t> histogram; //!< polls by their work, 0..weight
    };

    /**
     * @param host outlives it
     * @param weight entries of one poll, at least 1
     * @param state the line of the state word (and the list links) in its structure
     */
    explicit Napi(LinuxHost& host, uint32_t weight = WEIGHT, const LineRun& state = LineRun());
    Napi(const Napi&) = delete;
    Napi& operator=(const Napi&) = delete;
    ~Napi() override;

    /**
     * @brief napi_schedule: claim and list on this core.
     * @param core the core that runs; the poll will run there
     * @return false if it was scheduled already; MISSED is then set
     */
    bool Schedule(CpuCore& core);
    /** @brief napi_schedule_prep. @param core who @return true if the caller claimed it and must
     * call Enlist() */
    bool SchedulePrep(CpuCore& core);
    /** @brief __napi_schedule: onto the poll list of this core, or wake its thread. @param core who
     */
    void Enlist(CpuCore& core);

    /**
     * @brief Next piece of a poll: one entry, and begin or end of the poll if it is there.
     * @param core who polls
     * @return how it stands
     */
    PollState PollStep(CpuCore& core);

    /** @brief Poll in a thread instead of in softirq. @param thread null for softirq */
    void SetThread(NapiThread* thread)
    {
        m_thread = thread;
    }

    /** @return NAPI_STATE_SCHED */
    bool IsScheduled() const
    {
        return m_scheduled;
    }

    /** @return NAPI_STATE_MISSED */
    bool IsMissed() const
    {
        return m_missed;
    }

    /** @return is a poll under way? */
    bool IsPolling() const
    {
        return m_polling;
    }

    /** @return list_owner: core on whose list it is or was last put while scheduled, -1 if none */
    int32_t GetListOwner() const
    {
        return m_listOwner;
    }

    /** @return entries handled in the current or last poll */
    uint32_t GetWork() const
    {
        return m_work;
    }

    /** @return entries of one poll at most */
    uint32_t GetWeight() const
    {
        return m_weight;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    void ResetStats() override;

  protected:
    /** @brief SCHED was claimed by Schedule(), not yet listed (veth: rx_notify_masked = true).
     * @param core who */
    virtual void Claimed(CpuCore& core);
    /** @brief A poll begins; charge the poll function here. @param core who */
    virtual void BeginPoll(CpuCore& core);
    /** @brief Handle the next entry. @param core who @return false if there was none */
    virtual bool PollOne(CpuCore& core) = 0;
    /** @brief The entries of this poll are done: flushes before completion. @param core who @param
     * work entries handled */
    virtual void EndPoll(CpuCore& core, uint32_t work);
    /** @brief Inside napi_complete_done, before SCHED is released: flush GRO, deliver its batch.
     * @param core who */
    virtual void Complete(CpuCore& core);
    /** @brief SCHED was released: look again for entries whose producer saw it set.
     * @param core who @return true if there are some; the base class then calls Schedule() */
    virtual bool RecheckAfterComplete(CpuCore& core);
    /** @brief Last lines of the poll function. @param core who */
    virtual void FinishPoll(CpuCore& core);
    /** @brief The weight was used up: flush what GRO holds too long, deliver its batch.
     * @param core who */
    virtual void Exhausted(CpuCore& core);
    /**
     * @brief napi_complete_done: Complete(), then release SCHED unless MISSED.
     * Replaced by the backlog, which releases SCHED under its queue lock.
     * @param core who
     * @return true if SCHED was released
     */
    virtual bool CompleteDone(CpuCore& core);

    /** @brief test_and_set_bit(NAPI_STATE_SCHED): a claim that leaves no MISSED (the backlog's).
     * @param core who @return true if it was clear */
    bool TestAndSetSched(CpuCore& core);
    /** @brief Release SCHED by a plain store (the backlog's). @param core who */
    void ClearSched(CpuCore& core);

    /** @return the host */
    LinuxHost& GetHost() const
    {
        return m_host;
    }

  private:
    friend class NapiList;

    PollState End(CpuCore& core);
    void EndEmpty(CpuCore& core);

    LinuxHost& m_host;             //!< the host
    const uint32_t m_weight;       //!< entries of one poll
    LineRun m_state;               //!< line of the state word
    bool m_scheduled{false};       //!< NAPI_STATE_SCHED
    bool m_missed{false};          //!< NAPI_STATE_MISSED
    bool m_polling{false};         //!< a poll is under way
    int32_t m_listOwner{-1};       //!< list_owner
    uint32_t m_work{0};            //!< entries of this poll
    NapiThread* m_thread{nullptr}; //!< threaded NAPI
    Napi* m_next{nullptr};         //!< link of the list that it is on
    Stats m_stats;                 //!< counters
};

/**
 * @ingroup linux-datapath
 * @brief An intrusive list of NAPI instances, each on at most one.
 */
class NapiList
{
  public:
    /** @return is it empty? */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** @brief list_add_tail. @param napi on no list */
    void PushBack(Napi& napi);
    /** @brief Take the first; there must be one. @return it */
    Napi& PopFront();
    /** @brief list_splice_tail_init: append all of another, which becomes empty. @param other it */
    void TakeAll(NapiList& other);
    /** @brief Take one out, if it is here. @param napi which */
    void Remove(Napi& napi);

  private:
    Napi* m_head{nullptr}; //!< first
    Napi* m_tail{nullptr}; //!< last
};

} // namespace ns3

#endif // LINUX_DATAPATH_NAPI_H
