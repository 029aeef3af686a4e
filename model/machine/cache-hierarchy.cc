/* SPDX-License-Identifier: GPL-2.0-only */
#include "cache-hierarchy.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/** One fill of a column, and certainty. */
constexpr uint32_t ONE = 256;

/** Sets that one column of a cache has: its lines divided by columns and ways. */
uint32_t
SetsPerColumn(double kib, uint32_t ways)
{
    const double lines = kib * 1024 / LINE_BYTES / LINE_COLUMNS;
    return std::max<uint32_t>(1, static_cast<uint32_t>(std::lround(lines / std::max(1U, ways))));
}

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
}

CacheHierarchy::CacheHierarchy(const MachineProfile& p)
    : m_coresPerSocket(std::max(1U, p.coresPerSocket)),
      m_coresPerDomain(std::max(1U, p.llcDomainCores)),
      m_inclusive(p.llcInclusive),
      m_storeExposure(static_cast<uint32_t>(std::lround(std::min(1.0, p.storeExposure) * ONE))),
      m_l1Safe(p.l1dWays * ONE),
      m_l1(SetsPerColumn(p.l1dKib, p.l1dWays), p.l1dWays),
      m_l1i(SetsPerColumn(p.l1iKib, p.l1iWays), p.l1iWays),
      m_l2(SetsPerColumn(p.l2Kib, p.l2Ways), p.l2Ways),
      // what leaves L2 goes to a victim LLC: together they hold the lines of both
      m_llc(SetsPerColumn(p.llcInclusive ? p.llcKib : p.llcKib + p.l2Kib, p.llcWays), p.llcWays),
      m_l2Source(MakeSource(p.l2HitCycles, p.overlapL2)),
      m_llcSource(MakeSource(p.NsToCycles(p.llcHitNs), p.overlapLlc)),
      m_dramLocal(MakeSource(p.NsToCycles(p.dramLocalNs), p.overlapDram)),
      m_dramRemote(MakeSource(p.NsToCycles(p.dramRemoteNs), p.overlapDram)),
      m_domain(MakeSource(p.NsToCycles(p.transferDomainNs), p.overlapTransfer)),
      m_socket(MakeSource(p.NsToCycles(p.transferSocketNs), p.overlapTransfer)),
      m_cross(MakeSource(p.NsToCycles(p.transferCrossNs), p.overlapTransfer)),
      m_units(1)
{
    uint32_t line = 0;
    for (std::size_t i = 0; i < KERNEL_FUNCTION_COUNT; ++i)
    {
        m_codeColumn[i] = line % LINE_COLUMNS;
        line += (KERNEL_FUNCTIONS[i].codeBytes + LINE_BYTES - 1) / LINE_BYTES;
    }
}

CacheHierarchy::Source
CacheHierarchy::MakeSource(double cycles, double overlap) const
{
    Source source;
    source.latency = static_cast<Ticks>(std::llround(cycles * TICKS_PER_CYCLE));
    source.following =
        static_cast<Ticks>(std::llround(cycles * TICKS_PER_CYCLE / std::max(1.0, overlap)));
    return source;
}

CacheHierarchy::Source
CacheHierarchy::TransferFrom(uint32_t a, uint32_t b) const
{
    if (a / m_coresPerSocket != b / m_coresPerSocket)
    {
        return m_cross;
    }
    return a / m_coresPerDomain == b / m_coresPerDomain ? m_domain : m_socket;
}

Ticks
CacheHierarchy::TransferTicks(uint32_t a, uint32_t b) const
{
    return a == b ? 0 : TransferFrom(a, b).latency;
}

void
CacheHierarchy::Advance(Clocks& clocks, uint32_t column, uint32_t n, uint32_t by)
{
    if (const uint32_t rounds = n / LINE_COLUMNS * by; rounds > 0)
    {
        for (uint32_t& clock : clocks)
        {
            clock += rounds;
        }
    }
    const uint32_t rest = n % LINE_COLUMNS;
    const uint32_t end = std::min(column + rest, LINE_COLUMNS);
    for (uint32_t i = column; i < end; ++i)
    {
        clocks[i] += by;
    }
    for (uint32_t i = 0; i < column + rest - end; ++i)
    {
        clocks[i] += by;
    }
}

uint32_t
CacheHierarchy::ResidentElsewhere(const LineRun& run, uint32_t unit, uint32_t rep, uint32_t& where)
{
    uint32_t best = 0;
    for (unsigned i = 0; i < LineRun::SLOTS; ++i)
    {
        const uint32_t other = run.unit[i];
        if (other == LineRun::NONE || other == unit)
        {
            continue;
        }
        const uint32_t p = m_l2.HitProbability(m_units[other].l2[rep] - run.l2[i]);
        if (p > best)
        {
            best = p;
            where = other;
        }
    }
    return best;
}

void
CacheHierarchy::AddLlcOrDram(const Visit& v, const LineRun& run, uint32_t weight, Stall& stall)
{
    const uint32_t domain = v.unit / m_coresPerDomain;
    uint32_t hit = 0;
    if (run.domain != LineRun::NONE)
    {
        hit = m_llc.HitProbability(m_llcClocks[run.domain][v.rep] - run.llc);
    }
    const uint32_t inLlc = weight * hit / ONE;
    if (run.domain == domain)
    {
        stall.llc += m_llcSource.Of(v.n, v.lead) * inLlc / ONE;
    }
    else if (inLlc > 0)
    {
        const Source far = TransferFrom(v.unit, run.domain * m_coresPerDomain);
        stall.transfer += far.Of(v.n, v.lead) * inLlc / ONE;
    }
    const uint32_t inDram = weight - inLlc;
    if (inDram > 0)
    {
        const bool local = v.unit / m_coresPerSocket == run.node;
        stall.dram += (local ? m_dramLocal : m_dramRemote).Of(v.n, v.lead) * inDram / ONE;
        Advance(m_llcClocks[domain], v.col, v.n, inDram);
    }
}

void
CacheHierarchy::AddBeyondL2(const Visit& v, const LineRun& run, Stall& stall)
{
    uint32_t where = v.unit;
    const uint32_t elsewhere = ResidentElsewhere(run, v.unit, v.rep, where) * v.miss / ONE;
    if (elsewhere > 0)
    {
        // a modified line is taken from its owner, a clean one is in reach of the LLC unless it
        // has to be invalidated
        if (v.own || run.dirty == where)
        {
            stall.transfer += TransferFrom(v.unit, where).Of(v.n, v.lead) * elsewhere / ONE;
        }
        else
        {
            stall.llc += m_llcSource.Of(v.n, v.lead) * elsewhere / ONE;
        }
    }
    if (elsewhere < v.miss)
    {
        AddLlcOrDram(v, run, v.miss - elsewhere, stall);
    }
}

void
CacheHierarchy::AddOwnership(const Visit& v, const LineRun& run, Stall& stall)
{
    uint32_t where = v.unit;
    const uint32_t have = ONE - v.miss;
    const uint32_t elsewhere = ResidentElsewhere(run, v.unit, v.rep, where);
    if (where == v.unit)
    {
        where = run.unit[0] == v.unit ? run.unit[1] : run.unit[0];
    }
    const Ticks snoop = TransferFrom(v.unit, where).Of(v.n, v.lead);
    // a non-inclusive LLC knows that the sharer is gone, an inclusive one still asks its core
    const Ticks gone = m_inclusive ? snoop : m_llcSource.Of(v.n, v.lead);
    stall.transfer += snoop * elsewhere / ONE * have / ONE;
    (m_inclusive ? stall.transfer : stall.llc) += gone * (ONE - elsewhere) / ONE * have / ONE;
}

void
CacheHierarchy::Remember(const Visit& v, LineRun& run, bool restamp)
{
    if (!restamp)
    {
        return; // a slice: the rest is still as it was, and the last slice stands for all
    }
    const int slot = run.Find(v.unit);
    const unsigned last = slot < 0 ? LineRun::SLOTS - 1 : static_cast<unsigned>(slot);
    for (unsigned i = last; i > 0; --i)
    {
        run.unit[i] = run.unit[i - 1];
        run.l1[i] = run.l1[i - 1];
        run.l2[i] = run.l2[i - 1];
    }
    const Unit& u = m_units[v.unit];
    const uint32_t domain = v.unit / m_coresPerDomain;
    run.llc = m_llcClocks[domain][v.rep];
    run.domain = static_cast<uint8_t>(domain);
    run.unit[0] = static_cast<uint8_t>(v.unit);
    run.l1[0] = u.l1[v.rep];
    run.l2[0] = u.l2[v.rep];
    if (v.own)
    {
        run.unit[1] = run.unit[2] = LineRun::NONE;
        run.dirty = static_cast<uint8_t>(v.unit);
    }
    else if (run.dirty != v.unit)
    {
        run.dirty = LineRun::NONE;
    }
}

Stall
CacheHierarchy::TouchSlow(uint32_t unit,
                          LineRun& run,
                          uint32_t first,
                          uint32_t n,
                          Access access,
                          bool lead)
{
    ++m_slowTouches;
    Unit& u = GetUnit(unit);
    if (unit / m_coresPerDomain >= m_llcClocks.size())
    {
        m_llcClocks.resize(unit / m_coresPerDomain + 1);
    }
    Visit v{unit,
            Representative(run, first, n),
            (run.column + first) % LINE_COLUMNS,
            n,
            access != Access::Read,
            lead,
            ONE};
    const int slot = run.Find(unit);
    uint32_t l1Miss = ONE;
    if (slot >= 0)
    {
        l1Miss = ONE - m_l1.HitProbability(u.l1[v.rep] - run.l1[slot]);
        v.miss = l1Miss == 0 ? 0 : ONE - m_l2.HitProbability(u.l2[v.rep] - run.l2[slot]);
    }
    Stall stall;
    if (l1Miss > 0)
    {
        stall.l2 += m_l2Source.Of(n, lead) * (ONE - v.miss) / ONE * l1Miss / ONE;
        Advance(u.l1, v.col, n, l1Miss);
        u.l1Fills += uint64_t{n} * l1Miss;
    }
    if (v.miss > 0)
    {
        AddBeyondL2(v, run, stall);
        Advance(u.l2, v.col, n, v.miss);
        u.l2Fills += uint64_t{n} * v.miss;
    }
    if (v.own && v.miss < ONE && !(run.unit[0] == unit && run.IsExclusive()))
    {
        AddOwnership(v, run, stall);
    }
    if (access == Access::Write && n == 1 && lead)
    {
        stall.l2 = stall.l2 * m_storeExposure / ONE;
        stall.llc = stall.llc * m_storeExposure / ONE;
        stall.dram = stall.dram * m_storeExposure / ONE;
        stall.transfer = stall.transfer * m_storeExposure / ONE;
    }
    Remember(v, run, first + n >= run.count);
    return stall;
}

Ticks
CacheHierarchy::FetchCodeSlow(uint32_t unit, Fn fn)
{
    Unit& u = m_units[unit];
    Code& code = u.code[IndexOf(fn)];
    const uint32_t lines = (KERNEL_FUNCTIONS[IndexOf(fn)].codeBytes + LINE_BYTES - 1) / LINE_BYTES;
    const uint32_t column = m_codeColumn[IndexOf(fn)];
    const uint32_t rep = (column + lines / 2) % LINE_COLUMNS;
    Ticks cost = 0;
    const uint32_t l1Miss = code.seen ? ONE - m_l1i.HitProbability(u.l1i[rep] - code.l1) : ONE;
    if (l1Miss > 0 && lines > 0)
    {
        const uint32_t l2Hit = code.seen ? m_l2.HitProbability(u.l2[rep] - code.l2) : 0;
        cost = m_l2Source.Of(lines, true) * l2Hit / ONE +
               m_llcSource.Of(lines, true) * (ONE - l2Hit) / ONE;
        Advance(u.l1i, column, lines, l1Miss);
        Advance(u.l2, column, lines, ONE - l2Hit);
        u.codeFills += lines;
    }
    code = {u.codeFills, u.l1i[rep], u.l2[rep], true};
    return cost * l1Miss / ONE;
}

} // namespace ns3
