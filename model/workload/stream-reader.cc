/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-reader.h"

#include <algorithm>

namespace ns3
{

StreamReader::StreamReader(HostCpu& cpu,
                           TcpReceiver& receiver,
                           uint32_t readSize,
                           Ptr<RandomVariableStream> gap)
    : Task(cpu, "stream-reader"),
      m_receiver(receiver),
      m_gap(gap),
      m_readSize(readSize),
      m_buffer(static_cast<uint16_t>((readSize + LINE_BYTES - 1) / LINE_BYTES))
{
    m_buffer.SetSliced();
    m_receiver.SetReader(this);
}

bool
StreamReader::Preemptible() const
{
    return m_state == State::User || m_state == State::Wait;
}

void
StreamReader::Step(CpuCore& core)
{
    switch (m_state)
    {
    case State::User:
        Enter(core);
        break;
    case State::Copy:
        CopyNext(core);
        break;
    case State::Release:
        Release(core);
        break;
    case State::Wait:
        WaitForData(core);
        break;
    }
}

void
StreamReader::Enter(CpuCore& core)
{
    core.Spend(core.FromNs(m_gap->GetValue()));
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
    }
    CpuCore::Scope scope(core, Fn::tcp_recvmsg);
    m_receiver.LockSock(core);
    m_done = 0;
    m_state = State::Copy;
}

void
StreamReader::CopyNext(CpuCore& core)
{
    const uint32_t n = m_receiver.CopyPiece(core, m_buffer, m_filled, m_readSize - m_filled);
    m_done += n;
    m_filled += n;
    if (n > 0 && m_filled < m_readSize)
    {
        return;
    }
    if (m_done == 0)
    {
        m_state = State::Wait;
        return;
    }
    ++m_calls;
    m_filled %= m_readSize;
    m_receiver.CleanupRbuf(core);
    m_state = State::Release;
}

void
StreamReader::Release(CpuCore& core)
{
    if (!m_receiver.ReleaseStep(core))
    {
        m_state = State::User;
    }
}

// sk_wait_data(): the socket is released while the process sleeps.
void
StreamReader::WaitForData(CpuCore& core)
{
    if (m_receiver.ReleaseStep(core))
    {
        return;
    }
    if (m_receiver.HasData())
    {
        m_receiver.LockSock(core);
        m_state = State::Copy;
        return;
    }
    Sleep();
}

} // namespace ns3
