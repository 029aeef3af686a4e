/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NIC_TX_RING_H
#define LINUX_DATAPATH_NIC_TX_RING_H

#include "ns3/object.h"
#include "ns3/stats-client.h"
#include "ns3/xdp-frame-bulk.h"
#include "ns3/xdp-frame-sink.h"

#include <map>
#include <memory>
#include <vector>

namespace ns3
{

class LinuxHost;

/** @brief When a NIC's XDP transmit ring is cleaned. */
enum class TxClean : uint8_t
{
    Lazy, //!< when less than a quarter of the ring is free (ice, idpf)
    Eager //!< whenever frames are handed over, whatever has been sent
};

/**
 * @ingroup linux-datapath
 * @brief The XDP transmit ring of a NIC: descriptors, doorbell, wire, and when sent frames are
 * given back.
 *
 * Written after drivers/net/ethernet/intel/ice (v6.1 to v6.12) and idpf (v6.18): the ring is looked
 * at only by whoever hands frames over; lazily, it is cleaned when free < size / 4, and then of as
 * many sent frames as there are, up to CleanLimit. Frames go back by xdp_return_frame_bulk(), 16 to
 * a bulk. A kick rings the doorbell; without one the frames wait for the next kick.
 *
 * Equalities, since the last reset: queued + in the ring then == returned + in the ring; queued +
 * full == frames offered; returned == sum of n * cleans of n frames + purged.
 *
 * The last frame of each bulk asks for a status, which the NIC writes into its descriptor's line.
 *
 * Differs from the kernel: it is known of every frame when it was sent, not only of those with a
 * status; the NIC's reads leave the caches as they are, neither PCIe nor the NIC adds latency to
 * the wire; a frame with fragments takes one descriptor.
 */
class NicTxRing : public Object, public XdpFrameSink, public StatsClient
{
  public:
    /** @brief Counters. */
    struct Stats
    {
        uint64_t queued{0};                      //!< frames taken
        uint64_t bytes{0};                       //!< their bytes, without FCS
        uint64_t full{0};                        //!< frames refused by the full ring
        uint64_t bulks{0};                       //!< calls of ndo_xdp_xmit
        uint64_t doorbells{0};                   //!< writes of the tail register
        uint64_t returned{0};                    //!< frames given back
        uint64_t purged{0};                      //!< of these, by Purge()
        std::map<uint32_t, uint64_t> cleanSizes; //!< cleans by the frames that they gave back
    };

    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    NicTxRing();
    ~NicTxRing() override;

    /** @brief Build the ring. @param host of the NIC */
    void Open(Ptr<LinuxHost> host);

    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override;

    /** @brief ice_clean_xdp_irq(): give sent frames back, up to CleanLimit. @param core who @return
     * how many */
    uint32_t Clean(CpuCore& core);

    /** @brief Stop the NIC: give everything back (ice_clean_tx_ring). @param core who */
    void Purge(CpuCore& core);

    /** @return frames in the ring */
    uint32_t GetPending() const
    {
        return m_pending;
    }

    /** @return descriptors */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /** @return counters */
    const Stats& GetStats() const
    {
        return m_stats;
    }

    void ResetStats() override;

  protected:
    void DoDispose() override;

  private:
    /** @brief A descriptor with its buffer record. */
    struct Entry
    {
        XdpFrame* frame{nullptr}; //!< what it sends
        Ticks sent{0};            //!< when its last bit is on the wire, ticks
        bool report{false};       //!< report-status bit: the NIC writes back that it was sent
    };

    void MakeRoom(CpuCore& core);
    void XmitFrame(CpuCore& core, XdpFrame* frame, bool report);
    void RingDoorbell(CpuCore& core);
    void CleanBuffer(CpuCore& core);
    uint32_t Next(uint32_t index) const;

    uint32_t m_size{512};                   //!< descriptors
    TxClean m_clean{TxClean::Lazy};         //!< when it is cleaned
    uint32_t m_cleanLimit{0};               //!< most frames of a clean, 0: all
    double m_lineRate{100};                 //!< Gb/s
    Ptr<LinuxHost> m_host;                  //!< of the NIC
    std::unique_ptr<XdpFrameBulk> m_bulk;   //!< frames that go back
    std::vector<Entry> m_ring;              //!< descriptors
    uint32_t m_toUse{0};                    //!< next_to_use
    uint32_t m_toClean{0};                  //!< next_to_clean
    uint32_t m_toPost{0};                   //!< first one that the NIC does not know of
    uint32_t m_pending{0};                  //!< used ones
    uint32_t m_unposted{0};                 //!< of these, those that the NIC does not know of
    Ticks m_wireFree{0};                    //!< end of what is on the wire, ticks
    std::vector<LineRun> m_descriptorLines; //!< 16 bytes a descriptor
    std::vector<LineRun> m_bufferLines;     //!< 32 bytes a buffer record
    LineRun m_ringLine{1, 1};               //!< next_to_use, next_to_clean, statistics
    Stats m_stats;                          //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_NIC_TX_RING_H
