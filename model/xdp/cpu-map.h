/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CPU_MAP_H
#define LINUX_DATAPATH_CPU_MAP_H

#include "xdp-frame.h"
#include "xdp-program.h"
#include "xdp-redirect-target.h"

#include "ns3/gro.h"
#include "ns3/ptr-ring.h"
#include "ns3/stats-client.h"
#include "ns3/task.h"

#include <array>
#include <memory>
#include <vector>

namespace ns3
{

/** @brief Counters of a cpumap entry (tracepoints xdp_cpumap_enqueue and xdp_cpumap_kthread). */
struct CpuMapStats
{
    uint64_t queued{0};                  //!< frames that redirecting CPUs handed over
    uint64_t drops{0};                   //!< of these, refused by the full ring and given back
    uint64_t flushes{0};                 //!< bq_flush_to_queue()
    uint64_t batches{0};                 //!< turns of the kthread with at least one frame
    uint64_t sched{0};                   //!< turns that slept on an empty ring
    uint64_t processed{0};               //!< frames that the kthread took from the ring
    uint64_t pass{0};                    //!< became skbs and went up
    uint64_t xdpDrops{0};                //!< dropped by the entry's own program
    uint64_t allocDrops{0};              //!< lost for want of an sk_buff
    std::array<uint64_t, 9> histogram{}; //!< batches by their frames, 0..8
};

/**
 * @ingroup linux-datapath
 * @brief One entry of a cpumap: a ring towards another CPU, and the kthread that empties it there.
 *
 * kernel/bpf/cpumap.c, v5.9 to v6.18. A redirecting CPU gathers 8 frames, then puts them into the
 * ring under the producer lock; at the end of its NAPI poll it puts in the rest and wakes the
 * kthread. What does not fit goes back to the page_pool, directly, since this is the pool's own
 * NAPI. The kthread consumes 8 at a time without a lock, prefetches their struct pages for writing,
 * runs the entry's program, allocates zeroed sk_buffs in bulk, builds them around the frames, and
 * hands them to the stack as one list (from v6.15 through GRO, flushed every 64 frames and when the
 * ring is empty).
 *
 * Equalities, at any time: queued == drops + processed + in the ring + gathered;
 * processed == pass + xdpDrops + allocDrops; batches == sum of histogram.
 *
 * Differs from the kernel: a batch is one step, so that the pages of its frames are back a few
 * microseconds early; sk_buffs come from the slab in v6.15 and later, too, not from the NAPI cache;
 * the entry's program passes or drops.
 */
class CpuMapEntry : public XdpRedirectTarget, public StatsClient
{
  public:
    static constexpr uint32_t BULK = 8;          //!< CPU_MAP_BULK_SIZE
    static constexpr uint32_t BATCH = 8;         //!< CPUMAP_BATCH
    static constexpr uint32_t MAX_QSIZE = 16384; //!< largest qsize
    static constexpr uint32_t GRO_FLUSH = 64;    //!< frames between two flushes of GRO (v6.15)

    /**
     * @param host the host
     * @param cpu core of the kthread
     * @param qsize slots of the ring, 1..MAX_QSIZE
     * @param up who takes skbs; outlives this
     */
    CpuMapEntry(LinuxHost& host, uint32_t cpu, uint32_t qsize, SkbSink& up);
    ~CpuMapEntry() override;
    CpuMapEntry(const CpuMapEntry&) = delete;
    CpuMapEntry& operator=(const CpuMapEntry&) = delete;

    /** @brief Run a program on the remote CPU (bpf_cpumap_val, v5.9). @param program passes or
     * drops; null for none */
    void SetProgram(Ptr<XdpProgram> program);

    uint32_t Enqueue(CpuCore& core, XdpFrame* frame) override;
    uint32_t Flush(CpuCore& core) override;

    /** @brief Give back what is gathered or queued, and what GRO holds. @param core who */
    void Purge(CpuCore& core);

    /** @return frames in the ring */
    uint32_t GetQueued() const
    {
        return m_ring.Count();
    }

    /** @return frames gathered by redirecting CPUs */
    uint32_t GetGathered() const;

    /** @return is the kthread awake? */
    bool IsAwake() const
    {
        return m_thread.IsAwake();
    }

    /** @return counters since the last reset */
    const CpuMapStats& GetStats() const
    {
        return m_stats;
    }

    void ResetStats() override;

  private:
    /** @brief xdp_bulk_queue of one redirecting CPU: two lines. */
    struct BulkQueue
    {
        std::array<XdpFrame*, BULK> frames{}; //!< q
        uint32_t count{0};                    //!< how many
        LineRun lines{2, 0};                  //!< its lines
    };

    /** @brief The kthread. */
    class Thread : public Task
    {
      public:
        /** @param cpu where it runs @param entry what it does */
        Thread(HostCpu& cpu, CpuMapEntry& entry);

        using Task::Sleep;

      private:
        void Step(CpuCore& core) override;
        CpuMapEntry& m_entry; //!< what it does
    };

    using Batch = std::array<XdpFrame*, BATCH>;

    BulkQueue& GetBulkQueue(const CpuCore& core);
    uint32_t FlushToQueue(CpuCore& core, BulkQueue& queue);
    void WakeThread(CpuCore& core);
    void Run(CpuCore& core);
    uint32_t RunProgram(CpuCore& core, Batch& frames, uint32_t count);
    void BuildAll(CpuCore& core, const Batch& frames, uint32_t count);
    Skb* BuildSkb(CpuCore& core, Skb* skb, XdpFrame* frame);
    void Deliver(CpuCore& core);

    LinuxHost& m_host;                              //!< the host
    XdpFrames& m_frames;                            //!< frames of the host
    const bool m_hasGro;                            //!< GRO per entry (v6.15)
    PtrRing<XdpFrame> m_ring;                       //!< queue
    std::vector<std::unique_ptr<BulkQueue>> m_bulk; //!< bulk queues, by core number
    Ptr<XdpProgram> m_program;                      //!< of the entry, or null
    Gro m_gro;                                      //!< list of skbs, and GRO
    uint32_t m_sinceFlush{0};                       //!< frames since GRO was flushed
    LineRun m_taskLine;                             //!< pi_lock and state of the kthread
    Thread m_thread;                                //!< kthread
    CpuMapStats m_stats;                            //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_CPU_MAP_H
