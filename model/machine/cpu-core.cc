/* SPDX-License-Identifier: GPL-2.0-only */
#include "cpu-core.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

Ticks
CyclesToTicks(double cycles)
{
    return static_cast<Ticks>(std::llround(cycles * TICKS_PER_CYCLE));
}

/** Price of one unit when `rate` of them take a cycle, in ticks * 256. */
uint64_t
PriceOf(double rate)
{
    return static_cast<uint64_t>(std::llround(256.0 * TICKS_PER_CYCLE / std::max(rate, 1e-3)));
}

/** A store to many lines is no lone store, even where its first run is one line. */
Access
OfMany(Access access, uint32_t lines)
{
    return lines > 1 && access == Access::Write ? Access::Rmw : access;
}

/** Where the next run of a touch stands in the sequence. */
Pattern
FollowerOf(Pattern pattern)
{
    static_assert((static_cast<uint8_t>(Pattern::Lone) | 1) ==
                  static_cast<uint8_t>(Pattern::Continued));
    static_assert((static_cast<uint8_t>(Pattern::StreamLead) | 1) ==
                  static_cast<uint8_t>(Pattern::Stream));
    return static_cast<Pattern>(static_cast<uint8_t>(pattern) | 1);
}

} // namespace

CpuCore::CpuCore(const MachineProfile& m,
                 const KernelProfile& k,
                 CacheHierarchy& caches,
                 uint32_t id,
                 uint32_t unit)
    : m_machine(m),
      m_kernel(k),
      m_caches(caches),
      m_id(id),
      m_unit(caches.GetUnit(unit)),
      m_instruction(PriceOf(m.ipcWarm)),
      m_atomic(CyclesToTicks(m.atomicCycles)),
      m_lockPair(CyclesToTicks(m.lockPairCycles)),
      m_unlockDrain(
          CyclesToTicks(std::max(0.0, m.lockPairCycles - m.atomicCycles - 2 * m.callCycles))),
      m_copyStart(CyclesToTicks(m.copyStartCycles)),
      m_copyByte(PriceOf(m.copyBytesPerCycle)),
      m_clearStart(CyclesToTicks(m.clearStartCycles)),
      m_clearByte(PriceOf(m.clearBytesPerCycle))
{
    const double call = m.callCycles + (k.srso ? m.srsoCallCycles : 0);
    for (std::size_t i = IndexOf(Fn::idle) + 1; i < KERNEL_FUNCTION_COUNT; ++i)
    {
        m_call[i] = KERNEL_FUNCTIONS[i].instructions * m_instruction / INSTRUCTION_SCALE;
        m_call[i] += KERNEL_FUNCTIONS[i].codeBytes > 0 ? CyclesToTicks(call) : 0;
    }
    const auto set = [this](SystemCost what, double cycles) {
        m_system[static_cast<std::size_t>(what)] = CyclesToTicks(cycles);
    };
    set(SystemCost::Syscall, m.NsToCycles(m.syscallNs + (k.pti ? m.ptiSyscallNs : 0)));
    set(SystemCost::ContextSwitch, m.NsToCycles(m.contextSwitchNs));
    set(SystemCost::Waker, m.NsToCycles(m.wakerNs));
    set(SystemCost::Ipi, m.NsToCycles(m.irqNs));
    set(SystemCost::UserAccess, k.smap ? m.userAccessCycles : 0);
    set(SystemCost::BhPair, m.bhPairCycles);
    set(SystemCost::IrqsavePair, m.irqsavePairCycles);
    set(SystemCost::IndirectCall, m.indirectCallCycles + (k.retpoline ? m.retpolineCycles : 0));
    set(SystemCost::LocalCmpxchg, m.localCmpxchgCycles);
    set(SystemCost::FullBarrier, m.atomicCycles);
    set(SystemCost::DmaMap, m.NsToCycles(m.dmaMapNs));
    set(SystemCost::DmaUnmap, m.NsToCycles(m.dmaUnmapNs));
    set(SystemCost::DmaSync, m.NsToCycles(m.dmaSyncNs));
}

void
CpuCore::IdleUntil(Ticks until)
{
    if (until > m_now)
    {
        m_ledger.Add(Fn::idle, CostKind::Idle, until - m_now);
        m_now = until;
    }
}

void
CpuCore::FetchCode(Fn fn)
{
    const Ticks fetch = m_caches.FetchCode(m_unit, fn);
    if (fetch != 0)
    {
        Charge(CostKind::Code, fetch);
    }
}

template <Access ACCESS, Pattern PATTERN>
void
CpuCore::TouchUnsettled(LineRun& run)
{
    const uint32_t n = run.count;
    const Ticks l2 = m_caches.TouchOwnL2(m_unit, run, 0, n, ACCESS, PATTERN);
    if (l2 != CacheHierarchy::NOT_OWN)
    {
        Charge(CostKind::L2, l2);
        return;
    }
    TouchPiece(run, Piece(0, n, ACCESS, PATTERN));
}

template void CpuCore::TouchUnsettled<Access::Read, Pattern::Lone>(LineRun&);
template void CpuCore::TouchUnsettled<Access::Read, Pattern::Continued>(LineRun&);
template void CpuCore::TouchUnsettled<Access::Write, Pattern::Lone>(LineRun&);
template void CpuCore::TouchUnsettled<Access::Rmw, Pattern::Lone>(LineRun&);
template void CpuCore::TouchUnsettled<Access::Rmw, Pattern::Continued>(LineRun&);

// What is neither a matter of one look nor of the own L2.
void
CpuCore::TouchPiece(LineRun& run, Piece piece)
{
    Stall stall;
    TouchPiece(run, piece, stall);
    ChargeStall(stall);
}

inline void
CpuCore::TouchPiece(LineRun& run, Piece piece, Stall& stall)
{
    // the first look at a touch leaves out runs of more than a page
    if (!run.isOdd ||
        !m_unit.TouchSettled(run, piece.GetFirst(), piece.GetLines(), piece.GetAccess()))
    {
        m_caches.TouchBeyond(m_unit, run, piece, stall);
    }
}

void
CpuCore::TouchUnsettled(LineSet& set,
                        LineRun& run,
                        uint32_t begin,
                        uint32_t end,
                        Access access,
                        Pattern pattern)
{
    Stall stall;
    TouchSet(set, run, begin, end, access, pattern, stall);
    ChargeStall(stall);
}

// A boundary is needed only where the touch changes the state of one side.
inline LineRun*
CpuCore::Divide(LineSet& set, LineRun* run, uint32_t line, Access access)
{
    if (line == run->first || m_unit.IsSettled(*run, 0, access) || !set.HasRoom())
    {
        return run;
    }
    set.InsertBehind(run, 1);
    return m_caches.Divide(run, line, run->GetEnd());
}

// A touch of a part of one run gives it a run of its own.
inline LineRun*
CpuCore::CutOut(LineSet& set, LineRun& run, uint32_t begin, uint32_t end)
{
    const unsigned more = (begin != run.first ? 1 : 0) + (end != run.GetEnd() ? 1 : 0);
    set.InsertBehind(&run, more);
    return m_caches.Divide(&run, begin, end);
}

// Most touches are of one run, all of it, or a slice: no boundary moves.
void
CpuCore::TouchSet(LineSet& set,
                  LineRun& one,
                  uint32_t begin,
                  uint32_t end,
                  Access access,
                  Pattern pattern,
                  Stall& stall)
{
    const uint32_t n = end - begin;
    LineRun* run = &one;
    // the first look at a touch leaves out runs of more than a page
    if (run->isOdd && m_unit.TouchSettled(*run, begin - run->first, n, access))
    {
        return;
    }
    if (end > run->GetEnd() || set.IsCrowded())
    {
        TouchRuns(set, one, begin, end, access, pattern, stall);
        return;
    }
    if (n != run->count && !set.IsSliced())
    {
        run = CutOut(set, one, begin, end);
    }
    access = OfMany(access, n);
    const uint32_t first = begin - run->first;
    const Ticks l2 = m_caches.TouchOwnL2(m_unit, *run, first, n, access, pattern);
    if (l2 != CacheHierarchy::NOT_OWN)
    {
        stall.l2 += l2;
        return;
    }
    m_caches.TouchBeyond(m_unit, *run, Piece(first, n, access, pattern), stall);
}

inline void
CpuCore::TouchOneOfMany(LineRun& run,
                        uint32_t line,
                        uint32_t stop,
                        Piece how,
                        bool sliced,
                        Stall& stall)
{
    uint32_t first = line - run.first;
    uint32_t n = stop - line;
    // the first look at a touch leaves out runs of more than a page
    if (run.isOdd && m_unit.TouchSettled(run, first, n, how.GetAccess()))
    {
        return;
    }
    if (n != run.count && !sliced)
    {
        first = 0; // no room for another run: see LineSet
        n = run.count;
    }
    m_caches.TouchUnsettled(m_unit, run, Piece(first, n, how.GetAccess(), how.GetPattern()), stall);
}

// Sliced objects are read or written from front to back: their runs stay as they are.
void
CpuCore::TouchRuns(LineSet& set,
                   LineRun& one,
                   uint32_t begin,
                   uint32_t end,
                   Access access,
                   Pattern pattern,
                   Stall& stall)
{
    NS_ASSERT_MSG(end <= set.GetLines(), "touch beyond the end of the object");
    access = OfMany(access, end - begin);
    const bool sliced = set.IsSliced();
    LineRun* run = &one;
    if (set.IsCrowded())
    {
        set.MakeRoom();
        run = &set.Find(begin);
    }
    if (!sliced)
    {
        run = Divide(set, run, begin, access);
        if (end < set.GetLines())
        {
            Divide(set, LineSet::FindFrom(run, end), end, access);
        }
    }
    LineRun* const from = run;
    for (uint32_t line = begin; line < end; ++run)
    {
        const uint32_t stop = std::min(end, run->GetEnd());
        if (!m_unit.TouchQuick(*run, stop, access))
        {
            TouchOneOfMany(*run, line, stop, Piece(0, 1, access, pattern), sliced, stall);
        }
        line = stop;
        pattern = FollowerOf(pattern);
    }
    if (access != Access::Read && !sliced)
    {
        set.Merge(from, run);
        m_caches.Recenter(*from);
    }
}

inline void
CpuCore::Stream(LineSet& set, uint32_t byte, uint32_t bytes, Access access, Stall& stall)
{
    const uint32_t begin = byte / LINE_BYTES;
    const uint32_t end = (byte + bytes - 1) / LINE_BYTES + 1;
    LineRun& run = set.Find(begin);
    if (!m_unit.TouchQuick(run, end, access))
    {
        TouchSet(set, run, begin, end, access, Pattern::StreamLead, stall);
    }
}

// Whatever state the lines had: boundaries wherever there is room for them.
void
CpuCore::DmaWrite(LineSet& set, uint32_t byte, uint32_t bytes)
{
    if (bytes == 0)
    {
        return;
    }
    const uint32_t begin = byte / LINE_BYTES;
    const uint32_t end = (byte + bytes - 1) / LINE_BYTES + 1;
    NS_ASSERT_MSG(end <= set.GetLines(), "DMA beyond the end of the object");
    set.MakeRoom();
    LineRun* const from = &set.Seek(begin, true);
    set.Seek(end, end < set.GetLines());
    for (unsigned i = 0; i < set.GetRuns(); ++i)
    {
        m_caches.Recenter(set.GetRun(i));
    }
    for (LineRun* run = from; run->first < end; ++run)
    {
        m_caches.DmaWrite(m_unit.number, *run);
    }
}

// Both sides of a copy stream at once: the slower one sets the pace.
void
CpuCore::Copy(LineSet& from, uint32_t fromByte, LineSet& to, uint32_t toByte, uint32_t bytes)
{
    if (bytes == 0)
    {
        return;
    }
    Charge(CostKind::Copy, m_copyStart + bytes * m_copyByte / 256);
    Stall source;
    Stall target;
    Stream(from, fromByte, bytes, Access::Read, source);
    Stream(to, toByte, bytes, Access::Write, target);
    Stall slower = source.OfLevels() >= target.OfLevels() ? source : target;
    slower.transfer = source.transfer + target.transfer;
    ChargeStall(slower);
}

void
CpuCore::Clear(LineSet& set, uint32_t byte, uint32_t bytes)
{
    if (bytes == 0)
    {
        return;
    }
    Charge(CostKind::Clear, m_clearStart + bytes * m_clearByte / 256);
    Stall stall;
    Stream(set, byte, bytes, Access::Write, stall);
    ChargeStall(stall);
}

Ticks
CpuCore::FromNs(double ns) const
{
    return CyclesToTicks(m_machine.NsToCycles(ns));
}

double
CpuCore::ToNs(Ticks ticks) const
{
    return static_cast<double>(ticks) / TICKS_PER_CYCLE / m_machine.coreGhz;
}

} // namespace ns3
