/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-bed.h"

#include "linux-host-helper.h"
#include "standard-parameters.h"

#include "ns3/boolean.h"
#include "ns3/footprint-meter.h"
#include "ns3/host-stack.h"
#include "ns3/page-pool.h"
#include "ns3/profile-reader.h"
#include "ns3/skb-allocator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
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

const std::map<std::string, Placement> PLACEMENTS = {{"same", Placement::Same},
                                                     {"smt", Placement::Smt},
                                                     {"core", Placement::Core},
                                                     {"domain", Placement::Domain},
                                                     {"socket", Placement::Socket}};

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

void
Override(const ScenarioConfig& config, const char* name, bool& field)
{
    if (!config.Is(name, "kernel"))
    {
        field = config.Is(name, "on");
    }
}

Ptr<KernelProfile>
MakeKernel(const ScenarioConfig& config)
{
    Ptr<KernelProfile> kernel = ReadKernelProfile(config.Get("kernel"));
    Override(config, "init-on-alloc", kernel->initOnAlloc);
    Override(config, "usercopy-check", kernel->usercopyCheck);
    Override(config, "defer-free", kernel->deferFree);
    config.ApplyTo(*kernel);
    return kernel;
}

Ptr<MachineProfile>
MakeMachine(const ScenarioConfig& config)
{
    Ptr<MachineProfile> machine = ReadMachineProfile(config.Get("machine"));
    config.ApplyTo(*machine);
    return machine;
}

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

void
CheckPlacement(const ScenarioConfig& config, const MachineProfile& machine)
{
    const CpuPlacement placement(machine);
    const std::string why = placement.Check(PLACEMENTS.at(config.Get("rx-cpu")));
    if (why.empty())
    {
        return;
    }
    std::string accepted;
    for (const char* word : {"same", "smt", "core", "domain", "socket"})
    {
        if (placement.Check(PLACEMENTS.at(word)).empty())
        {
            accepted += (accepted.empty() ? "" : "|") + std::string(word);
        }
    }
    throw std::invalid_argument("rx-cpu=" + config.Get("rx-cpu") + " is refused: " + why +
                                "; accepted: " + accepted);
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
    const Buffers buffers = BUFFERS.at(config.Get("buffers"));
    const auto kernel = MakeKernel(config);
    const auto machine = MakeMachine(config);
    Refuse(SkbLayout::Check(LayoutOf(config), buffers));
    Refuse(PagePool::CheckSize(*kernel, static_cast<uint32_t>(config.GetUint("pool-ring"))));
    CheckPlacement(config, *machine);
    CheckMtu(config);
}

VethBed::VethBed(const ScenarioConfig& config)
{
    LinuxHostHelper hosts;
    hosts.SetMachine(MakeMachine(config));
    hosts.SetKernel(MakeKernel(config));
    hosts.SetAttribute("Bound", BooleanValue(false));
    Ptr<Node> node = CreateObject<Node>();
    m_host = hosts.Install(node);
    m_rxCpu = m_host->PlaceCpu(PLACEMENTS.at(config.Get("rx-cpu")));
    VethHelper veth;
    veth.SetDeviceAttribute("Threaded", BooleanValue(config.Is("napi", "threaded")));
    veth.SetDeviceAttribute("ThreadCpu", UintegerValue(m_rxCpu));
    const NetDeviceContainer ends = veth.Install(node);
    m_a = DynamicCast<VethNetDevice>(ends.Get(0));
    m_b = DynamicCast<VethNetDevice>(ends.Get(1));
    m_ends = {m_a, m_b};
    if (config.Is("xdp", "redirect"))
    {
        MakeRedirectPair(veth);
    }
    AttachPrograms(config.Get("xdp"));
}

VethBed::~VethBed()
{
    for (const auto& end : m_ends)
    {
        end->Dispose();
    }
    m_host->Dispose();
}

void
VethBed::AttachPrograms(const std::string& verdict)
{
    if (verdict != "none")
    {
        Ptr<XdpProgram> program = CreateObject<XdpProgram>();
        program->SetAttribute("Verdict", StringValue(verdict));
        m_b->SetXdpProgram(program);
    }
    if (verdict == "tx")
    {
        m_a->SetXdpProgram(MakeShortProgram("pass"));
    }
}

void
VethBed::MakeRedirectPair(const VethHelper& veth)
{
    const NetDeviceContainer ends = veth.Install(m_a->GetNode());
    m_redirectEnd = DynamicCast<VethNetDevice>(ends.Get(1));
    m_redirectEnd->SetXdpProgram(MakeShortProgram("drop"));
    m_b->SetRedirectTarget(PeekPointer(m_redirectEnd));
    m_ends.push_back(DynamicCast<VethNetDevice>(ends.Get(0)));
    m_ends.push_back(m_redirectEnd);
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
    const Backlog& backlog = HostStack::Of(*m_host).GetBacklogs().Of(m_host->GetCpu(0).GetCore());
    bool drained = backlog.GetLength() == 0 && !backlog.IsScheduled();
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
    for (const auto& end : m_ends)
    {
        end->Close(m_host->GetCpu(0).GetCore());
    }
}

void
VethBed::Report(uint64_t frames, ScenarioResult& result)
{
    m_host->SettleIdle();
    const std::string wrong = m_host->CheckLedgers();
    if (!wrong.empty())
    {
        throw std::logic_error(wrong);
    }
    ReportCycles(frames, result);
    ReportFootprint(result);
    result.pool.emplace();
    const PagePoolStats pool = m_b->GetPoolStats();
    for (const auto& field : PagePoolStats::GetFields())
    {
        (*result.pool)[field.name] = pool.*field.counter;
    }
    result.napi.emplace();
    for (const auto& queue : m_b->GetRxQueues())
    {
        AddPolls(*queue, *result.napi);
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

void
VethBed::ReportCycles(uint64_t frames, ScenarioResult& result)
{
    result.cycles.emplace();
    ScenarioResult::Cycles& cycles = *result.cycles;
    const double unit = 1.0 / TICKS_PER_CYCLE / static_cast<double>(std::max<uint64_t>(frames, 1));
    for (HostCpu* cpu : m_host->GetCpusInUse())
    {
        const CycleLedger& ledger = cpu->GetCore().GetLedger();
        const Ticks busy = ledger.Total() - ledger.OfKind(CostKind::Idle);
        cycles.byCore[std::to_string(cpu->GetId())] = static_cast<double>(busy) * unit;
        cycles.total = std::max(cycles.total, static_cast<double>(busy) * unit);
        for (std::size_t kind = 0; kind < COST_KIND_COUNT; ++kind)
        {
            const auto k = static_cast<CostKind>(kind);
            if (k != CostKind::Idle)
            {
                cycles.byKind[CostKindName(k)] += static_cast<double>(ledger.OfKind(k)) * unit;
            }
        }
        for (std::size_t fn = 0; fn < KERNEL_FUNCTION_COUNT; ++fn)
        {
            const Ticks ticks = ledger.OfFunction(static_cast<Fn>(fn));
            if (ticks != 0 && static_cast<Fn>(fn) != Fn::idle)
            {
                cycles.byFunction[KERNEL_FUNCTIONS[fn].name] += static_cast<double>(ticks) * unit;
            }
        }
    }
}

void
VethBed::ReportFootprint(ScenarioResult& result)
{
    FootprintMeter& meter = m_host->GetFootprint();
    const Ticks now = m_host->Now();
    result.footprint.emplace();
    result.footprint->all.mean = static_cast<double>(meter.GetTotalMean(now));
    result.footprint->all.peak = static_cast<double>(meter.GetTotalPeak());
    for (std::size_t i = 0; i < FOOTPRINT_OWNER_COUNT; ++i)
    {
        const auto owner = static_cast<FootprintOwner>(i);
        result.footprint->byOwner[FootprintOwnerName(owner)] = {
            static_cast<double>(meter.GetMean(owner, now)),
            static_cast<double>(meter.GetPeak(owner))};
    }
}

std::string
VethBed::CheckConservation()
{
    const PageAudit audit = m_host->GetPages().Audit();
    if (!audit.consistent || audit.created != audit.buddy + audit.pcp + audit.used)
    {
        return "pages are not conserved";
    }
    const SkbAllocatorStats& skbs = m_host->GetSkbs().GetStats();
    if (skbs.allocated != skbs.freed || skbs.dataCreated != skbs.dataFreed)
    {
        return "sk_buffs are not conserved";
    }
    if (XdpFrames::Of(*m_host).GetInUse() != 0)
    {
        return "xdp_frames are not conserved";
    }
    for (const auto& end : m_ends)
    {
        for (const auto& queue : end->GetRxQueues())
        {
            const PagePool* pool = queue->GetPool();
            if (pool != nullptr && !pool->CheckEqualities().empty())
            {
                return pool->CheckEqualities();
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
