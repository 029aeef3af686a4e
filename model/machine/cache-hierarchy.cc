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

/** What a line of a string operation takes beyond the rate of L1, core cycles. */
double
StreamCycles(const MachineProfile& p, double bytesPerCycle)
{
    return std::max(0.0, LINE_BYTES / bytesPerCycle - LINE_BYTES / p.copyBytesPerCycle);
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
    const auto certain =
        std::find_if(m_table.begin(), m_table.end(), [](uint16_t hit) { return hit < ONE; });
    m_reach = std::max<uint32_t>(1, (certain - m_table.begin()) << m_shift);
    m_inverseReach = (1U << 24) / m_reach;
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
      m_hasDdio(p.ddioWays > 0),
      m_ddio(
          SetsPerColumn(p.llcKib * std::max(1U, p.ddioWays) / p.llcWays, std::max(1U, p.ddioWays)),
          std::max(1U, p.ddioWays)),
      m_l2Source(MakeSource(p.l2HitCycles, p.overlapL2, StreamCycles(p, p.copyL2BytesPerCycle))),
      m_llcSource(MakeSource(p.NsToCycles(p.llcHitNs),
                             p.overlapLlc,
                             StreamCycles(p, p.copyLlcBytesPerCycle))),
      m_dramLocal(MakeMemory(p, p.dramLocalNs)),
      m_dramRemote(MakeMemory(p, p.dramRemoteNs)),
      m_domain(MakeTransfer(p.NsToCycles(p.transferDomainNs), p.overlapTransfer)),
      m_socket(MakeTransfer(p.NsToCycles(p.transferSocketNs), p.overlapTransfer)),
      m_cross(MakeTransfer(p.NsToCycles(p.transferCrossNs), p.overlapTransfer))
{
    uint32_t line = 0;
    for (std::size_t i = 0; i < KERNEL_FUNCTION_COUNT; ++i)
    {
        m_codeFirst[i] = line;
        line += (KERNEL_FUNCTIONS[i].codeBytes + LINE_BYTES - 1) / LINE_BYTES;
    }
    m_codeFirst[KERNEL_FUNCTION_COUNT] = line;
}

CacheHierarchy::Source
CacheHierarchy::MakeSource(double cycles, double overlap, double stream)
{
    const auto ticks = [](double c) {
        return static_cast<Ticks>(std::llround(c * TICKS_PER_CYCLE));
    };
    Source source;
    source.latency = ticks(cycles);
    source.following = ticks(cycles / std::max(1.0, overlap));
    source.stream = ticks(stream);
    return source;
}

// No prefetcher reaches into another core's cache: a stream waits for its first line in full.
CacheHierarchy::Source
CacheHierarchy::MakeTransfer(double cycles, double overlap)
{
    Source source = MakeSource(cycles, overlap, cycles / std::max(1.0, overlap));
    source.lead = source.latency - source.stream;
    return source;
}

CacheHierarchy::Source
CacheHierarchy::MakeMemory(const MachineProfile& p, double ns)
{
    const double stream =
        StreamCycles(p, p.copyDramBytesPerCycle) * ns / std::max(1.0, p.dramLocalNs);
    Source source = MakeSource(p.NsToCycles(ns), p.overlapDram, stream);
    source.lead = source.latency - std::min(source.latency, source.stream);
    return source;
}

CacheHierarchy::Unit&
CacheHierarchy::AddUnits(uint32_t last)
{
    for (auto unit = static_cast<uint32_t>(m_units.size()); unit <= last; ++unit)
    {
        m_units.emplace_back();
        m_units.back().domain = unit / m_coresPerDomain;
        m_units.back().socket = unit / m_coresPerSocket;
        m_units.back().codeStamps.resize(m_codeFirst[KERNEL_FUNCTION_COUNT]);
    }
    m_llcClocks.resize(m_units.back().domain + 1);
    m_dmaClocks.resize(m_llcClocks.size());
    return m_units.back();
}

inline const CacheHierarchy::Source&
CacheHierarchy::TransferFrom(uint32_t a, uint32_t b) const
{
    if (m_units[a].socket != m_units[b].socket)
    {
        return m_cross;
    }
    return m_units[a].domain == m_units[b].domain ? m_domain : m_socket;
}

Ticks
CacheHierarchy::TransferTicks(uint32_t a, uint32_t b)
{
    GetUnit(std::max(a, b));
    return a == b ? 0 : TransferFrom(a, b).latency;
}

// Blocks of eight become vector instructions without help from the command line.
template <typename T>
inline void
CacheHierarchy::Advance(Clocks<T>& clocks, uint32_t column, uint32_t n, T by)
{
    const auto add = [](T* clock, uint32_t count, T amount) {
        for (; count >= 8; count -= 8, clock += 8)
        {
            for (unsigned i = 0; i < 8; ++i)
            {
                clock[i] += amount;
            }
        }
        for (; count > 0; --count, ++clock)
        {
            *clock += amount;
        }
    };
    if (n >= LINE_COLUMNS)
    {
        add(clocks.data(), LINE_COLUMNS, n / LINE_COLUMNS * by);
        n %= LINE_COLUMNS;
    }
    const uint32_t straight = std::min(n, LINE_COLUMNS - column);
    add(clocks.data() + column, straight, by);
    add(clocks.data(), n - straight, by);
}

// A run that was divided or made one has its middle elsewhere, and the clocks of two columns have
// nothing to do with each other: the stamps move so that every age stays.
void
CacheHierarchy::Recenter(LineRun& run) const
{
    const uint8_t to = run.GetMiddle();
    if (run.stamped == to)
    {
        return;
    }
    for (unsigned i = 0; i < LineRun::SLOTS && run.unit[i] != LineRun::NONE; ++i)
    {
        const Unit& u = m_units[run.unit[i]];
        run.clock[i] += u.data[to] - u.data[run.stamped];
    }
    if (run.unit[0] != LineRun::NONE)
    {
        const auto& clocks = run.dirty == LineRun::DEVICE ? m_dmaClocks : m_llcClocks;
        const auto& llc = clocks[m_units[run.unit[0]].domain];
        run.llc += llc[to] - llc[run.stamped];
    }
    run.stamped = to;
}

// To own the lines all holders must let go, so the dearest counts; to read them one is enough, and
// that of the own domain answers first.
inline CacheHierarchy::Holder
CacheHierarchy::FindHolder(const Visit& v, const LineRun& run) const
{
    Holder best{v.unit, 0};
    Ticks most = 0;
    for (unsigned i = 0; i < run.holders; ++i)
    {
        const uint32_t other = run.unit[i];
        if (other == v.unit)
        {
            continue;
        }
        const Unit& u = m_units[other];
        const uint32_t p = m_l2.HitProbability(L2Age(u, run, i, v.behind));
        const Ticks near = u.domain == v.domain ? 2 : 1;
        const Ticks weight = p * (v.own ? TransferFrom(v.unit, other).latency : near);
        if (weight > most)
        {
            most = weight;
            best = {other, p};
        }
    }
    return best;
}

inline uint32_t
CacheHierarchy::LlcHit(const LineRun& run, uint32_t age) const
{
    if (run.dirty == LineRun::DEVICE)
    {
        return m_hasDdio ? m_ddio.HitProbability(age) : 0;
    }
    return m_llc.HitProbability(age);
}

inline void
CacheHierarchy::AddLlcOrDram(const Visit& v, const LineRun& run, uint32_t weight, Stall& stall)
{
    uint32_t hit = 0;
    uint32_t age = 0;
    uint32_t domain = v.domain;
    if (run.unit[0] != LineRun::NONE)
    {
        domain = m_units[run.unit[0]].domain;
        const auto& clocks = run.dirty == LineRun::DEVICE ? m_dmaClocks : m_llcClocks;
        age = clocks[domain][run.stamped] - run.llc + v.behind;
        hit = LlcHit(run, age);
    }
    const uint32_t inLlc = weight * hit / ONE;
    const uint32_t inDram = weight - inLlc;
    uint32_t fills = inDram;
    if (domain == v.domain)
    {
        stall.llc += m_llcSource.Of(v.n, v.pattern) * inLlc / ONE;
        fills += inLlc * m_llc.HitWeight(age) / ONE;
    }
    else if (inLlc > 0)
    {
        const Source& far = TransferFrom(v.unit, run.unit[0]);
        stall.transfer += far.Of(v.n, v.pattern) * inLlc / ONE;
        fills += inLlc;
    }
    if (inDram > 0)
    {
        const bool local = m_units[v.unit].socket == run.node;
        stall.dram += (local ? m_dramLocal : m_dramRemote).Of(v.n, v.pattern) * inDram / ONE;
    }
    Advance(m_llcClocks[v.domain], v.col, v.n, fills);
}

inline void
CacheHierarchy::AddBeyondL2(const Visit& v, const LineRun& run, Stall& stall)
{
    const Holder holder = FindHolder(v, run);
    const uint32_t elsewhere = holder.probability * v.miss / ONE;
    if (elsewhere > 0)
    {
        const bool far = m_units[holder.unit].domain != v.domain;
        // a modified line is taken from its owner; a clean one is in reach of the LLC of its
        // domain, unless it has to be invalidated
        if (v.own || far || run.dirty == holder.unit)
        {
            stall.transfer +=
                TransferFrom(v.unit, holder.unit).Of(v.n, v.pattern) * elsewhere / ONE;
        }
        else
        {
            stall.llc += m_llcSource.Of(v.n, v.pattern) * elsewhere / ONE;
        }
        if (far)
        {
            Advance(m_llcClocks[v.domain], v.col, v.n, elsewhere);
        }
    }
    if (elsewhere < v.miss)
    {
        AddLlcOrDram(v, run, v.miss - elsewhere, stall);
    }
}

inline void
CacheHierarchy::AddOwnership(const Visit& v, const LineRun& run, Stall& stall)
{
    const uint32_t have = ONE - v.miss;
    Holder holder = FindHolder(v, run);
    if (holder.probability == 0)
    {
        holder.unit = run.unit[0] == v.unit ? run.unit[1] : run.unit[0];
    }
    const Ticks snoop = TransferFrom(v.unit, holder.unit).Of(v.n, v.pattern);
    // a non-inclusive LLC knows that the sharer is gone, an inclusive one still asks its core
    const Ticks gone = m_inclusive ? snoop : m_llcSource.Of(v.n, v.pattern);
    stall.transfer += snoop * holder.probability / ONE * have / ONE;
    (m_inclusive ? stall.transfer : stall.llc) +=
        gone * (ONE - holder.probability) / ONE * have / ONE;
}

inline void
CacheHierarchy::Remember(const Visit& v, LineRun& run)
{
    const unsigned slot = run.Find(v.unit);
    for (unsigned i = std::min(slot, LineRun::SLOTS - 1); i > 0; --i)
    {
        run.unit[i] = run.unit[i - 1];
        run.clock[i] = run.clock[i - 1];
    }
    run.llc = m_llcClocks[v.domain][run.stamped];
    run.unit[0] = static_cast<uint8_t>(v.unit);
    run.clock[0] = m_units[v.unit].data[run.stamped];
    if (v.own)
    {
        run.holders = 1;
        run.dirty = static_cast<uint8_t>(v.unit);
        return;
    }
    if (slot >= run.holders && run.holders < LineRun::SLOTS)
    {
        ++run.holders;
    }
    if (run.dirty != v.unit)
    {
        run.dirty = LineRun::NONE;
    }
}

// Lines that come back after another unit wrote them take the places that they left, if nothing
// else took them: they cost a transfer, but push nothing out.
inline void
CacheHierarchy::AddOwnLevels(Visit& v, const LineRun& run, Stall& stall)
{
    Unit& u = m_units[v.unit];
    const unsigned slot = run.Find(v.unit);
    const bool holds = slot < run.holders;
    uint32_t l1Fill = ONE;
    uint32_t l2Hit = 0;
    uint32_t l2Age = 0;
    if (slot < LineRun::SLOTS)
    {
        l2Age = L2Age(u, run, slot, v.behind);
        l1Fill -= m_l1.HitProbability(L1Age(u, run, slot, v.behind));
        l2Hit = m_l2.HitProbability(l2Age);
    }
    v.miss = holds ? l1Fill * (ONE - l2Hit) / ONE : ONE;
    const uint32_t l1Miss = holds ? l1Fill : ONE;
    if (l1Fill > 0)
    {
        const uint64_t l2Lines = ONE - l2Hit + l2Hit * m_l2.HitWeight(l2Age) / ONE;
        Advance(u.data, v.col, v.n, (l1Fill * l2Lines / ONE) << 32 | l1Fill);
    }
    stall.l2 = m_l2Source.Of(v.n, v.pattern) * (l1Miss - v.miss) / ONE;
    u.l1Fills += uint64_t{v.n} * l1Miss;
    if (v.miss > 0)
    {
        AddBeyondL2(v, run, stall);
        u.l2Fills += uint64_t{v.n} * v.miss;
    }
}

void
CacheHierarchy::HideBehindStoreBuffer(Stall& stall) const
{
    stall.l2 = stall.l2 * m_storeExposure / ONE;
    stall.llc = stall.llc * m_storeExposure / ONE;
    stall.dram = stall.dram * m_storeExposure / ONE;
    stall.transfer = stall.transfer * m_storeExposure / ONE;
}

// The most frequent slow touch by itself: all of a run that nobody else has to be asked for, gone
// from L1 and certainly in L2. Charges and ages as the general way below does.
inline bool
CacheHierarchy::TouchL2(uint32_t unit,
                        LineRun& run,
                        uint32_t first,
                        uint32_t n,
                        Access access,
                        Pattern pattern,
                        Stall& stall)
{
    if (run.unit[0] != unit || run.dirty == LineRun::DEVICE ||
        (access != Access::Read && run.dirty != unit) || first != 0 || n != run.count ||
        n > LINE_COLUMNS || run.stamped != run.GetMiddle())
    {
        return false;
    }
    Unit& u = m_units[unit];
    const uint64_t age = u.data[run.stamped] - run.clock[0];
    const uint32_t l2Age = static_cast<uint32_t>(age >> 32);
    if (m_l1.HitProbability(static_cast<uint32_t>(age)) > 0 || !m_l2.IsCertain(l2Age))
    {
        return false;
    }
    Advance(u.data, run.column, n, uint64_t{m_l2.HitWeight(l2Age)} << 32 | ONE);
    u.l1Fills += uint64_t{n} * ONE;
    stall.l2 = m_l2Source.Of(n, pattern);
    if (access == Access::Write && n == 1 && pattern == Pattern::Lone)
    {
        HideBehindStoreBuffer(stall);
    }
    run.clock[0] = u.data[run.stamped];
    run.llc = m_llcClocks[u.domain][run.stamped];
    return true;
}

Stall
CacheHierarchy::TouchSlow(uint32_t unit,
                          LineRun& run,
                          uint32_t first,
                          uint32_t n,
                          Access access,
                          Pattern pattern)
{
    ++m_slowTouches;
    Stall stall;
    if (TouchL2(unit, run, first, n, access, pattern, stall))
    {
        return stall;
    }
    Visit v{unit,
            GetUnit(unit).domain,
            (run.column + first) % LINE_COLUMNS,
            n,
            Behind(run, first),
            access != Access::Read,
            pattern,
            ONE};
    Recenter(run);
    AddOwnLevels(v, run, stall);
    if (v.own && v.miss < ONE && run.holders > 1)
    {
        AddOwnership(v, run, stall);
    }
    if (access == Access::Write && n == 1 && pattern == Pattern::Lone)
    {
        HideBehindStoreBuffer(stall);
    }
    if (first + n >= run.count)
    {
        Remember(v, run);
    }
    return stall;
}

// To the front of those who lost the lines; one that never had them lost them long ago.
void
CacheHierarchy::MoveToFront(uint32_t unit, LineRun& run)
{
    constexpr uint64_t LONG_AGO = uint64_t{1} << 62 | uint64_t{1} << 30;
    const unsigned slot = run.Find(unit);
    const uint64_t clock =
        slot < LineRun::SLOTS ? run.clock[slot] : m_units[unit].data[run.stamped] - LONG_AGO;
    for (unsigned i = std::min(slot, LineRun::SLOTS - 1); i > 0; --i)
    {
        run.unit[i] = run.unit[i - 1];
        run.clock[i] = run.clock[i - 1];
    }
    run.unit[0] = static_cast<uint8_t>(unit);
    run.clock[0] = clock;
}

void
CacheHierarchy::DmaWrite(uint32_t unit, LineRun& run)
{
    const uint32_t domain = GetUnit(unit).domain;
    Recenter(run);
    if (run.unit[0] == LineRun::NONE || m_units[run.unit[0]].domain != domain)
    {
        MoveToFront(unit, run);
    }
    run.holders = 0;
    run.dirty = LineRun::DEVICE;
    Advance(m_dmaClocks[domain], run.column, run.count, ONE);
    run.llc = m_dmaClocks[domain][run.stamped];
}

// Line by line: functions are of any length, and one that meets a full column with one of its lines
// loses that line only.
uint32_t
CacheHierarchy::FillL1i(Unit& u, uint32_t first, uint32_t lines, bool seen) const
{
    uint32_t missing = 0;
    for (uint32_t line = first; line < first + lines; ++line)
    {
        uint32_t& clock = u.l1i[line % LINE_COLUMNS];
        uint32_t& stamp = u.codeStamps[line];
        const uint32_t miss = seen ? ONE - m_l1i.HitProbability(clock - stamp) : ONE;
        clock += miss;
        stamp = clock;
        missing += miss;
    }
    return missing;
}

Ticks
CacheHierarchy::FetchCodeSlow(uint32_t unit, Fn fn)
{
    Unit& u = m_units[unit];
    Code& code = u.code[IndexOf(fn)];
    const uint32_t first = m_codeFirst[IndexOf(fn)];
    const uint32_t lines = m_codeFirst[IndexOf(fn) + 1] - first;
    const uint32_t missing = FillL1i(u, first, lines, code.seen);
    const uint32_t fetched = (missing + ONE / 2) / ONE;
    const uint64_t& clocks = u.data[(first + lines / 2) % LINE_COLUMNS];
    Ticks cost = 0;
    if (fetched > 0)
    {
        const uint32_t l2Age = static_cast<uint32_t>(clocks >> 32) - code.l2;
        const uint32_t l2Hit = code.seen ? m_l2.HitProbability(l2Age) : 0;
        cost = m_l2Source.Of(fetched, Pattern::Lone) * l2Hit / ONE +
               m_llcSource.Of(fetched, Pattern::Lone) * (ONE - l2Hit) / ONE;
        const uint64_t l2Lines = ONE - l2Hit + l2Hit * m_l2.HitWeight(l2Age) / ONE;
        Advance(u.data, first % LINE_COLUMNS, lines, (l2Lines * fetched / lines) << 32);
        u.codeFills += fetched;
    }
    code = {u.codeFills, static_cast<uint32_t>(clocks >> 32), true};
    return cost;
}

} // namespace ns3
