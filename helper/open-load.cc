/* SPDX-License-Identifier: GPL-2.0-only */
#include "open-load.h"

#include "standard-parameters.h"

#include "ns3/double.h"
#include "ns3/skb-layout.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

OpenLoad::OpenLoad(VethBed& bed, std::size_t pair, PacketMeter& other, int64_t stream)
    : m_receiver(bed.GetReceiver(pair)),
      m_host(bed.GetHost()),
      m_meter(m_host.GetSkbs()),
      m_generator(CreateObject<PacketGenerator>())
{
    m_receiver->SetProtocol(&m_meter);
    m_receiver->SetXdpWatcher(&m_meter);
    bed.GetSender(pair)->SetProtocol(&other);
    if (Ptr<VethNetDevice> end = bed.GetRedirectEnd(pair))
    {
        end->SetProtocol(&other);
    }
    m_generator->Connect(bed.GetSender(pair), bed.GetTxCpu(pair));
    m_generator->AssignStreams(stream);
}

OpenLoad::~OpenLoad()
{
    m_generator->Dispose();
}

std::vector<Parameter>
OpenLoad::Parameters()
{
    return {StandardParameter("frame-size").WithAttribute("ns3::PacketGenerator::FrameSize"),
            StandardParameter("rate").WithAttribute("ns3::PacketGenerator::Rate"),
            StandardParameter("burst").WithAttribute("ns3::PacketGenerator::Burst")};
}

void
OpenLoad::Check(const ScenarioConfig& config)
{
    const uint64_t most = config.GetUint("mtu") + SkbLayout::HARD_HEADER;
    if (config.GetUint("frame-size") > most)
    {
        throw std::invalid_argument("frame-size=" + config.Get("frame-size") +
                                    " does not fit mtu=" + config.Get("mtu") +
                                    " (EMSGSIZE); accepted: 60.." + std::to_string(most));
    }
}

void
OpenLoad::Start(double phase)
{
    UintegerValue burst;
    DoubleValue rate;
    m_generator->GetAttribute("Burst", burst);
    m_generator->GetAttribute("Rate", rate);
    const Time wait = Seconds(phase * static_cast<double>(burst.Get()) / rate.Get());
    m_generator->StartAt(m_host.Now() + m_host.FromTime(wait));
}

bool
OpenLoad::Stop()
{
    m_generator->Stop();
    return true;
}

bool
OpenLoad::IsBusy() const
{
    return m_generator->IsBusy();
}

void
OpenLoad::ResetStats()
{
    CloseBooks();
    m_generator->ResetStats();
    m_meter.ResetStats();
}

void
OpenLoad::CloseBooks()
{
    m_before.sent += m_generator->GetStats().frames;
    m_before.delivered += m_meter.GetStats().frames;
    m_before.lost += m_generator->GetStats().refused;
    for (const auto& queue : m_receiver->GetRxQueues())
    {
        m_before.lost += queue->GetRxStats().rx_drops;
    }
}

PairLoad::Figures
OpenLoad::GetFigures() const
{
    const PacketMeter::Stats& read = m_meter.GetStats();
    return {m_generator->GetStats().frames, read.frames, read.bytes};
}

const LatencyHistogram&
OpenLoad::GetLatency() const
{
    return m_meter.GetLatency();
}

void
OpenLoad::AddDrops(std::map<std::string, uint64_t>&) const
{
}

void
OpenLoad::Purge(CpuCore&)
{
}

std::string
OpenLoad::CheckBooks()
{
    ResetStats();
    if (m_before.sent == m_before.delivered + m_before.lost)
    {
        return "";
    }
    return "frames sent " + std::to_string(m_before.sent) + ", delivered " +
           std::to_string(m_before.delivered) + ", lost " + std::to_string(m_before.lost);
}

std::string
OpenLoad::CheckEmpty() const
{
    return m_generator->GetSocket().GetWmemAlloc() == 0
               ? ""
               : "skbs are still charged to the sending socket";
}

} // namespace ns3
