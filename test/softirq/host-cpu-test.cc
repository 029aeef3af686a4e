/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-fixture.h"

#include "ns3/step-output.h"

#include <memory>

namespace ns3
{
namespace softirqtest
{

using ::testing::ElementsAre;

/** @brief What core 0 chooses to run. */
class HostCpuTest : public SoftirqTest
{
  protected:
    /** @brief A process that computes, beside a NAPI that never runs empty; the share of time that
     * the process gets in 100 ms. */
    double ProcessShare(bool takeover)
    {
        kernel->ksoftirqdTakeover = takeover;
        Ptr<LinuxHost> host = MakeHost();
        HostCpu& cpu = host->GetCpu(0);
        FakeNapi flood(*host, "flood");
        flood.endless = true;
        flood.cost = US;
        FakeTask process(cpu, "process", [](FakeTask&, CpuCore& c) { c.Spend(5 * US); });
        FakeTimer irq([&](CpuCore& c) { flood.Schedule(c); });
        process.WakeAt(0);
        cpu.Arm(irq, MS);
        host->RunFor(MilliSeconds(100));
        EXPECT_EQ(host->CheckLedgers(), "");
        return static_cast<double>(process.GetSteps() * 5 * US) / (100.0 * MS);
    }
};

TEST_F(HostCpuTest, TakeoverGivesTheProcessHalf)
{
    EXPECT_NEAR(ProcessShare(true), 0.5, 0.05);
}

TEST_F(HostCpuTest, WithoutTakeoverInlineSoftirqsStarveTheProcess)
{
    EXPECT_LT(ProcessShare(false), 0.05);
    EXPECT_GT(ProcessShare(false), 0.0) << "a step between two loops";
}

TEST_F(HostCpuTest, SoftirqRunsBetweenStepsInline)
{
    Ptr<LinuxHost> host = MakeHost();
    HostCpu& cpu = host->GetCpu(0);
    Journal journal;
    FakeNapi napi(*host, "napi", &journal);
    FakeTask sender(cpu, "sender", [&](FakeTask& t, CpuCore& c) {
        EXPECT_EQ(c.GetContext(), Context::Process);
        journal.push_back("send");
        c.Spend(US);
        napi.Push(1);
        napi.Schedule(c);
        if (t.GetSteps() == 1)
        {
            t.Sleep();
        }
    });
    sender.WakeAt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(journal,
                ElementsAre("send",
                            "napi claimed",
                            "napi begin",
                            "napi end 1",
                            "napi complete",
                            "napi recheck",
                            "napi finish",
                            "send",
                            "napi claimed",
                            "napi begin",
                            "napi end 1",
                            "napi complete",
                            "napi recheck",
                            "napi finish"));
    EXPECT_EQ(cpu.GetStats().contextSwitches, 1u) << "a softirq is no switch";
}

TEST_F(HostCpuTest, BhDisabledTaskKeepsSoftirqsOut)
{
    Ptr<LinuxHost> host = MakeHost();
    HostCpu& cpu = host->GetCpu(0);
    FakeNapi napi(*host, "napi");
    napi.Push(100);
    std::vector<uint64_t> left;
    FakeTask task(cpu, "task", [&](FakeTask& t, CpuCore& c) {
        left.push_back(napi.GetEntries());
        EXPECT_EQ(c.GetContext(), t.IsBhDisabled() ? Context::BhDisabled : Context::Process);
        c.Spend(US);
        t.SetBhDisabled(left.size() < 3);
        napi.Schedule(c);
        if (left.size() == 4)
        {
            t.Sleep();
        }
    });
    task.WakeAt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(left, ElementsAre(100u, 100u, 100u, 0u));
}

TEST_F(HostCpuTest, RaiseInProcessContextWakesKsoftirqdAtOnce)
{
    Ptr<LinuxHost> host = MakeHost();
    HostCpu& cpu = host->GetCpu(0);
    FakeTask task(cpu, "task", [&](FakeTask& t, CpuCore& c) {
        c.Spend(US);
        cpu.RaiseNetRx();
        EXPECT_TRUE(cpu.GetKsoftirqd().IsAwake());
        t.Sleep();
    });
    task.WakeAt(0);
    FakeTimer irq([&](CpuCore&) {
        cpu.RaiseNetRx();
        EXPECT_FALSE(cpu.GetKsoftirqd().IsAwake()) << "irq_exit serves it";
    });
    cpu.Arm(irq, MS);
    host->RunFor(MilliSeconds(2));
    EXPECT_EQ(cpu.GetNetRx().GetStats().loops, 2u);
    EXPECT_FALSE(cpu.GetKsoftirqd().IsAwake());
}

/** @brief Notes when it was handed over. */
class NotingOutput : public StepOutput
{
  public:
    std::vector<Ticks> at{}; //!< times

  private:
    void HandOver(CpuCore& core) override
    {
        at.push_back(core.Now());
    }
};

TEST_F(HostCpuTest, OutputsAreHandedOverAtTheEndOfTheStep)
{
    Ptr<LinuxHost> host = MakeHost();
    HostCpu& a = host->GetCpu(0);
    HostCpu& b = host->GetCpu(1);
    NotingOutput output;
    Ticks end = 0;
    std::size_t seenInside = 99;
    FakeTimer producer([&](CpuCore& c) {
        a.HandOverAtEnd(output);
        a.HandOverAtEnd(output);
        c.Spend(10 * US);
        end = c.Now();
    });
    FakeTimer observer([&](CpuCore&) { seenInside = output.at.size(); });
    a.Arm(producer, 0);
    b.Arm(observer, 5 * US);
    host->RunFor(MicroSeconds(100));
    EXPECT_EQ(seenInside, 0u) << "another core does not see it before the step is over";
    EXPECT_THAT(output.at, ElementsAre(end));
}

TEST_F(HostCpuTest, IdleTimeIsBooked)
{
    Ptr<LinuxHost> host = MakeHost();
    HostCpu& cpu = host->GetCpu(0);
    FakeTimer timer([](CpuCore& c) { c.Spend(10 * US); });
    cpu.Arm(timer, 30 * US);
    EXPECT_EQ(cpu.NextStep(), 30 * US);
    host->RunFor(MicroSeconds(100));
    EXPECT_EQ(cpu.NextStep(), StepRunner::NEVER);
    EXPECT_EQ(cpu.GetCore().Now(), 100 * US);
    EXPECT_EQ(cpu.GetCore().GetLedger().OfKind(CostKind::Idle), 90 * US);
    EXPECT_EQ(host->CheckLedgers(), "");
}

// Arrivals further apart than the service lasts: every entry is polled alone.
TEST_F(HostCpuTest, SparseArrivalsArePolledAlone)
{
    Ptr<LinuxHost> host = MakeHost();
    HostCpu& cpu = host->GetCpu(0);
    FakeNapi napi(*host, "napi");
    napi.cost = US;
    FakeTimer arrival([&](CpuCore& c) {
        napi.Push(1);
        napi.Schedule(c);
    });
    for (int i = 0; i < 1000; ++i)
    {
        cpu.Arm(arrival, host->Now() + 10 * US);
        host->RunFor(MicroSeconds(20));
    }
    EXPECT_EQ(napi.GetStats().work, 1000u);
    EXPECT_EQ(napi.GetStats().histogram[1], 1000u);
    EXPECT_EQ(napi.GetStats().completed, 1000u);
}

} // namespace softirqtest
} // namespace ns3
