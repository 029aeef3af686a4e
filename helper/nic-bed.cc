/* SPDX-License-Identifier: GPL-2.0-only */
#include "nic-bed.h"

#include "host-report.h"
#include "linux-host-helper.h"
#include "standard-parameters.h"

#include "ns3/boolean.h"
#include "ns3/page-pool.h"
#include "ns3/skb-allocator.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

Parameter
Switch(const std::string& name, const std::string& help)
{
    Parameter parameter;
    parameter.name = name;
    parameter.kind = Parameter::Kind::Boolean;
    parameter.defaultValue = "true";
    parameter.help = help;
    return parameter;
}

Parameter
QueueSize()
{
    Parameter parameter;
    parameter.name = "qsize";
    parameter.kind = Parameter::Kind::Integer;
    parameter.unit = "frames";
    parameter.defaultValue = "2048"; // default of xdp-tools' xdp-bench redirect-cpu
    parameter.help = "ring of the cpumap entry";
    return parameter.WithRange(1, CpuMapEntry::MAX_QSIZE);
}

Parameter
Helped(Parameter parameter, const std::string& help)
{
    parameter.help = help;
    return parameter;
}

SkbLayoutParameters
LayoutOf(const ScenarioConfig& config)
{
    SkbLayoutParameters layout;
    layout.pageSize = static_cast<uint32_t>(config.GetUint("page-size"));
    layout.headroom = static_cast<uint32_t>(config.GetUint("headroom"));
    return layout;
}

void
Refuse(const std::string& why)
{
    if (!why.empty())
    {
        throw std::invalid_argument(why);
    }
}

} // namespace

std::vector<Parameter>
NicBed::Parameters(bool redirect)
{
    const std::string nic = "ns3::NicNetDevice::";
    std::vector<Parameter> parameters = {
        Helped(StandardParameter("ring"), "receive descriptors")
            .WithRange(64, 8192)
            .WithDefault("512")
            .WithAttribute(nic + "RingSize"),
        StandardParameter("pool-ring").WithAttribute(nic + "PoolRingSize"),
        StandardParameter("rate").WithDefault("27000000").WithAttribute(nic + "Rate"),
        StandardParameter("frame-size").WithRange(60, 1514).WithAttribute(nic + "FrameSize"),
        Switch("gro", "passed frames go through GRO").WithAttribute(nic + "Gro"),
        StandardParameter("headroom").WithAttribute("ns3::LinuxHost::XdpHeadroom"),
        StandardParameter("page-size").WithAttribute("ns3::LinuxHost::PageSize"),
        StandardParameter("xdp-instructions")
            .WithDefault(redirect ? "80" : "2")
            .WithAttribute("ns3::XdpProgram::Instructions"),
        StandardParameter("xdp-bytes")
            .WithDefault(redirect ? "62" : "0")
            .WithAttribute("ns3::XdpProgram::Bytes"),
        Helped(StandardParameter("rcvbuf"), "receive buffer that nobody reads; 0: no socket")
            .WithRange(0, 1073741824)
            .WithDefault("0")
            .WithAttribute("ns3::UdpSink::RcvBuf"),
        StandardParameter("init-on-alloc").WithDefault("off"), // doc/cpumap.md
        StandardParameter("machine"),
        StandardParameter("kernel").WithDefault("6.3"),
        StandardParameter("seed"),
        StandardParameter("duration").WithDefault("20"),
        StandardParameter("warmup")};
    if (redirect)
    {
        parameters.push_back(QueueSize());
        parameters.push_back(Helped(StandardParameter("rx-cpu"),
                                    "where the kthread runs, seen from the interrupt's core")
                                 .WithWords({"smt", "core", "domain", "socket"}));
    }
    return parameters;
}

void
NicBed::Check(const ScenarioConfig& config)
{
    const SkbLayoutParameters layout = LayoutOf(config);
    Refuse(SkbLayout::Check(layout, Buffers::PagePool));
    Refuse(PagePool::CheckSize(*HostReport::MakeKernel(config),
                               static_cast<uint32_t>(config.GetUint("pool-ring"))));
    const auto machine = HostReport::MakeMachine(config);
    if (config.Has("rx-cpu"))
    {
        Refuse(CpuPlacement(*machine).Check(HostReport::GetPlacement(config)));
    }
    const uint64_t most = SkbLayout(layout).WithOverhead(layout.pageSize) - layout.headroom;
    if (config.GetUint("frame-size") > most)
    {
        throw std::invalid_argument("frame-size=" + config.Get("frame-size") +
                                    " does not fit a page; accepted: 60.." + std::to_string(most));
    }
}

NicBed::NicBed(const ScenarioConfig& config, bool redirect)
    : m_config(config),
      m_nic(CreateObject<NicNetDevice>()),
      m_sink(CreateObject<UdpSink>())
{
    LinuxHostHelper hosts;
    hosts.SetMachine(HostReport::MakeMachine(config));
    hosts.SetKernel(HostReport::MakeKernel(config));
    hosts.SetAttribute("Bound", BooleanValue(false));
    Ptr<Node> node = CreateObject<Node>();
    m_host = hosts.Install(node);
    node->AddDevice(m_nic);
    m_nic->SetHost(m_host);
    m_sink->Connect(*m_host);
    m_nic->SetProtocol(PeekPointer(m_sink));
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue(redirect ? "redirect" : "pass"));
    m_nic->SetXdpProgram(program);
    if (redirect)
    {
        MakeCpuMap();
    }
    m_nic->Open();
}

NicBed::~NicBed()
{
    m_nic->Dispose();
    m_cpuMap.reset();
    m_sink->Dispose();
    m_host->Dispose();
}

void
NicBed::MakeCpuMap()
{
    const uint32_t cpu = m_host->PlaceCpu(HostReport::GetPlacement(m_config));
    m_cpuMap = std::make_unique<CpuMapEntry>(*m_host,
                                             cpu,
                                             static_cast<uint32_t>(m_config.GetUint("qsize")),
                                             *m_sink);
    m_nic->SetRedirectTarget(m_cpuMap.get());
}

ScenarioResult
NicBed::Run()
{
    m_nic->StartWire();
    m_host->RunFor(Seconds(m_config.GetDouble("warmup") / 1e3));
    ResetStats();
    const double seconds = m_config.GetDouble("duration") / 1e3;
    m_host->RunFor(Seconds(seconds));
    const ScenarioResult result = Report(seconds);
    Finish();
    return result;
}

NicBed::Books
NicBed::GetBooks() const
{
    const NicRxStats& rx = m_nic->GetRxQueue()->GetRxStats();
    Books books;
    books.arrived = m_before.arrived + rx.missed + rx.received;
    books.lost = m_before.lost + rx.missed + rx.rx_drops + rx.redirect_errors;
    books.received = m_before.received + m_sink->GetStats().received;
    if (m_cpuMap)
    {
        books.lost += m_cpuMap->GetStats().allocDrops;
    }
    return books;
}

void
NicBed::ResetStats()
{
    NicRxQueue& queue = *m_nic->GetRxQueue();
    queue.Settle();
    m_before = GetBooks();
    m_poolBefore = queue.GetPool().GetStats();
    m_holdBefore = queue.GetPool().GetHold();
    m_releaseBefore = queue.GetPool().GetRelease();
    m_host->ResetStats();
}

ScenarioResult
NicBed::Report(double seconds)
{
    m_nic->GetRxQueue()->Settle();
    ScenarioResult result;
    ReportFrames(seconds, result);
    if (m_cpuMap)
    {
        ReportCpuMap(seconds, result);
    }
    HostReport::Fill(*m_host, m_sink->GetStats().received, result);
    ReportPool(result);
    return result;
}

void
NicBed::ReportFrames(double seconds, ScenarioResult& result) const
{
    const NicRxStats& rx = m_nic->GetRxQueue()->GetRxStats();
    const UdpSink::Stats& sink = m_sink->GetStats();
    const LatencyHistogram& latency = m_sink->GetLatency();
    const CpuCore& core = m_host->GetCpu(0).GetCore();
    const double tsc = m_host->GetMachine().tscGhz;
    result.gbps = static_cast<double>(sink.bytes) * 8 / seconds / 1e9;
    result.mpps = static_cast<double>(sink.received) / seconds / 1e6;
    result.framesSent = rx.missed + rx.received;
    result.framesDelivered = sink.received;
    result.latency = {core.ToNs(latency.Percentile(0.5)),
                      core.ToNs(latency.Percentile(0.99)),
                      core.ToNs(latency.GetMax())};
    result.drops = {{"rx_missed", rx.missed}, {"rx_drops", rx.rx_drops}};
    result.counters["rx_packets"] = rx.packets;
    result.counters["rx_interrupts"] = rx.interrupts;
    result.counters["udp_no_socket"] = sink.noSocket;
    result.counters["udp_queued"] = sink.queued;
    result.counters["udp_full"] = sink.full;
    const double srcNs = seconds * 1e9 / static_cast<double>(std::max<uint64_t>(rx.packets, 1));
    const double dstNs = seconds * 1e9 / static_cast<double>(std::max<uint64_t>(sink.received, 1));
    result.rows.push_back({"src_rx", srcNs, srcNs * tsc});
    result.rows.push_back({"dst_rx", dstNs, dstNs * tsc});
    result.napi.emplace();
    const Napi::Stats& polls = m_nic->GetRxQueue()->GetStats();
    result.napi->polls = polls.polls;
    for (uint32_t work = 0; work < polls.histogram.size(); ++work)
    {
        if (polls.histogram[work] != 0)
        {
            result.napi->workHistogram[work] = polls.histogram[work];
        }
    }
}

void
NicBed::ReportCpuMap(double seconds, ScenarioResult& result) const
{
    const CpuMapStats& map = m_cpuMap->GetStats();
    (*result.drops)["cpumap_drops"] = map.drops;
    (*result.drops)["cpumap_alloc_drops"] = map.allocDrops;
    result.counters["cpumap_enqueue"] = map.queued;
    result.counters["cpumap_flushes"] = map.flushes;
    result.counters["cpumap_batches"] = map.batches;
    result.counters["cpumap_full_batches"] = map.histogram.back();
    result.counters["cpumap_sched"] = map.sched;
    const double ns = seconds * 1e9 / static_cast<double>(std::max<uint64_t>(map.drops, 1));
    result.rows.push_back({"cpumap_drops", ns, ns * m_host->GetMachine().tscGhz});
}

void
NicBed::ReportPool(ScenarioResult& result) const
{
    const PagePool& pool = m_nic->GetRxQueue()->GetPool();
    result.pool.emplace();
    for (const auto& field : PagePoolStats::GetFields())
    {
        (*result.pool)[field.name] = pool.GetStats().*field.counter - m_poolBefore.*field.counter;
    }
    result.counters["pp_hold"] = pool.GetHold() - m_holdBefore;
    result.counters["pp_release"] = pool.GetRelease() - m_releaseBefore;
}

void
NicBed::Finish()
{
    m_nic->StopWire();
    const Time jiffy = Seconds(1.0 / m_host->GetKernel().hz);
    do
    {
        m_host->RunFor(jiffy);
    } while (m_nic->GetRxQueue()->IsBusy() ||
             (m_cpuMap && (m_cpuMap->GetQueued() > 0 || m_cpuMap->IsAwake())));
    const std::string wrong = CheckBooks();
    if (!wrong.empty())
    {
        throw std::logic_error(wrong);
    }
}

std::string
NicBed::CheckBooks()
{
    const Books all = GetBooks();
    if (all.arrived != all.lost + all.received)
    {
        return "frames arrived " + std::to_string(all.arrived) + ", lost " +
               std::to_string(all.lost) + ", received " + std::to_string(all.received);
    }
    CpuCore& core = m_host->GetCpu(0).GetCore();
    if (m_cpuMap)
    {
        m_cpuMap->Purge(core);
    }
    m_sink->Close(core);
    m_nic->Close(core);
    const PagePool& pool = m_nic->GetRxQueue()->GetPool();
    if (!pool.CheckEqualities().empty())
    {
        return pool.CheckEqualities();
    }
    return pool.GetInFlight() != 0 ? "pages of a page_pool are still out"
                                   : HostReport::CheckConservation(*m_host);
}

} // namespace ns3
