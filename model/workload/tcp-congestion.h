/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_CONGESTION_H
#define LINUX_DATAPATH_TCP_CONGESTION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Congestion window of a TCP sender: slow start, CUBIC, and the reaction to a local drop.
 *
 * Source: net/ipv4/tcp_cubic.c and tcp_enter_cwr() of v6.4. Differs from the kernel: no HyStart,
 * and the window falls to ssthresh at once instead of over a round trip (no proportional rate
 * reduction).
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

    /** @brief A device refused a packet, or a loss was seen: tcp_enter_cwr. @param now time [ns] */
    void EnterCwr(uint64_t now);

    /** @return window [segments] */
    uint32_t GetWindow() const
    {
        return m_window;
    }

    /** @return windows cut so far */
    uint64_t GetReductions() const
    {
        return m_reductions;
    }

  private:
    uint32_t CubicTarget(uint64_t now) const;

    static constexpr uint32_t INITIAL = 10;     //!< TCP_INIT_CWND
    static constexpr double BETA = 717. / 1024; //!< window kept at a reduction
    static constexpr double SCALE = 0.4;        //!< growth of the cubic [segments/s^3]
    uint32_t m_window{INITIAL};                 //!< cwnd
    uint32_t m_ssthresh{0x7fffffff};            //!< ssthresh
    double m_lastMax{0};                        //!< window before the last reduction
    double m_plateau{0};      //!< time from the reduction to that window again [s]
    uint64_t m_epoch{0};      //!< time of the last reduction [ns]
    double m_friendly{0};     //!< window of a Reno flow in our place [segments]
    double m_credit{0};       //!< growth not yet a whole segment
    uint64_t m_reductions{0}; //!< windows cut
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_CONGESTION_H
