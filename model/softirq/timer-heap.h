/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TIMER_HEAP_H
#define LINUX_DATAPATH_TIMER_HEAP_H

#include "ns3/cpu-core.h"
#include "ns3/step-scheduler.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class TimerHeap;

/**
 * @ingroup linux-datapath
 * @brief Something that happens on a core at a time: an interrupt, a wake-up, an expiry.
 *
 * Armed on at most one core at a time; being destroyed disarms it.
 */
class TimerClient
{
  public:
    TimerClient() = default;
    TimerClient(const TimerClient&) = delete;
    TimerClient& operator=(const TimerClient&) = delete;
    virtual ~TimerClient();

    /** @return is it waiting? */
    bool IsArmed() const
    {
        return m_heap != nullptr;
    }

    /** @brief Wait no longer, on whichever core it is armed; that core is told. */
    void Disarm();

    /** @return when it is due, ticks; StepRunner::NEVER if it is not armed */
    Ticks GetExpiry() const;

  private:
    friend class TimerHeap;

    /** @return does it end with irq_exit, which serves pending softirqs? Asked before Expire() */
    virtual bool IsInterrupt() const
    {
        return true;
    }

    /**
     * @brief The time has come; runs as an interrupt of the core would, and may charge and arm.
     * @param core the core; its clock is at or (when the core was busy) after the time
     */
    virtual void Expire(CpuCore& core) = 0;

    TimerHeap* m_heap{nullptr}; //!< where it is armed
    uint32_t m_slot{0};         //!< its place there
};

/**
 * @ingroup linux-datapath
 * @brief The timers of one core, earliest first; equal times in the order of arming.
 */
class TimerHeap
{
  public:
    /** @brief Is told when a client leaves by itself: destroyed, disarmed, armed elsewhere. */
    class Owner
    {
      public:
        virtual ~Owner() = default;
        /** @brief Next() may be later than it was. */
        virtual void TimerGone() = 0;
    };

    /** @param owner outlives it; may be null */
    explicit TimerHeap(Owner* owner = nullptr)
        : m_owner(owner)
    {
    }

    TimerHeap(const TimerHeap&) = delete;
    TimerHeap& operator=(const TimerHeap&) = delete;
    ~TimerHeap();

    /** @brief Arm, or move to another time (and behind its equals). @param client who @param when
     * ticks */
    void Arm(TimerClient& client, Ticks when);
    /** @brief Disarm; nothing happens if it is not armed here. @param client who */
    void Cancel(TimerClient& client);
    /**
     * @brief Disarm the earliest and let it expire; there must be one.
     * @param core its core
     * @return was it an interrupt?
     */
    bool ExpireFirst(CpuCore& core);

    /** @return when the earliest is due, ticks; StepRunner::NEVER if there is none */
    Ticks Next() const
    {
        return m_entries.empty() ? StepRunner::NEVER : m_entries.front().when;
    }

    /** @return timers armed */
    std::size_t GetSize() const
    {
        return m_entries.size();
    }

  private:
    friend class TimerClient;

    /** @brief One armed timer. */
    struct Entry
    {
        Ticks when;          //!< due
        uint64_t sequence;   //!< order of arming
        TimerClient* client; //!< who

        /** @param other another @return is this one due first? */
        bool Before(const Entry& other) const
        {
            return when != other.when ? when < other.when : sequence < other.sequence;
        }
    };

    void Place(uint32_t slot, const Entry& entry);
    void Rise(uint32_t slot, const Entry& entry);
    void Sink(uint32_t slot, const Entry& entry);
    void Remove(uint32_t slot);

    Owner* const m_owner;         //!< told of clients that leave by themselves
    std::vector<Entry> m_entries; //!< binary heap
    uint64_t m_sequence{0};       //!< armings so far
};

} // namespace ns3

#endif // LINUX_DATAPATH_TIMER_HEAP_H
