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
      m_unit(unit),
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

// A boundary is needed only where the touch changes the state of one side.
unsigned
CpuCore::Divide(LineSet& set, uint32_t line, Access access)
{
    const unsigned i = set.Find(line);
    const LineRun& run = set.GetRun(i);
    if (set.IsSliced() || line == run.first || m_caches.IsSettled(m_unit, run, 0, access))
    {
        return i;
    }
    const unsigned tail = set.Seek(line, true);
    if (tail != i)
    {
        m_caches.Recenter(set.GetRun(i));
        m_caches.Recenter(set.GetRun(tail));
    }
    return tail;
}

Stall
CpuCore::TouchSet(LineSet& set, uint32_t byte, uint32_t bytes, Access access, Pattern pattern)
{
    Stall sum;
    if (bytes == 0)
    {
        return sum;
    }
    const uint32_t begin = byte / LINE_BYTES;
    const uint32_t end = (byte + bytes - 1) / LINE_BYTES + 1;
    NS_ASSERT_MSG(end <= set.GetLines(), "touch beyond the end of the object");
    unsigned i = set.Find(begin);
    LineRun& one = set.GetRun(i);
    if (end <= uint32_t{one.first} + one.count &&
        m_caches.TouchSettled(m_unit, one, begin - one.first, end - begin, access))
    {
        return sum;
    }
    if (end - begin > 1 && access == Access::Write)
    {
        access = Access::Rmw; // no lone store, even where the first run is one line
    }
    const Pattern next = pattern == Pattern::Lone ? Pattern::Continued : Pattern::Stream;
    set.MakeRoom();
    const unsigned from = Divide(set, begin, access);
    Divide(set, end, access);
    i = from;
    for (uint32_t line = begin; line < end; ++i)
    {
        LineRun& run = set.GetRun(i);
        uint32_t offset = line - run.first;
        uint32_t n = std::min<uint32_t>(end - line, run.count - offset);
        line += n;
        if (n != run.count && !set.IsSliced() && !m_caches.IsSettled(m_unit, run, offset, access))
        {
            offset = 0; // no room for another run: see LineSet
            n = run.count;
        }
        sum += m_caches.Touch(m_unit, run, offset, n, access, pattern);
        pattern = next;
    }
    if (access != Access::Read && !set.IsSliced())
    {
        set.Merge(from, i);
        m_caches.Recenter(set.GetRun(from));
    }
    return sum;
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
    const unsigned from = set.Seek(begin, true);
    set.Seek(end, end < set.GetLines());
    for (unsigned i = 0; i < set.GetRuns(); ++i)
    {
        m_caches.Recenter(set.GetRun(i));
    }
    for (unsigned i = from; i < set.GetRuns() && set.GetRun(i).first < end; ++i)
    {
        m_caches.DmaWrite(m_unit, set.GetRun(i));
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
    const Stall source = TouchSet(from, fromByte, bytes, Access::Read, Pattern::StreamLead);
    const Stall target = TouchSet(to, toByte, bytes, Access::Write, Pattern::StreamLead);
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
    ChargeStall(TouchSet(set, byte, bytes, Access::Write, Pattern::StreamLead));
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
