/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-slice.h"

#include "ns3/scenario-registry.h"

namespace ns3
{

namespace
{

/** Simulated time until rings, windows and caches are in their steady state. */
constexpr int64_t WARM_UP_MS = 20;

} // namespace

StreamSlice::StreamSlice(const std::string& mtu, Time slice)
    : m_slice(slice)
{
    ScenarioConfig config = FindScenario(Scenarios(), "veth-stream").Defaults();
    config.Set("mtu", mtu);
    config.ApplyAttributes();
    m_bed = std::make_unique<VethBed>(config);
    m_stream = CreateObject<Stream>();
    m_stream->Connect(m_bed->GetSender(),
                      m_bed->GetReceiver(),
                      m_bed->GetSender()->CanSegment(),
                      0,
                      m_bed->GetRxCpu());
    m_bed->GetReceiver()->Open();
    m_bed->GetSender()->Open();
    m_stream->Start();
    m_bed->GetHost().RunFor(MilliSeconds(WARM_UP_MS));
}

StreamSlice::~StreamSlice()
{
    m_stream->Dispose();
}

uint64_t
StreamSlice::Run()
{
    const uint64_t before = m_stream->GetReceiver().GetStats().frames;
    m_bed->GetHost().RunFor(m_slice);
    return m_stream->GetReceiver().GetStats().frames - before;
}

} // namespace ns3
