/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-bed.h"

#include "host-report.h"
#include "linux-host-helper.h"
#include "standard-parameters.h"

#include "ns3/boolean.h"
#include "ns3/footprint-meter.h"
#include "ns3/host-stack.h"
#include "ns3/page-pool.h"
#include "ns3/skb-allocator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

const std::map<std::string, Buffers> BUFFERS = {{"alloc-page", Buffers::AllocPage},
                                                {"page-pool", Buffers::PagePool},
                                                {"page-pool-frag", Buffers::PagePoolFrag},
                                                {"pp-cow", Buffers::PpCow}};

/** @brief Shorthands that set an attribute, and which. */
const std::vector<std::pair<const char*, const char*>> ATTRIBUTES = {
    {"mtu", "ns3::VethNetDevice::Mtu"},
    {"ring", "ns3::VethNetDevice::RingSize"},
    {"pool-ring", "ns3::VethNetDevice::PoolRingSize"},
    {"headroom", "ns3::LinuxHost::XdpHeadroom"},
    {"buffers", "ns3::VethNetDevice::Buffers"},
    {"page-size", "ns3::LinuxHost::PageSize"},
    {"frags-max", "ns3::LinuxHost::MaxSkbFrags"},
    {"ip-align", "ns3::LinuxHost::NetIpAlign"},
    {"napi-build-skb", "ns3::VethNetDevice::NapiBuildSkb"},
    {"gro", "ns3::VethNetDevice::Gro"},
    {"xdp-frags", "ns3::XdpProgram::Frags"},
    {"xdp-instructions", "ns3::XdpProgram::Instructions"},
    {"xdp-bytes", "ns3::XdpProgram::Bytes"},
    {"queues", "ns3::VethNetDevice::Queues"}};

SkbLayoutParameters
LayoutOf(const ScenarioConfig& config)
{
    SkbLayoutParameters layout;
    layout.pageSize = static_cast<uint32_t>(config.GetUint("page-size"));
    layout.headroom = static_cast<uint32_t>(config.GetUint("headroom"));
    layout.ipAlign = static_cast<uint32_t>(config.GetUint("ip-align"));
    layout.maxFrags = static_cast<uint32_t>(config.GetUint("frags-max"));
    return layout;
}

void
Refuse(const std::string& why)
{
    if (!why.empty())
    {
        throw std::invalid_argument(why);
    }
}

/** What somebody still holds of a host that was taken apart: only the arrays of rings may be left.
 */
std::string
CheckHeld(LinuxHost& host)
{
    const SkbAllocator& skbs = host.GetSkbs();
    std::string held;
    if (skbs.GetSkbObjectsAlive() != 0 || skbs.GetHeadObjectsAlive() != 0)
    {
        held = "objects of slabs are still in use";
    }
    for (std::size_t i = 0; i < FOOTPRINT_OWNER_COUNT; ++i)
    {
        const auto owner = static_cast<FootprintOwner>(i);
        if (owner != FootprintOwner::PtrRing && host.GetFootprint().Get(owner) != 0)
        {
            held += std::string(held.empty() ? "" : "; ") +
                    "memory is still held: " + FootprintOwnerName(owner);
        }
    }
    return held;
}

/** The shortest program: load a verdict, exit. */
Ptr<XdpProgram>
MakeShortProgram(const std::string& verdict)
{
    Ptr<XdpProgram> program = CreateObject<XdpProgram>();
    program->SetAttribute("Verdict", StringValue(verdict));
    program->SetAttribute("Instructions", UintegerValue(2));
    program->SetAttribute("Bytes", UintegerValue(0));
    return program;
}

void
CheckMtu(const ScenarioConfig& config)
{
    const uint64_t mtu = config.GetUint("mtu");
    uint32_t most = 65535; // ETH_MAX_MTU
    if (!config.Is("xdp", "none"))
    {
        const SkbLayout layout(LayoutOf(config));
        most = layout.GetMaxMtu(BUFFERS.at(config.Get("buffers")), config.GetBool("xdp-frags"));
    }
    if (mtu > most)
    {
        throw std::invalid_argument("mtu=" + std::to_string(mtu) +
                                    " is above the kernel's max_mtu of veth with this program and "
                                    "buffers; accepted: 68.." +
                                    std::to_string(most));
    }
}

} // namespace

std::vector<Parameter>
VethBed::Parameters()
{
    std::vector<Parameter> parameters;
    for (const auto& [name, attribute] : ATTRIBUTES)
    {
        parameters.push_back(StandardParameter(name).WithAttribute(attribute));
    }
    for (const char* name : {"xdp",
                             "napi",
                             "rx-cpu",
                             "init-on-alloc",
                             "usercopy-check",
                             "defer-free",
                             "machine",
                             "kernel",
                             "seed",
                             "duration",
                             "warmup"})
    {
        parameters.push_back(StandardParameter(name));
    }
    return parameters;
}

void
VethBed::Check(const ScenarioConfig& config)
{
    CheckDevices(config);
    HostReport::CheckPlacement(config, *HostReport::MakeMachine(config));
}

void
VethBed::CheckDevices(const ScenarioConfig& config)
{
    const Buffers buffers = BUFFERS.at(config.Get("buffers"));
    const auto kernel = HostReport::MakeKernel(config);
    Refuse(SkbLayout::Check(LayoutOf(config), buffers));
    Refuse(PagePool::CheckSize(*kernel, static_cast<uint32_t>(config.GetUint("pool-ring"))));
    CheckMtu(config);
}

VethBed::VethBed(const ScenarioConfig& config)
    : VethBed(config, PlaceOne(config))
{
}

VethBed::VethBed(const ScenarioConfig& config, const std::vector<Cpus>& pairs)
{
    LinuxHostHelper hosts;
    hosts.SetMachine(HostReport::MakeMachine(config));
    hosts.SetKernel(HostReport::MakeKernel(config));
    hosts.SetAttribute("Bound", BooleanValue(false));
    m_host = hosts.Install(CreateObject<Node>());
    VethHelper veth;
    veth.SetDeviceAttribute("Threaded", BooleanValue(config.Is("napi", "threaded")));
    const Programs programs = MakePrograms(config.Get("xdp"));
    for (const Cpus& cpus : pairs)
    {
        MakePair(veth, programs, cpus);
    }
}

VethBed::~VethBed()
{
    for (const auto& end : m_ends)
    {
        end->Dispose();
    }
    m_host->Dispose();
}

std::vector<VethBed::Cpus>
VethBed::PlaceOne(const ScenarioConfig& config)
{
    const CpuPlacement placement(*HostReport::MakeMachine(config));
    return {{0, placement.Find(HostReport::GetPlacement(config))}};
}

VethBed::Programs
VethBed::MakePrograms(const std::string& verdict)
{
    Programs programs;
    if (verdict != "none")
    {
        programs.receiver = CreateObject<XdpProgram>();
        programs.receiver->SetAttribute("Verdict", StringValue(verdict));
    }
    if (verdict == "tx")
    {
        programs.pass = MakeShortProgram("pass");
    }
    if (verdict == "redirect")
    {
        programs.drop = MakeShortProgram("drop");
    }
    return programs;
}

void
VethBed::MakePair(VethHelper& veth, const Programs& programs, Cpus cpus)
{
    veth.SetDeviceAttribute("ThreadCpu", UintegerValue(cpus.rx));
    const NetDeviceContainer ends = veth.Install(m_host->GetObject<Node>());
    Pair pair{DynamicCast<VethNetDevice>(ends.Get(0)),
              DynamicCast<VethNetDevice>(ends.Get(1)),
              nullptr,
              cpus};
    m_ends.push_back(pair.a);
    m_ends.push_back(pair.b);
    if (programs.drop)
    {
        MakeRedirectPair(veth, programs, pair);
    }
    if (programs.receiver)
    {
        pair.b->SetXdpProgram(programs.receiver);
    }
    if (programs.pass)
    {
        pair.a->SetXdpProgram(programs.pass);
    }
    m_pairs.push_back(pair);
}

void
VethBed::MakeRedirectPair(const VethHelper& veth, const Programs& programs, Pair& pair)
{
    const NetDeviceContainer ends = veth.Install(pair.a->GetNode());
    pair.redirectEnd = DynamicCast<VethNetDevice>(ends.Get(1));
    pair.redirectEnd->SetXdpProgram(programs.drop);
    pair.b->SetRedirectTarget(PeekPointer(pair.redirectEnd));
    m_ends.push_back(DynamicCast<VethNetDevice>(ends.Get(0)));
    m_ends.push_back(pair.redirectEnd);
}

void
VethBed::Open()
{
    for (const auto& end : m_ends)
    {
        end->Open();
    }
}

bool
VethBed::IsDrained()
{
    Backlogs& backlogs = HostStack::Of(*m_host).GetBacklogs();
    bool drained = true;
    for (HostCpu* cpu : m_host->GetCpusInUse())
    {
        const Backlog& backlog = backlogs.Of(cpu->GetCore());
        drained = drained && backlog.GetLength() == 0 && !backlog.IsScheduled();
    }
    for (const auto& end : m_ends)
    {
        for (const auto& queue : end->GetRxQueues())
        {
            drained = drained && queue->GetQueued() == 0 && !queue->IsScheduled();
        }
    }
    return drained;
}

void
VethBed::Close()
{
    CpuCore& core = m_host->GetCpu(0).GetCore();
    HostStack& stack = HostStack::Of(*m_host);
    stack.GetBacklogs().Purge(core);
    stack.GetDeferredFree().Purge(core);
    for (const auto& end : m_ends)
    {
        end->Close(core);
    }
    m_host->GetSkbs().DrainNapiCaches(core);
}

std::map<std::string, uint64_t>
VethBed::GetDrops()
{
    std::map<std::string, uint64_t> drops{{"ring_full", 0}, {"rx_drops", 0}, {"cpu_backlog", 0}};
    for (const Pair& pair : m_pairs)
    {
        for (const auto& queue : pair.b->GetRxQueues())
        {
            drops["ring_full"] += queue->GetRxStats().ring_full;
            drops["rx_drops"] += queue->GetRxStats().rx_drops;
        }
    }
    Backlogs& backlogs = HostStack::Of(*m_host).GetBacklogs();
    for (HostCpu* cpu : m_host->GetCpusInUse())
    {
        drops["cpu_backlog"] += backlogs.Of(cpu->GetCore()).GetQueueStats().dropped;
    }
    return drops;
}

void
VethBed::Report(uint64_t frames, ScenarioResult& result)
{
    HostReport::Fill(*m_host, frames, result);
    result.pool.emplace();
    result.napi.emplace();
    PagePoolStats pool;
    for (const Pair& pair : m_pairs)
    {
        pool += pair.b->GetPoolStats();
        for (const auto& queue : pair.b->GetRxQueues())
        {
            AddPolls(*queue, *result.napi);
        }
    }
    for (const auto& field : PagePoolStats::GetFields())
    {
        (*result.pool)[field.name] = pool.*field.counter;
    }
}

void
VethBed::AddPolls(const Napi& napi, ScenarioResult::Napi& sum)
{
    const Napi::Stats& stats = napi.GetStats();
    sum.polls += stats.polls;
    for (uint32_t work = 0; work < stats.histogram.size(); ++work)
    {
        if (stats.histogram[work] != 0)
        {
            sum.workHistogram[work] += stats.histogram[work];
        }
    }
}

std::string
VethBed::CheckConservation()
{
    const std::string left = HostReport::CheckConservation(*m_host) + CheckHeld(*m_host);
    if (!left.empty())
    {
        return left;
    }
    const std::string pools = CheckPools();
    return pools.empty() ? m_host->CheckLedgers() : pools;
}

std::string
VethBed::CheckPools() const
{
    for (const auto& end : m_ends)
    {
        for (const auto& queue : end->GetRxQueues())
        {
            const PagePool* pool = queue->GetPool();
            const std::string wrong = pool != nullptr ? pool->CheckEqualities() : "";
            if (!wrong.empty())
            {
                return wrong;
            }
            if (pool != nullptr && pool->GetInFlight() != 0)
            {
                return "pages of a page_pool are still out";
            }
        }
    }
    return "";
}

} // namespace ns3
