/* SPDX-License-Identifier: GPL-2.0-only */

// One CPU takes pages from a page_pool and hands them to other CPUs, which return them.
//
//   CPU n, tasklet                          CPU 0 .. n-1, kthreads
//   page_pool_alloc_pages --- ptr_ring ---> page_pool_put_page ---+
//        ^                                                        |
//        +------ array cache <--- the pool's ptr_ring <-----------+
//
// Printed are nanoseconds a page for every place that the pool's counters can have, and what the
// returning CPU 0 pays to read the pool's parameters. With the counters in the line of the
// parameters each allocation takes that line away from the CPUs that return. Whether it costs
// throughput depends on what they wait for anyway: with one returning CPU in another socket
//   --returners=1 --topology=other
// it does; with two they wait for the producer lock of the pool's ring, and the line is fetched in
// the meantime.
//
// With --moveAfter=5000 --queue=64 the allocating CPU moves to another memory node; pages of the
// old one are waived one by one when they come out of the ring.

#include "ns3/core-module.h"
#include "ns3/linux-datapath-module.h"

#include <iomanip>
#include <iostream>
#include <map>

using namespace ns3;

namespace
{

double
CyclesOf(const PpBenchRow& row, Fn fn)
{
    return static_cast<double>(row.ledger.OfFunction(fn)) / TICKS_PER_CYCLE / row.loops;
}

void
Print(const std::string& stats, const PpCrossCpuResult& found)
{
    std::cout << std::left << std::setw(10) << stats << std::right << std::fixed
              << std::setprecision(1);
    for (const PpBenchRow& row : found.rows)
    {
        std::cout << std::setw(9) << row.ns;
    }
    const PpBenchRow& first = found.rows.front();
    std::cout << std::setw(10) << CyclesOf(first, Fn::page_pool_put_page) << std::setw(10)
              << CyclesOf(first, Fn::native_queued_spin_lock_slowpath) << std::setw(8)
              << found.pool.waive << "\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    const std::map<std::string, PpTopology> topologies = {{"same", PpTopology::Same},
                                                          {"other", PpTopology::Other},
                                                          {"alternate", PpTopology::Alternate}};
    PpCrossCpuParameters parameters;
    std::string topology = "alternate";
    std::string machine = "xeon-gold-6140";
    std::string kernel = "6.4";
    CommandLine cmd(__FILE__);
    cmd.AddValue("returners", "CPUs that return pages", parameters.returners);
    cmd.AddValue("topology", "same, other or alternate sockets", topology);
    cmd.AddValue("loops", "pages of a returning CPU", parameters.loops);
    cmd.AddValue("queue", "entries of the ring to a returning CPU", parameters.queue);
    cmd.AddValue("poolSize", "entries of the pool's ring", parameters.poolSize);
    cmd.AddValue("moveAfter", "pages before the allocating CPU moves", parameters.moveAfter);
    cmd.AddValue("machine", "profile of the machine", machine);
    cmd.AddValue("kernel", "profile of the kernel", kernel);
    cmd.Parse(argc, argv);

    const auto place = topologies.find(topology);
    NS_ABORT_MSG_IF(place == topologies.end(), "topology is same, other or alternate");
    parameters.topology = place->second;
    const Ptr<MachineProfile> silicon = ReadMachineProfile(machine);
    const Ptr<KernelProfile> release = ReadKernelProfile(kernel);
    const PpBenchCrossCpu bench(*silicon, *release);
    NS_ABORT_MSG_IF(!bench.Check(parameters).empty(), bench.Check(parameters));

    std::cout << "ns a page, by CPU; of CPU 0, core cycles in put and waiting; pages waived\n";
    for (const std::string stats : {"none", "params", "alloc", "per-cpu"})
    {
        Config::SetDefault("ns3::PagePoolConfig::Stats", StringValue(stats));
        const PpCrossCpuResult found = bench.Run(parameters);
        NS_ABORT_MSG_IF(!found.wrong.empty(), found.wrong);
        Print(stats, found);
    }
    return 0;
}
