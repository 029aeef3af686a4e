/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/linux-host.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/page-pool.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/** @brief A ring, and frames in pages of a pool with a ring of 64. */
class NicTxRingTest : public ::testing::Test
{
  protected:
    NicTxRingTest()
    {
        host->SetAttribute("Bound", BooleanValue(false));
        PagePoolParameters parameters;
        parameters.poolSize = 64;
        pool = std::make_unique<PagePool>(host->GetPages(), host->GetKernel(), parameters);
    }

    ~NicTxRingTest() override
    {
        nic->Dispose();
    }

    CpuCore& Core()
    {
        return host->GetCpu(0).GetCore();
    }

    /** @brief One bulk; what is refused goes back. @return frames taken */
    uint32_t Send(uint32_t count, bool flush)
    {
        std::vector<XdpFrame*> frames;
        for (uint32_t i = 0; i < count; ++i)
        {
            Page* page = pool->AllocPages(Core());
            frames.push_back(XdpFrames::Of(*host).FromPool(*page, 112, 3984, 256, 64));
        }
        const uint32_t taken = nic->XdpXmit(Core(), frames.data(), count, flush);
        for (uint32_t i = taken; i < count; ++i)
        {
            XdpFrames::Of(*host).Return(Core(), frames[i]);
        }
        return taken;
    }

    /** @brief Long enough for the wire to send whatever it was told to. */
    void Wait()
    {
        Core().IdleUntil(Core().Now() + Core().FromNs(1e5));
    }

    void Bulks(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            EXPECT_EQ(Send(16, true), 16U);
        }
        Wait();
    }

    void ExpectConserved()
    {
        const NicTxRing::Stats& s = nic->GetStats();
        EXPECT_EQ(s.queued, s.returned + nic->GetPending());
        uint64_t cleaned = s.purged;
        for (const auto& [frames, cleans] : s.cleanSizes)
        {
            cleaned += frames * cleans;
        }
        EXPECT_EQ(s.returned, cleaned);
        EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), nic->GetPending());
        EXPECT_EQ(pool->CheckEqualities(), "");
    }

    Ptr<LinuxHost> host = CreateObject<LinuxHost>();
    Ptr<NicTxRing> nic = CreateObject<NicTxRing>();
    std::unique_ptr<PagePool> pool;
};

TEST_F(NicTxRingTest, LazyLeavesSentFramesWhileAQuarterIsFree)
{
    nic->Open(host);
    Bulks(24); // 384 pending, 128 free: not below a quarter
    EXPECT_THAT(nic->GetStats().cleanSizes, IsEmpty());
    Bulks(1);
    EXPECT_THAT(nic->GetStats().cleanSizes, IsEmpty());
    Bulks(1); // 400 pending, all of them sent
    EXPECT_THAT(nic->GetStats().cleanSizes, ElementsAre(Pair(400, 1)));
    EXPECT_EQ(nic->GetPending(), 16U);
    ExpectConserved();
}

TEST_F(NicTxRingTest, ReturnsInBulksOfSixteen)
{
    nic->Open(host);
    Bulks(26);
    // 400 frames: the ring takes 64, 4 bulks; 21 more find it full and count once each
    EXPECT_EQ(pool->GetStats().ring, 64U);
    EXPECT_EQ(pool->GetStats().ring_full, 21U);
    EXPECT_EQ(pool->GetRelease(), 336U);
}

TEST_F(NicTxRingTest, CleansNoMoreThanItsLimit)
{
    nic->SetAttribute("CleanLimit", UintegerValue(128));
    nic->Open(host);
    Bulks(26);
    EXPECT_THAT(nic->GetStats().cleanSizes, ElementsAre(Pair(128, 1)));
    EXPECT_EQ(nic->GetPending(), 288U);
    ExpectConserved();
}

TEST_F(NicTxRingTest, EagerCleansWithEveryBulk)
{
    nic->SetAttribute("Clean", StringValue("eager"));
    nic->Open(host);
    for (uint32_t i = 0; i < 3; ++i)
    {
        Bulks(1);
    }
    EXPECT_THAT(nic->GetStats().cleanSizes, ElementsAre(Pair(0, 1), Pair(16, 2)));
    EXPECT_EQ(nic->GetPending(), 16U);
    ExpectConserved();
}

TEST_F(NicTxRingTest, WithoutAKickNothingIsSent)
{
    nic->Open(host);
    Send(16, false);
    Send(16, false);
    Wait();
    EXPECT_EQ(nic->GetStats().doorbells, 0U);
    EXPECT_EQ(nic->Clean(Core()), 0U);
    Send(8, true);
    Wait();
    EXPECT_EQ(nic->GetStats().doorbells, 1U);
    EXPECT_EQ(nic->Clean(Core()), 40U);
    ExpectConserved();
}

TEST_F(NicTxRingTest, AFullRingRefuses)
{
    nic->SetAttribute("Size", UintegerValue(64));
    nic->Open(host);
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(Send(15, false), 15U);
    }
    EXPECT_EQ(Send(16, false), 4U);
    EXPECT_EQ(nic->GetStats().full, 12U);
    EXPECT_EQ(nic->GetStats().queued, 64U);
    ExpectConserved();
}

/** A frame of 64 bytes is 88 on the wire: 70.4 ns at 10 Gb/s. */
TEST_F(NicTxRingTest, TheWireTakesItsTime)
{
    nic->SetAttribute("LineRate", DoubleValue(10));
    nic->Open(host);
    Send(100, true);
    const Ticks rung = Core().Now();
    Core().IdleUntil(rung + Core().FromNs(50 * 70.4));
    EXPECT_NEAR(nic->Clean(Core()), 50, 1);
    Wait();
    nic->Clean(Core());
    EXPECT_EQ(nic->GetPending(), 0U);
}

TEST_F(NicTxRingTest, PurgeGivesEverythingBack)
{
    nic->Open(host);
    Bulks(3);
    Send(5, false);
    nic->Purge(Core());
    EXPECT_EQ(nic->GetPending(), 0U);
    EXPECT_EQ(nic->GetStats().purged, 53U);
    ExpectConserved();
    Bulks(1);
    EXPECT_EQ(nic->Clean(Core()), 16U);
    nic->ResetStats();
    EXPECT_EQ(nic->GetStats().queued, 0U);
}

} // namespace ns3
