/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PACKET_GENERATOR_H
#define LINUX_DATAPATH_PACKET_GENERATOR_H

#include "af-packet-socket.h"

#include "ns3/host-net-device.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/task.h"
#include "ns3/traced-callback.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Open-loop traffic: a process that sends bursts of equal frames through an AF_PACKET
 * socket, whatever becomes of them.
 *
 * Bursts have planned starts, Burst / Rate apart on average; a process that is late sends at once
 * and makes up for it. Between bursts it sleeps (clock_nanosleep, TIMER_ABSTIME), so a burst starts
 * after its plan by what a wake-up takes. A burst is one sendmmsg() of up to 1024 frames, or one
 * send call a frame; each frame is one step, and the softirq that it raises runs before the next
 * one. A refused frame (ENOBUFS) ends a sendmmsg(), as in __sys_sendmmsg(); the process goes on
 * with the frame behind it.
 * Equality: frames == taken by the device + refused.
 */
class PacketGenerator : public Object
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t frames{0};  //!< frames offered to the device
        uint64_t bytes{0};   //!< their bytes with Ethernet headers, without FCS
        uint64_t refused{0}; //!< of these, dropped by the device, or for want of memory
        uint64_t bursts{0};  //!< bursts begun
        uint64_t calls{0};   //!< send calls
    };

    /** @brief Signature of BurstSent. @param number of the burst since the start, from 1 */
    typedef void (*BurstTracedCallback)(uint64_t number);

    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    PacketGenerator();
    ~PacketGenerator() override;

    /** @brief Tie it to a device. @param device takes the frames @param cpu core of the process */
    void Connect(Ptr<HostNetDevice> device, uint32_t cpu);

    /**
     * @brief Send from now on. Fatal if the device's MTU is too small for FrameSize.
     * @param bursts how many; 0: until Stop()
     */
    void Start(uint64_t bursts = 0);
    /** @brief Send from a time on. @param when ticks @param bursts how many; 0: until Stop() */
    void StartAt(Ticks when, uint64_t bursts = 0);
    /** @brief Begin no burst any more; one that is under way is sent to its end. */
    void Stop();

    /** @return has it bursts to send, or frames of one? */
    bool IsBusy() const;

    /** @brief Random numbers from a fixed stream. @param stream its number @return streams used */
    int64_t AssignStreams(int64_t stream);

    /** @return its socket */
    const AfPacketSocket& GetSocket() const
    {
        return *m_socket;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Set the counters to zero (end of warm-up). */
    void ResetStats()
    {
        m_stats = Stats();
    }

  protected:
    void DoDispose() override;

  private:
    /** @brief The process. */
    class Process : public Task
    {
      public:
        /** @param cpu where it runs @param generator what it does */
        Process(HostCpu& cpu, PacketGenerator& generator);

        using Task::Sleep;
        using Task::SleepUntil;

      private:
        void Step(CpuCore& core) override;
        PacketGenerator& m_generator; //!< what it does
    };

    void Step(CpuCore& core);
    void BeginBurst();
    void PlanNext();
    void SendOne(CpuCore& core);

    uint32_t m_frameSize{60};                 //!< bytes of a frame
    double m_rate{1e6};                       //!< frames/s
    uint32_t m_burst{1};                      //!< frames of a burst
    bool m_mmsg{true};                        //!< one call a burst
    Ptr<RandomVariableStream> m_gap;          //!< time between bursts
    Ptr<LinuxHost> m_host;                    //!< runs the process, outlives it
    Ptr<HostNetDevice> m_device;              //!< takes the frames
    std::unique_ptr<AfPacketSocket> m_socket; //!< socket
    std::unique_ptr<Process> m_process;       //!< process
    LineSet m_buffer;                         //!< the frame in the process's memory
    double m_ticksPerSecond{0};               //!< of the core
    Ticks m_planned{0};                       //!< start of the next burst
    double m_planRest{0};                     //!< fraction of a tick left over by the plan
    bool m_endless{false};                    //!< no number of bursts was given
    uint64_t m_todo{0};                       //!< bursts to begin, if not endless
    uint64_t m_begun{0};                      //!< bursts since the start
    uint32_t m_left{0};                       //!< frames of this burst still to send
    uint32_t m_inCall{0};                     //!< frames sent by this call so far
    Stats m_stats;                            //!< counters
    TracedCallback<uint64_t> m_burstSent;     //!< a burst was sent
};

} // namespace ns3

#endif // LINUX_DATAPATH_PACKET_GENERATOR_H
