/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TAP_WRITER_H
#define LINUX_DATAPATH_TAP_WRITER_H

#include "ns3/task.h"
#include "ns3/tun-rx.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A process that writes equal frames to a tap, one system call each, as fast as it can.
 */
class TapWriter : public Task
{
  public:
    /** @param cpu where it runs @param tap what it writes to @param frame with Ethernet header
     * [bytes] @param nonblock O_NONBLOCK */
    TapWriter(HostCpu& cpu, TunRx& tap, uint32_t frame, bool nonblock);

    /** @brief Write from a time on. @param when ticks */
    void StartAt(Ticks when);

    /** @brief Write no more. */
    void Stop()
    {
        m_stopped = true;
    }

    /** @return frames written since the last reset */
    uint64_t GetFrames() const
    {
        return m_frames;
    }

    /** @brief Set the counter to zero (end of warm-up). */
    void ResetStats()
    {
        m_frames = 0;
    }

  protected:
    void Step(CpuCore& core) override;

  private:
    TunRx& m_tap;           //!< what it writes to
    const uint32_t m_frame; //!< bytes of a frame
    const bool m_nonblock;  //!< O_NONBLOCK
    LineSet m_buffer;       //!< the frame in the process's memory
    bool m_stopped{false};  //!< to write no more
    uint64_t m_frames{0};   //!< frames written
};

} // namespace ns3

#endif // LINUX_DATAPATH_TAP_WRITER_H
