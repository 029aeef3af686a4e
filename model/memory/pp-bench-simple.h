/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PP_BENCH_SIMPLE_H
#define LINUX_DATAPATH_PP_BENCH_SIMPLE_H

#include "page-pool.h"

#include "ns3/cycle-ledger.h"
#include "ns3/kernel-profile.h"
#include "ns3/machine-profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** @brief One row of a micro-benchmark. */
struct PpBenchRow
{
    std::string name;   //!< as time_bench prints it
    uint64_t loops{0};  //!< elements
    double ns{0};       //!< per element
    double cycles{0};   //!< core cycles per element
    PagePoolStats pool; //!< counters of the pool over the row, zero without a pool
    CycleLedger ledger; //!< where the time went
};

/**
 * @ingroup linux-datapath
 * @brief bench_page_pool_simple of the prototype-kernel modules, on one core, without a simulator.
 *
 * Rows for_loop, atomic_inc, lock; no-softirq-page_pool01..03 in process context;
 * tasklet_page_pool01_fast_path, 02_ptr_ring, 03_slow in softirq. Each pool row has a pool of 1024
 * and 64 pages in its ring at the start. Further rows measure the pairs on which constants are set:
 * page_pair (order 0, hot), slab_pair at 16 and at 256 objects alive, slab_bulk at 16.
 */
class PpBenchSimple
{
  public:
    /** @param machine silicon @param kernel kernel; both must outlive the bench */
    PpBenchSimple(const MachineProfile& machine, const KernelProfile& kernel);

    /** @brief Run all rows. @param loops elements of a row, at least 1 @return the rows */
    std::vector<PpBenchRow> Run(uint64_t loops) const;

    /** @brief Run one row. @param name its name @param loops elements, at least 1 @return the row;
     * name empty if there is no such row */
    PpBenchRow RunRow(const std::string& name, uint64_t loops) const;

    /** @return names of all rows in the order of Run() */
    static const std::vector<std::string>& GetRowNames();

  private:
    const MachineProfile& m_machine; //!< silicon
    const KernelProfile& m_kernel;   //!< kernel
};

} // namespace ns3

#endif // LINUX_DATAPATH_PP_BENCH_SIMPLE_H
