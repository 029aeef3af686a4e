/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_RX_QUEUE_H
#define LINUX_DATAPATH_VETH_RX_QUEUE_H

#include "veth-skb-copy.h"

#include "ns3/gro.h"
#include "ns3/napi.h"
#include "ns3/page-pool.h"
#include "ns3/ptr-ring.h"
#include "ns3/xdp-bulk-queue.h"
#include "ns3/xdp-program.h"
#include "ns3/xdp-watcher.h"

#include <memory>

namespace ns3
{

/** @brief What a veth receive queue is built from; the device's attributes, gathered. */
struct VethRxQueueParameters
{
    uint32_t ringSize{256};             //!< VETH_RING_SIZE
    uint32_t poolSize{256};             //!< pool_size of the page_pool
    Buffers buffers{Buffers::PagePool}; //!< how the private copy takes memory
    bool napiBuildSkb{false};           //!< heads from the NAPI cache
    bool gro{true};                     //!< GRO merges
    SkbLayout layout;                   //!< sizes
    Ptr<XdpProgram> program;            //!< attached program, or null
    XdpFrameSink* redirect{nullptr};    //!< where XDP_REDIRECT goes, or nullptr
    XdpFrameSink* peer{nullptr};        //!< where XDP_TX goes
    XdpWatcher* watcher{nullptr};       //!< told every verdict, or nullptr
};

/** @brief Counters of a queue: ethtool -S rx_queue_N_*, and what the ring refused. */
struct VethRxStats
{
    uint64_t xdp_packets{0};     //!< entries taken from the ring
    uint64_t xdp_bytes{0};       //!< their bytes
    uint64_t rx_drops{0};        //!< could not be made a private copy of
    uint64_t xdp_drops{0};       //!< dropped by the program
    uint64_t xdp_tx{0};          //!< sent back
    uint64_t xdp_tx_errors{0};   //!< refused on the way back
    uint64_t xdp_redirect{0};    //!< redirected
    uint64_t redirect_errors{0}; //!< refused by the target
    uint64_t passed{0};          //!< went up the stack
    uint64_t produced{0};        //!< entries put into the ring
    uint64_t ring_full{0};       //!< entries the ring refused
};

/**
 * @ingroup linux-datapath
 * @brief struct veth_rq: ring, NAPI, page_pool and program of one receive queue.
 *
 * drivers/net/veth.c veth_poll() and below, v6.4. Equality, once the ring is empty:
 * produced == xdp_packets == passed + rx_drops + xdp_drops + xdp_tx + xdp_redirect, where the last
 * two include what the target refused later.
 */
class VethRxQueue : public Napi
{
  public:
    /** @param host of the device @param up who takes passed skbs @param parameters see there */
    VethRxQueue(LinuxHost& host, SkbSink& up, const VethRxQueueParameters& parameters);
    ~VethRxQueue() override;

    /** @brief veth_xmit()'s half: put an skb into the ring. @param core who @param skb which
     * @return false if the ring was full; the skb stays with the caller */
    bool Produce(CpuCore& core, Skb* skb);

    /** @brief veth_xdp_xmit()'s half: frames under one lock. @param core who @param frames which
     * @param count how many @return how many went in */
    uint32_t ProduceFrames(CpuCore& core, XdpFrame* const* frames, uint32_t count);

    /** @brief __veth_xdp_flush(): schedule the NAPI here unless it was told. @param core who */
    void Notify(CpuCore& core);

    /** @brief Free what is queued and give the pool's pages back (veth_napi_del). @param core who
     */
    void Purge(CpuCore& core);

    /** @return has a program */
    bool HasProgram() const
    {
        return m_parameters.program != nullptr;
    }

    /** @return entries in the ring */
    uint32_t GetQueued() const
    {
        return m_ring.Count();
    }

    /** @return its page_pool, nullptr without one */
    PagePool* GetPool() const
    {
        return m_pool.get();
    }

    /** @return frames on their way to the target of REDIRECT */
    const XdpBulkQueue& GetRedirectQueue() const
    {
        return m_redirectQueue;
    }

    /** @return its GRO */
    Gro& GetGro()
    {
        return m_gro;
    }

    /** @return counters since the last reset */
    const VethRxStats& GetRxStats() const
    {
        return m_stats;
    }

    void ResetStats() override;

  protected:
    void Claimed(CpuCore& core) override;
    void BeginPoll(CpuCore& core) override;
    bool PollOne(CpuCore& core) override;
    void EndPoll(CpuCore& core, uint32_t work) override;
    void Complete(CpuCore& core) override;
    bool RecheckAfterComplete(CpuCore& core) override;
    void FinishPoll(CpuCore& core) override;
    void Exhausted(CpuCore& core) override;

  private:
    Skb* XdpRcvSkb(CpuCore& core, Skb* skb);
    void XdpRcvOne(CpuCore& core, XdpFrame* frame);
    Skb* BuildFromFrame(CpuCore& core, XdpFrame* frame);
    void Watch(CpuCore& core, XdpVerdict verdict, Ticks sentAt, uint32_t bytes) const;
    void Forward(CpuCore& core, XdpVerdict verdict, XdpFrame* frame);
    static void EthTypeTrans(CpuCore& core, Skb& skb);
    void PassUp(CpuCore& core, Skb* skb);
    std::unique_ptr<PagePool> MakePool() const;

    const VethRxQueueParameters m_parameters; //!< what it is built from
    SkbAllocator& m_skbs;                     //!< skbs and pages
    SkbSink& m_up;                            //!< the stack
    PtrRing<void> m_ring;                     //!< xdp_ring; bit 0 of a pointer marks a frame
    std::unique_ptr<PagePool> m_pool;         //!< page_pool
    VethSkbCopy m_copy;                       //!< private copies
    Gro m_gro;                                //!< GRO of the NAPI
    XdpFrames& m_frames;                      //!< frames of the host
    XdpBulkQueue m_txQueue;                   //!< XDP_TX
    XdpBulkQueue m_redirectQueue;             //!< XDP_REDIRECT
    LineRun m_readLine;                       //!< napi pointer, program: read by the sender
    LineRun m_notifyLine;                     //!< rx_notify_masked, with the statistics
    bool m_notifyMasked{false};               //!< rx_notify_masked
    VethRxStats m_stats;                      //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_RX_QUEUE_H
