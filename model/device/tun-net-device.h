/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_NET_DEVICE_H
#define LINUX_DATAPATH_TUN_NET_DEVICE_H

#include "host-net-device.h"
#include "tun-queue.h"
#include "tun-rx.h"

#include "ns3/xdp-frame-sink.h"

#include <memory>
#include <vector>

namespace ns3
{

/** @brief What a tun device carries. */
enum class TunMode : uint8_t
{
    Tun, //!< IP packets (IFF_TUN)
    Tap  //!< Ethernet frames (IFF_TAP)
};

/**
 * @ingroup linux-datapath
 * @brief A tun or tap device: drivers/net/tun.c of v5.0.
 *
 * What the stack sends goes into the ring of a queue (tun_net_xmit), from where a process or
 * vhost_net takes it; what these write goes up the stack in the writer's own context. Equality of a
 * queue: skbs sent == produced + ring_full.
 * Differs from the kernel: all queues are attached when the device opens; no qdisc in front of the
 * ring; no filters; XDP_TX and XDP_REDIRECT are refused.
 */
class TunNetDevice : public HostNetDevice, public XdpFrameSink
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    TunNetDevice();
    ~TunNetDevice() override;

    /**
     * @brief Attach a program; before Open().
     * @param program verdict pass or drop, on a tap
     * @throw std::invalid_argument another verdict, or a tun
     */
    void SetXdpProgram(Ptr<XdpProgram> program);

    /** @return does it have a program? */
    bool HasProgram() const
    {
        return m_program != nullptr;
    }

    /** @brief Who is told every verdict of the program; before Open(). @param watcher outlives this
     */
    void SetXdpWatcher(XdpWatcher* watcher);

    /** @brief Build and attach the queues (TUNSETIFF); does nothing if they are there. */
    void Open();
    /** @brief Free what is queued and give pages back (end of a run). @param core who */
    void Close(CpuCore& core);

    /** @return queues */
    uint32_t GetQueues() const
    {
        return static_cast<uint32_t>(m_tx.size());
    }

    /** @param queue number @return the ring that user space reads */
    TunQueue& GetTx(uint32_t queue) const
    {
        return *m_tx.at(queue);
    }

    /** @param queue number @return what user space writes to */
    TunRx& GetRx(uint32_t queue) const
    {
        return *m_rx.at(queue);
    }

    /** @return txqueuelen: what was set, or 500 of a tun and 1000 of a tap [entries] */
    uint32_t GetTxQueueLen() const;

    /** @return skbs that full rings cost (tx_dropped) */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @return does nothing wait in a ring or for NAPI? */
    bool IsDrained() const;
    /** @brief Set all counters to zero (end of warm-up). */
    void ResetStats();

    /** @brief tun_net_xmit(). @param core who @param skb which @return false if it was dropped */
    bool Receive(CpuCore& core, Skb* skb) override;
    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override;

    /** @brief What joins it and the NIC of a guest. @param channel it */
    void SetChannel(Ptr<Channel> channel);

    bool SetMtu(const uint16_t mtu) override;
    Ptr<Channel> GetChannel() const override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    TunMode m_mode{TunMode::Tap};                //!< what it carries
    uint32_t m_txQueueLen{0};                    //!< txqueuelen, 0: the kernel's
    uint32_t m_queueCount{1};                    //!< queues
    bool m_napi{false};                          //!< IFF_NAPI
    bool m_putBatch{true};                       //!< tun_page
    Ptr<XdpProgram> m_program;                   //!< attached program
    XdpWatcher* m_watcher{nullptr};              //!< told every verdict
    Ptr<Channel> m_channel;                      //!< joins it and a guest, or null
    std::vector<std::unique_ptr<TunQueue>> m_tx; //!< rings
    std::vector<std::unique_ptr<TunRx>> m_rx;    //!< receive sides
    LineRun m_tunLines{2, 0};                    //!< tun_struct: tfiles, numqueues; read only
    LineRun m_dropLine;                          //!< tx_dropped
    uint64_t m_dropped{0};                       //!< dropped
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_NET_DEVICE_H
