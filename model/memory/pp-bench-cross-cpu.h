/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PP_BENCH_CROSS_CPU_H
#define LINUX_DATAPATH_PP_BENCH_CROSS_CPU_H

#include "pp-bench-simple.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** @brief Where the CPUs of the benchmark lie. */
enum class PpTopology : uint8_t
{
    Same,     //!< all in one socket
    Other,    //!< those that return in another socket than the one that allocates
    Alternate //!< CPU n in socket n modulo 2, as firmware often numbers two sockets
};

/** @brief Parameters of PpBenchCrossCpu, defaults of the kernel module. */
struct PpCrossCpuParameters
{
    uint32_t returners{2};                 //!< CPUs that return pages
    PpTopology topology{PpTopology::Same}; //!< where the CPUs lie
    uint64_t loops{20000};                 //!< elements of a returning CPU [pages]
    uint32_t queue{1024};                  //!< ring from the allocating to a returning CPU
    uint32_t poolSize{32000};              //!< pool_size
    uint32_t prefill{256};                 //!< pages in the pool's ring at the start
    int32_t nid{PageAllocator::NO_NODE};   //!< memory node of the pool
    bool updateNid{false};                 //!< page_pool_nid_changed() when its CPU moves
    uint64_t moveAfter{0};                 //!< pages handed on before the allocating CPU moves
                                           //!< to another socket; 0: never
};

/** @brief What a run found. */
struct PpCrossCpuResult
{
    std::vector<PpBenchRow> rows; //!< by CPU; the last one allocates. Pool counters stay zero
    PagePoolStats pool;           //!< counters of the pool over the measured time
    uint64_t peakHeld{0};         //!< most pages that the pool had at once
    std::string wrong;            //!< equality that does not hold, empty if all do
};

/**
 * @ingroup linux-datapath
 * @brief bench_page_pool_cross_cpu of the prototype-kernel modules, without a simulator.
 *
 * CPU n, in a tasklet, allocates pages and hands them to n returning CPUs in turn, through a
 * ptr_ring each; a page that does not fit goes back into the pool's array cache, and the next ring
 * is tried. CPUs 0 to n - 1, kthreads, take pages from their ring and return them into the pool's
 * ring, for whose producer lock they wait. Each CPU has its own clock; steps run in order of time.
 *
 * Figures as the module prints them: a returning CPU's time by its own loops, the allocating CPU's
 * by the loops of all. Equalities: every page that was handed on was returned; those of PagePool;
 * no page is left when the pool is destroyed; each ledger adds up to its CPU's time.
 *
 * Differs from the module: instead of the first page and a pause there are elements that are not
 * measured; time begins for the allocating CPU when it does for the first of the others; lines
 * remember three cores (LineRun), so that more than two returning CPUs share less than they would.
 */
class PpBenchCrossCpu
{
  public:
    /** @param machine silicon @param kernel kernel; both must outlive the bench */
    PpBenchCrossCpu(const MachineProfile& machine, const KernelProfile& kernel);

    /** @brief Whether the machine has such CPUs and nodes. @param parameters of a run @return
     * empty, or one line naming the value and what is accepted */
    std::string Check(const PpCrossCpuParameters& parameters) const;

    /** @brief Run. @param parameters that Check() accepts @return what was found */
    PpCrossCpuResult Run(const PpCrossCpuParameters& parameters) const;

  private:
    const MachineProfile& m_machine; //!< silicon
    const KernelProfile& m_kernel;   //!< kernel
};

} // namespace ns3

#endif // LINUX_DATAPATH_PP_BENCH_CROSS_CPU_H
