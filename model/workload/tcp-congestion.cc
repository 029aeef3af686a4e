/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-congestion.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

uint64_t
TcpCongestion::GetQuota(uint64_t inFlight) const
{
    return inFlight >= m_window
               ? 0
               : std::min<uint64_t>(std::max(m_window / 2, 1U), m_window - inFlight);
}

void
TcpCongestion::OnAck(uint32_t segments, bool limited, uint64_t now)
{
    if (!limited || segments == 0)
    {
        return;
    }
    segments = SlowStart(segments);
    if (segments == 0)
    {
        return;
    }
    if (!m_epochRuns)
    {
        StartEpoch(now);
    }
    // Reno with CUBIC's beta grows 3(1-beta)/(1+beta) segments a round trip
    m_friendly += 3 * (1 - BETA) / (1 + BETA) * segments / m_window;
    m_credit += Growth(now) * segments;
    m_window += static_cast<uint32_t>(m_credit);
    m_credit -= std::floor(m_credit);
}

uint32_t
TcpCongestion::SlowStart(uint32_t segments)
{
    if (m_window >= m_ssthresh)
    {
        return segments;
    }
    const uint32_t grow = std::min(segments, m_ssthresh - m_window);
    m_window += grow;
    return segments - grow;
}

void
TcpCongestion::StartEpoch(uint64_t now)
{
    m_epochRuns = true;
    m_epoch = now;
    m_friendly = m_window;
    m_origin = std::max<double>(m_lastMax, m_window);
    m_plateau = std::cbrt((m_origin - m_window) / SCALE);
}

// Segments that an acknowledged one adds: 1/cnt, cnt at least 2 (and at most 20 before any loss).
double
TcpCongestion::Growth(uint64_t now) const
{
    const double t = static_cast<double>(now - m_epoch) * 1e-9 - m_plateau;
    const double target = std::max(m_origin + SCALE * t * t * t, m_friendly);
    const double least = m_lastMax == 0 ? 0.05 : 0.01 / m_window;
    return std::clamp((target - m_window) / m_window, least, 0.5);
}

// bictcp_recalc_ssthresh(): a window that did not reach the last maximum lets others in (fast
// convergence).
void
TcpCongestion::Reduce()
{
    ++m_reductions;
    m_epochRuns = false;
    m_lastMax = m_window < m_lastMax ? m_window * (1 + BETA) / 2 : m_window;
    m_ssthresh = std::max<uint32_t>(2, static_cast<uint32_t>(m_window * BETA));
    m_credit = 0;
}

void
TcpCongestion::EnterCwr()
{
    Reduce();
    m_window = m_ssthresh;
}

// cubictcp_state(): a loss resets CUBIC.
void
TcpCongestion::EnterLoss(bool first)
{
    if (first)
    {
        Reduce();
    }
    m_epochRuns = false;
    m_lastMax = 0;
    m_window = 1;
}

} // namespace ns3
