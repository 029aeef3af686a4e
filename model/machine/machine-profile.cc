/* SPDX-License-Identifier: GPL-2.0-only */
#include "machine-profile.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MachineProfile);

TypeId
MachineProfile::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MachineProfile")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<MachineProfile>()
            .AddAttribute("Sockets",
                          "Sockets [count]",
                          UintegerValue(2),
                          MakeUintegerAccessor(&MachineProfile::sockets),
                          MakeUintegerChecker<uint32_t>(1, 8))
            .AddAttribute("CoresPerSocket",
                          "Physical cores of a socket [count]",
                          UintegerValue(18),
                          MakeUintegerAccessor(&MachineProfile::coresPerSocket),
                          MakeUintegerChecker<uint32_t>(1, 254))
            .AddAttribute("Smt",
                          "Hardware threads of a core [count]",
                          UintegerValue(2),
                          MakeUintegerAccessor(&MachineProfile::smt),
                          MakeUintegerChecker<uint32_t>(1, 8))
            .AddAttribute("CoreGhz",
                          "Core clock under load [GHz]",
                          DoubleValue(2.99),
                          MakeDoubleAccessor(&MachineProfile::coreGhz),
                          MakeDoubleChecker<double>(0.1, 100))
            .AddAttribute("TscGhz",
                          "Time stamp counter [GHz]",
                          DoubleValue(2.3),
                          MakeDoubleAccessor(&MachineProfile::tscGhz),
                          MakeDoubleChecker<double>(0.1, 100))
            .AddAttribute(
                "IpcWarm",
                "Instructions retired by warm kernel data-path code, L1 hits included [1/cycle]",
                DoubleValue(2.2),
                MakeDoubleAccessor(&MachineProfile::ipcWarm),
                MakeDoubleChecker<double>(0.01, 64))
            .AddAttribute("L1iKib",
                          "L1 instruction cache of a core [KiB]",
                          DoubleValue(32),
                          MakeDoubleAccessor(&MachineProfile::l1iKib),
                          MakeDoubleChecker<double>(4, 1048576))
            .AddAttribute("L1iWays",
                          "Associativity of L1I [ways]",
                          UintegerValue(8),
                          MakeUintegerAccessor(&MachineProfile::l1iWays),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("L1dKib",
                          "L1 data cache of a core [KiB]",
                          DoubleValue(32),
                          MakeDoubleAccessor(&MachineProfile::l1dKib),
                          MakeDoubleChecker<double>(4, 1048576))
            .AddAttribute("L1dWays",
                          "Associativity of L1D [ways]",
                          UintegerValue(8),
                          MakeUintegerAccessor(&MachineProfile::l1dWays),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("L2Kib",
                          "L2 cache of a core [KiB]",
                          DoubleValue(1024),
                          MakeDoubleAccessor(&MachineProfile::l2Kib),
                          MakeDoubleChecker<double>(4, 1048576))
            .AddAttribute("L2Ways",
                          "Associativity of L2 [ways]",
                          UintegerValue(16),
                          MakeUintegerAccessor(&MachineProfile::l2Ways),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("L2HitCycles",
                          "Load-to-use latency of L2 [core cycles]",
                          DoubleValue(14),
                          MakeDoubleAccessor(&MachineProfile::l2HitCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("LlcKib",
                          "Last-level cache of a domain [KiB]",
                          DoubleValue(25344),
                          MakeDoubleAccessor(&MachineProfile::llcKib),
                          MakeDoubleChecker<double>(4, 67108864))
            .AddAttribute("LlcWays",
                          "Associativity of the last-level cache [ways]",
                          UintegerValue(11),
                          MakeUintegerAccessor(&MachineProfile::llcWays),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("LlcHitNs",
                          "Load-to-use latency of the last-level cache [ns]",
                          DoubleValue(21),
                          MakeDoubleAccessor(&MachineProfile::llcHitNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("LlcDomainCores",
                          "Physical cores that share one last-level cache [count]",
                          UintegerValue(18),
                          MakeUintegerAccessor(&MachineProfile::llcDomainCores),
                          MakeUintegerChecker<uint32_t>(1, 254))
            .AddAttribute("LlcInclusive",
                          "Last-level cache holds copies of what L2 holds; false: victim cache",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MachineProfile::llcInclusive),
                          MakeBooleanChecker())
            .AddAttribute("DramLocalNs",
                          "Memory latency, own node [ns]",
                          DoubleValue(89),
                          MakeDoubleAccessor(&MachineProfile::dramLocalNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("DramRemoteNs",
                          "Memory latency, node of another socket [ns]",
                          DoubleValue(140),
                          MakeDoubleAccessor(&MachineProfile::dramRemoteNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute(
                "TransferDomainNs",
                "Line modified or to be invalidated in another core of the same LLC domain [ns]",
                DoubleValue(48),
                MakeDoubleAccessor(&MachineProfile::transferDomainNs),
                MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("TransferSocketNs",
                          "The same, other LLC domain of the socket [ns]",
                          DoubleValue(48),
                          MakeDoubleAccessor(&MachineProfile::transferSocketNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("TransferCrossNs",
                          "The same, other socket [ns]",
                          DoubleValue(136),
                          MakeDoubleAccessor(&MachineProfile::transferCrossNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("OverlapL2",
                          "Overlap of L2 hits on lines touched in order [factor]",
                          DoubleValue(2.5),
                          MakeDoubleAccessor(&MachineProfile::overlapL2),
                          MakeDoubleChecker<double>(1, 1000))
            .AddAttribute("OverlapLlc",
                          "Overlap of LLC hits on lines touched in order [factor]",
                          DoubleValue(4.5),
                          MakeDoubleAccessor(&MachineProfile::overlapLlc),
                          MakeDoubleChecker<double>(1, 1000))
            .AddAttribute("OverlapDram",
                          "Overlap of memory accesses on lines touched in order [factor]",
                          DoubleValue(7),
                          MakeDoubleAccessor(&MachineProfile::overlapDram),
                          MakeDoubleChecker<double>(1, 1000))
            .AddAttribute(
                "OverlapTransfer",
                "Overlap of transfers from other cores on lines touched in order [factor]",
                DoubleValue(3.5),
                MakeDoubleAccessor(&MachineProfile::overlapTransfer),
                MakeDoubleChecker<double>(1, 1000))
            .AddAttribute("StoreExposure",
                          "Share of the latency of a lone plain store that the store buffer does "
                          "not hide [0..1]",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MachineProfile::storeExposure),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("AtomicCycles",
                          "Locked read-modify-write on an owned line [core cycles]",
                          DoubleValue(18),
                          MakeDoubleAccessor(&MachineProfile::atomicCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("LockPairCycles",
                          "spin_lock and spin_unlock, uncontended, line owned [core cycles]",
                          DoubleValue(40.5),
                          MakeDoubleAccessor(&MachineProfile::lockPairCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("LocalCmpxchgCycles",
                          "this_cpu_cmpxchg without lock prefix [core cycles]",
                          DoubleValue(8),
                          MakeDoubleAccessor(&MachineProfile::localCmpxchgCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("CallCycles",
                          "Direct call and return [core cycles]",
                          DoubleValue(4),
                          MakeDoubleAccessor(&MachineProfile::callCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("IndirectCallCycles",
                          "Indirect call without retpoline [core cycles]",
                          DoubleValue(4),
                          MakeDoubleAccessor(&MachineProfile::indirectCallCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("RetpolineCycles",
                          "Added to an indirect call by a retpoline [core cycles]",
                          DoubleValue(26),
                          MakeDoubleAccessor(&MachineProfile::retpolineCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("SrsoCallCycles",
                          "Added to a call by SRSO safe-ret [core cycles]",
                          DoubleValue(0),
                          MakeDoubleAccessor(&MachineProfile::srsoCallCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("CopyStartCycles",
                          "Start of a string copy [core cycles]",
                          DoubleValue(30),
                          MakeDoubleAccessor(&MachineProfile::copyStartCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("CopyBytesPerCycle",
                          "Copy rate when both sides are in L1 [B/cycle]",
                          DoubleValue(24),
                          MakeDoubleAccessor(&MachineProfile::copyBytesPerCycle),
                          MakeDoubleChecker<double>(0.1, 4096))
            .AddAttribute("CopyL2BytesPerCycle",
                          "Copy rate when its slower side is in L2 [B/cycle]",
                          DoubleValue(14),
                          MakeDoubleAccessor(&MachineProfile::copyL2BytesPerCycle),
                          MakeDoubleChecker<double>(0.1, 4096))
            .AddAttribute("CopyLlcBytesPerCycle",
                          "Copy rate when its slower side is in the LLC [B/cycle]",
                          DoubleValue(8),
                          MakeDoubleAccessor(&MachineProfile::copyLlcBytesPerCycle),
                          MakeDoubleChecker<double>(0.1, 4096))
            .AddAttribute("CopyDramBytesPerCycle",
                          "Copy rate when its slower side is in memory of the own node [B/cycle]",
                          DoubleValue(3.5),
                          MakeDoubleAccessor(&MachineProfile::copyDramBytesPerCycle),
                          MakeDoubleChecker<double>(0.1, 4096))
            .AddAttribute("ClearStartCycles",
                          "Start of a string clear [core cycles]",
                          DoubleValue(29),
                          MakeDoubleAccessor(&MachineProfile::clearStartCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("ClearBytesPerCycle",
                          "Clear rate when the destination is in L1 [B/cycle]",
                          DoubleValue(28),
                          MakeDoubleAccessor(&MachineProfile::clearBytesPerCycle),
                          MakeDoubleChecker<double>(0.1, 4096))
            .AddAttribute("UserAccessCycles",
                          "STAC/CLAC bracket around user access with SMAP [core cycles]",
                          DoubleValue(40),
                          MakeDoubleAccessor(&MachineProfile::userAccessCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("BhPairCycles",
                          "local_bh_disable and local_bh_enable [core cycles]",
                          DoubleValue(22),
                          MakeDoubleAccessor(&MachineProfile::bhPairCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("IrqsavePairCycles",
                          "local_irq_save and restore [core cycles]",
                          DoubleValue(45),
                          MakeDoubleAccessor(&MachineProfile::irqsavePairCycles),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("SyscallNs",
                          "System call entry and exit without page-table isolation [ns]",
                          DoubleValue(60),
                          MakeDoubleAccessor(&MachineProfile::syscallNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("PtiSyscallNs",
                          "Added to a system call by page-table isolation [ns]",
                          DoubleValue(60),
                          MakeDoubleAccessor(&MachineProfile::ptiSyscallNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("ContextSwitchNs",
                          "Switch between two tasks of a core [ns]",
                          DoubleValue(1200),
                          MakeDoubleAccessor(&MachineProfile::contextSwitchNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("WakerNs",
                          "Cost of try_to_wake_up to the waking core [ns]",
                          DoubleValue(300),
                          MakeDoubleAccessor(&MachineProfile::wakerNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("WakeLocalNs",
                          "From a wake-up to the run queue of the same core [ns]",
                          DoubleValue(500),
                          MakeDoubleAccessor(&MachineProfile::wakeLocalNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute(
                "WakeRemoteNs",
                "From a wake-up to the run queue of another, idle core, without the switch [ns]",
                DoubleValue(1100),
                MakeDoubleAccessor(&MachineProfile::wakeRemoteNs),
                MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("IrqNs",
                          "Hardware interrupt, entry and exit, on the core that takes it [ns]",
                          DoubleValue(500),
                          MakeDoubleAccessor(&MachineProfile::irqNs),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("IpiNs",
                          "Inter-processor interrupt, send to handler [ns]",
                          DoubleValue(800),
                          MakeDoubleAccessor(&MachineProfile::ipiNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("DdioWays",
                          "Ways of the last-level cache that device writes fill; 0: they go to "
                          "memory [ways]",
                          UintegerValue(2),
                          MakeUintegerAccessor(&MachineProfile::ddioWays),
                          MakeUintegerChecker<uint32_t>(0, 64))
            .AddAttribute("DmaMapNs",
                          "dma_map_page [ns]",
                          DoubleValue(3.9),
                          MakeDoubleAccessor(&MachineProfile::dmaMapNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("DmaUnmapNs",
                          "dma_unmap_page [ns]",
                          DoubleValue(6.8),
                          MakeDoubleAccessor(&MachineProfile::dmaUnmapNs),
                          MakeDoubleChecker<double>(0, 1000000))
            .AddAttribute("DmaSyncNs",
                          "dma_sync_single_for_cpu or dma_sync_single_for_device [ns]",
                          DoubleValue(2.2),
                          MakeDoubleAccessor(&MachineProfile::dmaSyncNs),
                          MakeDoubleChecker<double>(0, 1000000));
    return tid;
}

} // namespace ns3
