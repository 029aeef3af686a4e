/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-fixture.h"

#include "ns3/step-output.h"

#include <memory>

namespace ns3
{
namespace softirqtest
{

using ::testing::ElementsAre;

/** @brief Tasks on cores of one host; system costs in round figures. */
class TaskTest : public SoftirqTest
{
  protected:
    TaskTest()
    {
        machine->contextSwitchNs = 1200;
        machine->wakerNs = 300;
        machine->wakeLocalNs = 500;
        machine->wakeRemoteNs = 1100;
        host = MakeHost();
    }

    /** @brief The fixed part of a kernel function, first call on a core: what code costs there. */
    Ticks CostOf(const HostCpu& cpu, Fn fn) const
    {
        return const_cast<HostCpu&>(cpu).GetCore().GetLedger().OfFunction(fn);
    }

    /** @brief A task that runs once for a while, notes when it began, and sleeps. */
    std::unique_ptr<FakeTask> MakeOneShot(HostCpu& cpu, Ticks length, std::vector<Ticks>& starts)
    {
        return std::make_unique<FakeTask>(cpu,
                                          "oneshot",
                                          [length, &starts](FakeTask& t, CpuCore& c) {
                                              starts.push_back(c.Now());
                                              c.Spend(length);
                                              t.Sleep();
                                          });
    }

    Ptr<LinuxHost> host; //!< the host
};

TEST_F(TaskTest, RemoteWakeUpOfAnIdleCore)
{
    HostCpu& a = host->GetCpu(0);
    HostCpu& b = host->GetCpu(1);
    std::vector<Ticks> starts;
    auto task = MakeOneShot(b, US, starts);
    Ticks woken = 0;
    FakeTimer timer([&](CpuCore& core) {
        task->Wake(core);
        woken = core.Now();
    });
    a.Arm(timer, 10 * US);
    host->RunFor(MicroSeconds(100));
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_EQ(a.GetCore().GetLedger().Get(Fn::try_to_wake_up, CostKind::Context), 300u * 256);
    EXPECT_EQ(starts[0] - woken, 1100 * 256 + CostOf(b, Fn::schedule));
    EXPECT_EQ(b.GetCore().GetLedger().Get(Fn::schedule, CostKind::Context), 1200u * 256);
    EXPECT_EQ(b.GetStats().wakeups, 1u);
    EXPECT_EQ(b.GetStats().contextSwitches, 1u);
}

TEST_F(TaskTest, LocalWakeUpOfAnIdleCore)
{
    HostCpu& a = host->GetCpu(0);
    std::vector<Ticks> starts;
    auto task = MakeOneShot(a, US, starts);
    Ticks woken = 0;
    FakeTimer timer([&](CpuCore& core) {
        task->Wake(core);
        woken = core.Now();
    });
    a.Arm(timer, 10 * US);
    host->RunFor(MicroSeconds(100));
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_EQ(starts[0] - woken, 500 * 256 + CostOf(a, Fn::schedule));
}

TEST_F(TaskTest, BusyCoreAddsNoLatencyAndAwakeCostsNothing)
{
    HostCpu& a = host->GetCpu(0);
    HostCpu& b = host->GetCpu(1);
    std::vector<Ticks> starts;
    auto busy = MakeOneShot(b, 50 * US, starts);
    auto task = MakeOneShot(b, US, starts);
    busy->WakeAt(0);
    FakeTimer timer([&](CpuCore& core) {
        task->Wake(core);
        const Ticks paid = core.Now();
        task->Wake(core);
        EXPECT_EQ(core.Now(), paid) << "awake already";
    });
    a.Arm(timer, 20 * US);
    host->RunFor(MicroSeconds(100));
    ASSERT_EQ(starts.size(), 2u);
    EXPECT_LT(starts[1], 54 * US);
    EXPECT_EQ(b.GetStats().wakeups, 1u);
    EXPECT_EQ(b.GetStats().contextSwitches, 2u);
}

TEST_F(TaskTest, WakeUpBeforeTheSleeperSleptIsNoWakeUp)
{
    HostCpu& a = host->GetCpu(0);
    HostCpu& b = host->GetCpu(1);
    std::vector<Ticks> starts;
    auto task = MakeOneShot(b, 50 * US, starts);
    task->WakeAt(0);
    FakeTimer timer([&](CpuCore& core) { task->Wake(core); });
    a.Arm(timer, 20 * US);
    host->RunFor(MicroSeconds(200));
    ASSERT_EQ(starts.size(), 2u);
    EXPECT_EQ(starts[1], starts[0] + 50 * US) << "it goes on at once";
    EXPECT_EQ(b.GetStats().wakeups, 0u);
    EXPECT_EQ(a.GetCore().GetLedger().OfFunction(Fn::try_to_wake_up), 0u);
    EXPECT_EQ(b.GetStats().contextSwitches, 1u);
}

TEST_F(TaskTest, TheEarlierOfTwoWakersCounts)
{
    HostCpu& a = host->GetCpu(0);
    HostCpu& b = host->GetCpu(1);
    HostCpu& c = host->GetCpu(2);
    std::vector<Ticks> starts;
    auto task = MakeOneShot(b, US, starts);
    FakeTimer slow([&](CpuCore& core) {
        core.Spend(50 * US);
        task->Wake(core);
    });
    FakeTimer quick([&](CpuCore& core) { task->Wake(core); });
    a.Arm(slow, 10 * US);
    c.Arm(quick, 20 * US);
    host->RunFor(MicroSeconds(200));
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_LT(starts[0], 30 * US);
}

TEST_F(TaskTest, TwoBusyTasksShareFairly)
{
    HostCpu& cpu = host->GetCpu(0);
    FakeTask a(cpu, "a", [](FakeTask&, CpuCore& c) { c.Spend(10 * US); });
    FakeTask b(cpu, "b", [](FakeTask&, CpuCore& c) { c.Spend(7 * US); });
    a.WakeAt(0);
    b.WakeAt(0);
    host->RunFor(MilliSeconds(600));
    const double share = static_cast<double>(a.GetVruntime()) / (600.0 * MS);
    EXPECT_NEAR(share, 0.5, 0.01);
    // Slices of 3 ms, ended at a tick of 1 ms: 600 / 3 or 4.
    EXPECT_GE(cpu.GetStats().contextSwitches, 150u);
    EXPECT_LE(cpu.GetStats().contextSwitches, 201u);
}

TEST_F(TaskTest, WokenTaskPreemptsOnlyAtAPreemptiblePoint)
{
    HostCpu& cpu = host->GetCpu(0);
    unsigned steps = 0;
    FakeTask inSyscall(cpu, "syscall", [&](FakeTask& t, CpuCore& c) {
        c.Spend(10 * US);
        // A system call of 1000 steps.
        t.preemptible = ++steps % 1000 == 0;
    });
    inSyscall.preemptible = false;
    unsigned stepsAtWake = 0;
    unsigned stepsAtRun = 0;
    FakeTask woken(cpu, "woken", [&](FakeTask& t, CpuCore& c) {
        stepsAtRun = steps;
        c.Spend(US);
        t.Sleep();
    });
    FakeTimer timer([&](CpuCore& c) {
        woken.Wake(c);
        stepsAtWake = steps;
    });
    inSyscall.WakeAt(0);
    cpu.Arm(timer, 15 * MS + 5 * US);
    host->RunFor(MilliSeconds(40));
    EXPECT_GT(stepsAtWake, 1400u);
    EXPECT_LT(stepsAtWake, 1600u);
    EXPECT_EQ(stepsAtRun, 2000u) << "at the end of the second system call";
}

TEST_F(TaskTest, SmallLeadDoesNotPreempt)
{
    HostCpu& cpu = host->GetCpu(0);
    std::vector<Ticks> starts;
    auto woken = MakeOneShot(cpu, US, starts);
    FakeTask busy(cpu, "busy", [](FakeTask&, CpuCore& c) { c.Spend(10 * US); });
    FakeTimer timer([&](CpuCore& c) { woken->Wake(c); });
    busy.WakeAt(0);
    cpu.Arm(timer, MS / 2);
    host->RunFor(MilliSeconds(20));
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_GE(starts[0], 3 * MS) << "lead of 0.5 ms: it waits for the end of the slice";
    cpu.Arm(timer, 20 * MS + MS / 2);
    host->RunFor(MilliSeconds(20));
    ASSERT_EQ(starts.size(), 2u);
    EXPECT_LT(starts[1], 20 * MS + MS / 2 + 20 * US) << "lead of many ms: at the next step";
}

TEST_F(TaskTest, LongSleeperIsPlacedNearItsPeers)
{
    HostCpu& cpu = host->GetCpu(0);
    FakeTask busy(cpu, "busy", [](FakeTask&, CpuCore& c) { c.Spend(10 * US); });
    FakeTask late(cpu, "late", [](FakeTask&, CpuCore& c) { c.Spend(10 * US); });
    busy.WakeAt(0);
    late.WakeAt(100 * MS);
    host->RunFor(MilliSeconds(200));
    const Ticks ran = late.GetSteps() * 10 * US;
    EXPECT_GT(ran, 50 * MS);
    EXPECT_LT(ran, 60 * MS) << "half of the time, and at most 12 ms of credit";
}

TEST_F(TaskTest, TimedSleepEndsInAnInterrupt)
{
    HostCpu& cpu = host->GetCpu(0);
    std::vector<Ticks> starts;
    FakeTask task(cpu, "timed", [&](FakeTask& t, CpuCore& c) {
        starts.push_back(c.Now());
        c.Spend(US);
        t.SleepUntil(100 * US);
        if (starts.size() == 2)
        {
            t.Sleep();
        }
    });
    task.WakeAt(0);
    host->RunFor(MilliSeconds(1));
    ASSERT_EQ(starts.size(), 2u);
    EXPECT_GE(starts[1], 100 * US + (300 + 500 + 1200) * 256);
    EXPECT_LT(starts[1], 103 * US);
    EXPECT_FALSE(task.IsAwake());
}

TEST_F(TaskTest, WakeInTheSameStepUndoesSleep)
{
    HostCpu& cpu = host->GetCpu(0);
    FakeTask task(cpu, "task", [](FakeTask& t, CpuCore& c) {
        c.Spend(US);
        t.Sleep();
        if (t.GetSteps() < 4)
        {
            t.Wake(c);
        }
    });
    task.WakeAt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(task.GetSteps(), 5u);
}

TEST_F(TaskTest, DestroyedWhileRunnableOrWaking)
{
    HostCpu& cpu = host->GetCpu(0);
    {
        FakeTask runnable(cpu, "runnable", [](FakeTask&, CpuCore& c) { c.Spend(US); });
        FakeTask waking(cpu, "waking", [](FakeTask&, CpuCore& c) { c.Spend(US); });
        runnable.WakeAt(0);
        waking.WakeAt(MS);
        host->RunFor(MicroSeconds(50));
        EXPECT_EQ(waking.GetState(), Task::State::Waking);
    }
    host->RunFor(MilliSeconds(5));
    EXPECT_TRUE(cpu.IsIdle(cpu.GetCore().Now()));
}

} // namespace softirqtest
} // namespace ns3
