/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/boolean.h"
#include "ns3/linux-host.h"
#include "ns3/live-frames.h"
#include "ns3/skb-allocator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/xdp-frame-bulk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

/** @brief Takes frames and keeps them until it is told to give them back in bulk. */
class Keeper : public XdpFrameSink, public SkbSink
{
  public:
    explicit Keeper(LinuxHost& host)
        : m_host(host)
    {
    }

    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override
    {
        EXPECT_EQ(core.GetContext(), Context::BhDisabled);
        kicks += flush ? 1 : 0;
        kept.insert(kept.end(), frames, frames + count);
        return count;
    }

    bool Receive(CpuCore& core, Skb* skb) override
    {
        ++skbs;
        EXPECT_EQ(skb->len, 50U);
        m_host.GetSkbs().ConsumeSkb(core, skb);
        return true;
    }

    /** @brief As a driver's clean does. @param core who @param count the oldest ones */
    void GiveBack(CpuCore& core, uint32_t count)
    {
        XdpFrameBulk bulk(XdpFrames::Of(m_host));
        for (uint32_t i = 0; i < count; ++i)
        {
            bulk.Return(core, kept[i]);
        }
        bulk.Flush(core);
        kept.erase(kept.begin(), kept.begin() + count);
    }

    std::vector<XdpFrame*> kept; //!< frames
    uint32_t kicks{0};           //!< bulks with a kick
    uint32_t skbs{0};            //!< skbs passed

  private:
    LinuxHost& m_host; //!< whose
};

/** @brief A call of test_run, batch by batch, into the keeper. */
class LiveFramesTest : public ::testing::Test
{
  protected:
    LiveFramesTest()
    {
        host->SetAttribute("Bound", BooleanValue(false));
    }

    ~LiveFramesTest() override
    {
        live->Dispose();
        host->Dispose();
    }

    void Connect(const std::string& verdict)
    {
        Ptr<XdpProgram> program = CreateObject<XdpProgram>();
        program->SetAttribute("Verdict", StringValue(verdict));
        keeper = std::make_unique<Keeper>(*host);
        live->Connect(host, 0, program, keeper.get(), keeper.get());
    }

    void RunCall(uint64_t frames)
    {
        live->Start(frames);
        do
        {
            host->RunFor(MicroSeconds(100));
        } while (live->IsBusy());
    }

    CpuCore& Core()
    {
        return host->GetCpu(0).GetCore();
    }

    Ptr<LinuxHost> host = CreateObject<LinuxHost>();
    Ptr<LiveFrames> live = CreateObject<LiveFrames>();
    std::unique_ptr<Keeper> keeper;
};

TEST_F(LiveFramesTest, SendsInBulksAndKicksOnceABatch)
{
    Connect("redirect");
    RunCall(150); // 64 + 64 + 22
    EXPECT_EQ(keeper->kept.size(), 150U);
    EXPECT_EQ(live->GetStats().batches, 3U);
    EXPECT_EQ(live->GetStats().redirect, 150U);
    EXPECT_EQ(keeper->kicks, 3U);
    EXPECT_EQ(live->GetBulkQueue().GetBulks(), 4U + 4 + 2);
    EXPECT_EQ(live->GetBulkQueue().GetSent(), 150U);
    EXPECT_EQ(Core().GetContext(), Context::Process);
}

TEST_F(LiveFramesTest, APageIsInitialisedOnceNotOncePerFrame)
{
    Connect("drop");
    RunCall(6400);
    EXPECT_EQ(live->GetStats().drop, 6400U);
    EXPECT_EQ(live->GetStats().inits, 64U);
    EXPECT_EQ(live->GetPool()->GetHold(), 64U);
    EXPECT_EQ(live->GetPool()->GetStats().cached, 0U); // no direct return
    EXPECT_EQ(live->Close(Core()), "");
}

TEST_F(LiveFramesTest, FramesLieBehindTheHeadRecord)
{
    live->SetAttribute("FrameSize", UintegerValue(100));
    Connect("tx");
    RunCall(1);
    const XdpFrame& frame = *keeper->kept.at(0);
    EXPECT_EQ(frame.mem, XdpMem::PagePool);
    EXPECT_EQ(frame.base, 112U);
    EXPECT_EQ(frame.bytes, 3984U);
    EXPECT_EQ(frame.headroom, 256U);
    EXPECT_EQ(frame.linear, 100U);
    EXPECT_EQ(live->GetStats().tx, 1U);
}

TEST_F(LiveFramesTest, TheRingFollowsTheBatchUnlessSet)
{
    live->SetAttribute("Batch", UintegerValue(16));
    Connect("drop");
    RunCall(16);
    EXPECT_EQ(live->GetPool()->GetRingSize(), 16U);
    live->SetAttribute("PoolSize", UintegerValue(1024));
    RunCall(16);
    EXPECT_EQ(live->GetPool()->GetRingSize(), 1024U);
    EXPECT_EQ(live->GetStats().calls, 2U);
}

TEST_F(LiveFramesTest, PassedFramesGoUpAtTheEndOfTheBatch)
{
    Connect("pass");
    RunCall(100);
    EXPECT_EQ(keeper->skbs, 100U);
    EXPECT_EQ(live->GetStats().pass, 100U);
    EXPECT_EQ(live->GetStats().batches, 2U);
    EXPECT_EQ(live->Close(Core()), "");
}

TEST_F(LiveFramesTest, ACallThatIsStoppedEndsItsBatch)
{
    Connect("drop");
    live->Start();
    host->RunFor(MicroSeconds(20));
    live->Stop();
    host->RunFor(MilliSeconds(1));
    EXPECT_FALSE(live->IsBusy());
    EXPECT_EQ(live->GetStats().frames % 64, 0U);
    EXPECT_EQ(live->GetStats().frames, live->GetStats().batches * 64);
}

TEST_F(LiveFramesTest, APoolOutlivesItsCallWhilePagesAreOut)
{
    Connect("redirect");
    RunCall(10);
    EXPECT_NE(live->Close(Core()), "");
    RunCall(10); // a second call, a second pool
    EXPECT_NE(keeper->kept[0]->page->pool, keeper->kept[10]->page->pool);
    keeper->GiveBack(Core(), 20);
    RunCall(0 + 1);
    keeper->GiveBack(Core(), 1);
    EXPECT_EQ(live->Close(Core()), "");
    EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), 0U);
}

/**
 * N frames come back at once into a ring of 64. Freshly drained, with k slots consumed but not
 * cleared by a consumer that found the ring empty after k pages, it takes 64 - k mod 16.
 */
TEST_F(LiveFramesTest, OverflowIsTheTableOfTheArithmetic)
{
    for (const uint32_t k : {0, 1, 7, 15, 16, 33})
    {
        for (const uint32_t n : {384, 256, 192, 64, 40})
        {
            SCOPED_TRACE(std::to_string(n) + " frames, " + std::to_string(k) + " slots");
            PagePoolParameters parameters;
            parameters.poolSize = 64;
            PagePool pool(host->GetPages(), host->GetKernel(), parameters);
            Keeper frames(*host);
            const auto take = [&](uint32_t count) {
                for (uint32_t i = 0; i < count; ++i)
                {
                    Page* page = pool.AllocPages(Core());
                    frames.kept.push_back(XdpFrames::Of(*host).FromPool(*page, 112, 3984, 256, 64));
                }
            };
            take(64 + k); // the array is empty if k is 0, else it holds 64 - k
            take((64 - k % 64) % 64);
            frames.GiveBack(Core(), k);
            take(k); // drains the ring of k
            EXPECT_EQ(pool.GetRingCount(), 0U);
            take(n - std::min<uint32_t>(n, static_cast<uint32_t>(frames.kept.size())));
            const PagePoolStats before = pool.GetStats();
            const uint64_t released = pool.GetRelease();
            frames.GiveBack(Core(), n);
            const uint64_t grown = pool.GetStats().ring - before.ring;
            EXPECT_EQ(grown, std::min<uint64_t>(n, 64 - k % 16));
            EXPECT_EQ(pool.GetRelease() - released, n - grown);
            const uint64_t bulks = (n + 15) / 16;
            EXPECT_EQ(pool.GetStats().ring_full - before.ring_full,
                      bulks - grown / 16 - (n == grown && n % 16 != 0 ? 1 : 0));
            frames.GiveBack(Core(), static_cast<uint32_t>(frames.kept.size()));
            EXPECT_TRUE(pool.Destroy(Core()));
            EXPECT_EQ(pool.CheckEqualities(), "");
        }
    }
}

} // namespace ns3
