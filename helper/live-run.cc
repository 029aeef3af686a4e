/* SPDX-License-Identifier: GPL-2.0-only */
#include "live-run.h"

#include "host-report.h"
#include "linux-host-helper.h"
#include "veth-bed.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

namespace
{

Ptr<LinuxHost>
MakeHost(const ScenarioConfig& config)
{
    LinuxHostHelper hosts;
    hosts.SetMachine(HostReport::MakeMachine(config));
    hosts.SetKernel(HostReport::MakeKernel(config));
    hosts.SetAttribute("Bound", BooleanValue(false));
    return hosts.Install(CreateObject<Node>());
}

/** The programs of the veth ends: load a verdict, exit. */
Ptr<XdpProgram>
MakeShortProgram(const std::string& verdict)
{
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue(verdict));
    program->SetAttribute("Instructions", UintegerValue(2));
    program->SetAttribute("Bytes", UintegerValue(0));
    return program;
}

} // namespace

LiveRun::LiveRun(const ScenarioConfig& config)
    : m_config(config),
      m_host(MakeHost(config)),
      m_core(m_host->GetCpu(0).GetCore()),
      m_live(CreateObject<LiveFrames>()),
      m_meter(m_host->GetSkbs()),
      m_other(m_host->GetSkbs())
{
    if (config.Is("target", "nic"))
    {
        MakeNic();
    }
    else
    {
        MakeVeth();
    }
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue(config.Get("verdict")));
    XdpFrameSink* const nic = PeekPointer(m_nic);
    XdpFrameSink* const target = m_nic ? nic : PeekPointer(m_ends[1]);
    m_live->Connect(m_host, 0, program, target, &m_meter);
}

LiveRun::~LiveRun()
{
    m_live->Dispose();
    if (m_nic)
    {
        m_nic->Dispose();
    }
    for (const auto& end : m_ends)
    {
        end->Dispose();
    }
    m_host->Dispose();
}

void
LiveRun::MakeNic()
{
    m_nic = CreateObject<NicTxRing>();
    m_nic->Open(m_host);
}

void
LiveRun::AddPair(const VethHelper& veth)
{
    const NetDeviceContainer ends = veth.Install(m_host->GetObject<Node>());
    m_ends.push_back(DynamicCast<VethNetDevice>(ends.Get(0)));
    m_ends.push_back(DynamicCast<VethNetDevice>(ends.Get(1)));
}

void
LiveRun::MakeVeth()
{
    const VethHelper veth;
    AddPair(veth);
    m_ends[1]->SetXdpProgram(MakeShortProgram(m_config.Get("peer")));
    m_ends[1]->SetXdpWatcher(&m_meter);
    if (m_config.Is("peer", "tx"))
    {
        m_ends[0]->SetXdpProgram(MakeShortProgram("drop"));
    }
    if (m_config.Is("peer", "redirect"))
    {
        AddPair(veth);
        m_ends[3]->SetXdpProgram(MakeShortProgram("drop"));
        m_ends[1]->SetRedirectTarget(PeekPointer(m_ends[3]));
    }
    for (const auto& end : m_ends)
    {
        end->SetProtocol(&m_other);
    }
    m_ends[1]->SetProtocol(&m_meter);
    for (const auto& end : m_ends)
    {
        end->Open();
    }
}

ScenarioResult
LiveRun::Run()
{
    const uint64_t frames = m_config.GetUint("frames");
    m_live->Start(frames);
    double seconds = m_config.GetDouble("duration") / 1e3;
    if (frames == 0)
    {
        m_host->RunFor(Seconds(m_config.GetDouble("warmup") / 1e3));
        ResetStats();
        m_host->RunFor(Seconds(seconds));
    }
    else
    {
        RunUntilDrained();
        seconds = m_core.ToNs(m_live->GetEnd()) / 1e9;
    }
    const ScenarioResult result = Report(seconds);
    Finish();
    return result;
}

bool
LiveRun::IsDrained() const
{
    bool drained = !m_live->IsBusy();
    for (const auto& end : m_ends)
    {
        for (const auto& queue : end->GetRxQueues())
        {
            drained = drained && queue->GetQueued() == 0 && !queue->IsScheduled();
        }
    }
    return drained;
}

void
LiveRun::RunUntilDrained()
{
    const Time jiffy = Seconds(1.0 / m_host->GetKernel().hz);
    do
    {
        m_host->RunFor(jiffy);
    } while (!IsDrained());
}

LiveRun::Books
LiveRun::GetBooks() const
{
    const LiveFrames::Stats& live = m_live->GetStats();
    Books books;
    books.made = live.frames;
    books.lost = m_live->GetBulkQueue().GetDropped();
    books.delivered = m_config.Is("verdict", "drop") ? live.drop : m_meter.GetStats().frames;
    if (m_nic && !m_config.Is("verdict", "drop") && !m_config.Is("verdict", "pass"))
    {
        books.delivered = m_nic->GetStats().queued;
    }
    if (!m_config.Is("verdict", "drop"))
    {
        books.lost += live.drop;
    }
    for (const auto& end : m_ends)
    {
        for (const auto& queue : end->GetRxQueues())
        {
            books.lost += queue->GetRxStats().rx_drops;
        }
    }
    return books;
}

void
LiveRun::ResetStats()
{
    const Books books = GetBooks();
    m_before.made += books.made;
    m_before.delivered += books.delivered;
    m_before.lost += books.lost;
    m_poolBefore = m_live->GetPool()->GetStats();
    m_holdBefore = m_live->GetPool()->GetHold();
    m_releaseBefore = m_live->GetPool()->GetRelease();
    m_host->ResetStats();
    m_meter.ResetStats();
    m_other.ResetStats();
}

std::map<std::string, uint64_t>
LiveRun::GetDrops() const
{
    std::map<std::string, uint64_t> drops;
    if (m_nic)
    {
        drops["tx_ring_full"] = m_nic->GetStats().full;
        return drops;
    }
    for (const auto& queue : m_ends[1]->GetRxQueues())
    {
        drops["ring_full"] += queue->GetRxStats().ring_full;
        drops["rx_drops"] += queue->GetRxStats().rx_drops;
        drops["xdp_tx_errors"] += queue->GetRxStats().xdp_tx_errors;
        drops["redirect_errors"] += queue->GetRxStats().redirect_errors;
    }
    return drops;
}

void
LiveRun::Count(ScenarioResult& result) const
{
    const LiveFrames::Stats& live = m_live->GetStats();
    std::map<std::string, uint64_t>& counters = result.counters;
    counters["batches"] = live.batches;
    counters["init_page"] = live.inits;
    counters["pp_hold"] = m_live->GetPool()->GetHold() - m_holdBefore;
    counters["pp_release"] = m_live->GetPool()->GetRelease() - m_releaseBefore;
    counters["xdp_redirect"] = live.tx + live.redirect;
    counters["devmap"] = m_live->GetBulkQueue().GetBulks();
    counters["devmap_sent"] = m_live->GetBulkQueue().GetSent();
    counters["softirq_rx"] = m_host->GetCpu(0).GetNetRx().GetStats().actions;
    counters["rx_skb"] = m_meter.GetStats().passed + m_other.GetStats().passed;
    result.pool.emplace();
    for (const auto& field : PagePoolStats::GetFields())
    {
        (*result.pool)[field.name] =
            m_live->GetPool()->GetStats().*field.counter - m_poolBefore.*field.counter;
    }
}

void
LiveRun::CountNic(ScenarioResult& result) const
{
    const NicTxRing::Stats& nic = m_nic->GetStats();
    std::map<std::string, uint64_t>& counters = result.counters;
    counters["tx_doorbells"] = nic.doorbells;
    counters["tx_returned"] = nic.returned;
    counters["tx_pending"] = m_nic->GetPending();
    counters["overflow"] = nic.returned - result.pool->at("rx_pp_recycle_ring");
    for (const auto& [frames, cleans] : nic.cleanSizes)
    {
        counters["tx_cleans_of_" + std::to_string(frames)] = cleans;
    }
}

void
LiveRun::CountPolls(ScenarioResult& result) const
{
    result.napi.emplace();
    for (const auto& end : m_ends)
    {
        for (const auto& queue : end->GetRxQueues())
        {
            VethBed::AddPolls(*queue, *result.napi);
            result.counters["napi_work"] += queue->Napi::GetStats().work;
            result.counters["xdp_redirect"] += queue->GetRxStats().xdp_redirect;
            result.counters["devmap"] += queue->GetRedirectQueue().GetBulks();
            result.counters["devmap_sent"] += queue->GetRedirectQueue().GetSent();
        }
    }
}

ScenarioResult
LiveRun::Report(double seconds)
{
    ScenarioResult result;
    const Books books = GetBooks();
    result.framesSent = books.made;
    result.framesDelivered = books.delivered;
    result.mpps = static_cast<double>(books.delivered) / seconds / 1e6;
    result.gbps = *result.mpps * static_cast<double>(m_config.GetUint("frame-size")) * 8 / 1e3;
    result.drops = GetDrops();
    Count(result);
    if (m_nic)
    {
        CountNic(result);
    }
    else
    {
        CountPolls(result);
    }
    HostReport::Fill(*m_host, books.delivered, result);
    return result;
}

void
LiveRun::Finish()
{
    m_live->Stop();
    RunUntilDrained();
    ResetStats();
    const Books& all = m_before;
    if (all.made != all.delivered + all.lost)
    {
        throw std::logic_error("frames made " + std::to_string(all.made) + ", delivered " +
                               std::to_string(all.delivered) + ", lost " +
                               std::to_string(all.lost));
    }
    if (m_nic)
    {
        m_nic->Purge(m_core);
    }
    for (const auto& end : m_ends)
    {
        end->Close(m_core);
    }
    const std::string pools = m_live->Close(m_core);
    const std::string left = pools.empty() ? HostReport::CheckConservation(*m_host) : pools;
    if (!left.empty())
    {
        throw std::logic_error(left);
    }
}

} // namespace ns3
