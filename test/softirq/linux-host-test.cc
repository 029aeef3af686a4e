/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-fixture.h"

#include "ns3/footprint-meter.h"
#include "ns3/page-allocator.h"
#include "ns3/skb-layout.h"
#include "ns3/uinteger.h"

#include <memory>

namespace ns3
{
namespace softirqtest
{

/** @brief The host as a whole: two drivers of time, books, numbering. */
class LinuxHostTest : public SoftirqTest
{
};

/** @brief Two cores that wake each other, a NAPI, a process that shares its core. */
class PingPong
{
  public:
    explicit PingPong(Ptr<LinuxHost> host)
        : m_host(host),
          m_napi(*host, "napi")
    {
        m_napi.cost = 7301;
        m_napi.onPacket = [this](CpuCore& c) {
            Note(c);
            m_reader.Wake(c);
        };
        m_sender.WakeAt(0);
        m_hog.WakeAt(0);
    }

    /** @brief One line per thing that happened. */
    const std::vector<uint64_t>& GetTimes() const
    {
        return m_times;
    }

  private:
    void Note(CpuCore& c)
    {
        m_times.push_back(c.Now() * 16 + c.GetId());
    }

    void Send(FakeTask& task, CpuCore& c)
    {
        Note(c);
        c.Spend(19773);
        m_napi.Push(1 + m_times.size() % 70);
        m_napi.Schedule(c);
        if (m_times.size() % 5 == 0)
        {
            task.Sleep();
        }
    }

    void Read(FakeTask& task, CpuCore& c)
    {
        Note(c);
        c.Spend(84001);
        m_sender.Wake(c);
        task.Sleep();
    }

    Ptr<LinuxHost> m_host;         //!< the host
    std::vector<uint64_t> m_times; //!< when, and on which core
    FakeNapi m_napi;               //!< polled on core 0
    FakeTask m_sender{m_host->GetCpu(0), "sender", [this](FakeTask& t, CpuCore& c) { Send(t, c); }};
    FakeTask m_reader{m_host->GetCpu(1), "reader", [this](FakeTask& t, CpuCore& c) { Read(t, c); }};
    FakeTask m_hog{m_host->GetCpu(1), "hog", [](FakeTask&, CpuCore& c) { c.Spend(42003); }};
};

TEST_F(LinuxHostTest, AllDriversGiveTheSameResult)
{
    Ptr<LinuxHost> direct = MakeHost();
    PingPong reference(direct);
    // The event that stops the simulation comes before steps of the same nanosecond.
    direct->RunFor(MilliSeconds(30) - TimeStep(1));
    ASSERT_GT(reference.GetTimes().size(), 10000u);
    EXPECT_EQ(direct->CheckLedgers(), "");

    for (const uint64_t stepsPerEvent : {1, 7, 1000000})
    {
        Ptr<LinuxHost> bound = MakeHost(true);
        bound->SetAttribute("StepsPerEvent", UintegerValue(stepsPerEvent));
        bound->SetHorizon(MilliSeconds(30));
        PingPong driven(bound);
        const uint64_t before = Simulator::GetEventCount();
        Simulator::Stop(MilliSeconds(30));
        Simulator::Run();
        const uint64_t events = Simulator::GetEventCount() - before;
        EXPECT_TRUE(driven.GetTimes() == reference.GetTimes()) << stepsPerEvent;
        EXPECT_EQ(bound->GetSteps(), direct->GetSteps());
        EXPECT_EQ(bound->CheckLedgers(), "");
        EXPECT_LE(events, bound->GetSteps() / stepsPerEvent + 3);
        EXPECT_GE(events, bound->GetSteps() / stepsPerEvent);
        Simulator::Destroy();
    }
}

TEST_F(LinuxHostTest, RunsInPiecesAsInOne)
{
    Ptr<LinuxHost> whole = MakeHost();
    PingPong reference(whole);
    whole->RunFor(MilliSeconds(10));
    Ptr<LinuxHost> pieces = MakeHost();
    PingPong same(pieces);
    for (int i = 0; i < 1000; ++i)
    {
        pieces->RunFor(MicroSeconds(10));
    }
    EXPECT_TRUE(same.GetTimes() == reference.GetTimes());
}

TEST_F(LinuxHostTest, WithoutAHorizonOutsideEventsComeInTime)
{
    Ptr<LinuxHost> host = MakeHost(true);
    HostCpu& cpu = host->GetCpu(0);
    FakeTask busy(cpu, "busy", [](FakeTask&, CpuCore& c) { c.Spend(10 * US); });
    busy.WakeAt(0);
    Ticks seen = 0;
    FakeTimer timer([&](CpuCore& c) { seen = c.Now(); });
    const Time outside = MicroSeconds(105);
    Simulator::Schedule(outside, &HostCpu::Arm, &cpu, std::ref(timer), host->FromTime(outside));
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    EXPECT_GE(seen, 105 * US);
    EXPECT_LT(seen, 115 * US);
}

TEST_F(LinuxHostTest, OutsideEventWakesAnIdleHost)
{
    Ptr<LinuxHost> host = MakeHost(true);
    HostCpu& cpu = host->GetCpu(0);
    std::vector<Time> times;
    FakeTask task(cpu, "task", [&](FakeTask& t, CpuCore& c) {
        times.push_back(Simulator::Now());
        c.Spend(US);
        t.Sleep();
    });
    Simulator::Schedule(MicroSeconds(50),
                        &FakeTask::WakeAt,
                        &task,
                        host->FromTime(MicroSeconds(50)));
    Simulator::Run();
    ASSERT_EQ(times.size(), 1u);
    EXPECT_GT(times[0], MicroSeconds(50)) << "after the context switch";
    EXPECT_LT(times[0], MicroSeconds(53));
}

TEST_F(LinuxHostTest, ResetStartsTheBooksAnew)
{
    Ptr<LinuxHost> host = MakeHost();
    PingPong load(host);
    host->RunFor(MilliSeconds(5));
    host->ResetStats();
    EXPECT_EQ(host->GetCpu(0).GetStats().taskSteps, 0u);
    host->RunFor(MilliSeconds(5));
    HostCpu& late = host->GetCpu(3);
    host->RunFor(MilliSeconds(5));
    EXPECT_EQ(host->CheckLedgers(), "");
    EXPECT_EQ(late.GetCore().GetLedger().Total(), 10 * MS) << "idle since the reset";
    EXPECT_GT(host->GetCpu(0).GetStats().taskSteps, 0u);
}

TEST_F(LinuxHostTest, LedgerThatDoesNotAddUpIsReported)
{
    Ptr<LinuxHost> host = MakeHost();
    CpuCore& core = host->GetCpu(0).GetCore();
    core.GetLedger().Add(Fn::user, CostKind::Instructions, 1);
    EXPECT_EQ(host->CheckLedgers(), "CPU 0: ledger 1 ticks, clock 0");
}

TEST_F(LinuxHostTest, PlacementFollowsTheMachine)
{
    machine->sockets = 2;
    machine->coresPerSocket = 8;
    machine->llcDomainCores = 4;
    machine->smt = 2;
    Ptr<LinuxHost> host = MakeHost();
    EXPECT_EQ(host->PlaceCpu(Placement::Same), 0u);
    EXPECT_EQ(host->PlaceCpu(Placement::Core), 1u);
    EXPECT_EQ(host->PlaceCpu(Placement::Domain), 4u);
    EXPECT_EQ(host->PlaceCpu(Placement::Socket), 8u);
    EXPECT_EQ(host->PlaceCpu(Placement::Smt), 16u);
    EXPECT_EQ(host->GetCpu(16).GetCore().GetUnit(), 0u);
    EXPECT_EQ(CpuPlacement(*machine).NodeOf(25), 1u);
    EXPECT_EQ(CpuPlacement(*machine).GetCpus(), 32u);
}

TEST_F(LinuxHostTest, PlacementSaysWhatIsMissing)
{
    machine->sockets = 1;
    machine->coresPerSocket = 1;
    machine->llcDomainCores = 1;
    machine->smt = 1;
    Ptr<LinuxHost> host = MakeHost();
    EXPECT_EQ(host->CheckPlacement(Placement::Same), "");
    EXPECT_EQ(host->CheckPlacement(Placement::Smt), "the machine has one hardware thread per core");
    EXPECT_EQ(host->CheckPlacement(Placement::Core),
              "the machine has one core per last-level cache");
    EXPECT_EQ(host->CheckPlacement(Placement::Domain),
              "the machine has one last-level cache per socket");
    EXPECT_EQ(host->CheckPlacement(Placement::Socket), "the machine has one socket");
    EXPECT_DEATH(host->GetCpu(1), "CPU 1: the machine has CPUs 0 to 0");
}

TEST_F(LinuxHostTest, ProfilesAreFixedOnceInUse)
{
    Ptr<LinuxHost> host = MakeHost();
    host->GetCpu(0);
    EXPECT_FALSE(host->SetAttributeFailSafe("Machine", PointerValue(machine)));
    EXPECT_FALSE(host->SetAttributeFailSafe("Kernel", PointerValue(kernel)));
}

TEST_F(LinuxHostTest, OwnsMemoryWithItsSizes)
{
    machine->sockets = 2;
    Ptr<LinuxHost> host = CreateObjectWithAttributes<LinuxHost>("Machine",
                                                                PointerValue(machine),
                                                                "Bound",
                                                                BooleanValue(false),
                                                                "PageSize",
                                                                UintegerValue(16384),
                                                                "NetIpAlign",
                                                                UintegerValue(2));
    EXPECT_EQ(host->GetPages().GetPageSize(), 16384u);
    EXPECT_EQ(host->GetLayout().GetParameters().ipAlign, 2u);
    HostCpu& far = host->GetCpu(host->PlaceCpu(Placement::Socket));
    EXPECT_EQ(host->GetPages().GetNode(far.GetCore()), 1u);
    Page* page = host->GetPages().AllocPages(far.GetCore(), 0, FootprintOwner::RxPages);
    ASSERT_NE(page, nullptr);
    EXPECT_EQ(host->GetFootprint().GetTotal(), 16384);
    host->RunFor(MilliSeconds(1));
    host->ResetStats();
    host->GetPages().PutPage(far.GetCore(), *page);
    host->RunFor(MilliSeconds(1));
    EXPECT_LT(host->GetFootprint().GetTotalMean(host->Now()), 100u) << "freed at the reset";
    EXPECT_EQ(host->GetFootprint().GetTotalPeak(), 16384u);
    EXPECT_FALSE(host->SetAttributeFailSafe("PageSize", UintegerValue(4096)));
    EXPECT_EQ(host->CheckLedgers(), "");
}

TEST_F(LinuxHostTest, RefusesAnImpossiblePageSize)
{
    Ptr<LinuxHost> host = CreateObjectWithAttributes<LinuxHost>("PageSize", UintegerValue(5000));
    EXPECT_DEATH(host->GetCpu(0), "PageSize = 5000; accepted: 4096, 16384, 65536");
}

TEST_F(LinuxHostTest, TimeIsRoundedUpOnceAndNeverDrifts)
{
    for (const double ghz : {1.0, 2.3, 2.99, 4.2})
    {
        machine->coreGhz = ghz;
        const ClockRate rate(*machine);
        const double ticksPerNs = ghz * 256;
        for (Ticks ticks = 0; ticks < 5000; ticks += 7)
        {
            const Time time = rate.ToTime(ticks);
            EXPECT_GE(time.GetNanoSeconds() * ticksPerNs, ticks - 1e-6);
            EXPECT_LT((time.GetNanoSeconds() - 1) * ticksPerNs, ticks);
            EXPECT_GT(rate.FirstAfter(time), ticks);
            EXPECT_GT(rate.ToTime(rate.FirstAfter(time)), time);
            EXPECT_LE(rate.ToTime(rate.FirstAfter(time) - 1), time);
        }
        EXPECT_EQ(rate.FromTime(Seconds(3600)), static_cast<Ticks>(ghz * 256e9 * 3600 + 0.5));
        EXPECT_EQ(rate.ToTime(rate.FromTime(NanoSeconds(123456789))), NanoSeconds(123456789));
    }
    EXPECT_EQ(ClockRate(*machine).FromTime(Time::Max()), StepRunner::NEVER);
}

} // namespace softirqtest
} // namespace ns3
