/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-writer.h"

namespace ns3
{

StreamWriter::StreamWriter(HostCpu& cpu, TcpSender& sender, uint32_t sendSize)
    : Task(cpu, "stream-writer"),
      m_sender(sender),
      m_sendSize(sendSize),
      m_buffer(static_cast<uint16_t>((sendSize + LINE_BYTES - 1) / LINE_BYTES))
{
    m_buffer.SetSliced();
    m_sender.SetWriter(this);
}

bool
StreamWriter::Preemptible() const
{
    return m_state == State::User || m_state == State::Wait;
}

void
StreamWriter::Step(CpuCore& core)
{
    switch (m_state)
    {
    case State::User:
        Enter(core);
        break;
    case State::Copy:
        CopyNext(core);
        break;
    case State::Xmit:
        Transmit(core);
        break;
    case State::Release:
        Release(core);
        break;
    case State::Wait:
        WaitForMemory(core);
        break;
    }
}

void
StreamWriter::Enter(CpuCore& core)
{
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
    }
    m_called = core.Now();
    CpuCore::Scope scope(core, Fn::tcp_sendmsg);
    m_sender.LockSock(core);
    m_done = 0;
    ++m_calls;
    m_state = State::Copy;
}

void
StreamWriter::CopyNext(CpuCore& core)
{
    if (m_done == m_sendSize)
    {
        m_sender.MarkPush();
        PushOrGoOn(core, State::Release);
        return;
    }
    if (!m_sender.HasMemory())
    {
        m_sender.MarkPush();
        PushOrGoOn(core, State::Wait);
        return;
    }
    const uint32_t n = m_sender.Append(core, m_buffer, m_done, m_sendSize - m_done, m_called);
    m_done += n;
    if (n == 0)
    {
        m_state = State::Wait;
    }
    else if (m_sender.PushTail())
    {
        PushOrGoOn(core, State::Copy);
    }
}

void
StreamWriter::PushOrGoOn(CpuCore& core, State otherwise)
{
    m_after = otherwise;
    if (m_sender.BeginXmit(core))
    {
        m_state = State::Xmit;
        SetBhDisabled(true);
    }
    else
    {
        m_state = otherwise;
    }
}

void
StreamWriter::Transmit(CpuCore& core)
{
    if (m_sender.IsXmitting())
    {
        if (!m_sender.StepXmit(core))
        {
            SetBhDisabled(false);
        }
        return;
    }
    if (m_sender.WasRefused())
    {
        m_state = m_after;
        return;
    }
    PushOrGoOn(core, m_after);
}

void
StreamWriter::Release(CpuCore& core)
{
    if (!m_sender.ReleaseStep(core))
    {
        m_state = State::User;
        return;
    }
    // tcp_data_snd_check(): each acknowledgement may let more out
    PushOrGoOn(core, State::Release);
}

// sk_stream_wait_memory(): the socket is released while the process sleeps.
void
StreamWriter::WaitForMemory(CpuCore& core)
{
    if (m_sender.ReleaseStep(core))
    {
        PushOrGoOn(core, State::Wait);
        return;
    }
    if (m_sender.HasMemory())
    {
        m_sender.LockSock(core);
        m_state = State::Copy;
        return;
    }
    Sleep();
}

} // namespace ns3
