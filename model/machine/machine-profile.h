/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_MACHINE_PROFILE_H
#define LINUX_DATAPATH_MACHINE_PROFILE_H

#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The silicon: clock, caches, coherence, atomics, copy rates, system costs.
 *
 * The attributes are the fields of the text files in profiles/; every file names all of them, each
 * with its source (doc/sources.md). The members are plain data because the cores read them once,
 * when they are built.
 */
class MachineProfile : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @brief Core cycles of a duration. @param ns nanoseconds @return core cycles */
    double NsToCycles(double ns) const
    {
        return ns * coreGhz;
    }

    uint32_t sockets{2};         //!< Sockets [count]
    uint32_t coresPerSocket{18}; //!< Physical cores of a socket [count]
    uint32_t smt{2};             //!< Hardware threads of a core [count]
    double coreGhz{2.99};        //!< Core clock under load [GHz]
    double tscGhz{2.3};          //!< Time stamp counter [GHz]
    double ipcWarm{
        2.2}; //!< Instructions retired by warm kernel data-path code, L1 hits included [1/cycle]
    double l1iKib{32};           //!< L1 instruction cache of a core [KiB]
    uint32_t l1iWays{8};         //!< Associativity of L1I [ways]
    double l1dKib{32};           //!< L1 data cache of a core [KiB]
    uint32_t l1dWays{8};         //!< Associativity of L1D [ways]
    double l2Kib{1024};          //!< L2 cache of a core [KiB]
    uint32_t l2Ways{16};         //!< Associativity of L2 [ways]
    double l2HitCycles{14};      //!< Load-to-use latency of L2 [core cycles]
    double llcKib{25344};        //!< Last-level cache of a domain [KiB]
    uint32_t llcWays{11};        //!< Associativity of the last-level cache [ways]
    double llcHitNs{21};         //!< Load-to-use latency of the last-level cache [ns]
    uint32_t llcDomainCores{18}; //!< Physical cores that share one last-level cache [count]
    bool llcInclusive{
        false};             //!< Last-level cache holds copies of what L2 holds; false: victim cache
    double dramLocalNs{89}; //!< Memory latency, own node [ns]
    double dramRemoteNs{140}; //!< Memory latency, node of another socket [ns]
    double transferDomainNs{
        48}; //!< Line modified or to be invalidated in another core of the same LLC domain [ns]
    double transferSocketNs{48}; //!< The same, other LLC domain of the socket [ns]
    double transferCrossNs{136}; //!< The same, other socket [ns]
    double overlapL2{2.5};       //!< Overlap of L2 hits on lines touched in order [factor]
    double overlapLlc{4.5};      //!< Overlap of LLC hits on lines touched in order [factor]
    double overlapDram{7};       //!< Overlap of memory accesses on lines touched in order [factor]
    double overlapTransfer{
        3.5}; //!< Overlap of transfers from other cores on lines touched in order [factor]
    double storeExposure{0.5}; //!< Share of the latency of a lone plain store that the store buffer
                               //!< does not hide [0..1]
    double atomicCycles{18};   //!< Locked read-modify-write on an owned line [core cycles]
    double lockPairCycles{
        40.5}; //!< spin_lock and spin_unlock, uncontended, line owned [core cycles]
    double localCmpxchgCycles{8};      //!< this_cpu_cmpxchg without lock prefix [core cycles]
    double callCycles{4};              //!< Direct call and return [core cycles]
    double indirectCallCycles{4};      //!< Indirect call without retpoline [core cycles]
    double retpolineCycles{26};        //!< Added to an indirect call by a retpoline [core cycles]
    double srsoCallCycles{0};          //!< Added to a call by SRSO safe-ret [core cycles]
    double copyStartCycles{30};        //!< Start of a string copy [core cycles]
    double copyBytesPerCycle{24};      //!< Copy rate when both sides are in L1 [B/cycle]
    double copyL2BytesPerCycle{14};    //!< Copy rate when its slower side is in L2 [B/cycle]
    double copyLlcBytesPerCycle{8};    //!< Copy rate when its slower side is in the LLC [B/cycle]
    double copyDramBytesPerCycle{3.5}; //!< Copy rate when its slower side is in memory [B/cycle]
    double clearStartCycles{29};       //!< Start of a string clear [core cycles]
    double clearBytesPerCycle{28};     //!< Clear rate when the destination is in L1 [B/cycle]
    double userAccessCycles{40};  //!< STAC/CLAC bracket around user access with SMAP [core cycles]
    double bhPairCycles{22};      //!< local_bh_disable and local_bh_enable [core cycles]
    double irqsavePairCycles{45}; //!< local_irq_save and restore [core cycles]
    double syscallNs{60};         //!< System call entry and exit without page-table isolation [ns]
    double ptiSyscallNs{60};      //!< Added to a system call by page-table isolation [ns]
    double contextSwitchNs{1200}; //!< Switch between two tasks of a core [ns]
    double wakerNs{300};          //!< Cost of try_to_wake_up to the waking core [ns]
    double wakeLocalNs{500};      //!< From a wake-up to the run queue of the same core [ns]
    double wakeRemoteNs{
        1100}; //!< From a wake-up to the run queue of another, idle core, without the switch [ns]
    double irqNs{500};      //!< Hardware interrupt, entry and exit [ns]
    double ipiNs{800};      //!< Inter-processor interrupt, send to handler [ns]
    uint32_t ddioWays{2};   //!< Ways of the last-level cache that device writes fill; 0: they go to
                            //!< memory [ways]
    double dmaMapNs{3.9};   //!< dma_map_page [ns]
    double dmaUnmapNs{6.8}; //!< dma_unmap_page [ns]
    double dmaSyncNs{2.2};  //!< dma_sync_single_for_cpu or for_device [ns]
};

} // namespace ns3

#endif // LINUX_DATAPATH_MACHINE_PROFILE_H
