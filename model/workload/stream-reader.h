/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STREAM_READER_H
#define LINUX_DATAPATH_STREAM_READER_H

#include "tcp-receiver.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The receiving process of iperf: fills a block of fixed size, again and again.
 *
 * A read call asks for what is missing of the block and returns with what is there (iperf's
 * Nread()). tcp_recvmsg() as a step machine: a step copies one piece, or handles one packet of the
 * socket's backlog. It sleeps inside of the call when there is nothing to read.
 */
class StreamReader : public Task
{
  public:
    /** @param cpu where it runs @param receiver its socket @param readSize bytes of a block
     * @param gap time that the program spends between two calls [ns] */
    StreamReader(HostCpu& cpu,
                 TcpReceiver& receiver,
                 uint32_t readSize,
                 Ptr<RandomVariableStream> gap);

    bool Preemptible() const override;

    /** @return read calls that returned data */
    uint64_t GetCalls() const
    {
        return m_calls;
    }

  protected:
    void Step(CpuCore& core) override;

  private:
    /** @brief Where in the read call it is. */
    enum class State : uint8_t
    {
        User,    //!< before the call
        Copy,    //!< copying
        Release, //!< data was copied: acknowledge, backlog
        Wait     //!< nothing was there: backlog, then sleep
    };

    void Enter(CpuCore& core);
    void CopyNext(CpuCore& core);
    void Release(CpuCore& core);
    void WaitForData(CpuCore& core);

    TcpReceiver& m_receiver;         //!< socket
    Ptr<RandomVariableStream> m_gap; //!< time between two calls [ns]
    const uint32_t m_readSize;       //!< bytes of a block
    LineSet m_buffer;                //!< what the process reads into
    State m_state{State::User};      //!< where it is
    uint32_t m_filled{0};            //!< bytes of the block that are there
    uint32_t m_done{0};              //!< bytes of the call copied
    uint64_t m_calls{0};             //!< calls
};

} // namespace ns3

#endif // LINUX_DATAPATH_STREAM_READER_H
