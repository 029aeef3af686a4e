/* SPDX-License-Identifier: GPL-2.0-only */
#include "linux-host.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/footprint-meter.h"
#include "ns3/log.h"
#include "ns3/page-allocator.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/skb-allocator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinuxHost");
NS_OBJECT_ENSURE_REGISTERED(LinuxHost);

TypeId
LinuxHost::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinuxHost")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<LinuxHost>()
            .AddAttribute(
                "Machine",
                "The silicon; without one, a MachineProfile with its defaults",
                PointerValue(),
                MakePointerAccessor(&LinuxHost::SetMachine, &LinuxHost::GetMachineAttribute),
                MakePointerChecker<MachineProfile>())
            .AddAttribute(
                "Kernel",
                "The kernel; without one, a KernelProfile with its defaults",
                PointerValue(),
                MakePointerAccessor(&LinuxHost::SetKernel, &LinuxHost::GetKernelAttribute),
                MakePointerChecker<KernelProfile>())
            .AddAttribute("Bound",
                          "Steps are run by ns-3 events; false: by RunFor()",
                          BooleanValue(true),
                          MakeBooleanAccessor(&LinuxHost::m_bound),
                          MakeBooleanChecker())
            .AddAttribute("StepsPerEvent",
                          "Most steps run in one ns-3 event before the horizon [steps]",
                          UintegerValue(1000000),
                          MakeUintegerAccessor(&LinuxHost::m_stepsPerEvent),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("PageSize",
                          "Size of a page: 4096, 16384 or 65536 [bytes]",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(4096),
                          MakeUintegerAccessor(&LinuxHost::m_pageSize),
                          MakeUintegerChecker<uint32_t>(4096, 65536))
            .AddAttribute("NodeMemory",
                          "Memory of a node that kernel and traffic can have [bytes]",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(1ULL << 32),
                          MakeUintegerAccessor(&LinuxHost::m_nodeBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute(
                "XdpHeadroom",
                "Room in front of a frame of an XDP program (XDP_PACKET_HEADROOM) [bytes]",
                TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                UintegerValue(256),
                MakeUintegerAccessor(&LinuxHost::m_headroom),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("NetIpAlign",
                          "Bytes that a receive buffer is shifted by: 0 on x86, 2 elsewhere "
                          "(NET_IP_ALIGN) [bytes]",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(0),
                          MakeUintegerAccessor(&LinuxHost::m_ipAlign),
                          MakeUintegerChecker<uint32_t>(0, 63))
            .AddAttribute("MaxSkbFrags",
                          "Most fragments of an skb (MAX_SKB_FRAGS) [fragments]",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(17),
                          MakeUintegerAccessor(&LinuxHost::m_maxFrags),
                          MakeUintegerChecker<uint32_t>(17, 45))
            .AddAttribute("SchedMinGranularity",
                          "Time that a task runs before a peer may take over at a tick "
                          "(sched_min_granularity, 0.75 ms times 4 from 8 CPUs on; "
                          "kernel/sched/fair.c, v6.4)",
                          TimeValue(MicroSeconds(3000)),
                          MakeTimeAccessor(&LinuxHost::m_minGranularity),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SchedWakeupGranularity",
                          "Lead in run time that a woken task needs to preempt "
                          "(sched_wakeup_granularity before scaling by the number of CPUs; "
                          "kernel/sched/fair.c, v6.4)",
                          TimeValue(MicroSeconds(1000)),
                          MakeTimeAccessor(&LinuxHost::m_wakeupGranularity),
                          MakeTimeChecker(Time(0)));
    return tid;
}

LinuxHost::LinuxHost()
{
    NS_LOG_FUNCTION(this);
}

LinuxHost::~LinuxHost()
{
    NS_LOG_FUNCTION(this);
}

void
LinuxHost::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
    m_bound = false;
    Object::DoDispose();
}

// The cores read the profiles when they are built: a change after that is refused.
bool
LinuxHost::SetMachine(Ptr<MachineProfile> machine)
{
    if (m_caches)
    {
        return false;
    }
    m_machine = machine;
    return true;
}

Ptr<MachineProfile>
LinuxHost::GetMachineAttribute() const
{
    return m_machine;
}

bool
LinuxHost::SetKernel(Ptr<KernelProfile> kernel)
{
    if (m_caches)
    {
        return false;
    }
    m_kernel = kernel;
    return true;
}

Ptr<KernelProfile>
LinuxHost::GetKernelAttribute() const
{
    return m_kernel;
}

void
LinuxHost::Build()
{
    if (m_caches)
    {
        return;
    }
    m_machine = m_machine ? m_machine : CreateObject<MachineProfile>();
    m_kernel = m_kernel ? m_kernel : CreateObject<KernelProfile>();
    m_rate = std::make_unique<ClockRate>(*m_machine);
    m_placement = std::make_unique<CpuPlacement>(*m_machine);
    m_caches = std::make_unique<CacheHierarchy>(*m_machine);
    m_policy.minGranularity = m_rate->FromTime(m_minGranularity);
    m_policy.wakeupGranularity = m_rate->FromTime(m_wakeupGranularity);
    BuildMemory();
    m_cpus.resize(m_placement->GetCpus());
}

void
LinuxHost::BuildMemory()
{
    NS_ABORT_MSG_IF(m_pageSize != 4096 && m_pageSize != 16384 && m_pageSize != 65536,
                    "PageSize = " << m_pageSize << "; accepted: 4096, 16384, 65536");
    m_layout = std::make_unique<SkbLayout>(
        SkbLayoutParameters{m_pageSize, m_headroom, m_ipAlign, m_maxFrags});
    m_footprint = std::make_unique<FootprintMeter>();
    m_pages = std::make_unique<PageAllocator>(
        *m_kernel,
        PageAllocatorParameters{m_pageSize, std::max(1U, m_machine->sockets), m_nodeBytes},
        m_footprint.get());
    m_skbs = std::make_unique<SkbAllocator>(*m_pages, *m_kernel, *m_layout, m_footprint.get());
}

HostCpu&
LinuxHost::MakeCpu(uint32_t id)
{
    NS_LOG_FUNCTION(this << id);
    Build();
    NS_ABORT_MSG_IF(id >= m_cpus.size(),
                    "CPU " << id << ": the machine has CPUs 0 to " << m_cpus.size() - 1);
    m_cpus[id] = std::make_unique<HostCpu>(*this, *m_caches, m_policy, id, m_placement->UnitOf(id));
    HostCpu& cpu = *m_cpus[id];
    cpu.ResetStats(m_statsSince);
    cpu.m_number = m_scheduler.Add(&cpu);
    m_inUse.push_back(&cpu);
    return cpu;
}

std::string
LinuxHost::CheckPlacement(Placement placement)
{
    Build();
    return m_placement->Check(placement);
}

uint32_t
LinuxHost::PlaceCpu(Placement placement)
{
    Build();
    return m_placement->Find(placement);
}

const MachineProfile&
LinuxHost::GetMachine()
{
    Build();
    return *m_machine;
}

const KernelProfile&
LinuxHost::GetKernel()
{
    Build();
    return *m_kernel;
}

CacheHierarchy&
LinuxHost::GetCaches()
{
    Build();
    return *m_caches;
}

PageAllocator&
LinuxHost::GetPages()
{
    Build();
    return *m_pages;
}

const SkbLayout&
LinuxHost::GetLayout()
{
    Build();
    return *m_layout;
}

SkbAllocator&
LinuxHost::GetSkbs()
{
    Build();
    return *m_skbs;
}

FootprintMeter&
LinuxHost::GetFootprint()
{
    Build();
    return *m_footprint;
}

Time
LinuxHost::ToTime(Ticks ticks)
{
    Build();
    return m_rate->ToTime(ticks);
}

Ticks
LinuxHost::FromTime(Time time)
{
    Build();
    return m_rate->FromTime(time);
}

Ticks
LinuxHost::Now()
{
    return m_bound ? FromTime(Simulator::Now()) : m_reached;
}

void
LinuxHost::SetHorizon(Time horizon)
{
    Build();
    m_horizon = horizon.IsStrictlyPositive() ? m_rate->FirstAfter(horizon - TimeStep(1)) : 0;
}

uint64_t
LinuxHost::RunFor(Time duration)
{
    NS_ABORT_MSG_IF(m_bound, "RunFor: the host is bound to the simulator (attribute Bound)");
    NS_ABORT_MSG_IF(duration.IsStrictlyNegative(), "RunFor: negative duration " << duration);
    m_reached += FromTime(duration);
    m_running = true;
    const uint64_t steps = m_scheduler.Run(m_reached, std::numeric_limits<uint64_t>::max());
    m_running = false;
    SettleIdle();
    return steps;
}

void
LinuxHost::Changed(uint32_t number)
{
    m_scheduler.Update(number);
    if (m_bound && !m_running)
    {
        Kick();
    }
}

void
LinuxHost::Removed(uint32_t number)
{
    if (number < m_inUse.size())
    {
        m_scheduler.Update(number);
    }
}

void
LinuxHost::Kick()
{
    const Ticks next = m_scheduler.Next();
    if (next == StepRunner::NEVER)
    {
        return;
    }
    const Time at = std::max(m_rate->ToTime(next), Simulator::Now());
    if (!m_event.IsExpired())
    {
        if (m_eventTime <= at)
        {
            return;
        }
        m_event.Cancel();
    }
    m_eventTime = at;
    m_event = Simulator::Schedule(at - Simulator::Now(), &LinuxHost::RunEvent, this);
}

void
LinuxHost::RunEvent()
{
    const Ticks due = m_rate->FirstAfter(Simulator::Now());
    m_running = true;
    m_scheduler.Run(std::max(due, m_horizon), due < m_horizon ? m_stepsPerEvent : 1);
    m_running = false;
    Kick();
}

void
LinuxHost::AddStatsClient(StatsClient& client)
{
    m_clients.push_back(&client);
}

void
LinuxHost::RemoveStatsClient(StatsClient& client)
{
    m_clients.erase(std::remove(m_clients.begin(), m_clients.end(), &client), m_clients.end());
}

void
LinuxHost::ResetStats()
{
    Build();
    m_statsSince = Now();
    m_footprint->Reset(m_statsSince);
    for (HostCpu* cpu : m_inUse)
    {
        cpu->ResetStats(m_statsSince);
    }
    for (StatsClient* client : m_clients)
    {
        client->ResetStats();
    }
}

void
LinuxHost::SettleIdle()
{
    const Ticks now = Now();
    for (HostCpu* cpu : m_inUse)
    {
        cpu->SettleIdle(now);
    }
}

std::string
LinuxHost::CheckLedgers() const
{
    for (HostCpu* cpu : m_inUse)
    {
        CpuCore& core = cpu->GetCore();
        const Ticks booked = core.GetLedger().Total();
        const Ticks passed = core.Now() - cpu->GetStatsSince();
        if (booked != passed)
        {
            return "CPU " + std::to_string(core.GetId()) + ": ledger " + std::to_string(booked) +
                   " ticks, clock " + std::to_string(passed);
        }
    }
    return "";
}

} // namespace ns3
