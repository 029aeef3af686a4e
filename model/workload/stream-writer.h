/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STREAM_WRITER_H
#define LINUX_DATAPATH_STREAM_WRITER_H

#include "tcp-sender.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The sending process of iperf: send calls of a fixed size, one after the other.
 *
 * tcp_sendmsg() as a step machine: a step copies one piece, makes or sends one segment, or handles
 * one acknowledgement of the socket's backlog. Bottom halves are disabled while an skb is handed to
 * the device; the softirq that it raised runs when they are enabled again.
 */
class StreamWriter : public Task
{
  public:
    /** @param cpu where it runs @param sender its socket @param sendSize bytes of a send call */
    StreamWriter(HostCpu& cpu, TcpSender& sender, uint32_t sendSize);

    bool Preemptible() const override;

    /** @return send calls begun */
    uint64_t GetCalls() const
    {
        return m_calls;
    }

  protected:
    void Step(CpuCore& core) override;

  private:
    /** @brief Where in the send call it is. */
    enum class State : uint8_t
    {
        User,    //!< before the call
        Copy,    //!< filling skbs
        Xmit,    //!< an skb is on its way to the device
        Release, //!< end of the call: backlog
        Wait     //!< no memory: backlog, then sleep
    };

    void Enter(CpuCore& core);
    void CopyNext(CpuCore& core);
    void PushOrGoOn(CpuCore& core, State otherwise);
    void Transmit(CpuCore& core);
    void Release(CpuCore& core);
    void WaitForMemory(CpuCore& core);

    TcpSender& m_sender;        //!< socket
    const uint32_t m_sendSize;  //!< bytes of a call
    LineSet m_buffer;           //!< what the process writes from
    State m_state{State::User}; //!< where it is
    State m_after{State::Copy}; //!< where to go when nothing more can be sent
    uint32_t m_done{0};         //!< bytes of the call taken
    Ticks m_called{0};          //!< when the call began
    uint64_t m_calls{0};        //!< calls
};

} // namespace ns3

#endif // LINUX_DATAPATH_STREAM_WRITER_H
