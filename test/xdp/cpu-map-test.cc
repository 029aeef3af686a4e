/* SPDX-License-Identifier: GPL-2.0-only */
#include "device/csv-table.h"
#include "xdp-rig.h"

#include "ns3/boolean.h"
#include "ns3/cpu-map.h"
#include "ns3/fifo-spinner.h"
#include "ns3/linux-host-helper.h"
#include "ns3/packet-meter.h"
#include "ns3/page-pool.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <list>
#include <memory>

namespace ns3
{

namespace
{

/** @brief Does something once, as an interrupt of a core. */
class OneShot : public TimerClient
{
  public:
    explicit OneShot(std::function<void(CpuCore&)> body)
        : m_body(std::move(body))
    {
    }

  private:
    void Expire(CpuCore& core) override
    {
        m_body(core);
    }

    std::function<void(CpuCore&)> m_body; //!< what
};

} // namespace

/** @brief Core 0 redirects frames of a page_pool to a kthread on core 1. */
class CpuMapTest : public ::testing::Test
{
  protected:
    void Build(const std::string& kernel, uint32_t qsize, const std::string& verdict = "")
    {
        LinuxHostHelper hosts;
        hosts.SetKernel(kernel);
        hosts.SetAttribute("Bound", BooleanValue(false));
        host = hosts.Install(CreateObject<Node>());
        meter = std::make_unique<PacketMeter>(host->GetSkbs());
        pool = std::make_unique<PagePool>(host->GetPages(),
                                          host->GetKernel(),
                                          PagePoolParameters(),
                                          &host->GetFootprint());
        entry = std::make_unique<CpuMapEntry>(*host, 1, qsize, *meter);
        if (!verdict.empty())
        {
            Ptr<XdpProgram> program = CreateObject<XdpProgram>();
            program->SetAttribute("Verdict", StringValue(verdict));
            entry->SetProgram(program);
        }
        spinner = std::make_unique<FifoSpinner>(host->GetCpu(1));
    }

    ~CpuMapTest() override
    {
        spinner.reset();
        entry.reset();
        if (host)
        {
            host->Dispose();
        }
        Simulator::Destroy();
    }

    void InOneStep(const std::function<void(CpuCore&)>& body)
    {
        m_shots.emplace_back(body);
        host->GetCpu(0).Arm(m_shots.back(), host->Now());
        host->RunFor(MilliSeconds(5));
    }

    void Enqueue(CpuCore& core)
    {
        Page* page = pool->AllocPages(core);
        entry->Enqueue(core, XdpFrames::Of(*host).FromPool(*page, 0, 4096, 256, 60));
    }

    /** A NAPI poll of so many frames. */
    void Redirect(CpuCore& core, uint32_t frames)
    {
        const Context outer = core.SetContext(Context::ServingSoftirq);
        for (uint32_t i = 0; i < frames; ++i)
        {
            Enqueue(core);
        }
        entry->Flush(core);
        core.SetContext(outer);
    }

    /** @return frames of a burst that fit while the kthread is kept off; drained afterwards */
    uint32_t SendStalled(uint32_t burst)
    {
        spinner->Hold(host->Now(), Callback<void, Ticks>());
        host->RunFor(MicroSeconds(100));
        InOneStep([&](CpuCore& core) {
            for (uint32_t left = burst; left > 0; left -= std::min(left, 64u))
            {
                Redirect(core, std::min(left, 64u));
            }
        });
        const uint32_t taken = entry->GetQueued();
        spinner->Release(host->GetCpu(0).GetCore());
        host->RunFor(MilliSeconds(5));
        EXPECT_EQ(entry->GetQueued(), 0u);
        EXPECT_FALSE(entry->IsAwake());
        return taken;
    }

    /** The equalities of the class comment, at rest; then everything is where it came from. */
    void ExpectConserved()
    {
        const CpuMapStats& s = entry->GetStats();
        EXPECT_EQ(s.queued, s.drops + s.processed);
        EXPECT_EQ(s.processed, s.pass + s.xdpDrops + s.allocDrops);
        EXPECT_EQ(s.pass, meter->GetStats().passed);
        uint64_t batches = 0;
        uint64_t frames = 0;
        for (uint64_t n = 0; n < s.histogram.size(); ++n)
        {
            batches += s.histogram[n];
            frames += n * s.histogram[n];
        }
        EXPECT_EQ(batches, s.batches);
        EXPECT_EQ(frames, s.processed);
        CpuCore& core = host->GetCpu(0).GetCore();
        entry->Purge(core);
        EXPECT_EQ(pool->CheckEqualities(), "");
        EXPECT_TRUE(pool->Destroy(core));
        EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), 0u);
        const PageAudit audit = host->GetPages().Audit();
        EXPECT_TRUE(audit.consistent);
        EXPECT_EQ(audit.created, audit.buddy + audit.pcp + audit.used);
        EXPECT_EQ(host->GetSkbs().GetStats().allocated, host->GetSkbs().GetStats().freed);
        host->SettleIdle();
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    Ptr<LinuxHost> host;                  //!< the host
    std::unique_ptr<PacketMeter> meter;   //!< above the map
    std::unique_ptr<PagePool> pool;       //!< of the redirecting device
    std::unique_ptr<CpuMapEntry> entry;   //!< the map
    std::unique_ptr<FifoSpinner> spinner; //!< keeps the kthread off

  private:
    std::list<OneShot> m_shots; //!< steps ordered
};

/** As measured: a poll of 64 makes 8 flushes (cpumap:live), a poll of one makes one (cpumap:pkt).
 */
TEST_F(CpuMapTest, FlushesByEightAndAtTheEndOfAPoll)
{
    Build("6.4", 512);
    InOneStep([&](CpuCore& core) { Redirect(core, 64); });
    EXPECT_EQ(entry->GetStats().flushes, 8u);
    EXPECT_EQ(entry->GetStats().queued, 64u);
    InOneStep([&](CpuCore& core) { Redirect(core, 1); });
    EXPECT_EQ(entry->GetStats().flushes, 9u);
    InOneStep([&](CpuCore& core) { Redirect(core, 0); });
    EXPECT_EQ(entry->GetStats().flushes, 9u);
    EXPECT_EQ(meter->GetStats().frames, 65u);
    EXPECT_GE(entry->GetStats().sched, 2u);
    ExpectConserved();
}

TEST_F(CpuMapTest, GathersUntilTheQueueIsFull)
{
    Build("6.4", 512);
    InOneStep([&](CpuCore& core) {
        for (int i = 0; i < 12; ++i)
        {
            Enqueue(core);
        }
        EXPECT_EQ(entry->GetGathered(), 4u);
        EXPECT_EQ(entry->GetQueued(), 8u);
    });
    // nobody woke the kthread
    EXPECT_EQ(entry->GetStats().processed, 0u);
    InOneStep([&](CpuCore& core) { entry->Flush(core); });
    EXPECT_EQ(entry->GetStats().processed, 12u);
    ExpectConserved();
}

TEST_F(CpuMapTest, BatchesOfEight)
{
    Build("6.4", 512);
    EXPECT_EQ(SendStalled(64), 64u);
    EXPECT_EQ(entry->GetStats().histogram[8], 8u);
    EXPECT_EQ(entry->GetStats().batches, 8u);
    ExpectConserved();
}

/** Refused frames go straight into the array cache of the pool that core 0 polls. */
TEST_F(CpuMapTest, DropsGoBackDirectly)
{
    Build("6.4", 64);
    EXPECT_EQ(SendStalled(100), 64u);
    EXPECT_EQ(entry->GetStats().drops, 36u);
    EXPECT_EQ(pool->GetStats().cached, 36u);
    ExpectConserved();
}

/** v6.3: the page leaves the pool on the remote CPU. v6.4: it comes back by the ring. */
TEST_F(CpuMapTest, PagesAreReleasedOrRecycled)
{
    Build("6.3", 512);
    EXPECT_EQ(SendStalled(128), 128u);
    EXPECT_EQ(pool->GetRelease(), 128u);
    EXPECT_EQ(pool->GetStats().ring, 0u);
    ExpectConserved();
}

TEST_F(CpuMapTest, PagesAreRecycledSince64)
{
    Build("6.4", 512);
    EXPECT_EQ(SendStalled(128), 128u);
    EXPECT_EQ(pool->GetRelease(), 0u);
    EXPECT_EQ(pool->GetStats().ring, 128u);
    ExpectConserved();
}

TEST_F(CpuMapTest, TheEntrysProgramDrops)
{
    Build("6.4", 512, "drop");
    EXPECT_EQ(SendStalled(20), 20u);
    EXPECT_EQ(entry->GetStats().xdpDrops, 20u);
    EXPECT_EQ(meter->GetStats().frames, 0u);
    EXPECT_EQ(host->GetSkbs().GetStats().allocated, 0u);
    ExpectConserved();
}

TEST_F(CpuMapTest, GroSince615)
{
    Build("6.18", 512);
    EXPECT_EQ(SendStalled(100), 100u);
    EXPECT_EQ(meter->GetStats().frames, 100u);
    ExpectConserved();
}

/** A ring gives slots back 16 at a time: what was consumed, but not cleared, is missing. */
TEST_F(CpuMapTest, ReplaysTheMeasuredStalledBursts)
{
    const std::vector<CsvRow> rows = ReadTestData("cpumap_stalled_bursts.csv");
    ASSERT_EQ(rows.size(), 100u);
    uint32_t lossy = 0;
    for (const CsvRow& row : rows)
    {
        if (row.at("order") == "1")
        {
            spinner.reset();
            entry.reset();
            Build("6.18", std::stoul(row.at("qsize")), "drop");
        }
        SCOPED_TRACE("qsize " + row.at("qsize") + ", rep " + row.at("rep") + ", order " +
                     row.at("order"));
        const uint32_t taken = SendStalled(std::stoul(row.at("redirected")));
        EXPECT_EQ(taken, std::stoul(row.at("accepted")));
        lossy += taken < std::stoul(row.at("redirected")) ? 1 : 0;
    }
    EXPECT_GT(lossy, 50u);
    ExpectConserved();
}

} // namespace ns3
