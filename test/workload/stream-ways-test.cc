/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-fixture.h"

#include <sstream>

namespace ns3
{
namespace tcptest
{

namespace
{

/** Everything that was counted: equal texts are equal runs. */
std::string
Fingerprint(StreamRig& rig)
{
    std::ostringstream out;
    const TcpReceiver::Stats& rx = rig.receiver->GetStats();
    const TcpSender::Stats& tx = rig.sender->GetStats();
    out << rx.bytes << ' ' << rx.frames << ' ' << rx.acks << ' ' << rx.backlogged << ' '
        << tx.segments << ' ' << tx.acks << ' ' << tx.backlogged << ' ' << tx.throttled << ' '
        << rig.receiver->GetLatency().GetMax() << ' ' << rig.writer->GetCalls() << ' '
        << rig.reader->GetCalls() << ' ' << rig.host->GetSteps();
    for (HostCpu* cpu : rig.host->GetCpusInUse())
    {
        const CycleLedger& ledger = cpu->GetCore().GetLedger();
        out << " | " << cpu->GetId();
        for (std::size_t kind = 0; kind < COST_KIND_COUNT; ++kind)
        {
            out << ' '
                << (static_cast<CostKind>(kind) == CostKind::Idle
                        ? 0
                        : ledger.OfKind(static_cast<CostKind>(kind)));
        }
    }
    const PagePoolStats pool = rig.b->GetPoolStats();
    for (const auto& field : PagePoolStats::GetFields())
    {
        out << ' ' << pool.*field.counter;
    }
    return out.str();
}

StreamOptions
Bound()
{
    StreamOptions options;
    options.bound = true;
    return options;
}

constexpr uint32_t TIME = 2000; //!< [us]

/** The fingerprint of a run that events of ns-3 drive. */
std::string
RunBound(uint64_t stepsPerEvent, Time horizon)
{
    StreamRig rig(Bound());
    rig.host->SetAttribute("StepsPerEvent", UintegerValue(stepsPerEvent));
    rig.host->SetHorizon(horizon);
    rig.Start();
    Simulator::Stop(MicroSeconds(TIME));
    Simulator::Run();
    const std::string result = Fingerprint(rig);
    rig.Close();
    return result;
}

} // namespace

/** One step an event, many steps an event, and no events at all: the same run. */
TEST_F(StreamTest, RunsTheSameInEveryWay)
{
    StreamRig alone;
    alone.Start();
    alone.Run(TIME);
    const std::string wanted = Fingerprint(alone);
    EXPECT_GT(alone.receiver->GetCopied(), 1u << 20);
    alone.Close();
    EXPECT_EQ(RunBound(1, Seconds(0)), wanted);
    Simulator::Destroy();
    EXPECT_EQ(RunBound(1, MicroSeconds(TIME)), wanted);
    Simulator::Destroy();
    EXPECT_EQ(RunBound(1000000, MicroSeconds(TIME)), wanted);
}

/** Two hosts in one simulation share nothing but time. */
TEST_F(StreamTest, TwoHostsDoNotKnowOfEachOther)
{
    std::string wanted;
    {
        StreamRig alone(Bound());
        alone.Start();
        Simulator::Stop(MicroSeconds(TIME));
        Simulator::Run();
        wanted = Fingerprint(alone);
        alone.Close();
    }
    Simulator::Destroy();
    StreamRig first(Bound());
    StreamRig second(Bound());
    StreamOptions different = Bound();
    different.mtu = 8000;
    different.program = false;
    StreamRig third(different);
    first.Start();
    third.Start();
    second.Start();
    Simulator::Stop(MicroSeconds(TIME));
    Simulator::Run();
    EXPECT_EQ(Fingerprint(first), wanted);
    EXPECT_EQ(Fingerprint(second), wanted);
    EXPECT_NE(Fingerprint(third), wanted);
    first.Close();
    second.Close();
    third.Close();
}

} // namespace tcptest
} // namespace ns3
