/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_RX_H
#define LINUX_DATAPATH_TUN_RX_H

#include "buffer-lines.h"
#include "tun-napi.h"
#include "veth-skb-copy.h"

#include "ns3/page-frag.h"
#include "ns3/xdp-program.h"
#include "ns3/xdp-watcher.h"

#include <memory>

namespace ns3
{

/** @brief A packet on its way into a tap as XDP sees it: struct xdp_buff with its tun_xdp_hdr. */
struct TunXdpBuff
{
    PageFragment piece;       //!< buffer with front pad and shared info; holds one reference
    LineSet* lines{nullptr};  //!< lines of the buffer
    uint32_t data{0};         //!< first byte of the frame in the piece
    uint32_t len{0};          //!< frame [bytes]
    Ticks sentAt{0};          //!< when the frame was made, ticks
    SkbCargo* cargo{nullptr}; //!< what travels with the frame
};

/** @brief What the receive side of a tun queue is built from. */
struct TunRxParameters
{
    bool tap{true};               //!< frames have an Ethernet header
    bool napi{false};             //!< IFF_NAPI
    bool putBatch{true};          //!< drops of one page are released together (v5.0)
    Ptr<XdpProgram> program;      //!< attached program, or null
    XdpWatcher* watcher{nullptr}; //!< told every verdict, or nullptr
    SkbSink* up{nullptr};         //!< the stack
};

/** @brief Counters of the receive side. */
struct TunRxStats
{
    uint64_t packets{0};   //!< handed in by user space or vhost
    uint64_t xdp_drops{0}; //!< dropped by the program
    uint64_t passed{0};    //!< went to the stack or to NAPI
    uint64_t rx_drops{0};  //!< no memory
    uint64_t batches{0};   //!< tun_sendmsg() calls with a batch
    uint64_t pagePuts{0};  //!< atomics that released dropped packets' references
    uint64_t napiPolls{0}; //!< napi_schedule() calls
};

/**
 * @ingroup linux-datapath
 * @brief The receive side of struct tun_file: what user space or vhost_net writes goes up the
 * stack.
 *
 * drivers/net/tun.c of v5.0: tun_sendmsg() with a batch (tun_xdp_one()), and tun_get_user() for a
 * write() of a process. Equality: packets == passed + xdp_drops + rx_drops.
 *
 * Differs from the kernel: verdicts TX and REDIRECT are refused (TunNetDevice); generic XDP on a
 * built skb copies as skb_pp_cow_data() of v6.9 on every kernel; no zero-copy; no virtio header
 * asks for checksums or segmentation.
 */
class TunRx : public SkbOwner
{
  public:
    /** @param host of the device @param parameters see there */
    TunRx(LinuxHost& host, const TunRxParameters& parameters);
    ~TunRx() override;

    /** @brief tun_sendmsg() with TUN_MSG_PTR begins; the caller keeps bottom halves disabled from
     * here to EndBatch(). @param core who */
    void BeginBatch(CpuCore& core);
    /** @brief tun_xdp_one(). @param core who @param xdp which; its reference is taken over */
    void XdpOne(CpuCore& core, TunXdpBuff& xdp);
    /** @brief The batch ends: one napi_schedule(), last tun_put_page(). @param core who */
    void EndBatch(CpuCore& core);

    /** @brief tun_get_user(): a frame of a process. @param core who @param user its memory @param
     * bytes frame @param nonblock O_NONBLOCK @return false without memory */
    bool Write(CpuCore& core, LineSet& user, uint32_t bytes, bool nonblock);

    /** @param bytes frame @param nonblock O_NONBLOCK @return tun_can_build_skb() */
    bool CanBuildSkb(uint32_t bytes, bool nonblock) const;

    void Wfree(CpuCore& core, Skb& skb) override;

    /** @brief Free what waits and give pages back (end of a run). @param core who */
    void Close(CpuCore& core);
    /** @return does nothing wait? */
    bool IsDrained() const;

    /** @return counters since the last reset */
    const TunRxStats& GetStats() const
    {
        return m_stats;
    }

    /** @return its NAPI, null without IFF_NAPI */
    const TunNapi* GetNapi() const
    {
        return m_napi.get();
    }

    /** @brief Set the counters to zero. */
    void ResetStats()
    {
        m_stats = TunRxStats();
    }

  private:
    XdpVerdict RunProgram(CpuCore& core,
                          LineSet& data,
                          uint32_t offset,
                          uint32_t len,
                          Ticks sentAt);
    void DropPage(CpuCore& core, Page& page);
    void PutTunPage(CpuCore& core);
    void PassUp(CpuCore& core, Skb* skb, bool more);
    Skb* BuildSkb(CpuCore& core, LineSet& user, uint32_t bytes);
    Skb* AllocSkb(CpuCore& core, LineSet& user, uint32_t bytes);
    bool AddFrags(CpuCore& core, Skb& skb, LineSet& user, uint32_t offset, uint32_t bytes);
    Skb* GenericXdp(CpuCore& core, Skb* skb);
    static void CopyFromUser(CpuCore& core,
                             LineSet& user,
                             uint32_t offset,
                             LineSet& to,
                             uint32_t byte,
                             uint32_t bytes);

    LinuxHost& m_host;                   //!< the host
    const TunRxParameters m_parameters;  //!< what it is built from
    SkbAllocator& m_skbs;                //!< skbs and pages
    PageFrag m_taskFrag;                 //!< task_frag of the process
    BufferLines m_lines;                 //!< lines of the buffers cut from it
    std::unique_ptr<PagePool> m_pool;    //!< system page_pool, with a program
    std::unique_ptr<VethSkbCopy> m_copy; //!< private copies for generic XDP
    std::unique_ptr<TunNapi> m_napi;     //!< NAPI, with IFF_NAPI
    Page* m_tunPage{nullptr};            //!< tun_page.page
    int32_t m_tunPageCount{0};           //!< tun_page.count
    LineRun m_tunLines{2, 0};            //!< tun_struct: flags, program; read only
    LineRun m_wmemLine{1, 5};            //!< sk_wmem_alloc of the tun_file
    int64_t m_wmemAlloc{0};              //!< sk_wmem_alloc
    TunRxStats m_stats;                  //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_RX_H
