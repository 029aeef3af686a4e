/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-bed.h"

#include "host-report.h"
#include "linux-host-helper.h"
#include "standard-parameters.h"
#include "tun-vhost-helper.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

namespace
{

Parameter
Make(const std::string& name,
     Parameter::Kind kind,
     const std::string& unit,
     const std::string& defaultValue,
     const std::string& help)
{
    Parameter parameter = Parameter::Make(name, kind, defaultValue, help);
    parameter.unit = unit;
    return parameter;
}

} // namespace

std::vector<Parameter>
TunBed::Parameters()
{
    std::vector<Parameter> parameters;
    parameters.push_back(
        StandardParameter("mtu").WithRange(68, 65521).WithAttribute("ns3::TunNetDevice::Mtu"));
    parameters.push_back(
        Make("txqueuelen", Parameter::Kind::Integer, "entries", "1000", "ring of the tap's queue")
            .WithRange(1, 65536)
            .WithAttribute("ns3::TunNetDevice::TxQueueLen"));
    parameters.push_back(StandardParameter("xdp").WithWords({"none", "pass", "drop"}));
    const std::vector<std::pair<const char*, const char*>> attributes = {
        {"headroom", "ns3::LinuxHost::XdpHeadroom"},
        {"xdp-instructions", "ns3::XdpProgram::Instructions"},
        {"xdp-bytes", "ns3::XdpProgram::Bytes"}};
    for (const auto& [name, attribute] : attributes)
    {
        parameters.push_back(StandardParameter(name).WithAttribute(attribute));
    }
    for (const char* name :
         {"rx-cpu", "init-on-alloc", "machine", "kernel", "seed", "duration", "warmup"})
    {
        parameters.push_back(StandardParameter(name));
    }
    return parameters;
}

std::vector<Parameter>
TunBed::VhostParameters()
{
    using Kind = Parameter::Kind;
    return {Make("vhost-batch", Kind::Integer, "packets", "64", "packets handed to the tap at once")
                .WithRange(1, 512)
                .WithAttribute("ns3::VhostNet::Batch"),
            Make("refill",
                 Kind::Choice,
                 "",
                 "bias",
                 "references of buffers: before v5.0, v5.0, the generic cache of v6.12")
                .WithWords({"get-page", "bias", "frag-cache"})
                .WithAttribute("ns3::VhostNet::Refill"),
            Make("put-batch",
                 Kind::Boolean,
                 "",
                 "true",
                 "dropped packets of one block are released together (v5.0)")
                .WithAttribute("ns3::TunNetDevice::PutBatch"),
            Make("vq-size", Kind::Integer, "descriptors", "256", "size of a virtqueue")
                .WithRange(2, 32768)
                .WithAttribute("ns3::VhostNet::QueueSize"),
            Make("event-idx",
                 Kind::Boolean,
                 "",
                 "true",
                 "VIRTIO_RING_F_EVENT_IDX; false: notifications are suppressed by flags")
                .WithAttribute("ns3::VhostNet::EventIdx")};
}

void
TunBed::Check(const ScenarioConfig& config)
{
    HostReport::MakeKernel(config);
    HostReport::CheckPlacement(config, *HostReport::MakeMachine(config));
}

TunBed::TunBed(const ScenarioConfig& config, bool vhost)
{
    LinuxHostHelper hosts;
    hosts.SetMachine(HostReport::MakeMachine(config));
    hosts.SetKernel(HostReport::MakeKernel(config));
    hosts.SetAttribute("Bound", BooleanValue(false));
    Ptr<Node> node = CreateObject<Node>();
    m_host = hosts.Install(node);
    m_rxCpu = m_host->PlaceCpu(HostReport::GetPlacement(config));
    TunVhostHelper tuns;
    m_tap = tuns.Install(node);
    m_meter = std::make_unique<PacketMeter>(m_host->GetSkbs());
    m_tap->SetProtocol(m_meter.get());
    m_tap->SetXdpWatcher(m_meter.get());
    if (!config.Is("xdp", "none"))
    {
        Ptr<XdpProgram> program = CreateObject<XdpProgram>();
        program->SetAttribute("Verdict", StringValue(config.Get("xdp")));
        m_tap->SetXdpProgram(program);
    }
    m_tap->Open();
    m_host->GetCpu(0);
    if (vhost)
    {
        m_vhost = tuns.Attach(m_tap, m_rxCpu);
        m_vhost->Start(m_host->GetCpu(m_rxCpu).GetCore());
    }
}

TunBed::~TunBed()
{
    if (m_vhost)
    {
        m_vhost->Dispose();
    }
    m_tap->Dispose();
    m_host->Dispose();
}

double
TunBed::Run(const ScenarioConfig& config)
{
    m_host->RunFor(Seconds(config.GetDouble("warmup") / 1e3));
    ResetStats();
    const double seconds = config.GetDouble("duration") / 1e3;
    m_host->RunFor(Seconds(seconds));
    return seconds;
}

void
TunBed::ResetStats()
{
    m_host->ResetStats();
    m_tap->ResetStats();
    m_meter->ResetStats();
    if (m_vhost)
    {
        m_vhost->ResetStats();
    }
}

void
TunBed::ReportMeter(double seconds, ScenarioResult& result)
{
    const PacketMeter::Stats& read = m_meter->GetStats();
    result.gbps = static_cast<double>(read.bytes) * 8 / seconds / 1e9;
    result.mpps = static_cast<double>(read.frames) / seconds / 1e6;
    result.framesDelivered = read.frames;
    const LatencyHistogram& latency = m_meter->GetLatency();
    CpuCore& core = GetCore();
    result.latency = {core.ToNs(latency.Percentile(0.5)),
                      core.ToNs(latency.Percentile(0.99)),
                      core.ToNs(latency.GetMax())};
    HostReport::Fill(*m_host, read.frames, result);
}

bool
TunBed::IsDrained() const
{
    return m_tap->IsDrained() && (!m_vhost || m_vhost->IsDrained());
}

void
TunBed::Drain()
{
    constexpr uint32_t MOST_ROUNDS = 10000;
    for (uint32_t i = 0; i < MOST_ROUNDS; ++i)
    {
        m_host->RunFor(MilliSeconds(1));
        if (IsDrained())
        {
            return;
        }
    }
    throw std::logic_error("packets never leave the tap");
}

void
TunBed::Finish()
{
    CpuCore& core = m_host->GetCpu(m_rxCpu).GetCore();
    std::string left;
    if (m_vhost)
    {
        left = m_vhost->CheckEqualities();
        m_vhost->Close(core);
    }
    m_tap->Close(core);
    if (left.empty())
    {
        left = HostReport::CheckConservation(*m_host);
    }
    if (left.empty())
    {
        left = m_host->CheckLedgers();
    }
    if (!left.empty())
    {
        throw std::logic_error(left);
    }
}

} // namespace ns3
