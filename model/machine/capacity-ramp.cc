/* SPDX-License-Identifier: GPL-2.0-only */
#include "capacity-ramp.h"

#include "line-run.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/** P(Binomial(n, 1/sets) < ways), summed term by term. */
double
BinomialBelow(uint32_t n, uint32_t sets, uint32_t ways)
{
    if (n < ways)
    {
        return 1;
    }
    if (sets == 1)
    {
        return 0;
    }
    double term = std::exp(n * std::log1p(-1.0 / sets));
    double sum = term;
    for (uint32_t k = 0; k + 1 < ways; ++k)
    {
        term *= static_cast<double>(n - k) / (k + 1) / (sets - 1);
        sum += term;
    }
    return std::min(1.0, sum);
}

} // namespace

uint32_t
CapacityRamp::SetsPerColumn(double kib, uint32_t ways)
{
    const double lines = kib * 1024 / LINE_BYTES / LINE_COLUMNS;
    return std::max<uint32_t>(1, static_cast<uint32_t>(std::lround(lines / std::max(1U, ways))));
}

CapacityRamp::CapacityRamp(uint32_t sets, uint32_t ways)
    : m_shift(8)
{
    constexpr uint32_t ENTRIES = 1024;
    while ((ENTRIES << (m_shift - 8)) < 3 * sets * ways)
    {
        ++m_shift;
    }
    const uint32_t step = 1U << (m_shift - 8);
    double p = 1;
    for (uint32_t n = 0; p > 0.5 / ONE; n += step)
    {
        p = BinomialBelow(n, sets, ways);
        m_table.push_back(static_cast<uint16_t>(std::lround(p * ONE)));
    }
    const auto certain =
        std::find_if(m_table.begin(), m_table.end(), [](uint16_t hit) { return hit < ONE; });
    m_reach = std::max<uint32_t>(1, (certain - m_table.begin()) << m_shift);
    m_inverseReach = (1U << 24) / m_reach;
    const auto gone = std::find(m_table.begin(), m_table.end(), 0);
    m_gone = static_cast<uint32_t>(gone - m_table.begin()) << m_shift;
}

} // namespace ns3
