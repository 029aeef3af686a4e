/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-fixture.h"

#include "ns3/napi-thread.h"

#include <numeric>

namespace ns3
{
namespace softirqtest
{

using ::testing::ElementsAre;

/** @brief One NAPI on core 0. */
class NapiTest : public SoftirqTest
{
  protected:
    void Schedule(Ticks at)
    {
        cpu.Arm(irq, at);
    }

    static void ExpectEqualities(const Napi& napi)
    {
        const Napi::Stats& s = napi.GetStats();
        uint64_t work = 0;
        for (std::size_t i = 0; i < s.histogram.size(); ++i)
        {
            work += i * s.histogram[i];
        }
        EXPECT_EQ(s.polls, std::accumulate(s.histogram.begin(), s.histogram.end(), uint64_t{0}));
        EXPECT_EQ(s.work, work);
        EXPECT_EQ(s.polls, s.completed + s.missed + s.exhausted);
        EXPECT_EQ(s.exhausted, s.histogram.back());
    }

    Ptr<LinuxHost> host = MakeHost();                              //!< the host
    HostCpu& cpu = host->GetCpu(0);                                //!< core 0
    Journal journal;                                               //!< what happened
    FakeNapi napi{*host, "n", &journal};                           //!< under test
    FakeTimer irq{[this](CpuCore& core) { napi.Schedule(core); }}; //!< schedules it
};

TEST_F(NapiTest, HooksOfAPollThatEmptiesTheQueue)
{
    napi.Push(3);
    Schedule(0);
    host->RunFor(MicroSeconds(10));
    EXPECT_THAT(
        journal,
        ElementsAre("n claimed", "n begin", "n end 3", "n complete", "n recheck", "n finish"));
    EXPECT_FALSE(napi.IsScheduled());
    EXPECT_EQ(napi.GetListOwner(), -1);
    EXPECT_EQ(napi.GetStats().histogram[3], 1u);
    ExpectEqualities(napi);
}

TEST_F(NapiTest, HooksOfAPollThatUsesItsWeight)
{
    napi.Push(65);
    Schedule(0);
    host->RunFor(MicroSeconds(10));
    EXPECT_THAT(journal,
                ElementsAre("n claimed",
                            "n begin",
                            "n end 64",
                            "n finish",
                            "n exhausted",
                            "n begin",
                            "n end 1",
                            "n complete",
                            "n recheck",
                            "n finish"));
    ExpectEqualities(napi);
}

TEST_F(NapiTest, SecondClaimSetsMissedAndThePollRunsAgain)
{
    napi.Push(2);
    bool claimed = true;
    napi.onComplete = [&](CpuCore& core) {
        if (napi.GetStats().polls == 0)
        {
            claimed = napi.Schedule(core);
            EXPECT_TRUE(napi.IsMissed());
            EXPECT_EQ(napi.GetListOwner(), 0);
        }
    };
    Schedule(0);
    host->RunFor(MicroSeconds(10));
    EXPECT_FALSE(claimed);
    EXPECT_FALSE(napi.IsMissed());
    EXPECT_FALSE(napi.IsScheduled());
    EXPECT_EQ(napi.GetStats().missed, 1u);
    EXPECT_EQ(napi.GetStats().polls, 2u);
    EXPECT_EQ(napi.GetStats().scheduled, 1u) << "SCHED was never released in between";
    ExpectEqualities(napi);
}

TEST_F(NapiTest, RecheckSchedulesAgain)
{
    napi.Push(1);
    napi.onRecheck = [&](CpuCore&) {
        if (napi.GetStats().polls == 0)
        {
            napi.Push(5);
            return true;
        }
        return false;
    };
    Schedule(0);
    host->RunFor(MicroSeconds(10));
    EXPECT_EQ(napi.GetStats().scheduled, 2u);
    EXPECT_EQ(napi.GetStats().completed, 2u);
    EXPECT_EQ(napi.GetStats().work, 6u);
    ExpectEqualities(napi);
}

TEST_F(NapiTest, TestAndSetLeavesNoMissed)
{
    CpuCore& core = cpu.GetCore();
    EXPECT_TRUE(napi.TestAndSetSched(core));
    EXPECT_FALSE(napi.TestAndSetSched(core));
    EXPECT_FALSE(napi.IsMissed());
    napi.ClearSched(core);
    EXPECT_FALSE(napi.IsScheduled());
}

TEST_F(NapiTest, StateWordMovesBetweenCores)
{
    HostCpu& other = host->GetCpu(1);
    napi.SchedulePrep(cpu.GetCore());
    const Ticks before = other.GetCore().GetLedger().OfKind(CostKind::Transfer);
    napi.SchedulePrep(other.GetCore());
    EXPECT_GT(other.GetCore().GetLedger().OfKind(CostKind::Transfer), before);
    napi.ClearSched(cpu.GetCore());
}

TEST_F(NapiTest, PollsRunWhereItWasScheduled)
{
    HostCpu& other = host->GetCpu(1);
    napi.Push(4);
    uint32_t where = 99;
    napi.onPacket = [&](CpuCore& core) {
        where = core.GetId();
        EXPECT_EQ(core.GetContext(), Context::ServingSoftirq);
    };
    other.Arm(irq, 0);
    host->RunFor(MicroSeconds(10));
    EXPECT_EQ(where, 1u);
    EXPECT_EQ(cpu.GetNetRx().GetStats().loops, 0u);
}

TEST_F(NapiTest, ThreadPollsOneWeightWithBottomHalvesDisabled)
{
    HostCpu& threadCpu = host->GetCpu(2);
    NapiThread thread(threadCpu, napi);
    napi.Push(130);
    uint64_t wrong = 0;
    napi.onPacket = [&](CpuCore& core) {
        wrong += core.GetId() != 2 || core.GetContext() != Context::BhDisabled ? 1 : 0;
    };
    Schedule(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(napi.GetStats().polls, 3u);
    EXPECT_EQ(napi.GetStats().work, 130u);
    EXPECT_EQ(threadCpu.GetNetRx().GetStats().loops, 0u);
    EXPECT_FALSE(thread.IsAwake());
    EXPECT_FALSE(thread.IsBhDisabled());
    ExpectEqualities(napi);
}

TEST_F(NapiTest, ThreadKeepsSoftirqsOutUntilItsSectionEnds)
{
    NapiThread thread(cpu, napi);
    FakeNapi inlined(*host, "inline", &journal);
    inlined.Push(1);
    napi.Push(70);
    napi.onPacket = [&](CpuCore& core) {
        if (napi.GetWork() == 10)
        {
            inlined.Schedule(core);
        }
    };
    Schedule(0);
    host->RunFor(MilliSeconds(1));
    const auto at = [this](const std::string& line) {
        return std::find(journal.begin(), journal.end(), line) - journal.begin();
    };
    EXPECT_LT(at("n end 64"), at("inline begin"));
    EXPECT_LT(at("inline begin"), at("n end 6"));
}

TEST_F(NapiTest, ThreadSeesMissed)
{
    NapiThread thread(cpu, napi);
    napi.Push(1);
    napi.onComplete = [&](CpuCore& core) {
        if (napi.GetStats().polls == 0)
        {
            napi.Push(1);
            napi.Schedule(core);
        }
    };
    Schedule(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(napi.GetStats().missed, 1u);
    EXPECT_EQ(napi.GetStats().work, 2u);
    EXPECT_FALSE(thread.IsAwake());
}

TEST_F(NapiTest, ResetForgetsCountersOnly)
{
    napi.endless = true;
    Schedule(0);
    host->RunFor(MicroSeconds(10));
    host->ResetStats();
    EXPECT_EQ(napi.GetStats().polls, 0u);
    EXPECT_TRUE(napi.IsScheduled());
    host->RunFor(MicroSeconds(10));
    EXPECT_GT(napi.GetStats().polls, 0u);
}

TEST_F(NapiTest, DestroyedWhileListedIsForgotten)
{
    {
        FakeNapi gone(*host, "gone");
        gone.Push(1);
        FakeTimer timer([&](CpuCore& core) {
            gone.Schedule(core);
            napi.Push(1);
            napi.Schedule(core);
        });
        cpu.Arm(timer, 0);
        cpu.RunStep();
        EXPECT_TRUE(gone.IsScheduled());
    }
    host->RunFor(MicroSeconds(10));
    EXPECT_EQ(napi.GetStats().work, 1u);
}

TEST(NapiListTest, SplicesInOrder)
{
    Ptr<LinuxHost> host = CreateObject<LinuxHost>();
    FakeNapi a(*host, "a");
    FakeNapi b(*host, "b");
    FakeNapi c(*host, "c");
    NapiList list;
    NapiList other;
    list.PushBack(a);
    other.PushBack(b);
    other.PushBack(c);
    list.TakeAll(other);
    EXPECT_TRUE(other.IsEmpty());
    list.Remove(b);
    EXPECT_EQ(&list.PopFront(), &a);
    EXPECT_EQ(&list.PopFront(), &c);
    EXPECT_TRUE(list.IsEmpty());
}

} // namespace softirqtest
} // namespace ns3
