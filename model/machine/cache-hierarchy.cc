/* SPDX-License-Identifier: GPL-2.0-only */
#include "cache-hierarchy.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/** One fill of a column, and certainty. */
constexpr uint32_t ONE = CapacityRamp::ONE;

} // namespace

CacheHierarchy::CacheHierarchy(const MachineProfile& p)
    : m_coresPerSocket(std::max(1U, p.coresPerSocket)),
      m_coresPerDomain(std::max(1U, p.llcDomainCores)),
      m_inclusive(p.llcInclusive),
      m_storeExposure(static_cast<uint32_t>(std::lround(std::min(1.0, p.storeExposure) * ONE))),
      m_l1Safe(p.l1dWays * ONE),
      m_l1(CapacityRamp::SetsPerColumn(p.l1dKib, p.l1dWays), p.l1dWays),
      m_l1i(CapacityRamp::SetsPerColumn(p.l1iKib, p.l1iWays), p.l1iWays),
      m_l2(CapacityRamp::SetsPerColumn(p.l2Kib, p.l2Ways), p.l2Ways),
      // what leaves L2 goes to a victim LLC: together they hold the lines of both
      m_llc(CapacityRamp::SetsPerColumn(p.llcInclusive ? p.llcKib : p.llcKib + p.l2Kib, p.llcWays),
            p.llcWays),
      m_hasDdio(p.ddioWays > 0),
      m_ddio(CapacityRamp::SetsPerColumn(p.llcKib * std::max(1U, p.ddioWays) / p.llcWays,
                                         std::max(1U, p.ddioWays)),
             std::max(1U, p.ddioWays)),
      m_l2Source(LineSource::Make(p.l2HitCycles,
                                  p.overlapL2,
                                  LineSource::StreamCycles(p, p.copyL2BytesPerCycle))),
      m_llcSource(LineSource::Make(p.NsToCycles(p.llcHitNs),
                                   p.overlapLlc,
                                   LineSource::StreamCycles(p, p.copyLlcBytesPerCycle))),
      m_dramLocal(LineSource::MakeMemory(p, p.dramLocalNs)),
      m_dramRemote(LineSource::MakeMemory(p, p.dramRemoteNs)),
      m_domain(LineSource::MakeTransfer(p.NsToCycles(p.transferDomainNs), p.overlapTransfer)),
      m_socket(LineSource::MakeTransfer(p.NsToCycles(p.transferSocketNs), p.overlapTransfer)),
      m_cross(LineSource::MakeTransfer(p.NsToCycles(p.transferCrossNs), p.overlapTransfer))
{
    uint32_t line = 0;
    for (std::size_t i = 0; i < KERNEL_FUNCTION_COUNT; ++i)
    {
        m_codeFirst[i] = line;
        line += (KERNEL_FUNCTIONS[i].codeBytes + LINE_BYTES - 1) / LINE_BYTES;
    }
    m_codeFirst[KERNEL_FUNCTION_COUNT] = line;
}

CacheUnit&
CacheHierarchy::AddUnits(uint32_t last)
{
    for (auto number = static_cast<uint32_t>(m_units.size()); number <= last; ++number)
    {
        m_units.push_back(std::make_unique<CacheUnit>());
        CacheUnit& unit = *m_units.back();
        unit.number = number;
        unit.id = static_cast<uint16_t>(number);
        unit.l1Safe = m_l1Safe;
        unit.domain = number / m_coresPerDomain;
        unit.socket = number / m_coresPerSocket;
        unit.codeStamps.resize(m_codeFirst[KERNEL_FUNCTION_COUNT]);
    }
    while (m_llcClocks.size() <= m_units.back()->domain)
    {
        m_llcClocks.push_back(std::make_unique<ColumnClocks<uint32_t>>());
    }
    m_dmaClocks.resize(m_llcClocks.size());
    for (const auto& unit : m_units)
    {
        unit->llc = m_llcClocks[unit->domain].get();
    }
    return *m_units.back();
}

inline const LineSource&
CacheHierarchy::TransferFrom(const CacheUnit& a, const CacheUnit& b) const
{
    if (a.socket != b.socket)
    {
        return m_cross;
    }
    return a.domain == b.domain ? m_domain : m_socket;
}

Ticks
CacheHierarchy::TransferTicks(uint32_t a, uint32_t b)
{
    const CacheUnit& last = GetUnit(std::max(a, b));
    return a == b ? 0 : TransferFrom(GetUnit(std::min(a, b)), last).latency;
}

// The clock of its domain that a run's stamp is of.
inline const ColumnClocks<uint32_t>&
CacheHierarchy::LlcClocks(const LineRun& run) const
{
    const CacheUnit& u = *m_units[run.unit[0]];
    return run.dirty == LineRun::DEVICE ? m_dmaClocks[u.domain] : *u.llc;
}

inline CacheHierarchy::RunClocks
CacheHierarchy::ClocksOf(const LineRun& run) const
{
    RunClocks clocks;
    for (; clocks.units < LineRun::SLOTS && run.unit[clocks.units] != LineRun::NONE; ++clocks.units)
    {
        clocks.data[clocks.units] = &m_units[run.unit[clocks.units]]->data;
    }
    clocks.llc = clocks.units > 0 ? &LlcClocks(run) : nullptr;
    return clocks;
}

inline void
CacheHierarchy::Keep(LineRun& run, const RunClocks& clocks, uint32_t begin, uint32_t end)
{
    const uint8_t from = run.stamped;
    run.Keep(begin, end);
    const uint8_t to = run.GetMiddle();
    run.stamped = to;
    if (clocks.units > 0)
    {
        run.llc += (*clocks.llc)[to] - (*clocks.llc)[from];
        run.clock[0] += (*clocks.data[0])[to] - (*clocks.data[0])[from];
    }
    for (unsigned i = 1; i < clocks.units; ++i)
    {
        run.clock[i] += (*clocks.data[i])[to] - (*clocks.data[i])[from];
    }
    if (run.isOdd)
    {
        run.Refresh();
    }
}

// A run that was divided or made one has its middle elsewhere, and the clocks of two columns have
// nothing to do with each other: the stamps move so that every age stays.
void
CacheHierarchy::MoveStamps(LineRun& run) const
{
    Keep(run, ClocksOf(run), run.first, run.GetEnd());
}

// From the back, so that what is copied was not written just now.
LineRun*
CacheHierarchy::Divide(LineRun* run, uint32_t begin, uint32_t end) const
{
    const RunClocks clocks = ClocksOf(*run);
    LineRun* const part = begin != run->first ? run + 1 : run;
    if (const uint32_t last = run->GetEnd(); end != last)
    {
        part[1] = *run;
        Keep(part[1], clocks, end, last);
    }
    if (part != run)
    {
        *part = *run;
        Keep(*part, clocks, begin, end);
        end = begin;
    }
    Keep(*run, clocks, run->first, end);
    return part;
}

// To own the lines all holders must let go, so the dearest counts; to read them one is enough, and
// that of the own domain answers first.
inline CacheHierarchy::Holder
CacheHierarchy::FindHolder(const Visit& v) const
{
    const uint32_t self = v.unit.number;
    Holder best{self, 0};
    Ticks most = 0;
    for (unsigned i = 0; i < v.run.holders; ++i)
    {
        const uint32_t other = v.run.unit[i];
        if (other == self)
        {
            continue;
        }
        const CacheUnit& u = *m_units[other];
        const uint32_t p = m_l2.HitProbability(u.L2Age(v.run, i, v.behind));
        const Ticks near = u.domain == v.unit.domain ? 2 : 1;
        const Ticks weight = p * (v.piece.IsOwning() ? TransferFrom(v.unit, u).latency : near);
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
CacheHierarchy::AddLlcOrDram(Visit& v, uint32_t weight)
{
    uint32_t hit = 0;
    uint32_t age = 0;
    uint32_t domain = v.unit.domain;
    if (v.run.unit[0] != LineRun::NONE)
    {
        domain = m_units[v.run.unit[0]]->domain;
        age = LlcClocks(v.run)[v.run.stamped] - v.run.llc + v.behind;
        hit = LlcHit(v.run, age);
    }
    const uint32_t inLlc = weight * hit / ONE;
    const uint32_t inDram = weight - inLlc;
    uint32_t fills = inDram;
    if (domain == v.unit.domain)
    {
        v.stall.llc += m_llcSource.Of(v.piece) * inLlc / ONE;
        fills += inLlc * m_llc.HitWeight(age) / ONE;
    }
    else if (inLlc > 0)
    {
        const LineSource& far = TransferFrom(v.unit, *m_units[v.run.unit[0]]);
        v.stall.transfer += far.Of(v.piece) * inLlc / ONE;
        fills += inLlc;
    }
    if (inDram > 0)
    {
        const bool local = v.unit.socket == v.run.node;
        v.stall.dram += (local ? m_dramLocal : m_dramRemote).Of(v.piece) * inDram / ONE;
    }
    Advance(*v.unit.llc, v.column, v.piece.GetLines(), fills);
}

inline void
CacheHierarchy::AddBeyondL2(Visit& v, const Holder& holder)
{
    const uint32_t elsewhere = holder.probability * v.miss / ONE;
    if (elsewhere > 0)
    {
        const bool far = m_units[holder.unit]->domain != v.unit.domain;
        // a modified line is taken from its owner; a clean one is in reach of the LLC of its
        // domain, unless it has to be invalidated
        if (v.piece.IsOwning() || far || v.run.dirty == holder.unit)
        {
            v.stall.transfer +=
                TransferFrom(v.unit, *m_units[holder.unit]).Of(v.piece) * elsewhere / ONE;
        }
        else
        {
            v.stall.llc += m_llcSource.Of(v.piece) * elsewhere / ONE;
        }
        if (far)
        {
            Advance(*v.unit.llc, v.column, v.piece.GetLines(), elsewhere);
        }
    }
    if (elsewhere < v.miss)
    {
        AddLlcOrDram(v, v.miss - elsewhere);
    }
}

inline void
CacheHierarchy::AddOwnership(Visit& v, Holder holder) const
{
    const uint32_t have = ONE - v.miss;
    if (holder.probability == 0)
    {
        holder.unit = v.run.unit[0] == v.unit.number ? v.run.unit[1] : v.run.unit[0];
    }
    const Ticks snoop = TransferFrom(v.unit, *m_units[holder.unit]).Of(v.piece);
    // a non-inclusive LLC knows that the sharer is gone, an inclusive one still asks its core
    const Ticks gone = m_inclusive ? snoop : m_llcSource.Of(v.piece);
    v.stall.transfer += snoop * holder.probability / ONE * have / ONE;
    (m_inclusive ? v.stall.transfer : v.stall.llc) +=
        gone * (ONE - holder.probability) / ONE * have / ONE;
}

inline void
CacheHierarchy::AddOthers(Visit& v)
{
    const bool taken = v.piece.IsOwning() && v.miss < ONE && v.run.holders > 1;
    if (v.miss == 0 && !taken)
    {
        return;
    }
    const bool alone = v.run.holders == (v.slot < v.run.holders ? 1 : 0);
    const Holder holder = alone ? Holder{v.unit.number, 0} : FindHolder(v);
    if (v.miss > 0)
    {
        AddBeyondL2(v, holder);
    }
    if (taken)
    {
        AddOwnership(v, holder);
    }
}

inline void
CacheHierarchy::Remember(const CacheUnit& u, LineRun& run, unsigned slot, bool own) const
{
    for (unsigned i = std::min(slot, LineRun::SLOTS - 1); i > 0; --i)
    {
        run.unit[i] = run.unit[i - 1];
        run.clock[i] = run.clock[i - 1];
    }
    run.llc = (*u.llc)[run.stamped];
    run.unit[0] = static_cast<uint8_t>(u.id);
    run.clock[0] = u.data[run.stamped];
    const uint16_t id = run.count > LINE_COLUMNS ? LineRun::NONE : u.id;
    run.reader = id;
    if (own)
    {
        run.holders = 1;
        run.dirty = static_cast<uint8_t>(u.id);
        run.writer = id;
        return;
    }
    if (slot >= run.holders && run.holders < LineRun::SLOTS)
    {
        ++run.holders;
    }
    if (run.dirty != u.number)
    {
        run.dirty = LineRun::NONE;
        run.writer = LineRun::NONE;
    }
}

// Lines that come back after another unit wrote them take the places that they left, if nothing
// else took them: they cost a transfer, but push nothing out.
inline void
CacheHierarchy::AddOwnLevels(Visit& v) const
{
    const unsigned slot = v.slot;
    const bool holds = slot < v.run.holders;
    uint32_t l1Fill = ONE;
    uint32_t l2Hit = 0;
    uint32_t l2Age = 0;
    if (slot < LineRun::SLOTS)
    {
        l2Age = v.unit.L2Age(v.run, slot, v.behind);
        l1Fill -= m_l1.HitProbability(v.unit.L1Age(v.run, slot, v.behind));
        l2Hit = m_l2.HitProbability(l2Age);
    }
    v.miss = holds ? l1Fill * (ONE - l2Hit) / ONE : ONE;
    const uint32_t l1Miss = holds ? l1Fill : ONE;
    if (l1Fill > 0)
    {
        const uint64_t l2Lines = ONE - l2Hit + l2Hit * m_l2.HitWeight(l2Age) / ONE;
        Advance(v.unit.data, v.column, v.piece.GetLines(), (l1Fill * l2Lines / ONE) << 32 | l1Fill);
    }
    v.stall.l2 = m_l2Source.Of(v.piece) * (l1Miss - v.miss) / ONE;
    v.unit.l1Fills += uint64_t{v.piece.GetLines()} * l1Miss;
    v.unit.l2Fills += uint64_t{v.piece.GetLines()} * v.miss;
}

void
CacheHierarchy::HideBehindStoreBuffer(Stall& stall) const
{
    stall.l2 = stall.l2 * m_storeExposure / ONE;
    stall.llc = stall.llc * m_storeExposure / ONE;
    stall.dram = stall.dram * m_storeExposure / ONE;
    stall.transfer = stall.transfer * m_storeExposure / ONE;
}

// The general case: all levels, other units, memory.
void
CacheHierarchy::TouchAny(CacheUnit& u, LineRun& run, Piece piece, Stall& sum)
{
    const unsigned slot = run.Find(u.number);
    const uint32_t column = (run.column + piece.GetFirst()) % LINE_COLUMNS;
    Visit v{u, run, piece, slot, column, CacheUnit::Behind(run, piece.GetFirst())};
    AddOwnLevels(v);
    AddOthers(v);
    if (piece.IsHidden())
    {
        HideBehindStoreBuffer(v.stall);
    }
    sum += v.stall;
    if (piece.GetEnd() >= run.count)
    {
        Remember(u, run, slot, piece.IsOwning());
    }
}

// What the own L2 may not have any more of lines that no other unit holds.
inline void
CacheHierarchy::AddOwnLlc(CacheUnit& u, const LineRun& run, Piece piece, uint32_t miss, Stall& sum)
{
    const uint32_t n = piece.GetLines();
    ColumnClocks<uint32_t>& clocks = *u.llc;
    const uint32_t age = clocks[run.stamped] - run.llc + CacheUnit::Behind(run, piece.GetFirst());
    const uint32_t inLlc = miss * m_llc.HitProbability(age) / ONE;
    const uint32_t inDram = miss - inLlc;
    Stall stall;
    stall.llc = m_llcSource.Of(piece) * inLlc / ONE;
    if (inDram > 0)
    {
        const bool local = u.socket == run.node;
        stall.dram = (local ? m_dramLocal : m_dramRemote).Of(piece) * inDram / ONE;
    }
    const uint32_t fills = inDram + inLlc * m_llc.HitWeight(age) / ONE;
    Advance(clocks, (run.column + piece.GetFirst()) % LINE_COLUMNS, n, fills);
    u.l2Fills += uint64_t{n} * miss;
    if (piece.IsHidden())
    {
        HideBehindStoreBuffer(stall);
    }
    sum.llc += stall.llc;
    sum.dram += stall.dram;
}

// Lines that this unit touched last, for which nobody else has to be asked and that are gone from
// L1. Charges and ages as TouchAny() does.
inline bool
CacheHierarchy::TouchOwn(CacheUnit& u, LineRun& run, Piece piece, Stall& sum)
{
    const bool mine = run.dirty == u.number;
    if (!mine && (piece.IsOwning() || run.dirty == LineRun::DEVICE))
    {
        return false;
    }
    const uint64_t age = u.data[run.stamped] - run.clock[0];
    const uint32_t behind = CacheUnit::Behind(run, piece.GetFirst());
    const uint32_t l2Age = static_cast<uint32_t>(age >> 32) + behind;
    const uint32_t hit = m_l2.HitProbability(l2Age);
    if (!m_l1.IsGone(static_cast<uint32_t>(age) + behind) || (hit != ONE && !mine))
    {
        return false;
    }
    const uint32_t column = (run.column + piece.GetFirst()) % LINE_COLUMNS;
    const uint64_t l2Lines = ONE - hit + hit * m_l2.HitWeight(l2Age) / ONE;
    Advance(u.data, column, piece.GetLines(), l2Lines << 32 | ONE);
    u.l1Fills += uint64_t{piece.GetLines()} * ONE;
    const Ticks l2 = m_l2Source.Of(piece) * hit / ONE;
    sum.l2 += piece.IsHidden() ? l2 * m_storeExposure / ONE : l2;
    if (hit != ONE)
    {
        AddOwnLlc(u, run, piece, ONE - hit, sum);
    }
    if (piece.GetEnd() >= run.count)
    {
        run.clock[0] = u.data[run.stamped];
        run.llc = (*u.llc)[run.stamped];
    }
    return true;
}

void
CacheHierarchy::TouchUnsettled(CacheUnit& u, LineRun& run, Piece piece, Stall& sum)
{
    const Ticks l2 = TouchOwnL2(u,
                                run,
                                piece.GetFirst(),
                                piece.GetLines(),
                                piece.GetAccess(),
                                piece.GetPattern());
    if (l2 != NOT_OWN)
    {
        sum.l2 += l2;
        return;
    }
    TouchBeyond(u, run, piece, sum);
}

// What lines that were touched `age` ago add to the clocks of a unit that lost them.
inline uint64_t
CacheHierarchy::FillsOf(uint64_t age) const
{
    const auto l2Age = static_cast<uint32_t>(age >> 32);
    const uint32_t l1Fill = ONE - m_l1.HitProbability(static_cast<uint32_t>(age));
    const uint32_t l2Hit = m_l2.HitProbability(l2Age);
    const uint64_t l2Lines = ONE - l2Hit + l2Hit * m_l2.HitWeight(l2Age) / ONE;
    return (l1Fill * l2Lines / ONE) << 32 | l1Fill;
}

// Most lines that come from elsewhere are those that one other unit modified and certainly still
// has. Charges and ages as TouchAny() does.
inline bool
CacheHierarchy::TakeOver(CacheUnit& u, LineRun& run, Piece piece, Stall& sum)
{
    if (run.dirty != run.unit[0] || run.dirty >= LineRun::DEVICE || run.isOdd)
    {
        return false;
    }
    const CacheUnit& owner = *m_units[run.unit[0]];
    const LineSource& source = TransferFrom(u, owner);
    if (!m_l2.IsCertain(owner.L2Age(run, 0, 0)) || source.latency == 0)
    {
        return false;
    }
    const uint32_t n = piece.GetLines();
    const uint32_t column = (run.column + piece.GetFirst()) % LINE_COLUMNS;
    const unsigned slot = run.Find(u.number);
    const uint64_t fills = slot < LineRun::SLOTS ? FillsOf(u.data[run.stamped] - run.clock[slot])
                                                 : uint64_t{ONE} << 32 | ONE;
    if (static_cast<uint32_t>(fills) > 0)
    {
        Advance(u.data, column, n, fills);
    }
    u.l1Fills += uint64_t{n} * ONE;
    u.l2Fills += uint64_t{n} * ONE;
    if (owner.domain != u.domain)
    {
        Advance(*u.llc, column, n, ONE);
    }
    const Ticks cost = source.Of(piece);
    sum.transfer += piece.IsHidden() ? cost * m_storeExposure / ONE : cost;
    if (piece.GetEnd() >= run.count)
    {
        Remember(u, run, slot, piece.IsOwning());
    }
    return true;
}

// Lines that two units hold unmodified, this one being one of them, and that are gone from its L1.
// Charges and ages as TouchAny() does.
inline bool
CacheHierarchy::TouchShared(CacheUnit& u, LineRun& run, Piece piece, Stall& sum)
{
    const unsigned slot = run.unit[0] == u.id ? 0 : 1;
    if (run.holders != 2 || run.unit[slot] != u.id || run.dirty != LineRun::NONE || run.isOdd)
    {
        return false;
    }
    const uint64_t age = u.data[run.stamped] - run.clock[slot];
    const auto l2Age = static_cast<uint32_t>(age >> 32);
    const uint32_t hit = m_l2.HitProbability(l2Age);
    const uint32_t miss = ONE - hit;
    const CacheUnit& other = *m_units[run.unit[1 - slot]];
    const bool asks = piece.IsOwning() || miss > 0;
    if (!m_l1.IsGone(static_cast<uint32_t>(age)) ||
        (asks && !m_l2.IsCertain(other.L2Age(run, 1 - slot, 0))) ||
        (asks && TransferFrom(u, other).latency == 0))
    {
        return false;
    }
    const uint32_t n = piece.GetLines();
    const uint32_t column = (run.column + piece.GetFirst()) % LINE_COLUMNS;
    const uint64_t l2Lines = miss + hit * m_l2.HitWeight(l2Age) / ONE;
    Advance(u.data, column, n, l2Lines << 32 | ONE);
    u.l1Fills += uint64_t{n} * ONE;
    Stall stall;
    stall.l2 = m_l2Source.Of(piece) * hit / ONE;
    if (piece.IsOwning())
    {
        const Ticks transfer = TransferFrom(u, other).Of(piece);
        stall.transfer = transfer * miss / ONE + transfer * hit / ONE;
    }
    if (miss > 0)
    {
        AddSharedMiss(u, other, piece, miss, stall);
        u.l2Fills += uint64_t{n} * miss;
        if (other.domain != u.domain)
        {
            Advance(*u.llc, column, n, miss);
        }
    }
    if (piece.IsHidden())
    {
        HideBehindStoreBuffer(stall);
    }
    sum += stall;
    if (piece.GetEnd() >= run.count)
    {
        Remember(u, run, slot, piece.IsOwning());
    }
    return true;
}

// What the own L2 does not have of lines to read that another unit has, too.
inline void
CacheHierarchy::AddSharedMiss(const CacheUnit& u,
                              const CacheUnit& other,
                              Piece piece,
                              uint32_t miss,
                              Stall& stall) const
{
    if (piece.IsOwning())
    {
        return;
    }
    if (other.domain != u.domain)
    {
        stall.transfer = TransferFrom(u, other).Of(piece) * miss / ONE;
    }
    else
    {
        stall.llc = m_llcSource.Of(piece) * miss / ONE;
    }
}

void
CacheHierarchy::TouchBeyond(CacheUnit& u, LineRun& run, Piece piece, Stall& sum)
{
    ++m_slowTouches;
    Recenter(run);
    const bool done = run.holders > 1 ? TouchShared(u, run, piece, sum)
                                      : (run.unit[0] == u.id ? TouchOwn(u, run, piece, sum)
                                                             : TakeOver(u, run, piece, sum));
    if (!done)
    {
        TouchAny(u, run, piece, sum);
    }
}

// To the front of those who lost the lines; one that never had them lost them long ago.
void
CacheHierarchy::MoveToFront(const CacheUnit& u, LineRun& run)
{
    constexpr uint64_t LONG_AGO = uint64_t{1} << 62 | uint64_t{1} << 30;
    const unsigned slot = run.Find(u.number);
    const uint64_t clock = slot < LineRun::SLOTS ? run.clock[slot] : u.data[run.stamped] - LONG_AGO;
    for (unsigned i = std::min(slot, LineRun::SLOTS - 1); i > 0; --i)
    {
        run.unit[i] = run.unit[i - 1];
        run.clock[i] = run.clock[i - 1];
    }
    run.unit[0] = static_cast<uint8_t>(u.id);
    run.clock[0] = clock;
}

void
CacheHierarchy::DmaWrite(uint32_t unit, LineRun& run)
{
    const CacheUnit& u = GetUnit(unit);
    Recenter(run);
    if (run.unit[0] == LineRun::NONE || m_units[run.unit[0]]->domain != u.domain)
    {
        MoveToFront(u, run);
    }
    run.holders = 0;
    run.dirty = LineRun::DEVICE;
    Advance(m_dmaClocks[u.domain], run.column, run.count, ONE);
    run.llc = m_dmaClocks[u.domain][run.stamped];
    run.Refresh();
}

// Line by line: functions are of any length, and one that meets a full column with one of its lines
// loses that line only.
uint32_t
CacheHierarchy::FillL1i(CacheUnit& u, uint32_t first, uint32_t lines, bool seen) const
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
CacheHierarchy::FetchCodeSlow(CacheUnit& u, Fn fn)
{
    CacheUnit::Code& code = u.code[IndexOf(fn)];
    const uint32_t first = m_codeFirst[IndexOf(fn)];
    const uint32_t lines = m_codeFirst[IndexOf(fn) + 1] - first;
    const uint32_t missing = FillL1i(u, first, lines, code.seen);
    const uint32_t fetched = (missing + ONE / 2) / ONE;
    const uint64_t& clocks = u.data[(first + lines / 2) % LINE_COLUMNS];
    Ticks cost = 0;
    if (fetched > 0)
    {
        const Piece piece(0, fetched, Access::Read);
        const uint32_t l2Age = static_cast<uint32_t>(clocks >> 32) - code.l2;
        const uint32_t l2Hit = code.seen ? m_l2.HitProbability(l2Age) : 0;
        cost = m_l2Source.Of(piece) * l2Hit / ONE + m_llcSource.Of(piece) * (ONE - l2Hit) / ONE;
        const uint64_t l2Lines = ONE - l2Hit + l2Hit * m_l2.HitWeight(l2Age) / ONE;
        Advance(u.data, first % LINE_COLUMNS, lines, (l2Lines * fetched / lines) << 32);
        u.codeFills += fetched;
    }
    code = {u.codeFills, static_cast<uint32_t>(clocks >> 32), true};
    return cost;
}

} // namespace ns3
