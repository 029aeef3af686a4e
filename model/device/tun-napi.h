/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_NAPI_H
#define LINUX_DATAPATH_TUN_NAPI_H

#include "ns3/gro.h"
#include "ns3/napi.h"
#include "ns3/skb-queue.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief NAPI of a tun queue (IFF_NAPI): packets wait in the socket's write queue for softirq.
 *
 * drivers/net/tun.c, tun_napi_poll() and tun_napi_receive(): the poll moves the whole queue aside
 * under its lock and hands every packet to GRO. Equality: queued == polled + GetLength().
 */
class TunNapi : public Napi
{
  public:
    /** @param host the host @param up the stack */
    TunNapi(LinuxHost& host, SkbSink& up);

    /** @brief __skb_queue_tail() under the queue's lock. @param core who @param skb which @return
     * length of the queue then */
    uint32_t Enqueue(CpuCore& core, Skb* skb);
    /** @brief Free what waits (tun_napi_disable, purge). @param core who */
    void Purge(CpuCore& core);

    /** @return packets that wait */
    uint32_t GetLength() const
    {
        return m_input.GetLength() + m_process.GetLength();
    }

    /** @return its GRO */
    const Gro& GetGro() const
    {
        return m_gro;
    }

  protected:
    bool PollOne(CpuCore& core) override;
    void Complete(CpuCore& core) override;
    void Exhausted(CpuCore& core) override;
    bool RecheckAfterComplete(CpuCore& core) override;

  private:
    SkbAllocator& m_skbs; //!< where skbs are freed
    Gro m_gro;            //!< GRO of the NAPI
    SkbQueue m_input;     //!< sk_write_queue
    SkbQueue m_process;   //!< what the poll took aside
    LineRun m_queueLine;  //!< sk_write_queue and its lock
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_NAPI_H
