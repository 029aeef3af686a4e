/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-vhost-xdp-drop.h"

#include "standard-parameters.h"
#include "tun-bed.h"

#include "ns3/virtio-sender.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

/** Longest frame whose buffer fits a page with a program and its headroom (4096 - 320 - ...). */
uint32_t
GetMaxFrame(const ScenarioConfig& config)
{
    const uint32_t headroom =
        config.Is("xdp", "none") ? 0 : static_cast<uint32_t>(config.GetUint("headroom"));
    const SkbLayout layout;
    constexpr uint32_t NET_SKB_PAD = 64;
    const uint32_t pad = SkbLayout::DataAlign(NET_SKB_PAD + headroom + Virtqueue::NET_HEADER);
    const uint32_t taken = layout.GetSharedInfo() + pad + Virtqueue::NET_HEADER;
    const uint32_t page = layout.GetParameters().pageSize;
    return taken >= page ? 0 : page - taken;
}

} // namespace

std::string
ScenarioVhostXdpDrop::GetName() const
{
    return "vhost-xdp-drop";
}

std::string
ScenarioVhostXdpDrop::GetSummary() const
{
    return "a polling guest sends through vhost_net into a tap whose XDP program drops";
}

std::vector<Parameter>
ScenarioVhostXdpDrop::GetParameters() const
{
    std::vector<Parameter> parameters = TunBed::Parameters();
    for (Parameter& parameter : parameters)
    {
        if (parameter.name == "xdp")
        {
            parameter = parameter.WithDefault("drop");
        }
        if (parameter.name == "machine")
        {
            parameter = parameter.WithDefault("client-kaby-lake"); // inferred: doc/tun-vhost.md
        }
    }
    const std::vector<Parameter> vhost = TunBed::VhostParameters();
    parameters.insert(parameters.end(), vhost.begin(), vhost.end());
    parameters.push_back(StandardParameter("frame-size"));
    parameters.push_back(StandardParameter("burst").WithDefault("32").WithRange(1, 1024));
    return parameters;
}

void
ScenarioVhostXdpDrop::DoCheck(const ScenarioConfig& config) const
{
    TunBed::Check(config);
    const uint64_t most =
        std::min<uint64_t>(config.GetUint("mtu") + SkbLayout::HARD_HEADER, GetMaxFrame(config));
    if (config.GetUint("frame-size") > most)
    {
        throw std::invalid_argument("frame-size=" + config.Get("frame-size") +
                                    " does not fit the MTU or the page of a vhost buffer; "
                                    "accepted: 60.." +
                                    std::to_string(most));
    }
    if (config.Is("rx-cpu", "same"))
    {
        throw std::invalid_argument("rx-cpu=same leaves the vhost worker no core beside the "
                                    "polling guest; accepted: smt|core|domain|socket");
    }
}

ScenarioResult
ScenarioVhostXdpDrop::DoRun(const ScenarioConfig& config) const
{
    TunBed bed(config, true);
    VhostNet& vhost = *bed.GetVhost();
    VirtioSenderParameters guest;
    guest.frame = static_cast<uint32_t>(config.GetUint("frame-size"));
    guest.burst = static_cast<uint32_t>(config.GetUint("burst"));
    VirtioSender sender(bed.GetHost().GetCpu(0), vhost.GetTxQueue(), guest);
    sender.StartAt(0);
    bed.GetHost().RunFor(Seconds(config.GetDouble("warmup") / 1e3));
    bed.ResetStats();
    sender.ResetStats();
    const double seconds = config.GetDouble("duration") / 1e3;
    bed.GetHost().RunFor(Seconds(seconds));

    ScenarioResult result;
    bed.ReportMeter(seconds, result);
    result.framesSent = sender.GetFrames();
    const TunRxStats& tap = bed.GetTap()->GetRx(0).GetStats();
    result.drops = {{"vhost_dropped", vhost.GetTx().GetStats().dropped},
                    {"xdp_drops", tap.xdp_drops},
                    {"rx_drops", tap.rx_drops}};
    sender.Stop();
    bed.Drain();
    const Virtqueue::Stats& queue = vhost.GetTxQueue().GetStats();
    if (queue.posted != queue.used)
    {
        throw std::logic_error("packets of the guest are still on their way");
    }
    bed.Finish();
    return result;
}

} // namespace ns3
