/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_HOST_REPORT_H
#define LINUX_DATAPATH_HOST_REPORT_H

#include "scenario-config.h"
#include "scenario-result.h"

#include "ns3/linux-host.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What every scenario with a host does: profiles by its configuration, figures of the host,
 * and the books at the end.
 */
class HostReport
{
  public:
    /** @brief The kernel by "kernel", overridden by "init-on-alloc", "usercopy-check", "defer-free"
     * where the scenario has them. @param config the configuration @return it */
    static Ptr<KernelProfile> MakeKernel(const ScenarioConfig& config);
    /** @brief The silicon by "machine". @param config the configuration @return it */
    static Ptr<MachineProfile> MakeMachine(const ScenarioConfig& config);
    /** @brief Where "rx-cpu" is. @param config the configuration @return placement */
    static Placement GetPlacement(const ScenarioConfig& config);
    /** @brief Refuse an "rx-cpu" that the machine does not have. @param config the configuration
     * @param machine the silicon @throw std::invalid_argument one line */
    static void CheckPlacement(const ScenarioConfig& config, const MachineProfile& machine);

    /**
     * @brief Settle idle time, check the ledgers, report cycles per frame and bytes held.
     * @param host the host
     * @param frames what cycles are divided by
     * @param result where it goes
     * @throw std::logic_error a ledger does not add up to its clock
     */
    static void Fill(LinuxHost& host, uint64_t frames, ScenarioResult& result);

    /** @brief After everything was given back. @param host the host @return what is left of pages,
     * sk_buffs or xdp_frames, empty if nothing is */
    static std::string CheckConservation(LinuxHost& host);

    /** @brief Stop the run if a check found something. @param wrong what, empty if nothing is
     * @throw std::logic_error it is not empty */
    static void Demand(const std::string& wrong);

  private:
    static void FillCycles(LinuxHost& host, uint64_t frames, ScenarioResult& result);
    static void FillFootprint(LinuxHost& host, ScenarioResult& result);
};

} // namespace ns3

#endif // LINUX_DATAPATH_HOST_REPORT_H
