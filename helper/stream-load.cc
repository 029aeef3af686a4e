/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-load.h"

#include "standard-parameters.h"

#include "ns3/boolean.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

StreamLoad::StreamLoad(VethBed& bed, std::size_t pair, bool gso, int64_t stream)
    : m_from(bed.GetSender(pair)),
      m_stream(CreateObject<Stream>())
{
    m_stream->SetAttribute("Gso", BooleanValue(gso));
    m_stream->AssignStreams(stream);
    m_stream->Connect(m_from,
                      bed.GetReceiver(pair),
                      m_from->CanSegment(),
                      bed.GetTxCpu(pair),
                      bed.GetRxCpu(pair));
}

std::vector<Parameter>
StreamLoad::Parameters()
{
    return {StandardParameter("gso"),
            StandardParameter("send-size").WithAttribute("ns3::Stream::SendSize"),
            StandardParameter("read-size").WithAttribute("ns3::Stream::ReadSize"),
            StandardParameter("rcvbuf")
                .WithRange(0, 1073741824)
                .WithDefault("0")
                .WithAttribute("ns3::Stream::RcvBuf")};
}

void
StreamLoad::Check(const ScenarioConfig& config)
{
    // half of the buffer is window; a closed window opens for a whole segment only
    const uint64_t rcvbuf = config.GetUint("rcvbuf");
    const uint64_t least = std::max<uint64_t>(2304, 2 * Stream::MssOf(config.GetUint("mtu")));
    if (rcvbuf != 0 && rcvbuf < least)
    {
        throw std::invalid_argument("rcvbuf=" + std::to_string(rcvbuf) +
                                    " has no window of one segment at mtu=" + config.Get("mtu") +
                                    "; accepted: 0, or " + std::to_string(least) +
                                    ".. (SOCK_MIN_RCVBUF, two segments)");
    }
}

void
StreamLoad::Start(double)
{
    m_stream->Start();
}

bool
StreamLoad::Stop()
{
    return false;
}

bool
StreamLoad::IsBusy() const
{
    return true;
}

void
StreamLoad::ResetStats()
{
    m_before = InFlight();
    m_stream->ResetStats();
}

// Sent, and neither read, dropped nor found to be duplicates.
uint64_t
StreamLoad::InFlight() const
{
    const TcpReceiver::Stats& rx = m_stream->GetReceiver().GetStats();
    const uint64_t gone = rx.frames + rx.dropped + rx.duplicateFrames + m_from->GetDropped();
    const uint64_t sent = m_stream->GetSender().GetStats().segments;
    return sent > gone ? sent - gone : 0;
}

PairLoad::Figures
StreamLoad::GetFigures() const
{
    const TcpReceiver::Stats& rx = m_stream->GetReceiver().GetStats();
    return {m_before + m_stream->GetSender().GetStats().segments, rx.frames, rx.bytes};
}

const LatencyHistogram&
StreamLoad::GetLatency() const
{
    return m_stream->GetReceiver().GetLatency();
}

void
StreamLoad::AddDrops(std::map<std::string, uint64_t>& drops) const
{
    drops["socket_full"] += m_stream->GetReceiver().GetStats().dropped;
}

void
StreamLoad::Purge(CpuCore& core)
{
    m_stream->Purge(core);
}

std::string
StreamLoad::CheckBooks()
{
    return m_stream->CheckEqualities();
}

std::string
StreamLoad::CheckEmpty() const
{
    return m_stream->GetSender().IsEmpty() ? "" : "skbs are still charged to the sending socket";
}

} // namespace ns3
