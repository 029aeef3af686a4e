/* SPDX-License-Identifier: GPL-2.0-only */
#include "load-sum.h"

#include <algorithm>

namespace ns3
{

void
LoadSum::Add(const PairLoad& load)
{
    const PairLoad::Figures pair = load.GetFigures();
    m_all.sent += pair.sent;
    m_all.delivered += pair.delivered;
    m_all.bytes += pair.bytes;
    m_latency += load.GetLatency();
    m_least = m_pairs == 0 ? pair.delivered : std::min(m_least, pair.delivered);
    m_most = std::max(m_most, pair.delivered);
    const auto frames = static_cast<double>(pair.delivered);
    m_squares += frames * frames;
    ++m_pairs;
}

void
LoadSum::Report(const CpuCore& core, double seconds, ScenarioResult& result) const
{
    result.gbps = static_cast<double>(m_all.bytes) * 8 / seconds / 1e9;
    result.mpps = static_cast<double>(m_all.delivered) / seconds / 1e6;
    result.framesSent = m_all.sent;
    result.framesDelivered = m_all.delivered;
    result.latency = {core.ToNs(m_latency.Percentile(0.5)),
                      core.ToNs(m_latency.Percentile(0.99)),
                      core.ToNs(m_latency.GetMax())};
}

// Jain, Chiu, Hawe: A Quantitative Measure of Fairness, DEC-TR-301, 1984.
ScenarioResult::Fairness
LoadSum::GetFairness() const
{
    const auto sum = static_cast<double>(m_all.delivered);
    const double jain =
        m_squares > 0 ? sum * sum / (static_cast<double>(m_pairs) * m_squares) : 1.0;
    return {jain, m_least, m_most};
}

} // namespace ns3
