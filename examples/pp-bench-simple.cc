/* SPDX-License-Identifier: GPL-2.0-only */

// bench_page_pool_simple on one CPU: what an atomic, a lock and the three ways of a page cost.
//
//   fast   page_pool_alloc_pages <-> array cache
//   ring   page_pool_put_page -> ptr_ring -> refill of 64 -> page_pool_alloc_pages
//   slow   page allocator <-> page_pool
//
// Printed are nanoseconds and cycles of the time stamp counter an element, as the kernel module
// prints them, and where the core cycles of an element went.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    uint64_t loops = 10000;
    std::string machine = "xeon-gold-6140";
    std::string kernel = "6.4";
    CommandLine cmd(__FILE__);
    cmd.AddValue("loops", "elements of a row", loops);
    cmd.AddValue("machine", "profile of the machine", machine);
    cmd.AddValue("kernel", "profile of the kernel", kernel);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_IF(loops < 1000, "loops=" << loops << "; accepted are 1000 and more");

    const Ptr<MachineProfile> silicon = ReadMachineProfile(machine);
    const Ptr<KernelProfile> release = ReadKernelProfile(kernel);
    std::cout << std::left << std::setw(32) << "row" << std::right << std::setw(9) << "ns"
              << std::setw(9) << "TSC"
              << "   core cycles by kind\n"
              << std::fixed;
    for (const PpBenchRow& row : PpBenchSimple(*silicon, *release).Run(loops))
    {
        std::cout << std::left << std::setw(32) << row.name << std::right << std::setprecision(3)
                  << std::setw(9) << row.ns << std::setprecision(1) << std::setw(9)
                  << row.ns * silicon->tscGhz << "  ";
        for (std::size_t i = 0; i < COST_KIND_COUNT; ++i)
        {
            const auto kind = static_cast<CostKind>(i);
            const double cycles = static_cast<double>(row.ledger.OfKind(kind)) / TICKS_PER_CYCLE /
                                  static_cast<double>(row.loops);
            if (cycles >= 0.05)
            {
                std::cout << " " << CostKindName(kind) << " " << cycles;
            }
        }
        std::cout << "\n";
    }
    return 0;
}
