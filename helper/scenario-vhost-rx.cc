/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-vhost-rx.h"

#include "host-report.h"
#include "standard-parameters.h"
#include "tun-bed.h"

#include "ns3/packet-generator.h"
#include "ns3/virtio-receiver.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/** Core of the guest: neither the sender's nor, wherever rx-cpu puts it, a near worker's. */
uint32_t
GuestCpu(uint32_t workerCpu)
{
    return workerCpu == 1 ? 2 : 1;
}

Parameter
InterruptSwitch()
{
    Parameter parameter;
    parameter.name = "guest-interrupts";
    parameter.kind = Parameter::Kind::Boolean;
    parameter.defaultValue = "false";
    parameter.help = "the guest sleeps until it is called; false: it polls";
    return parameter;
}

/** @brief Sender and receiver of a run, and what they counted before the last reset. */
struct Ends
{
    Ptr<PacketGenerator> generator; //!< sender
    VirtioReceiver& guest;          //!< receiver
    uint64_t sent{0};               //!< frames offered before
    uint64_t refused{0};            //!< of these, dropped by the tap
    uint64_t received{0};           //!< frames that the guest got before

    void Reset()
    {
        sent += generator->GetStats().frames;
        refused += generator->GetStats().refused;
        received += guest.GetStats().frames;
        generator->ResetStats();
        guest.ResetStats();
    }
};

void
Report(TunBed& bed, const Ends& ends, double seconds, ScenarioResult& result)
{
    const VirtioReceiver::Stats& got = ends.guest.GetStats();
    result.gbps = static_cast<double>(got.bytes) * 8 / seconds / 1e9;
    result.mpps = static_cast<double>(got.frames) / seconds / 1e6;
    result.framesSent = ends.generator->GetStats().frames;
    result.framesDelivered = got.frames;
    const LatencyHistogram& latency = ends.guest.GetLatency();
    CpuCore& core = bed.GetCore();
    result.latency = {core.ToNs(latency.Percentile(0.5)),
                      core.ToNs(latency.Percentile(0.99)),
                      core.ToNs(latency.GetMax())};
    result.drops = {{"ring_full", bed.GetTap()->GetDropped()}};
    HostReport::Fill(bed.GetHost(), got.frames, result);
}

} // namespace

std::string
ScenarioVhostRx::GetName() const
{
    return "vhost-rx";
}

std::string
ScenarioVhostRx::GetSummary() const
{
    return "a host process sends into a tap, vhost_net copies to a guest";
}

std::vector<Parameter>
ScenarioVhostRx::GetParameters() const
{
    std::vector<Parameter> parameters = TunBed::Parameters();
    for (const Parameter& parameter : TunBed::VhostParameters())
    {
        if (parameter.name == "vq-size" || parameter.name == "event-idx")
        {
            parameters.push_back(parameter);
        }
    }
    parameters.push_back(
        StandardParameter("frame-size").WithAttribute("ns3::PacketGenerator::FrameSize"));
    parameters.push_back(StandardParameter("rate").WithAttribute("ns3::PacketGenerator::Rate"));
    parameters.push_back(StandardParameter("burst").WithAttribute("ns3::PacketGenerator::Burst"));
    parameters.push_back(InterruptSwitch());
    return parameters;
}

void
ScenarioVhostRx::DoCheck(const ScenarioConfig& config) const
{
    TunBed::Check(config);
    const uint64_t most = config.GetUint("mtu") + SkbLayout::HARD_HEADER;
    if (config.GetUint("frame-size") > most)
    {
        throw std::invalid_argument("frame-size=" + config.Get("frame-size") +
                                    " does not fit mtu=" + config.Get("mtu") +
                                    " (EMSGSIZE); accepted: 60.." + std::to_string(most));
    }
    if (config.Is("rx-cpu", "same"))
    {
        throw std::invalid_argument("rx-cpu=same leaves the vhost worker no core beside the "
                                    "sender; accepted: smt|core|domain|socket");
    }
    if (HostReport::MakeMachine(config)->coresPerSocket < 3)
    {
        throw std::invalid_argument("machine=" + config.Get("machine") +
                                    " has too few cores; accepted: 3 or more in a socket");
    }
}

ScenarioResult
ScenarioVhostRx::DoRun(const ScenarioConfig& config) const
{
    TunBed bed(config, true);
    LinuxHost& host = bed.GetHost();
    VirtioReceiverParameters guest;
    guest.bufferBytes = bed.GetVhost()->GetBufferBytes();
    guest.polls = !config.GetBool("guest-interrupts");
    VirtioReceiver receiver(host.GetCpu(GuestCpu(bed.GetRxCpu())),
                            bed.GetVhost()->GetRxQueue(),
                            guest);
    Ptr<PacketGenerator> generator = CreateObject<PacketGenerator>();
    generator->Connect(bed.GetTap(), 0);
    generator->AssignStreams(0);
    Ends ends{generator, receiver};
    receiver.StartAt(0);
    generator->Start();
    host.RunFor(Seconds(config.GetDouble("warmup") / 1e3));
    bed.ResetStats();
    ends.Reset();
    const double seconds = config.GetDouble("duration") / 1e3;
    host.RunFor(Seconds(seconds));
    ScenarioResult result;
    Report(bed, ends, seconds, result);

    generator->Stop();
    do
    {
        bed.Drain();
    } while (generator->IsBusy());
    bed.Drain(); // the guest sees what the last run published
    receiver.Stop();
    ends.Reset();
    const bool balanced = ends.sent == ends.received + ends.refused;
    bed.Finish();
    generator->Dispose();
    if (!balanced)
    {
        throw std::logic_error("frames sent " + std::to_string(ends.sent) + ", received " +
                               std::to_string(ends.received) + ", refused " +
                               std::to_string(ends.refused));
    }
    return result;
}

} // namespace ns3
