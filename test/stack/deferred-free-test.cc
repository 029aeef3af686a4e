/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-host-fixture.h"

#include "ns3/backlogs.h"
#include "ns3/deferred-free.h"

#include <numeric>

namespace ns3
{
namespace stacktest
{

using ::testing::ElementsAre;

/** @brief Notes whose skbs are freed, and where. */
class FreeWatcher : public SkbOwner
{
  public:
    void Wfree(CpuCore& core, Skb& skb) override
    {
        sequences.push_back(skb.seq);
        cores.push_back(core.GetId());
    }

    std::vector<uint64_t> sequences; //!< in the order of freeing
    std::vector<uint32_t> cores;     //!< who freed
};

/** @brief Skbs that core 0 allocates and core 1 is done with. */
class DeferredFreeTest : public StackHostTest
{
  protected:
    void TearDown() override
    {
        deferred.Purge(core0);
        const DeferredFree::Stats& s = deferred.GetStats();
        uint64_t flushed = 0;
        for (std::size_t i = 0; i < s.histogram.size(); ++i)
        {
            flushed += i * s.histogram[i];
        }
        EXPECT_EQ(s.attempts, s.deferred + s.freedHere);
        EXPECT_EQ(s.deferred, s.flushed);
        EXPECT_EQ(s.flushed, flushed);
        EXPECT_EQ(s.flushes, std::accumulate(s.histogram.begin(), s.histogram.end(), uint64_t{0}));
        ExpectAllFree();
    }

    /** Allocate on core 0, give up on another. */
    void GiveUp(CpuCore& core, uint32_t skbs)
    {
        for (uint32_t i = 0; i < skbs; ++i)
        {
            Skb* skb = NewSkb(core0, i);
            skb->owner = &watcher;
            deferred.Attempt(core, skb);
        }
    }

    DeferredFree deferred{*host}; //!< under test
    FreeWatcher watcher;          //!< sees what is freed
};

TEST_F(DeferredFreeTest, TheAllocatingCoreFreesAtOnce)
{
    GiveUp(core0, 3);
    EXPECT_THAT(watcher.cores, ElementsAre(0u, 0u, 0u));
    EXPECT_EQ(deferred.GetStats().freedHere, 3u);
    EXPECT_EQ(deferred.GetLength(0), 0u);
}

TEST_F(DeferredFreeTest, AnotherCoreLeavesThemOnTheList)
{
    GiveUp(core1, 3);
    EXPECT_THAT(watcher.sequences, ElementsAre());
    EXPECT_EQ(deferred.GetLength(0), 3u);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(deferred.GetLength(0), 3u); // nobody was interrupted
}

TEST_F(DeferredFreeTest, TheOwnerFlushesInItsNextRound)
{
    Backlogs backlogs{*host};
    CountingSink sink{host->GetSkbs()};
    GiveUp(core1, 3);
    RunStep(cpu0, [&](CpuCore& core) { backlogs.Of(core).Enqueue(core, NewSkb(core, 0), sink); });
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(watcher.cores, ElementsAre(0u, 0u, 0u));
    EXPECT_THAT(watcher.sequences, ElementsAre(2, 1, 0)); // defer_list is a stack
    EXPECT_EQ(deferred.GetStats().histogram[3], 1u);
    EXPECT_EQ(deferred.GetStats().interrupts, 0u);
}

TEST_F(DeferredFreeTest, FlushedSkBuffsGoToTheOwnersNapiCache)
{
    GiveUp(core1, 33);
    const uint64_t before = host->GetSkbs().GetNapiCached();
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(host->GetSkbs().GetNapiCached(), before + 33);
}

TEST_F(DeferredFreeTest, TheSkbThatFindsTheListHalfFullInterrupts)
{
    // skb_attempt_defer_free(): kick = defer_count == (defer_max >> 1), before it is counted
    GiveUp(core1, 32);
    EXPECT_EQ(deferred.GetStats().interrupts, 0u);
    GiveUp(core1, 1);
    EXPECT_EQ(deferred.GetStats().interrupts, 1u);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(deferred.GetStats().histogram[33], 1u);
    EXPECT_EQ(deferred.GetLength(0), 0u);
    EXPECT_EQ(host->CheckLedgers(), "");
}

TEST_F(DeferredFreeTest, AFullListMakesTheReaderFree)
{
    GiveUp(core1, 70);
    EXPECT_EQ(deferred.GetLength(0), 64u);
    EXPECT_EQ(deferred.GetStats().full, 6u);
    EXPECT_EQ(deferred.GetStats().freedHere, 6u);
    EXPECT_EQ(deferred.GetStats().interrupts, 1u);
    EXPECT_THAT(watcher.cores, ::testing::Each(1u));
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(deferred.GetStats().histogram[64], 1u);
}

TEST_F(DeferredFreeTest, TheListReturnsToItsReadersAfterAFlush)
{
    GiveUp(core1, 40);
    host->RunFor(MilliSeconds(1));
    GiveUp(core1, 40);
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(deferred.GetStats().interrupts, 2u);
    EXPECT_EQ(deferred.GetStats().histogram[40], 2u);
}

TEST_F(DeferredFreeTest, SwitchedOffTheReaderFrees)
{
    kernel->deferFree = false;
    DeferredFree off{*host};
    off.Attempt(core1, NewSkb(core0, 0));
    EXPECT_EQ(off.GetStats().freedHere, 1u);
    EXPECT_EQ(off.GetLength(0), 0u);
}

} // namespace stacktest
} // namespace ns3
