/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_BACKLOG_H
#define LINUX_DATAPATH_BACKLOG_H

#include "skb-queue.h"
#include "skb-sink.h"

#include "ns3/host-cpu.h"
#include "ns3/ipi.h"
#include "ns3/napi.h"
#include "ns3/skb-allocator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The backlog of one core: packets without a NAPI of their own wait here for NET_RX.
 *
 * net/core/dev.c, enqueue_to_backlog and process_backlog (v6.4). Producers append to
 * input_pkt_queue under its lock with interrupts off; the poll moves the whole queue to
 * process_queue under the lock and then works without it. SCHED is set and released under that
 * lock, so nobody looks again after completion.
 *
 * Counter equality: enqueued = processed + purged + waiting, counted from the start; every
 * Enqueue() counts in enqueued or in dropped.
 *
 * Differs from the kernel: a remote core is interrupted at once, not when the sender's
 * net_rx_action ends; no flow limit.
 */
class Backlog : public Napi
{
  public:
    /** @brief Counters besides those of a NAPI. */
    struct QueueStats
    {
        uint64_t enqueued{0};    //!< packets taken
        uint64_t dropped{0};     //!< packets refused: the queue was longer than netdev_max_backlog
        uint64_t processed{0};   //!< packets passed on by the poll
        uint64_t purged{0};      //!< packets freed by Purge()
        uint64_t receivedRps{0}; //!< interrupts that scheduled it for another core
    };

    /** @param host the host @param cpu the core that will process what is put here; outlives this
     */
    Backlog(LinuxHost& host, HostCpu& cpu);

    /**
     * @brief enqueue_to_backlog(): take a packet over.
     * @param core who enqueues: this core, or another (receive packet steering)
     * @param skb the packet; its cookie is used until it is processed
     * @param to who receives it in the softirq; outlives its stay
     * @return false if the queue is longer than netdev_max_backlog (NET_RX_DROP); it is freed then
     */
    bool Enqueue(CpuCore& core, Skb* skb, SkbSink& to);

    /** @brief flush_backlog(): free everything that waits. @param core who */
    void Purge(CpuCore& core);

    /** @return packets in both queues */
    uint32_t GetLength() const
    {
        return m_input.GetLength() + m_process.GetLength();
    }

    /** @return counters of the queue */
    const QueueStats& GetQueueStats() const
    {
        return m_queueStats;
    }

    void ResetStats() override;

  protected:
    bool PollOne(CpuCore& core) override;
    bool CompleteDone(CpuCore& core) override;

  private:
    /** @brief rps_trigger_softirq(): list the backlog on its own core. */
    class Kick : public Ipi
    {
      public:
        /** @param backlog whose */
        explicit Kick(Backlog& backlog)
            : m_backlog(backlog)
        {
        }

      private:
        void Handle(CpuCore& core) override;
        Backlog& m_backlog; //!< whose
    };

    void ScheduleRps(CpuCore& core);
    bool Splice(CpuCore& core);
    Skb* Dequeue(CpuCore& core);

    HostCpu& m_cpu;          //!< core that processes
    const uint32_t m_max;    //!< netdev_max_backlog
    SkbQueue m_input;        //!< input_pkt_queue
    SkbQueue m_process;      //!< process_queue
    LineRun m_inputLine;     //!< input_pkt_queue and its lock
    LineRun m_processLine;   //!< process_queue
    QueueStats m_queueStats; //!< counters
    Kick m_kick{*this};      //!< interrupt for its core
};

} // namespace ns3

#endif // LINUX_DATAPATH_BACKLOG_H
