/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-fixture.h"

#include "ns3/ipi.h"
#include "ns3/timer-heap.h"

#include <algorithm>
#include <memory>
#include <random>

namespace ns3
{
namespace softirqtest
{

using ::testing::ElementsAre;

/** @brief A heap on a core of its own. */
class TimerHeapTest : public SoftirqTest
{
  protected:
    std::unique_ptr<FakeTimer> Make(int number)
    {
        return std::make_unique<FakeTimer>([this, number](CpuCore&) { fired.push_back(number); });
    }

    void Drain()
    {
        while (heap.GetSize() > 0)
        {
            heap.ExpireFirst(core);
        }
    }

    Ptr<LinuxHost> host = MakeHost();          //!< the host
    CpuCore& core = host->GetCpu(0).GetCore(); //!< passed on
    TimerHeap heap;                            //!< under test
    std::vector<int> fired;                    //!< in this order
};

TEST_F(TimerHeapTest, EqualTimesInOrderOfArming)
{
    auto a = Make(1);
    auto b = Make(2);
    auto c = Make(3);
    heap.Arm(*a, 10);
    heap.Arm(*b, 10);
    heap.Arm(*c, 5);
    heap.Arm(*a, 10);
    EXPECT_EQ(heap.Next(), 5u);
    EXPECT_EQ(a->GetExpiry(), 10u);
    Drain();
    EXPECT_THAT(fired, ElementsAre(3, 2, 1)) << "armed again, 1 goes behind its equals";
    EXPECT_FALSE(a->IsArmed());
    EXPECT_EQ(a->GetExpiry(), StepRunner::NEVER);
    EXPECT_EQ(heap.Next(), StepRunner::NEVER);
}

/** A core whose only timer moves to another core has nothing to do, and waits without end. */
TEST_F(TimerHeapTest, ATimerMovesToAnotherCore)
{
    HostCpu& cpu0 = host->GetCpu(0);
    HostCpu& cpu1 = host->GetCpu(1);
    auto a = Make(1);
    cpu0.Arm(*a, 2 * US);
    cpu1.Arm(*a, 5 * US);
    host->RunFor(MicroSeconds(3));
    EXPECT_THAT(fired, ElementsAre());
    EXPECT_EQ(cpu0.GetCore().Now(), 3 * US);
    host->RunFor(MicroSeconds(3));
    EXPECT_THAT(fired, ElementsAre(1));
    cpu0.Arm(*a, 8 * US);
    a->Disarm();
    host->RunFor(MicroSeconds(10));
    EXPECT_THAT(fired, ElementsAre(1));
    EXPECT_EQ(cpu0.GetCore().Now(), 16 * US);
    EXPECT_EQ(host->CheckLedgers(), "");
}

TEST_F(TimerHeapTest, CancelAndDestroy)
{
    auto a = Make(1);
    auto b = Make(2);
    auto c = Make(3);
    heap.Arm(*a, 1);
    heap.Arm(*b, 2);
    heap.Arm(*c, 3);
    heap.Cancel(*a);
    heap.Cancel(*a);
    b.reset();
    EXPECT_EQ(heap.GetSize(), 1u);
    Drain();
    EXPECT_THAT(fired, ElementsAre(3));
}

TEST_F(TimerHeapTest, OutlivedByItsClients)
{
    auto a = Make(1);
    {
        TimerHeap shortLived;
        shortLived.Arm(*a, 1);
    }
    EXPECT_FALSE(a->IsArmed());
}

TEST_F(TimerHeapTest, RandomWorkMatchesASort)
{
    std::mt19937 random(7);
    std::vector<std::unique_ptr<FakeTimer>> timers;
    std::vector<std::pair<Ticks, int>> expected;
    for (int i = 0; i < 500; ++i)
    {
        timers.push_back(Make(i));
        heap.Arm(*timers.back(), random() % 100);
    }
    for (int i = 0; i < 500; ++i)
    {
        if (random() % 3 == 0)
        {
            heap.Cancel(*timers[i]);
        }
        else
        {
            const Ticks when = random() % 50;
            heap.Arm(*timers[i], when);
            expected.emplace_back(when, i);
        }
    }
    Drain();
    std::stable_sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    ASSERT_EQ(fired.size(), expected.size());
    for (std::size_t i = 0; i < fired.size(); ++i)
    {
        EXPECT_EQ(fired[i], expected[i].second);
    }
}

TEST_F(TimerHeapTest, BusyCoreServesTimersBetweenSteps)
{
    HostCpu& cpu = host->GetCpu(0);
    FakeTask task(cpu, "busy", [](FakeTask&, CpuCore& c) { c.Spend(US); });
    task.WakeAt(0);
    Ticks seen = 0;
    FakeTimer timer([&seen](CpuCore& c) { seen = c.Now(); });
    const Ticks due = 10 * US + US / 2;
    cpu.Arm(timer, due);
    host->RunFor(MicroSeconds(20));
    EXPECT_GE(seen, due);
    EXPECT_LT(seen, due + US);
}

/** @brief Notes when it was handled. */
class NotingIpi : public Ipi
{
  public:
    Ticks at{0};     //!< time of the handler
    uint32_t on{99}; //!< core of the handler

  protected:
    void Handle(CpuCore& core) override
    {
        at = core.Now();
        on = core.GetId();
    }
};

TEST_F(TimerHeapTest, IpiArrivesAfterItsLatency)
{
    machine->ipiNs = 800;
    machine->irqNs = 500;
    host = MakeHost();
    HostCpu& from = host->GetCpu(0);
    HostCpu& to = host->GetCpu(1);
    NotingIpi ipi;
    FakeTimer start([&](CpuCore& c) {
        c.Spend(US);
        EXPECT_TRUE(ipi.Send(c, to));
        EXPECT_FALSE(ipi.Send(c, to)) << "under way";
    });
    from.Arm(start, 0);
    host->RunFor(MicroSeconds(10));
    EXPECT_EQ(ipi.on, 1u);
    EXPECT_EQ(ipi.GetSent(), 1u);
    // The latency, then entry and exit, which are paid by the target.
    EXPECT_EQ(to.GetCore().GetLedger().OfKind(CostKind::Context), to.GetCore().FromNs(500));
    EXPECT_GE(ipi.at, US + to.GetCore().FromNs(800 + 500));
    EXPECT_FALSE(ipi.IsArmed());
}

} // namespace softirqtest
} // namespace ns3
