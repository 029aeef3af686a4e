/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LINUX_HOST_H
#define LINUX_DATAPATH_LINUX_HOST_H

#include "clock-rate.h"
#include "cpu-placement.h"
#include "host-cpu.h"
#include "stats-client.h"

#include "ns3/cache-hierarchy.h"
#include "ns3/event-id.h"
#include "ns3/kernel-profile.h"
#include "ns3/machine-profile.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/skb-layout.h"
#include "ns3/step-scheduler.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class FootprintMeter;
class PageAllocator;
class SkbAllocator;

/**
 * @ingroup linux-datapath
 * @brief A Linux host: silicon, kernel, caches, memory and cores; aggregated to a Node.
 *
 * Cores come into being when they are first asked for; from then on the profiles must not change.
 * The steps of all cores run in the order of their start, equal starts in the order in which the
 * cores came into being. They are run either by ns-3 events (Bound, the default) or by RunFor()
 * without the simulator. With events, one event runs one step; up to StepsPerEvent steps where
 * SetHorizon() promised that nothing outside of the host influences it. All ways give the same
 * results.
 */
class LinuxHost : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    LinuxHost();
    ~LinuxHost() override;

    /** @param id number of a core; fatal if the machine has no such core @return it, made if need
     * be */
    HostCpu& GetCpu(uint32_t id)
    {
        return id < m_cpus.size() && m_cpus[id] ? *m_cpus[id] : MakeCpu(id);
    }

    /** @param core clock of a core of this host @return the core */
    HostCpu& GetCpu(const CpuCore& core)
    {
        return *m_cpus[core.GetId()];
    }

    /** @return cores made so far, in the order in which they were made */
    const std::vector<HostCpu*>& GetCpusInUse() const
    {
        return m_inUse;
    }

    /** @param placement where, seen from core 0 @return why the machine has no such core, empty if
     * it has */
    std::string CheckPlacement(Placement placement);
    /** @param placement where; fatal if the machine has no such core @return number of that core */
    uint32_t PlaceCpu(Placement placement);

    /** @return the silicon */
    const MachineProfile& GetMachine();
    /** @return the kernel */
    const KernelProfile& GetKernel();
    /** @return the caches */
    CacheHierarchy& GetCaches();
    /** @return the page allocator */
    PageAllocator& GetPages();
    /** @return sizes of sk_buff, heads and fragments */
    const SkbLayout& GetLayout();
    /** @return the slab of sk_buffs and heads */
    SkbAllocator& GetSkbs();
    /** @return bytes held by owner */
    FootprintMeter& GetFootprint();

    /** @param ticks since the origin of the simulation @return ns-3's time, rounded up */
    Time ToTime(Ticks ticks);
    /** @param time since the origin of the simulation @return ticks, rounded down */
    Ticks FromTime(Time time);
    /** @return FromTime(Simulator::Now()) if bound, else the time that RunFor() reached, ticks */
    Ticks Now();

    /**
     * @brief Promise that nothing outside of the host influences it before a time.
     * @param horizon absolute; steps that start before it may share an ns-3 event
     */
    void SetHorizon(Time horizon);
    /**
     * @brief Run all steps that start within a duration; only if the host is not bound.
     * @param duration from where the last call ended, not negative
     * @return steps run
     */
    uint64_t RunFor(Time duration);

    /** @return steps run so far */
    uint64_t GetSteps() const
    {
        return m_scheduler.GetSteps();
    }

    /** @brief Register something that counts. @param client removed before it is destroyed */
    void AddStatsClient(StatsClient& client);
    /** @brief Forget it. @param client which */
    void RemoveStatsClient(StatsClient& client);
    /** @brief End of warm-up: ledgers, footprint and all counters start anew. */
    void ResetStats();
    /** @brief Book idle time of all cores up to Now(), so that utilisations share their base. */
    void SettleIdle();
    /** @return what is wrong with the books, empty if every ledger adds up to its clock */
    std::string CheckLedgers() const;

  protected:
    void DoDispose() override;

  private:
    friend class HostCpu;

    bool SetMachine(Ptr<MachineProfile> machine);
    Ptr<MachineProfile> GetMachineAttribute() const;
    bool SetKernel(Ptr<KernelProfile> kernel);
    Ptr<KernelProfile> GetKernelAttribute() const;
    void Build();
    void BuildMemory();
    HostCpu& MakeCpu(uint32_t id);
    void Changed(uint32_t number);
    void Removed(uint32_t number);
    void Kick();
    void RunEvent();

    Ptr<MachineProfile> m_machine;               //!< silicon
    Ptr<KernelProfile> m_kernel;                 //!< kernel
    uint64_t m_stepsPerEvent;                    //!< most steps of an ns-3 event
    bool m_bound;                                //!< steps are run by ns-3 events
    Time m_minGranularity;                       //!< scheduler
    Time m_wakeupGranularity;                    //!< scheduler
    std::unique_ptr<ClockRate> m_rate;           //!< ticks and ns-3's time
    std::unique_ptr<CpuPlacement> m_placement;   //!< numbering of cores
    std::unique_ptr<CacheHierarchy> m_caches;    //!< caches
    SchedulingPolicy m_policy;                   //!< scheduler
    uint32_t m_pageSize;                         //!< PAGE_SIZE
    uint32_t m_headroom;                         //!< XDP_PACKET_HEADROOM
    uint32_t m_ipAlign;                          //!< NET_IP_ALIGN
    uint32_t m_maxFrags;                         //!< MAX_SKB_FRAGS
    uint64_t m_nodeBytes;                        //!< memory of a node
    std::unique_ptr<FootprintMeter> m_footprint; //!< bytes held
    std::unique_ptr<SkbLayout> m_layout;         //!< arithmetic of skbs
    std::unique_ptr<PageAllocator> m_pages;      //!< pages
    std::unique_ptr<SkbAllocator> m_skbs;        //!< sk_buffs and heads
    StepScheduler m_scheduler;                   //!< order of the steps
    std::vector<HostCpu*> m_inUse;               //!< in the order of making
    std::vector<StatsClient*> m_clients;         //!< those who count
    Ticks m_statsSince{0};                       //!< end of warm-up
    Ticks m_reached{0};                          //!< time that RunFor() reached
    Ticks m_horizon{0};                          //!< nothing from outside before it
    EventId m_event;                             //!< next ns-3 event
    Time m_eventTime;                            //!< when it is
    bool m_running{false};                       //!< steps are being run
    std::vector<std::unique_ptr<HostCpu>>
        m_cpus; //!< by number; go first, they use what stands above
};

} // namespace ns3

#endif // LINUX_DATAPATH_LINUX_HOST_H
