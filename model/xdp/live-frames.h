/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LIVE_FRAMES_H
#define LINUX_DATAPATH_LIVE_FRAMES_H

#include "xdp-bulk-queue.h"
#include "xdp-frame.h"
#include "xdp-program.h"

#include "ns3/object.h"
#include "ns3/page-pool.h"
#include "ns3/skb-sink.h"
#include "ns3/stats-client.h"
#include "ns3/task.h"

#include <array>
#include <memory>
#include <vector>

namespace ns3
{

class LinuxHost;

/**
 * @ingroup linux-datapath
 * @brief BPF_PROG_TEST_RUN with BPF_F_TEST_XDP_LIVE_FRAMES: a system call that makes frames and
 * does with them what an XDP program says.
 *
 * net/bpf/test_run.c, v5.18 to v6.17. Each call has a page_pool of its own, whose ring has as many
 * slots as a batch has frames (PoolSize overrides that). The init callback writes the head record,
 * the frame and the packet into a page once, when it enters the pool; a page that comes back by the
 * ring is used as it is. Batches run with bottom halves disabled and returns never go to the pool's
 * array directly; between two batches softirqs run and the call may be preempted. TX and REDIRECT
 * gather frames in a devmap queue of 16; PASS builds skbs for all passed frames at the end of the
 * batch.
 *
 * Equalities, over whole batches: frames == tx + redirect + pass + drop; inits == pages held by the
 * pools; tx + redirect == sent + refused by the target.
 *
 * Differs from the kernel: the program never changes frame or context; a batch that finds no memory
 * ends there and the call goes on with the next one; a pool with pages still out at the end of a
 * call is looked after by Close(), not by a delayed work every second.
 */
class LiveFrames : public Object, public PagePoolInit, public StatsClient
{
  public:
    static constexpr uint32_t MAX_BATCH = 256;  //!< TEST_XDP_MAX_BATCH
    static constexpr uint32_t HEAD_BYTES = 112; //!< sizeof(struct xdp_page_head), v5.18 to v6.18
    static constexpr uint32_t HEADROOM = 256;   //!< XDP_PACKET_HEADROOM, behind the head record

    /** @brief Counters. */
    struct Stats
    {
        uint64_t frames{0};   //!< frames that the program saw
        uint64_t batches{0};  //!< batches ended
        uint64_t calls{0};    //!< system calls begun
        uint64_t inits{0};    //!< pages that the init callback wrote
        uint64_t noMemory{0}; //!< batches cut short for want of a page
        uint64_t tx{0};       //!< verdict TX
        uint64_t redirect{0}; //!< verdict REDIRECT
        uint64_t pass{0};     //!< verdict PASS
        uint64_t drop{0};     //!< verdict DROP, and passed frames without an sk_buff
    };

    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    LiveFrames();
    ~LiveFrames() override;

    /** @brief Longest frame that a page takes. @param layout of the host @return [bytes] */
    static uint32_t GetMaxFrame(const SkbLayout& layout);

    /**
     * @brief Set it up.
     * @param host the host
     * @param cpu core of the process
     * @param program what is tested
     * @param target takes frames of TX and REDIRECT; may be null if the program gives neither
     * @param up takes skbs of PASS; may be null if the program does not give it
     */
    void Connect(Ptr<LinuxHost> host,
                 uint32_t cpu,
                 Ptr<XdpProgram> program,
                 XdpFrameSink* target,
                 SkbSink* up);

    /** @brief Make the system call. @param frames repeat count; 0: until Stop() */
    void Start(uint64_t frames = 0);
    /** @brief A signal arrives: the call ends with the batch under way. */
    void Stop();

    /** @return is the call under way? */
    bool IsBusy() const
    {
        return m_calling;
    }

    /** @return when the last call ended, ticks; 0 before that */
    Ticks GetEnd() const
    {
        return m_end;
    }

    /** @brief After everything was returned: page_pool_release_retry(). @param core who @return
     * what is wrong with the books of the pools, empty if nothing */
    std::string Close(CpuCore& core);

    /** @return pool of the call, or of the last one; nullptr before the first */
    const PagePool* GetPool() const
    {
        return m_pool.get();
    }

    /** @return the devmap queue */
    const XdpBulkQueue& GetBulkQueue() const
    {
        return *m_queue;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    void InitPage(CpuCore& core, Page& page) override;
    void ResetStats() override;

  protected:
    void DoDispose() override;

  private:
    /** @brief The process. */
    class Process : public Task
    {
      public:
        /** @param cpu where it runs @param live what it does */
        Process(HostCpu& cpu, LiveFrames& live);
        bool Preemptible() const override;

        using Task::SetBhDisabled;
        using Task::Sleep;

      private:
        void Step(CpuCore& core) override;
        LiveFrames& m_live; //!< what it does
    };

    void Step(CpuCore& core);
    void BeginCall(CpuCore& core);
    void RetryRelease(CpuCore& core);
    void EndCall(CpuCore& core);
    void BeginBatch(CpuCore& core);
    bool RunOne(CpuCore& core);
    void Act(CpuCore& core, XdpVerdict verdict, XdpFrame* frame);
    void RecvFrames(CpuCore& core);
    void EndBatch(CpuCore& core);

    uint32_t m_batch{64};                           //!< batch_size
    uint32_t m_poolSize{0};                         //!< pool_size, 0: as many as a batch
    uint32_t m_frameSize{64};                       //!< bytes of a frame
    Ptr<LinuxHost> m_host;                          //!< the host
    Ptr<XdpProgram> m_program;                      //!< what is tested
    XdpFrameSink* m_target{nullptr};                //!< of TX and REDIRECT
    SkbSink* m_up{nullptr};                         //!< of PASS
    std::unique_ptr<Process> m_process;             //!< process
    std::unique_ptr<XdpBulkQueue> m_queue;          //!< xdp_dev_bulk_queue
    std::unique_ptr<PagePool> m_pool;               //!< pool of the call
    std::vector<std::unique_ptr<PagePool>> m_dying; //!< pools of earlier calls, pages still out
    LineSet m_packet;                               //!< the packet that the user gave
    std::array<XdpFrame*, MAX_BATCH> m_passed{};    //!< frames of PASS
    std::array<Skb*, MAX_BATCH> m_skbs{};           //!< their sk_buffs
    uint32_t m_passedCount{0};                      //!< how many
    bool m_calling{false};                          //!< a call is under way
    bool m_endless{false};                          //!< until Stop()
    uint64_t m_todo{0};                             //!< frames to make, if not endless
    uint32_t m_left{0};                             //!< frames of this batch still to make
    Ticks m_end{0};                                 //!< end of the last call
    bool m_inBatch{false};                          //!< bottom halves are disabled
    LineRun m_recordLine{2, 0};                     //!< struct xdp_test_data
    Stats m_stats;                                  //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_LIVE_FRAMES_H
