/* SPDX-License-Identifier: GPL-2.0-only */
#include "burst-run.h"

#include "host-report.h"
#include "load-sum.h"

#include "ns3/backlogs.h"
#include "ns3/host-stack.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Stream number of the generator's gaps. */
constexpr int64_t GAP_STREAM = 0;

const VethRxStats&
StatsOf(const VethRxQueue& queue)
{
    return queue.GetRxStats();
}

} // namespace

BurstRun::BurstRun(const ScenarioConfig& config)
    : m_config(config),
      m_bed(config),
      m_host(m_bed.GetHost()),
      m_core(m_host.GetCpu(0).GetCore()),
      m_other(m_host.GetSkbs()),
      m_load(m_bed, 0, m_other, GAP_STREAM),
      m_generator(m_load.GetGenerator()),
      m_jiffy(Seconds(1.0 / m_host.GetKernel().hz))
{
    m_bed.Open();
    m_generator.TraceConnectWithoutContext("BurstSent", MakeCallback(&BurstRun::BurstSent, this));
    if (config.GetBool("stall"))
    {
        m_spinner = std::make_unique<FifoSpinner>(m_host.GetCpu(m_bed.GetRxCpu()));
    }
}

ScenarioResult
BurstRun::Run()
{
    const uint64_t bursts = m_config.GetUint("bursts");
    const bool counted = bursts > 0 || m_spinner;
    PutThrough(m_config.GetUint("ring-offset") % m_config.GetUint("ring"));
    const double seconds = counted ? RunCounted(bursts) : RunTimed();
    const ScenarioResult result = Report(seconds);
    Finish();
    return result;
}

double
BurstRun::RunTimed()
{
    m_generator.Start();
    m_host.RunFor(Seconds(m_config.GetDouble("warmup") / 1e3));
    ResetStats();
    const double seconds = m_config.GetDouble("duration") / 1e3;
    m_host.RunFor(Seconds(seconds));
    return seconds;
}

double
BurstRun::RunCounted(uint64_t bursts)
{
    ResetStats();
    const Ticks start = m_host.Now();
    if (!m_spinner)
    {
        m_generator.Start(bursts);
        RunUntilDrained();
    }
    else
    {
        const Ticks end = start + m_core.FromNs(m_config.GetDouble("duration") * 1e6);
        for (uint64_t i = 0; bursts > 0 ? i < bursts : i == 0 || m_host.Now() < end; ++i)
        {
            SendStalled();
        }
    }
    const Ticks last = std::max(m_load.GetMeter().GetLast(), start + m_host.FromTime(TimeStep(1)));
    return m_core.ToNs(last - start) / 1e9;
}

// Pieces of half the ring fit in whatever its consumer has not cleared yet.
void
BurstRun::PutThrough(uint64_t entries)
{
    const uint64_t half = std::max<uint64_t>(m_config.GetUint("ring") / 2, 1);
    for (uint64_t left = entries; left > 0; left -= std::min(left, half))
    {
        m_generator.SetAttribute("Burst", UintegerValue(std::min(left, half)));
        m_generator.Start(1);
        RunUntilDrained();
    }
    m_generator.SetAttribute("Burst", UintegerValue(m_config.GetUint("burst")));
}

void
BurstRun::SendStalled()
{
    m_spinner->Hold(m_host.Now(), MakeCallback(&BurstRun::Spins, this));
    RunUntilDrained();
}

void
BurstRun::Spins(Ticks since)
{
    m_generator.StartAt(since, 1);
}

void
BurstRun::BurstSent(uint64_t)
{
    if (m_spinner && m_spinner->IsHolding())
    {
        m_spinner->Release(m_core);
    }
}

void
BurstRun::RunUntilDrained()
{
    do
    {
        m_host.RunFor(m_jiffy);
    } while ((m_spinner && m_spinner->IsHolding()) || m_generator.IsBusy() || !m_bed.IsDrained());
}

void
BurstRun::ResetStats()
{
    m_load.ResetStats();
    m_host.ResetStats();
    m_other.ResetStats();
}

std::map<std::string, uint64_t>
BurstRun::GetDrops()
{
    if (m_config.Is("xdp", "none"))
    {
        const Backlog& backlog = HostStack::Of(m_host).GetBacklogs().Of(m_core);
        return {{"cpu_backlog", backlog.GetQueueStats().dropped}};
    }
    std::map<std::string, uint64_t> drops;
    for (const auto& queue : m_bed.GetReceiver()->GetRxQueues())
    {
        const VethRxStats& stats = StatsOf(*queue);
        drops["ring_full"] += stats.ring_full;
        drops["rx_drops"] += stats.rx_drops;
        drops["xdp_drops"] += stats.xdp_drops;
        drops["xdp_tx_errors"] += stats.xdp_tx_errors;
        drops["redirect_errors"] += stats.redirect_errors;
    }
    return drops;
}

ScenarioResult
BurstRun::Report(double seconds)
{
    ScenarioResult result;
    LoadSum sum;
    sum.Add(m_load);
    sum.Report(m_core, seconds, result);
    result.drops = GetDrops();
    m_bed.Report(sum.GetDelivered(), result);
    if (m_config.Is("xdp", "none"))
    {
        VethBed::AddPolls(HostStack::Of(m_host).GetBacklogs().Of(m_core), *result.napi);
    }
    return result;
}

void
BurstRun::Finish()
{
    m_load.Stop();
    RunUntilDrained();
    HostReport::Demand(m_load.CheckBooks());
    m_bed.Close();
    HostReport::Demand(m_load.CheckEmpty());
    HostReport::Demand(m_bed.CheckConservation());
}

} // namespace ns3
