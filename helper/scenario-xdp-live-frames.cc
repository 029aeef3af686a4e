/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-xdp-live-frames.h"

#include "host-report.h"
#include "live-run.h"
#include "standard-parameters.h"

#include <stdexcept>

namespace ns3
{

namespace
{

Parameter
Count(const std::string& name,
      double least,
      double greatest,
      const std::string& unit,
      const std::string& defaultValue,
      const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = Parameter::Kind::Integer;
    parameter.unit = unit;
    parameter.defaultValue = defaultValue;
    parameter.help = help;
    return parameter.WithRange(least, greatest);
}

Parameter
Choice(const std::string& name, const std::vector<std::string>& words, const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = Parameter::Kind::Choice;
    parameter.defaultValue = words.front();
    parameter.help = help;
    return parameter.WithWords(words);
}

Parameter
PoolRing()
{
    Parameter parameter = StandardParameter("pool-ring").WithAttribute("ns3::LiveFrames::PoolSize");
    parameter.follows = "batch";
    parameter.help = "ring of the test's page_pool; the kernel: as batch; the thread: 1024";
    return parameter;
}

Parameter
LineRate()
{
    Parameter parameter;
    parameter.name = "line-rate";
    parameter.kind = Parameter::Kind::Number;
    parameter.unit = "Gb/s";
    parameter.defaultValue = "100";
    parameter.help = "rate of the NIC's wire";
    return parameter.WithRange(1e-3, 1e6).WithAttribute("ns3::NicTxRing::LineRate");
}

} // namespace

std::string
ScenarioXdpLiveFrames::GetName() const
{
    return "xdp-live-frames";
}

std::string
ScenarioXdpLiveFrames::GetSummary() const
{
    return "BPF_PROG_TEST_RUN with live frames, sent by a NIC or into a veth pair";
}

std::vector<Parameter>
ScenarioXdpLiveFrames::GetParameters() const
{
    // xdp-trafficgen's program counts the frame and calls bpf_redirect(): 20 instructions (E)
    return {
        Choice("verdict", {"tx", "redirect", "pass", "drop"}, "what the tested program says"),
        Choice("target", {"nic", "veth"}, "where frames of tx and redirect go"),
        Choice("peer",
               {"drop", "pass", "redirect", "tx"},
               "target veth: what the program at the far end says; redirect: to a second pair"),
        Count("batch", 1, LiveFrames::MAX_BATCH, "frames", "64", "frames of a batch")
            .WithAttribute("ns3::LiveFrames::Batch"),
        PoolRing(),
        StandardParameter("frame-size")
            .WithDefault("64")
            .WithAttribute("ns3::LiveFrames::FrameSize"),
        Count("frames", 0, 1e9, "frames", "0", "one call of so many; 0: run by duration"),
        Count("tx-ring", 64, 8160, "descriptors", "512", "XDP transmit ring of the NIC")
            .WithAttribute("ns3::NicTxRing::Size"),
        Choice("clean",
               {"lazy", "eager"},
               "when the NIC's ring is cleaned: below a quarter free, or with every bulk")
            .WithAttribute("ns3::NicTxRing::Clean"),
        Count("clean-limit", 0, 8160, "frames", "0", "most frames of one clean; 0: all sent ones")
            .WithAttribute("ns3::NicTxRing::CleanLimit"),
        LineRate(),
        StandardParameter("ring").WithAttribute("ns3::VethNetDevice::RingSize"),
        StandardParameter("gro").WithAttribute("ns3::VethNetDevice::Gro"),
        StandardParameter("xdp-instructions")
            .WithDefault("20")
            .WithAttribute("ns3::XdpProgram::Instructions"),
        StandardParameter("xdp-bytes").WithAttribute("ns3::XdpProgram::Bytes"),
        StandardParameter("init-on-alloc"),
        // idpf drives hardware of 2023 and later, in servers of Ice Lake or newer
        StandardParameter("machine").WithDefault("x86-server-generic"),
        StandardParameter("kernel").WithDefault("6.9"),
        StandardParameter("seed"),
        StandardParameter("duration").WithDefault("10"),
        StandardParameter("warmup").WithDefault("2"),
    };
}

void
ScenarioXdpLiveFrames::DoCheck(const ScenarioConfig& config) const
{
    HostReport::MakeMachine(config);
    HostReport::MakeKernel(config);
    const uint32_t most = LiveFrames::GetMaxFrame(SkbLayout());
    if (config.GetUint("frame-size") > most)
    {
        throw std::invalid_argument("frame-size=" + config.Get("frame-size") +
                                    " does not fit a page behind headroom and head record; "
                                    "accepted: 60.." +
                                    std::to_string(most));
    }
}

ScenarioResult
ScenarioXdpLiveFrames::DoRun(const ScenarioConfig& config) const
{
    return LiveRun(config).Run();
}

} // namespace ns3
