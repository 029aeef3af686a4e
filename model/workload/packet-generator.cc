/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-generator.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketGenerator");

NS_OBJECT_ENSURE_REGISTERED(PacketGenerator);

namespace
{

/** Shortest frame: ETH_ZLEN, include/uapi/linux/if_ether.h [bytes]. */
constexpr uint32_t ETH_ZLEN = 60;
/** A line set counts its lines in 16 bits: no frame beyond 4 MiB. */
constexpr uint32_t MAX_FRAME = 65535 * LINE_BYTES;
/** Most messages of a sendmmsg(): UIO_MAXIOV, net/socket.c. */
constexpr uint32_t UIO_MAXIOV = 1024;

} // namespace

TypeId
PacketGenerator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketGenerator")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<PacketGenerator>()
            .AddAttribute("FrameSize",
                          "A frame with its Ethernet header, without FCS [B]",
                          UintegerValue(ETH_ZLEN),
                          MakeUintegerAccessor(&PacketGenerator::m_frameSize),
                          MakeUintegerChecker<uint32_t>(ETH_ZLEN, MAX_FRAME))
            .AddAttribute("Rate",
                          "Frames offered [frames/s], on average",
                          DoubleValue(1e6),
                          MakeDoubleAccessor(&PacketGenerator::m_rate),
                          MakeDoubleChecker<double>(1e-3, 1e9))
            .AddAttribute("Burst",
                          "Frames sent back to back [frames]",
                          UintegerValue(1),
                          MakeUintegerAccessor(&PacketGenerator::m_burst),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Mmsg",
                          "One sendmmsg() a burst; false: one send call a frame",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PacketGenerator::m_mmsg),
                          MakeBooleanChecker())
            .AddAttribute("Gap",
                          "Time from the planned start of a burst to that of the next, as a "
                          "multiple of Burst / Rate; ns3::ExponentialRandomVariable[Mean=1] makes "
                          "a Poisson process of bursts",
                          StringValue("ns3::ConstantRandomVariable[Constant=1]"),
                          MakePointerAccessor(&PacketGenerator::m_gap),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("BurstSent",
                            "The last frame of a burst was handed to the device",
                            MakeTraceSourceAccessor(&PacketGenerator::m_burstSent),
                            "ns3::PacketGenerator::BurstTracedCallback");
    return tid;
}

PacketGenerator::PacketGenerator() = default;

PacketGenerator::~PacketGenerator() = default;

PacketGenerator::Process::Process(HostCpu& cpu, PacketGenerator& generator)
    : Task(cpu, "packet-generator"),
      m_generator(generator)
{
}

void
PacketGenerator::Process::Step(CpuCore& core)
{
    m_generator.Step(core);
}

void
PacketGenerator::Connect(Ptr<HostNetDevice> device, uint32_t cpu)
{
    NS_LOG_FUNCTION(this << device << cpu);
    m_host = &device->GetHost();
    m_device = device;
    m_socket = std::make_unique<AfPacketSocket>(m_host->GetSkbs(), *device, 0);
    m_process = std::make_unique<Process>(m_host->GetCpu(cpu), *this);
    m_ticksPerSecond = static_cast<double>(m_host->FromTime(Seconds(1)));
}

void
PacketGenerator::Start(uint64_t bursts)
{
    NS_ABORT_MSG_IF(!m_device, "a packet generator needs a device before it starts");
    StartAt(m_host->Now(), bursts);
}

void
PacketGenerator::StartAt(Ticks when, uint64_t bursts)
{
    NS_LOG_FUNCTION(this << when << bursts);
    NS_ABORT_MSG_IF(!m_device, "a packet generator needs a device before it starts");
    const uint32_t most = m_device->GetFullMtu() + SkbLayout::HARD_HEADER;
    NS_ABORT_MSG_IF(m_frameSize > most,
                    "FrameSize = " << m_frameSize << " does not fit the MTU of the device "
                                   << "(EMSGSIZE); accepted: " << ETH_ZLEN << ".." << most);
    const uint32_t lines = (m_frameSize + LINE_BYTES - 1) / LINE_BYTES;
    if (m_buffer.GetLines() != lines)
    {
        m_buffer = LineSet(static_cast<uint16_t>(lines));
    }
    m_endless = bursts == 0;
    m_todo = bursts;
    m_begun = 0;
    m_planned = when;
    m_planRest = 0;
    m_process->WakeAt(when);
}

void
PacketGenerator::Stop()
{
    m_endless = false;
    m_todo = 0;
}

bool
PacketGenerator::IsBusy() const
{
    return m_endless || m_todo > 0 || m_left > 0;
}

int64_t
PacketGenerator::AssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    return 1;
}

void
PacketGenerator::Step(CpuCore& core)
{
    if (m_left == 0)
    {
        if (!IsBusy())
        {
            m_process->Sleep();
            return;
        }
        if (core.Now() < m_planned)
        {
            CpuCore::Scope scope(core, Fn::syscall_entry);
            core.System(SystemCost::Syscall);
            m_process->SleepUntil(m_planned);
            return;
        }
        BeginBurst();
    }
    SendOne(core);
}

void
PacketGenerator::BeginBurst()
{
    m_left = m_burst;
    m_inCall = 0;
    m_todo -= m_endless ? 0 : 1;
    ++m_begun;
    ++m_stats.bursts;
    PlanNext();
}

// Whole ticks are planned with; what is left over counts in the next gap, so the rate is exact.
void
PacketGenerator::PlanNext()
{
    const double gap = m_ticksPerSecond * m_burst / m_rate * m_gap->GetValue() + m_planRest;
    const double whole = std::floor(std::max(gap, 0.0));
    m_planRest = gap - whole;
    m_planned += static_cast<Ticks>(whole);
}

void
PacketGenerator::SendOne(CpuCore& core)
{
    if (m_inCall == 0)
    {
        CpuCore::Scope scope(core, Fn::syscall_entry);
        core.System(SystemCost::Syscall);
        ++m_stats.calls;
    }
    const bool taken = m_socket->Send(core, m_buffer, m_frameSize);
    ++m_stats.frames;
    m_stats.bytes += m_frameSize;
    m_stats.refused += taken ? 0 : 1;
    --m_left;
    m_inCall = m_mmsg && taken && m_inCall + 1 < UIO_MAXIOV ? m_inCall + 1 : 0;
    if (m_left == 0)
    {
        m_burstSent(m_begun);
    }
}

void
PacketGenerator::DoDispose()
{
    m_process.reset();
    m_socket.reset();
    m_device = nullptr;
    m_host = nullptr;
    m_gap = nullptr;
    Object::DoDispose();
}

} // namespace ns3
