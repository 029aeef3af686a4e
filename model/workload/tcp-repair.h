/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_REPAIR_H
#define LINUX_DATAPATH_TCP_REPAIR_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Which bytes of a TCP sender are taken for lost and wait to be sent again.
 *
 * One range at a time: the first hole that the receiver reports, once; or everything in flight
 * after a timeout. Invariant: nothing of it is acknowledged. Source: tcp_mark_head_lost(),
 * tcp_enter_loss(), tcp_xmit_retransmit_queue() of v6.4, of which only this is kept.
 */
class TcpRepair
{
  public:
    /** @return is anything to be sent again? */
    bool IsPending() const
    {
        return m_from < m_to;
    }

    /** @return first byte to be sent again */
    uint64_t GetFrom() const
    {
        return m_from;
    }

    /** @return end of the range */
    uint64_t GetTo() const
    {
        return m_to;
    }

    /** @brief The receiver misses bytes. @param from first @param to end @return is this new? False
     * while another range is repaired, and for what was sent again already */
    bool NoteHole(uint64_t from, uint64_t to);
    /** @brief Everything in flight is lost. @param una snd_una @param nxt snd_nxt */
    void LoseAll(uint64_t una, uint64_t nxt);
    /** @brief Everything before was acknowledged. @param una snd_una */
    void Advance(uint64_t una);
    /** @brief The first bytes are sent again now. @param end where they end */
    void Take(uint64_t end);
    /** @brief The device refused what was taken last. */
    void Undo();

  private:
    uint64_t m_from{0};     //!< first byte to be sent again
    uint64_t m_to{0};       //!< end
    uint64_t m_repaired{0}; //!< holes up to here were sent again
    uint64_t m_before{0};   //!< first byte before the last Take()
};

} // namespace ns3

#endif // LINUX_DATAPATH_TCP_REPAIR_H
