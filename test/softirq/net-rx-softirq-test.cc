/* SPDX-License-Identifier: GPL-2.0-only */
#include "softirq-fixture.h"

#include <memory>

namespace ns3
{
namespace softirqtest
{

using ::testing::ElementsAre;

/** @brief Schedules NAPIs from an interrupt on core 0. */
class NetRxSoftirqTest : public SoftirqTest
{
  protected:
    void Build()
    {
        host = MakeHost();
        cpu = &host->GetCpu(0);
    }

    /** @brief NAPIs "0", "1", ... that write down their polls. */
    void AddNapis(unsigned count, uint64_t entries)
    {
        for (unsigned i = 0; i < count; ++i)
        {
            napis.push_back(std::make_unique<FakeNapi>(*host, std::to_string(i), &journal));
            napis.back()->Push(entries);
        }
    }

    /** @brief Run after an interrupt at a time that schedules all NAPIs. */
    void Interrupt(Ticks at)
    {
        irq = std::make_unique<FakeTimer>([this](CpuCore& core) {
            for (auto& napi : napis)
            {
                napi->Schedule(core);
            }
        });
        cpu->Arm(*irq, at);
    }

    /** @brief Lines of the journal that tell which NAPI was polled with what work. */
    Journal Polls() const
    {
        Journal polls;
        for (const std::string& line : journal)
        {
            if (line.find(" end ") != std::string::npos)
            {
                polls.push_back(line.substr(0, 2) + line.substr(6));
            }
        }
        return polls;
    }

    const NetRxSoftirq::Stats& Stats() const
    {
        return cpu->GetNetRx().GetStats();
    }

    Ptr<LinuxHost> host;                          //!< the host
    HostCpu* cpu{nullptr};                        //!< core 0
    Journal journal;                              //!< what the NAPIs did
    std::vector<std::unique_ptr<FakeNapi>> napis; //!< polled
    std::unique_ptr<FakeTimer> irq;               //!< schedules them
};

TEST_F(NetRxSoftirqTest, FullWeightWaitsForTheNextAction)
{
    Build();
    AddNapis(1, 200);
    Interrupt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(Polls(), ElementsAre("0 64", "0 64", "0 64", "0 8"));
    EXPECT_EQ(Stats().actions, 4u) << "a NAPI on the repoll list needs another net_rx_action";
    EXPECT_EQ(Stats().loops, 1u);
    EXPECT_EQ(Stats().rounds, 4u);
    EXPECT_EQ(Stats().timeSqueeze, 0u);
}

TEST_F(NetRxSoftirqTest, ManyNapisShareRoundRobin)
{
    Build();
    AddNapis(2, 100);
    Interrupt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(Polls(), ElementsAre("0 64", "1 64", "0 36", "1 36"));
    EXPECT_EQ(Stats().actions, 2u);
}

TEST_F(NetRxSoftirqTest, BudgetEndsTheActionAndKeepsTheOrder)
{
    Build();
    AddNapis(6, 70);
    Interrupt(0);
    host->RunFor(MilliSeconds(1));
    // 5 * 64 = 320 >= 300: "5" is left over and comes first, those on the repoll list follow.
    EXPECT_THAT(Polls(),
                ElementsAre("0 64",
                            "1 64",
                            "2 64",
                            "3 64",
                            "4 64",
                            "5 64",
                            "0 6",
                            "1 6",
                            "2 6",
                            "3 6",
                            "4 6",
                            "5 6"));
    EXPECT_EQ(Stats().timeSqueeze, 1u);
    EXPECT_EQ(Stats().actions, 3u);
    uint64_t polls = 0;
    for (const auto& napi : napis)
    {
        polls += napi->GetStats().polls;
    }
    EXPECT_EQ(Stats().rounds, polls);
}

TEST_F(NetRxSoftirqTest, SpliceOrderIsLeftoverNewRepoll)
{
    Build();
    AddNapis(7, 64);
    napis[6]->Push(64);
    FakeNapi& late = *napis[6];
    napis[0]->onPacket = [&late](CpuCore& core) { late.Schedule(core); };
    irq = std::make_unique<FakeTimer>([this](CpuCore& core) {
        for (unsigned i = 0; i < 6; ++i)
        {
            napis[i]->Schedule(core);
        }
    });
    cpu->Arm(*irq, 0);
    host->RunFor(MilliSeconds(1));
    const Journal polls = Polls();
    ASSERT_GE(polls.size(), 8u);
    EXPECT_EQ(polls[5], "5 64") << "left over by the budget";
    EXPECT_EQ(polls[6], "6 64") << "scheduled meanwhile";
    EXPECT_EQ(polls[7], "0 0") << "from the repoll list";
}

TEST_F(NetRxSoftirqTest, TimeLimitIsCountedInJiffies)
{
    Build();
    AddNapis(3, 10);
    for (auto& napi : napis)
    {
        napi->cost = 70 * US;
    }
    // Starts in the middle of jiffy 0, so the limit of two jiffies is reached at 2 ms: "0" ends at
    // 1.2 ms, "1" at 1.9 ms, "2" at 2.6 ms.
    Interrupt(MS / 2);
    host->RunFor(MilliSeconds(5));
    EXPECT_EQ(Stats().timeSqueeze, 1u) << "the last poll ends beyond the limit";
    EXPECT_EQ(Stats().actions, 1u);
}

TEST_F(NetRxSoftirqTest, TimeLimitLeavesTheRest)
{
    Build();
    AddNapis(3, 10);
    for (auto& napi : napis)
    {
        napi->cost = 110 * US;
    }
    Interrupt(MS / 2);
    host->RunFor(MilliSeconds(6));
    // "1" ends at 2.7 ms; the loop's own limit of 2 ms has passed too, so ksoftirqd does the rest.
    EXPECT_THAT(Polls(), ElementsAre("0 10", "1 10", "2 10"));
    EXPECT_EQ(Stats().timeSqueeze, 1u);
    EXPECT_EQ(Stats().gaveUp, 1u);
    EXPECT_EQ(Stats().loops, 2u);
    EXPECT_GT(cpu->GetKsoftirqd().GetVruntime(), MS);
}

TEST_F(NetRxSoftirqTest, ScheduledMeanwhileIsPolledInTheSameActionFrom64On)
{
    for (const uint32_t version : {603u, 604u})
    {
        kernel->version = version;
        Build();
        FakeNapi second(*host, "second");
        second.Push(1);
        FakeNapi first(*host, "first");
        first.Push(1);
        first.onPacket = [&second](CpuCore& core) { second.Schedule(core); };
        FakeTimer timer([&first](CpuCore& core) { first.Schedule(core); });
        cpu->Arm(timer, 0);
        host->RunFor(MilliSeconds(1));
        EXPECT_EQ(second.GetStats().polls, 1u);
        EXPECT_EQ(Stats().actions, version == 603 ? 2u : 1u) << version;
    }
}

TEST_F(NetRxSoftirqTest, LoopRunsTenActionsThenKsoftirqd)
{
    Build();
    AddNapis(1, 1000);
    uint64_t beforeThread = 0;
    napis[0]->onPacket = [this, &beforeThread](CpuCore&) {
        beforeThread += cpu->GetCurrent() == nullptr ? 1 : 0;
    };
    Interrupt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(beforeThread, 10u * 64u);
    EXPECT_EQ(Stats().gaveUp, 1u);
    EXPECT_EQ(Stats().loops, 2u);
    EXPECT_EQ(napis[0]->GetStats().work, 1000u);
    EXPECT_FALSE(cpu->GetKsoftirqd().IsAwake()) << "nothing is left to do";
}

TEST_F(NetRxSoftirqTest, LoopEndsWhenATaskWaits)
{
    Build();
    AddNapis(1, 1000);
    FakeTask task(*cpu, "task", [](FakeTask& self, CpuCore& core) {
        core.Spend(US);
        self.Sleep();
    });
    bool woken = false;
    uint64_t inlined = 0;
    napis[0]->onPacket = [&](CpuCore& core) {
        inlined += cpu->GetCurrent() == nullptr ? 1 : 0;
        if (!woken)
        {
            task.Wake(core);
            woken = true;
        }
    };
    napis[0]->cost = US / 10;
    Interrupt(0);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(inlined, 64u) << "one net_rx_action, then the task is seen";
    EXPECT_EQ(task.GetSteps(), 1u);
    EXPECT_EQ(napis[0]->GetStats().work, 1000u);
}

/** @brief Counts the rounds in which it was called. */
class CountingHook : public SoftirqHook
{
  public:
    void Flush(CpuCore& core) override
    {
        ++calls;
        serving = serving && core.GetContext() == Context::ServingSoftirq;
    }

    unsigned calls{0};  //!< so far
    bool serving{true}; //!< always in softirq
};

TEST_F(NetRxSoftirqTest, HooksRunAtTheTopOfEveryRound)
{
    Build();
    AddNapis(2, 100);
    CountingHook hook;
    cpu->GetNetRx().AddHook(hook);
    Interrupt(0);
    host->RunFor(MilliSeconds(1));
    // Each action flushes before each of its two polls and before it finds its list empty.
    EXPECT_EQ(hook.calls, 2u * 3u);
    EXPECT_TRUE(hook.serving);
    cpu->GetNetRx().RemoveHook(hook);
    FakeTimer raise([this](CpuCore&) { cpu->RaiseNetRx(); });
    cpu->Arm(raise, cpu->GetCore().Now());
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(hook.calls, 6u);
    EXPECT_EQ(Stats().actions, 3u) << "a raise without a NAPI runs one empty net_rx_action";
}

} // namespace softirqtest
} // namespace ns3
