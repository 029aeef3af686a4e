/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CPU_CORE_H
#define LINUX_DATAPATH_CPU_CORE_H

#include "cache-hierarchy.h"
#include "cycle-ledger.h"
#include "kernel-profile.h"
#include "line-set.h"
#include "machine-profile.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3
{

/** @brief Events of a core that are not paid by lines, charged from the machine profile. */
enum class SystemCost : uint8_t
{
    Syscall,       //!< entry and exit, with page-table isolation if the kernel has it
    ContextSwitch, //!< between two tasks
    Waker,         //!< try_to_wake_up, on the waking core
    Ipi,           //!< entry and exit of an inter-processor interrupt
    UserAccess,    //!< one STAC/CLAC bracket
    BhPair,        //!< local_bh_disable and local_bh_enable
    IrqsavePair,   //!< local_irq_save and restore
    IndirectCall,  //!< indirect call, with retpoline if the kernel has it
    LocalCmpxchg,  //!< this_cpu_cmpxchg
    FullBarrier,   //!< smp_mb: a locked instruction on the own stack
    DmaMap,        //!< dma_map_page
    DmaUnmap,      //!< dma_unmap_page
    DmaSync,       //!< dma_sync_single_for_cpu or for_device
    COUNT
};

/** @brief In what context kernel code runs; decides lock flavours and direct recycling. */
enum class Context : uint8_t
{
    Process,       //!< bottom halves enabled
    BhDisabled,    //!< process with bottom halves disabled: in_softirq() is true
    ServingSoftirq //!< in_serving_softirq() is true
};

/**
 * @ingroup linux-datapath
 * @brief One hardware thread: a clock, and the verbs by which kernel code says what it does.
 *
 * The code says what happens, the machine and kernel profiles say what it costs. Every verb moves
 * the clock and books the same amount in the ledger, under the function whose Scope is open.
 * Equality: GetLedger().Total() == Now() - time of the last ledger reset.
 */
class CpuCore
{
  public:
    /**
     * @param machine silicon, read once
     * @param kernel kernel, read once
     * @param caches the caches of the host, shared by its cores
     * @param id number of the core in its host
     * @param unit physical core: hardware threads of one core have the same unit
     */
    CpuCore(const MachineProfile& machine,
            const KernelProfile& kernel,
            CacheHierarchy& caches,
            uint32_t id,
            uint32_t unit);
    CpuCore(const CpuCore&) = delete;
    CpuCore& operator=(const CpuCore&) = delete;

    /** @brief While it lives, charges are booked under a function; opening it calls the function.
     */
    class Scope
    {
      public:
        /** @param core the core @param fn the function that is called */
        Scope(CpuCore& core, Fn fn)
            : m_core(core),
              m_outer(core.m_row)
        {
            core.Call(fn);
        }

        ~Scope()
        {
            m_core.m_row = m_outer;
        }

        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        CpuCore& m_core;           //!< the core
        CycleLedger::Row* m_outer; //!< of the caller
    };

    /** @return number of the core in its host */
    uint32_t GetId() const
    {
        return m_id;
    }

    /** @return physical core */
    uint32_t GetUnit() const
    {
        return m_unit.number;
    }

    /** @return the clock, ticks since the host's origin */
    Ticks Now() const
    {
        return m_now;
    }

    /** @brief Be idle until a time; nothing happens if it has passed. @param until ticks */
    void IdleUntil(Ticks until);

    /** @brief Run instructions at the warm rate. @param instructions how many */
    void Execute(uint32_t instructions)
    {
        Charge(CostKind::Instructions, instructions * m_instruction / INSTRUCTION_SCALE);
    }

    /** @brief Run straight cycles (fitted remainders of a test bed). @param ticks how long */
    void Spend(Ticks ticks)
    {
        Charge(CostKind::Instructions, ticks);
    }

    /** @brief Load from all lines of a run. @param run the lines */
    void Read(LineRun& run)
    {
        Touch<Access::Read>(run);
    }

    /** @brief Load all lines of a run at an address that is known early: overlapped with the loads
     * before it. @param run the lines */
    void ReadAhead(LineRun& run)
    {
        Touch<Access::Read, Pattern::Continued>(run);
    }

    /** @brief Store to all lines of a run. @param run the lines */
    void Write(LineRun& run)
    {
        Touch<Access::Write>(run);
    }

    /** @brief prefetchw() of several objects in a row: owns the lines, overlapped with the ones
     * before. @param run the lines */
    void PrefetchWrite(LineRun& run)
    {
        Touch<Access::Rmw, Pattern::Continued>(run);
    }

    /** @brief A device next to this core writes a run; costs no core anything. @param run the lines
     */
    void DmaWrite(LineRun& run)
    {
        m_caches.DmaWrite(m_unit.number, run);
    }

    /** @brief A device next to this core writes bytes of an object; costs no core anything.
     * @param set the object @param byte first @param bytes how many */
    void DmaWrite(LineSet& set, uint32_t byte, uint32_t bytes);

    /** @brief Locked read-modify-write. @param run the line */
    void Atomic(LineRun& run)
    {
        Touch<Access::Rmw>(run);
        Charge(CostKind::Atomic, m_atomic);
    }

    /**
     * @brief Take and later release an uncontended spin lock: paid at once.
     *
     * The pair of the profile was measured in a loop, where each lock waits for the store of the
     * unlock just before it to leave the store buffer; a lock that comes later does not. What the
     * pair has beyond its locked instruction and two calls is that wait.
     * @param run its line
     */
    void Lock(LineRun& run)
    {
        Touch<Access::Rmw>(run);
        const Ticks since = m_now - m_unlocked;
        Charge(CostKind::Atomic, m_lockPair - std::min(since, m_unlockDrain));
        m_unlocked = m_now;
    }

    /** @brief Load bytes of an object. @param set the object @param byte first @param bytes how
     * many */
    void Read(LineSet& set, uint32_t byte, uint32_t bytes)
    {
        Touch(set, byte, bytes, Access::Read);
    }

    /** @brief prefetch() of bytes of an object: overlapped with the work before their use. @param
     * set the object @param byte first @param bytes how many, within a line or two */
    void ReadAhead(LineSet& set, uint32_t byte, uint32_t bytes)
    {
        Touch(set, byte, bytes, Access::Read, Pattern::Continued);
    }

    /** @brief Store bytes of an object. @param set the object @param byte first @param bytes how
     * many */
    void Write(LineSet& set, uint32_t byte, uint32_t bytes)
    {
        Touch(set, byte, bytes, Access::Write);
    }

    /** @brief Locked read-modify-write of a word of an object. @param set the object @param byte
     * where */
    void Atomic(LineSet& set, uint32_t byte)
    {
        Touch(set, byte, 1, Access::Rmw);
        Charge(CostKind::Atomic, m_atomic);
    }

    /**
     * @brief Copy bytes: the rate of L1, plus what the state of the lines adds.
     * @param from source @param fromByte first byte there
     * @param to destination @param toByte first byte there
     * @param bytes how many; 0 copies nothing
     */
    void Copy(LineSet& from, uint32_t fromByte, LineSet& to, uint32_t toByte, uint32_t bytes);

    /** @brief Zero bytes. @param set the object @param byte first @param bytes how many; 0 zeroes
     * nothing */
    void Clear(LineSet& set, uint32_t byte, uint32_t bytes);

    /** @brief Charge an event of the system. @param what which */
    void System(SystemCost what)
    {
        Charge(what < SystemCost::UserAccess ? CostKind::Context : CostKind::Instructions,
               m_system[static_cast<std::size_t>(what)]);
    }

    /** @return the context that the core runs in */
    Context GetContext() const
    {
        return m_context;
    }

    /** @brief Change the context: charges nothing. @param context the new one @return the old one
     */
    Context SetContext(Context context)
    {
        const Context old = m_context;
        m_context = context;
        return old;
    }

    /** @return the books */
    CycleLedger& GetLedger()
    {
        return m_ledger;
    }

    /** @return the kernel profile */
    const KernelProfile& GetKernel() const
    {
        return m_kernel;
    }

    /** @return the machine profile */
    const MachineProfile& GetMachine() const
    {
        return m_machine;
    }

    /** @return the caches of the host */
    CacheHierarchy& GetCaches()
    {
        return m_caches;
    }

    /** @brief Ticks of a duration. @param ns nanoseconds @return ticks */
    Ticks FromNs(double ns) const;
    /** @brief Nanoseconds of a duration. @param ticks ticks @return ns */
    double ToNs(Ticks ticks) const;

  private:
    /** Fixed point of the price of an instruction. */
    static constexpr uint64_t INSTRUCTION_SCALE = 256;

    void Charge(CostKind kind, Ticks ticks)
    {
        m_now += ticks;
        m_row->Add(kind, ticks);
    }

    void Call(Fn fn)
    {
        m_row = &m_ledger.GetRow(fn);
        Charge(CostKind::Instructions, m_call[IndexOf(fn)]);
        if (!m_unit.HasCode(fn))
        {
            FetchCode(fn);
        }
    }

    template <Access ACCESS, Pattern PATTERN = Pattern::Lone>
    void Touch(LineRun& run)
    {
        if (!m_unit.TouchQuick(run, ACCESS))
        {
            TouchUnsettled<ACCESS, PATTERN>(run);
        }
    }

    void Touch(LineSet& set,
               uint32_t byte,
               uint32_t bytes,
               Access access,
               Pattern pattern = Pattern::Lone)
    {
        if (bytes == 0)
        {
            return;
        }
        const uint32_t begin = byte / LINE_BYTES;
        const uint32_t end = (byte + bytes - 1) / LINE_BYTES + 1;
        LineRun& run = set.Find(begin);
        if (!m_unit.TouchQuick(run, end, access))
        {
            TouchUnsettled(set, run, begin, end, access, pattern);
        }
    }

    /** Most touches are served by one level, and the others are not looked up. */
    void ChargeStall(const Stall& stall)
    {
        ChargeIfAny(CostKind::L2, stall.l2);
        ChargeIfAny(CostKind::Llc, stall.llc);
        ChargeIfAny(CostKind::Dram, stall.dram);
        ChargeIfAny(CostKind::Transfer, stall.transfer);
    }

    void ChargeIfAny(CostKind kind, Ticks ticks)
    {
        if (ticks != 0)
        {
            Charge(kind, ticks);
        }
    }

    void FetchCode(Fn fn);
    template <Access ACCESS, Pattern PATTERN>
    void TouchUnsettled(LineRun& run);
    void TouchUnsettled(LineSet& set,
                        LineRun& run,
                        uint32_t begin,
                        uint32_t end,
                        Access access,
                        Pattern pattern);
    void Stream(LineSet& set, uint32_t byte, uint32_t bytes, Access access, Stall& stall);
    void TouchPiece(LineRun& run, Piece piece);
    void TouchPiece(LineRun& run, Piece piece, Stall& stall);
    LineRun* CutOut(LineSet& set, LineRun& run, uint32_t begin, uint32_t end);
    void TouchOneOfMany(LineRun& run,
                        uint32_t line,
                        uint32_t stop,
                        Piece how,
                        bool sliced,
                        Stall& stall);
    void TouchRuns(LineSet& set,
                   LineRun& run,
                   uint32_t begin,
                   uint32_t end,
                   Access access,
                   Pattern pattern,
                   Stall& stall);
    void TouchSet(LineSet& set,
                  LineRun& run,
                  uint32_t begin,
                  uint32_t end,
                  Access access,
                  Pattern pattern,
                  Stall& stall);
    LineRun* Divide(LineSet& set, LineRun* run, uint32_t line, Access access);

    const MachineProfile& m_machine;                     //!< silicon
    const KernelProfile& m_kernel;                       //!< kernel
    CacheHierarchy& m_caches;                            //!< caches of the host
    const uint32_t m_id;                                 //!< number in the host
    CacheUnit& m_unit;                                   //!< caches of the physical core
    Ticks m_now{0};                                      //!< clock
    Context m_context{Context::Process};                 //!< context
    CycleLedger m_ledger;                                //!< books
    CycleLedger::Row* m_row{&m_ledger.GetRow(Fn::user)}; //!< books of the open function
    uint64_t m_instruction; //!< an instruction, ticks * INSTRUCTION_SCALE
    Ticks m_atomic;         //!< locked instruction
    Ticks m_lockPair;       //!< lock and unlock, back to back
    Ticks m_unlockDrain;    //!< until the store of an unlock has left the store buffer
    Ticks m_unlocked{0};    //!< end of the last locked section
    Ticks m_copyStart;      //!< start of a copy
    uint64_t m_copyByte;    //!< a byte copied, ticks * 256
    Ticks m_clearStart;     //!< start of a clear
    uint64_t m_clearByte;   //!< a byte cleared, ticks * 256
    std::array<Ticks, KERNEL_FUNCTION_COUNT>
        m_call{}; //!< call and fixed instructions of a function
    std::array<Ticks, static_cast<std::size_t>(SystemCost::COUNT)> m_system{}; //!< system events
};

} // namespace ns3

#endif // LINUX_DATAPATH_CPU_CORE_H
