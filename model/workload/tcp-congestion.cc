/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-congestion.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

void
TcpCongestion::OnAck(uint32_t segments, bool limited, uint64_t now)
{
    if (!limited || segments == 0)
    {
        return;
    }
    if (m_window < m_ssthresh)
    {
        const uint32_t grow = std::min(segments, m_ssthresh - m_window);
        m_window += grow;
        segments -= grow;
    }
    if (segments == 0)
    {
        return;
    }
    // Reno with CUBIC's beta grows 3(1-beta)/(1+beta) segments a round trip
    m_friendly += 3 * (1 - BETA) / (1 + BETA) * segments / m_window;
    const double target = std::max<double>(CubicTarget(now), m_friendly);
    m_credit += std::clamp((target - m_window) / m_window, 0.0, 0.5) * segments;
    m_window += static_cast<uint32_t>(m_credit);
    m_credit -= std::floor(m_credit);
}

uint32_t
TcpCongestion::CubicTarget(uint64_t now) const
{
    const double t = static_cast<double>(now - m_epoch) * 1e-9 - m_plateau;
    return static_cast<uint32_t>(std::max(0.0, m_lastMax + SCALE * t * t * t));
}

void
TcpCongestion::EnterCwr(uint64_t now)
{
    ++m_reductions;
    m_lastMax = m_window;
    m_window = std::max<uint32_t>(2, static_cast<uint32_t>(m_window * BETA));
    m_ssthresh = m_window;
    m_friendly = m_window;
    m_epoch = now;
    m_plateau = std::cbrt(m_lastMax * (1 - BETA) / SCALE);
    m_credit = 0;
}

} // namespace ns3
