/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-tap-userspace.h"

#include "host-report.h"
#include "standard-parameters.h"
#include "tun-bed.h"

#include "ns3/packet-generator.h"
#include "ns3/tap-reader.h"
#include "ns3/tap-writer.h"

#include <stdexcept>

namespace ns3
{

namespace
{

[[noreturn]] void
Unbalanced(uint64_t sent, uint64_t delivered, uint64_t lost)
{
    throw std::logic_error("frames sent " + std::to_string(sent) + ", delivered " +
                           std::to_string(delivered) + ", lost " + std::to_string(lost));
}

ScenarioResult
RunWrite(const ScenarioConfig& config)
{
    TunBed bed(config, false);
    TunRx& tap = bed.GetTap()->GetRx(0);
    TapWriter writer(bed.GetHost().GetCpu(0),
                     tap,
                     static_cast<uint32_t>(config.GetUint("frame-size")),
                     config.GetBool("nonblock"));
    writer.StartAt(0);
    const double seconds = bed.Run(config);
    const TunRxStats stats = tap.GetStats();
    ScenarioResult result;
    bed.ReportMeter(seconds, result);
    result.framesSent = stats.packets;
    result.drops = {{"xdp_drops", stats.xdp_drops}, {"rx_drops", stats.rx_drops}};
    if (tap.GetNapi() != nullptr)
    {
        result.napi.emplace();
        result.napi->polls = tap.GetNapi()->GetStats().polls;
    }
    writer.Stop();
    bed.Drain();
    const TunRxStats& end = tap.GetStats();
    if (end.packets != end.passed + end.xdp_drops + end.rx_drops)
    {
        Unbalanced(end.packets, end.passed + end.xdp_drops, end.rx_drops);
    }
    bed.Finish();
    return result;
}

void
ReportReader(TunBed& bed, const TapReader& reader, double seconds, ScenarioResult& result)
{
    const TapReader::Stats& got = reader.GetStats();
    result.gbps = static_cast<double>(got.bytes) * 8 / seconds / 1e9;
    result.mpps = static_cast<double>(got.frames) / seconds / 1e6;
    result.framesDelivered = got.frames;
    CpuCore& core = bed.GetCore();
    const LatencyHistogram& latency = reader.GetLatency();
    result.latency = {core.ToNs(latency.Percentile(0.5)),
                      core.ToNs(latency.Percentile(0.99)),
                      core.ToNs(latency.GetMax())};
    result.drops = {{"ring_full", bed.GetTap()->GetDropped()}};
    HostReport::Fill(bed.GetHost(), got.frames, result);
}

ScenarioResult
RunRead(const ScenarioConfig& config)
{
    TunBed bed(config, false);
    TapReader reader(bed.GetHost().GetCpu(bed.GetRxCpu()),
                     bed.GetTap()->GetTx(0),
                     static_cast<uint32_t>(config.GetUint("frame-size")));
    Ptr<PacketGenerator> generator = CreateObject<PacketGenerator>();
    generator->Connect(bed.GetTap(), 0);
    generator->AssignStreams(0);
    reader.StartAt(0);
    generator->Start();
    bed.GetHost().RunFor(Seconds(config.GetDouble("warmup") / 1e3));
    const PacketGenerator::Stats before = generator->GetStats();
    const uint64_t readBefore = reader.GetStats().frames;
    bed.ResetStats();
    reader.ResetStats();
    const double seconds = config.GetDouble("duration") / 1e3;
    bed.GetHost().RunFor(Seconds(seconds));
    ScenarioResult result;
    ReportReader(bed, reader, seconds, result);
    result.framesSent = generator->GetStats().frames - before.frames;
    generator->Stop();
    do
    {
        bed.Drain();
    } while (generator->IsBusy());
    const PacketGenerator::Stats sent = generator->GetStats();
    const uint64_t read = readBefore + reader.GetStats().frames;
    bed.Finish();
    generator->Dispose();
    if (sent.frames != read + sent.refused)
    {
        Unbalanced(sent.frames, read, sent.refused);
    }
    return result;
}

} // namespace

std::string
ScenarioTapUserspace::GetName() const
{
    return "tap-userspace";
}

std::string
ScenarioTapUserspace::GetSummary() const
{
    return "a process writes frames to a tap, or reads them from it";
}

std::vector<Parameter>
ScenarioTapUserspace::GetParameters() const
{
    using Kind = Parameter::Kind;
    std::vector<Parameter> parameters = TunBed::Parameters();
    for (Parameter& parameter : parameters)
    {
        if (parameter.name == "xdp")
        {
            parameter = parameter.WithDefault("none");
        }
    }
    parameters.push_back(
        Parameter::Make("direction", Kind::Choice, "write", "the process writes or reads frames")
            .WithWords({"write", "read"}));
    parameters.push_back(
        Parameter::Make("nonblock", Kind::Boolean, "false", "the descriptor is O_NONBLOCK"));
    parameters.push_back(Parameter::Make("tap-napi", Kind::Boolean, "false", "IFF_NAPI")
                             .WithAttribute("ns3::TunNetDevice::Napi"));
    parameters.push_back(
        StandardParameter("frame-size").WithAttribute("ns3::PacketGenerator::FrameSize"));
    parameters.push_back(StandardParameter("rate").WithAttribute("ns3::PacketGenerator::Rate"));
    parameters.push_back(StandardParameter("burst").WithAttribute("ns3::PacketGenerator::Burst"));
    return parameters;
}

void
ScenarioTapUserspace::DoCheck(const ScenarioConfig& config) const
{
    TunBed::Check(config);
    const uint64_t most = config.GetUint("mtu") + SkbLayout::HARD_HEADER;
    if (config.GetUint("frame-size") > most)
    {
        throw std::invalid_argument("frame-size=" + config.Get("frame-size") +
                                    " does not fit mtu=" + config.Get("mtu") + "; accepted: 60.." +
                                    std::to_string(most));
    }
}

ScenarioResult
ScenarioTapUserspace::DoRun(const ScenarioConfig& config) const
{
    return config.Is("direction", "write") ? RunWrite(config) : RunRead(config);
}

} // namespace ns3
