/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NIC_RX_QUEUE_H
#define LINUX_DATAPATH_NIC_RX_QUEUE_H

#include "nic-wire.h"

#include "ns3/gro.h"
#include "ns3/linux-host.h"
#include "ns3/napi.h"
#include "ns3/page-pool.h"
#include "ns3/xdp-bulk-queue.h"
#include "ns3/xdp-program.h"
#include "ns3/xdp-redirect-target.h"
#include "ns3/xdp-watcher.h"

#include <memory>
#include <vector>

namespace ns3
{

/** @brief What a receive queue of a NIC is built from; the device's attributes, gathered. */
struct NicRxQueueParameters
{
    uint32_t cpu{0};                      //!< core that takes the queue's interrupt
    uint32_t ringSize{512};               //!< descriptors
    uint32_t poolSize{512};               //!< pool_size of the page_pool
    bool gro{true};                       //!< NETIF_F_GRO
    double frameCycles{0};                //!< fitted base of the test bed [core cycles a frame]
    Ptr<XdpProgram> program;              //!< attached program, or null
    XdpRedirectTarget* redirect{nullptr}; //!< where XDP_REDIRECT goes, or nullptr
    XdpFrameSink* tx{nullptr};            //!< where XDP_TX goes, or nullptr
    XdpWatcher* watcher{nullptr};         //!< told every verdict, or nullptr
};

/** @brief Counters of a receive queue. */
struct NicRxStats
{
    uint64_t missed{0};          //!< frames that found no free descriptor (rx_missed_errors)
    uint64_t received{0};        //!< frames that the NIC wrote to memory
    uint64_t packets{0};         //!< frames that the driver handled
    uint64_t rx_drops{0};        //!< of these, for want of an sk_buff
    uint64_t xdp_drops{0};       //!< dropped by the program
    uint64_t xdp_tx{0};          //!< sent back
    uint64_t xdp_tx_errors{0};   //!< of these, refused
    uint64_t xdp_redirect{0};    //!< redirected
    uint64_t redirect_errors{0}; //!< of these, refused by the target
    uint64_t passed{0};          //!< went up the stack
    uint64_t alloc_failed{0};    //!< refills cut short for want of a page
    uint64_t interrupts{0};      //!< interrupts taken
};

/**
 * @ingroup linux-datapath
 * @brief A receive queue of a NIC: descriptors, page_pool, NAPI, program.
 *
 * The driver is iavf as the cpumap thread has it: net-next of March 2023 with page_pool and XDP
 * (drivers/net/ethernet/intel/iavf/iavf_txrx.c; names of libie's descendants). A page per
 * descriptor, mapped for the device as long as the pool holds it; descriptors are given to the NIC
 * 16 or more at a time; a passed frame becomes the head of an skb by napi_build_skb(), marked for
 * recycling; a dropped one goes back into the pool's array directly.
 *
 * The NIC fills free descriptors in the order of arrival and writes frames next to the core of its
 * interrupt (CpuCore::DmaWrite); a frame that finds no free descriptor is dropped. What arrived is
 * looked up when the driver looks, or gives descriptors to the NIC: nothing else changes what is
 * free, so this is exact.
 *
 * Equalities, once the wire is quiet and the ring empty: arrived == missed + received;
 * received == packets == passed + rx_drops + xdp_drops + xdp_tx + xdp_redirect, where the last two
 * include what the target refused.
 *
 * Differs from the kernel: no interrupt moderation; the doorbell costs no more than its store; NIC
 * and PCIe add no latency; one frame a page; the program never changes the frame.
 */
class NicRxQueue : public Napi
{
  public:
    static constexpr uint32_t BUFFER_WRITE = 16; //!< IAVF_RX_BUFFER_WRITE
    static constexpr uint32_t HEADERS = 62;      //!< Ethernet, IPv6, UDP [bytes]

    /** @param host of the device @param up who takes passed skbs @param parameters see there */
    NicRxQueue(LinuxHost& host, SkbSink& up, const NicRxQueueParameters& parameters);
    ~NicRxQueue() override;

    /** @brief Fill the ring before anything arrives (ndo_open). */
    void Open();

    /**
     * @brief Frames arrive from now on; whatever still was to arrive does not.
     * @param rate frames/s
     * @param bytes of a frame with Ethernet header, without FCS
     * @param count frames; 0: until StopWire()
     */
    void StartWire(double rate, uint32_t bytes, uint64_t count);
    /** @brief No frame arrives from now on. */
    void StopWire();

    /** @brief Bring what the NIC did up to the host's time, for counters. */
    void Settle();

    /** @brief Give all pages back (ndo_stop). @param core who */
    void Purge(CpuCore& core);

    /** @return is a frame in the ring, or still to arrive? */
    bool IsBusy() const;

    /** @return frames in the ring that the driver has not handled */
    uint32_t GetReady() const
    {
        return m_ready;
    }

    /** @return its page_pool */
    const PagePool& GetPool() const
    {
        return m_pool;
    }

    /** @return its GRO */
    const Gro& GetGro() const
    {
        return m_gro;
    }

    /** @return counters since the last reset */
    const NicRxStats& GetRxStats() const
    {
        return m_stats;
    }

    void ResetStats() override;

  protected:
    void BeginPoll(CpuCore& core) override;
    bool PollOne(CpuCore& core) override;
    void EndPoll(CpuCore& core, uint32_t work) override;
    void Complete(CpuCore& core) override;
    bool RecheckAfterComplete(CpuCore& core) override;
    void FinishPoll(CpuCore& core) override;
    void Exhausted(CpuCore& core) override;

  private:
    /** @brief A descriptor with its buffer record. */
    struct Entry
    {
        Page* page{nullptr}; //!< buffer
        Ticks arrived{0};    //!< when its frame arrived, ticks
    };

    /** @brief The queue's interrupt. */
    class Irq : public TimerClient
    {
      public:
        /** @param queue whose */
        explicit Irq(NicRxQueue& queue)
            : m_queue(queue)
        {
        }

      private:
        void Expire(CpuCore& core) override;
        NicRxQueue& m_queue; //!< whose
    };

    static PagePoolParameters PoolParameters(const NicRxQueueParameters& parameters);
    void CatchUp(Ticks now);
    void Fill(uint64_t n);
    void ArmIrq(Ticks now);
    uint32_t Unused() const;
    void Refill(CpuCore& core, uint32_t count);
    void Handle(CpuCore& core, const Entry& entry);
    void Pass(CpuCore& core, const Entry& entry);
    void Forward(CpuCore& core, const Entry& entry, XdpVerdict verdict);
    uint32_t Next(uint32_t index) const;
    LineRun& DescriptorLine(uint32_t index);
    LineRun& BufferLine(uint32_t index);

    const NicRxQueueParameters m_parameters; //!< what it is built from
    SkbAllocator& m_skbs;                    //!< skbs and pages
    XdpFrames& m_frames;                     //!< frames of the host
    CpuCore& m_irqCore;                      //!< core of the interrupt
    PagePool m_pool;                         //!< page_pool
    Gro m_gro;                               //!< GRO of the NAPI
    XdpBulkQueue m_txQueue;                  //!< XDP_TX
    const uint32_t m_headroom;               //!< XDP_PACKET_HEADROOM
    NicWire m_wire;                          //!< what arrives
    uint64_t m_seen{0};                      //!< frames of the wire accounted for
    uint32_t m_bytes{0};                     //!< bytes of a frame
    std::vector<Entry> m_ring;               //!< descriptors
    uint32_t m_toUse{0};                     //!< next_to_use
    uint32_t m_toFill{0};                    //!< the one that the NIC fills next
    uint32_t m_toClean{0};                   //!< next_to_clean
    uint32_t m_posted{0};                    //!< free ones that the NIC has
    uint32_t m_ready{0};                     //!< filled ones that the driver has not handled
    bool m_irqOn{true};                      //!< interrupt enabled
    Irq m_irq{*this};                        //!< interrupt
    std::vector<LineRun> m_descriptorLines;  //!< 32 bytes a descriptor
    std::vector<LineRun> m_bufferLines;      //!< 16 bytes a buffer record
    LineRun m_ringLine{1, 1};                //!< next_to_use, next_to_clean, statistics
    NicRxStats m_stats;                      //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_NIC_RX_QUEUE_H
