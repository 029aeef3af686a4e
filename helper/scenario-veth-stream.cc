/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-veth-stream.h"

#include "standard-parameters.h"
#include "veth-bed.h"

#include "ns3/boolean.h"
#include "ns3/stream.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

void
Refuse(bool wrong, const std::string& why)
{
    if (wrong)
    {
        throw std::invalid_argument(why);
    }
}

void
Demand(const std::string& wrong)
{
    if (!wrong.empty())
    {
        throw std::logic_error(wrong);
    }
}

/** @brief Take everything apart: bytes, skbs and pages must all be there. */
void
Finish(Stream& stream, VethBed& bed)
{
    Demand(stream.CheckEqualities());
    stream.Purge(bed.GetHost().GetCpu(0).GetCore());
    bed.Close();
    Demand(stream.GetSender().IsEmpty() ? "" : "skbs are still charged to the sending socket");
    Demand(bed.CheckConservation());
}

/** @brief Frames on their way: sent, and neither read, dropped nor found to be duplicates. */
uint64_t
InFlight(const VethBed& bed, const Stream& stream)
{
    const TcpReceiver::Stats& rx = stream.GetReceiver().GetStats();
    const uint64_t gone =
        rx.frames + rx.dropped + rx.duplicateFrames + bed.GetSender()->GetDropped();
    const uint64_t sent = stream.GetSender().GetStats().segments;
    return sent > gone ? sent - gone : 0;
}

} // namespace

std::string
ScenarioVethStream::GetName() const
{
    return "veth-stream";
}

std::string
ScenarioVethStream::GetSummary() const
{
    return "one TCP stream over a veth pair whose receiving end runs an XDP program";
}

std::vector<Parameter>
ScenarioVethStream::GetParameters() const
{
    std::vector<Parameter> parameters = VethBed::Parameters();
    for (Parameter& parameter : parameters)
    {
        if (parameter.name == "init-on-alloc")
        {
            parameter = parameter.WithDefault("on"); // inferred: doc/calibration.md
        }
    }
    parameters.push_back(StandardParameter("gso"));
    parameters.push_back(StandardParameter("send-size").WithAttribute("ns3::Stream::SendSize"));
    parameters.push_back(StandardParameter("read-size").WithAttribute("ns3::Stream::ReadSize"));
    parameters.push_back(StandardParameter("rcvbuf")
                             .WithRange(0, 1073741824)
                             .WithDefault("0")
                             .WithAttribute("ns3::Stream::RcvBuf"));
    return parameters;
}

void
ScenarioVethStream::DoCheck(const ScenarioConfig& config) const
{
    Refuse(!config.Is("xdp", "none") && !config.Is("xdp", "pass"),
           "xdp=" + config.Get("xdp") +
               " leaves no stream; veth-stream accepts none|pass, and veth-burst takes every "
               "verdict");
    VethBed::Check(config);
    // half of the buffer is window; a closed window opens for a whole segment only
    const uint64_t rcvbuf = config.GetUint("rcvbuf");
    const uint64_t least = std::max<uint64_t>(2304, 2 * Stream::MssOf(config.GetUint("mtu")));
    Refuse(rcvbuf != 0 && rcvbuf < least,
           "rcvbuf=" + std::to_string(rcvbuf) +
               " has no window of one segment at mtu=" + config.Get("mtu") + "; accepted: 0, or " +
               std::to_string(least) + ".. (SOCK_MIN_RCVBUF, two segments)");
}

ScenarioResult
ScenarioVethStream::DoRun(const ScenarioConfig& config) const
{
    VethBed bed(config);
    LinuxHost& host = bed.GetHost();
    Ptr<Stream> stream = CreateObject<Stream>();
    stream->SetAttribute("Gso", BooleanValue(!config.Is("gso", "off")));
    stream->AssignStreams(1);
    stream->Connect(bed.GetSender(),
                    bed.GetReceiver(),
                    bed.GetSender()->CanSegment(),
                    0,
                    bed.GetRxCpu());
    bed.Open();
    stream->Start();
    host.RunFor(Seconds(config.GetDouble("warmup") / 1e3));
    // what the warm-up left on its way is delivered in the measured time, and counts as sent in it
    const uint64_t before = InFlight(bed, *stream);
    host.ResetStats();
    stream->ResetStats();
    const double seconds = config.GetDouble("duration") / 1e3;
    host.RunFor(Seconds(seconds));

    ScenarioResult result;
    result.framesSent = before + stream->GetSender().GetStats().segments;
    result.drops = bed.GetDrops();
    ReportReader(stream->GetReceiver(), host.GetCpu(0).GetCore(), seconds, result);
    bed.Report(*result.framesDelivered, result);
    Finish(*stream, bed);
    return result;
}

void
ScenarioVethStream::ReportReader(const TcpReceiver& receiver,
                                 const CpuCore& core,
                                 double seconds,
                                 ScenarioResult& result)
{
    const TcpReceiver::Stats& rx = receiver.GetStats();
    result.gbps = static_cast<double>(rx.bytes) * 8 / seconds / 1e9;
    result.mpps = static_cast<double>(rx.frames) / seconds / 1e6;
    result.framesDelivered = rx.frames;
    const LatencyHistogram& latency = receiver.GetLatency();
    result.latency = {core.ToNs(latency.Percentile(0.5)),
                      core.ToNs(latency.Percentile(0.99)),
                      core.ToNs(latency.GetMax())};
    (*result.drops)["socket_full"] = rx.dropped;
}

} // namespace ns3
