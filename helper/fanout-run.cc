/* SPDX-License-Identifier: GPL-2.0-only */
#include "fanout-run.h"

#include "host-report.h"
#include "open-load.h"
#include "stream-load.h"

#include "ns3/double.h"
#include "ns3/page-allocator.h"

#include <cmath>

namespace ns3
{

namespace
{

/** Senders that get less of their offered load through than this share are not keeping up. */
constexpr double SATURATED = 0.98;

} // namespace

FanoutRun::FanoutRun(const ScenarioConfig& config)
    : m_config(config),
      m_active(config.GetUint("active-pairs")),
      m_open(config.Is("load", "open")),
      m_bed(config, PlacePairs(config)),
      m_host(m_bed.GetHost()),
      m_other(m_host.GetSkbs())
{
    for (std::size_t pair = 0; pair < m_bed.GetPairs(); ++pair)
    {
        m_loads.push_back(MakeLoad(pair));
    }
    m_bed.Open();
}

std::vector<VethBed::Cpus>
FanoutRun::PlacePairs(const ScenarioConfig& config)
{
    const auto cores = static_cast<uint32_t>(config.GetUint("cores"));
    const uint32_t step = config.Is("rx-cpu", "next") ? 1 : 0;
    std::vector<VethBed::Cpus> pairs;
    for (uint64_t i = 0; i < config.GetUint("pairs"); ++i)
    {
        const auto tx = static_cast<uint32_t>(i % cores);
        pairs.push_back({tx, (tx + step) % cores});
    }
    return pairs;
}

std::unique_ptr<PairLoad>
FanoutRun::MakeLoad(std::size_t pair)
{
    const auto stream = static_cast<int64_t>(pair);
    if (!m_open)
    {
        const bool gso = !m_config.Is("gso", "off");
        return std::make_unique<StreamLoad>(m_bed, pair, gso, stream + 1);
    }
    auto load = std::make_unique<OpenLoad>(m_bed, pair, m_other, stream);
    load->GetGenerator().SetAttribute("Rate", DoubleValue(RatePerPair(m_config)));
    return load;
}

double
FanoutRun::RatePerPair(const ScenarioConfig& config)
{
    const double total = config.GetDouble("total-rate");
    return total > 0 ? total / config.GetDouble("active-pairs") : config.GetDouble("rate");
}

ScenarioResult
FanoutRun::Run()
{
    Start(m_config.GetBool("warm-all") ? m_loads.size() : m_active);
    m_host.RunFor(Seconds(m_config.GetDouble("warmup") / 1e3));
    Rest();
    ResetStats();
    const double seconds = m_config.GetDouble("duration") / 1e3;
    m_host.RunFor(Seconds(seconds));
    const ScenarioResult result = Report(seconds);
    Finish();
    return result;
}

void
FanoutRun::Start(std::size_t loads)
{
    for (std::size_t i = 0; i < loads; ++i)
    {
        m_loads[i]->Start(static_cast<double>(i) / static_cast<double>(loads));
    }
}

void
FanoutRun::Rest()
{
    for (std::size_t i = m_active; i < m_loads.size(); ++i)
    {
        m_loads[i]->Stop();
    }
}

void
FanoutRun::ResetStats()
{
    for (const auto& load : m_loads)
    {
        load->ResetStats();
    }
    m_host.ResetStats();
    m_other.ResetStats();
}

ScenarioResult
FanoutRun::Report(double seconds)
{
    ScenarioResult result;
    LoadSum sum;
    result.drops = m_bed.GetDrops();
    for (std::size_t i = 0; i < m_active; ++i)
    {
        sum.Add(*m_loads[i]);
        m_loads[i]->AddDrops(*result.drops);
    }
    sum.Report(m_host.GetCpu(0).GetCore(), seconds, result);
    result.fairness = sum.GetFairness();
    m_bed.Report(sum.GetDelivered(), result);
    result.warnings = GetWarnings(sum, seconds);
    return result;
}

std::vector<std::string>
FanoutRun::GetWarnings(const LoadSum& sum, double seconds)
{
    std::vector<std::string> warnings;
    const auto active = static_cast<double>(m_active);
    const double offered = RatePerPair(m_config) * active * seconds;
    // a burst of each pair may fall on either side of the end of the measured time
    const double rounding = active * m_config.GetDouble("burst");
    if (m_open && static_cast<double>(sum.GetSent()) + rounding < SATURATED * offered)
    {
        warnings.push_back("the cores are saturated: the senders came to send " +
                           std::to_string(sum.GetSent()) + " of " +
                           std::to_string(std::llround(offered)) + " frames");
    }
    const uint64_t failed = m_host.GetPages().GetStats().failed;
    if (failed > 0)
    {
        warnings.push_back("out of memory: " + std::to_string(failed) +
                           " allocations failed; ns3::LinuxHost::NodeMemory is what a node has");
    }
    return warnings;
}

void
FanoutRun::Dry()
{
    const Time jiffy = Seconds(1.0 / m_host.GetKernel().hz);
    bool busy = true;
    while (busy)
    {
        m_host.RunFor(jiffy);
        busy = !m_bed.IsDrained();
        for (const auto& load : m_loads)
        {
            busy = busy || load->IsBusy();
        }
    }
}

void
FanoutRun::Finish()
{
    bool dries = true;
    for (const auto& load : m_loads)
    {
        dries = load->Stop() && dries;
    }
    if (dries)
    {
        Dry();
    }
    for (const auto& load : m_loads)
    {
        HostReport::Demand(load->CheckBooks());
        load->Purge(m_host.GetCpu(0).GetCore());
    }
    m_bed.Close();
    for (const auto& load : m_loads)
    {
        HostReport::Demand(load->CheckEmpty());
    }
    HostReport::Demand(m_bed.CheckConservation());
}

} // namespace ns3
