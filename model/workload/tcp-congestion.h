/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_CONGESTION_H
#define LINUX_DATAPATH_TCP_CONGESTION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Congestion window of a TCP sender: slow start, CUBIC, the reaction to a local drop and to
 * a retransmission timeout.
 *
 * Source: net/ipv4/tcp_cubic.c (bictcp_update, bictcp_recalc_ssthresh), tcp_enter_cwr() and
 * tcp_enter_loss() of v6.4. Differs from the kernel: no HyStart, floating point instead of a table
 * of cubic roots, and the window falls to ssthresh at once instead of over a round trip (no
 * proportional rate reduction).
 */
class TcpCongestion
{
  public:
    /**
     * @brief Data was acknowledged.
     * @param segments how many segments
     * @param limited the window was what held the sender back (tcp_is_cwnd_limited)
     * @param now time [ns]
     */
    void OnAck(uint32_t segments, bool limited, uint64_t now);

    /** @brief A device refused a packet, or a loss was seen: tcp_enter_cwr. */
    void EnterCwr();
    /** @brief The retransmission timer expired: tcp_enter_loss, from one segment on. @param first
     * ssthresh was not cut yet in this window */
    void EnterLoss(bool first);

    /** @return window [segments] */
    uint32_t GetWindow() const
    {
        return m_window;
    }

    /** @brief tcp_cwnd_test(): so that two GSO skbs are in flight, half of the window at most.
     * @param inFlight segments in flight @return segments that may be sent now */
    uint64_t GetQuota(uint64_t inFlight) const;

    /** @return slow start threshold [segments] */
    uint32_t GetSsthresh() const
    {
        return m_ssthresh;
    }

    /** @return windows cut so far */
    uint64_t GetReductions() const
    {
        return m_reductions;
    }

  private:
    uint32_t SlowStart(uint32_t segments);
    void StartEpoch(uint64_t now);
    double Growth(uint64_t now) const;
    void Reduce();

    static constexpr uint32_t INITIAL = 10;     //!< TCP_INIT_CWND
    static constexpr double BETA = 717. / 1024; //!< window kept at a reduction
    static constexpr double SCALE = 0.4;        //!< growth of the cubic [segments/s^3]
    uint32_t m_window{INITIAL};                 //!< cwnd
    uint32_t m_ssthresh{0x7fffffff};            //!< ssthresh
    bool m_epochRuns{false};                    //!< epoch_start is set
    uint64_t m_epoch{0};                        //!< epoch_start: first ACK after a reduction [ns]
    double m_lastMax{0};                        //!< last_max_cwnd
    double m_origin{0};                         //!< bic_origin_point [segments]
    double m_plateau{0};                        //!< bic_K: time to the origin point [s]
    double m_friendly{0};                       //!< tcp_cwnd: a Reno flow in our place [segments]
    double m_credit{0};                         //!< growth not yet a whole segment
    uint64_t m_reductions{0};                   //!< windows cut
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_CONGESTION_H
