/* SPDX-License-Identifier: GPL-2.0-only */
#include "device/csv-table.h"

#include "ns3/config.h"
#include "ns3/scenario-veth-burst.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

ScenarioResult
RunStalled(const std::string& offset, const std::string& burst, const std::string& bursts)
{
    Config::Reset();
    const ScenarioVethBurst scenario;
    ScenarioConfig config = scenario.Defaults();
    config.Set("kernel", "6.18");
    config.Set("buffers", "pp-cow");
    config.Set("xdp", "drop");
    config.Set("napi", "threaded");
    config.Set("stall", "on");
    config.Set("ring-offset", offset);
    config.Set("burst", burst);
    config.Set("bursts", bursts);
    return scenario.Run(config);
}

} // namespace

/** Each of the measured bursts, in a ring of its own that was put to the same position. */
TEST(VethStalledBursts, DropWhatTheRealKernelDropped)
{
    const std::vector<CsvRow> rows = ReadTestData("veth_stalled_bursts.csv");
    ASSERT_EQ(rows.size(), 120U);
    for (const CsvRow& row : rows)
    {
        const std::string& offset = row.at("entries_before_mod_256");
        const std::string& burst = row.at("burst");
        SCOPED_TRACE("entries before " + offset + ", burst " + burst);
        const ScenarioResult r = RunStalled(offset, burst, "1");
        EXPECT_EQ(r.drops->at("ring_full"), std::stoul(row.at("dropped")));
        EXPECT_EQ(*r.framesSent, std::stoul(burst));
        EXPECT_EQ(*r.framesDelivered, *r.framesSent - r.drops->at("ring_full"));
    }
}

/** Eight entries that are consumed, but not cleared, are missing whatever came before. */
TEST(VethStalledBursts, TheOffsetCountsModuloTheRing)
{
    for (const char* offset : {"8", "264", "65288"})
    {
        EXPECT_EQ(RunStalled(offset, "300", "1").drops->at("ring_full"), 52U) << offset;
    }
    EXPECT_EQ(RunStalled("65280", "300", "1").drops->at("ring_full"), 44U);
}

/** The ring is full of 256 - 15, then each further burst begins where the last one ended. */
TEST(VethStalledBursts, ManyBurstsDrainInBetween)
{
    const ScenarioResult r = RunStalled("15", "300", "4");
    EXPECT_EQ(*r.framesSent, 1200U);
    // 15 + 241 entries bring the position to 0, from then on 256 fit
    EXPECT_EQ(r.drops->at("ring_full"), 59U + 3 * 44);
}

/** Without a number of bursts the duration decides; one is always sent. */
TEST(VethStalledBursts, RunForADuration)
{
    Config::Reset();
    const ScenarioVethBurst scenario;
    ScenarioConfig config = scenario.Defaults();
    config.Set("napi", "threaded");
    config.Set("stall", "on");
    config.Set("burst", "300");
    config.Set("duration", "5");
    const ScenarioResult r = scenario.Run(config);
    EXPECT_GE(*r.framesSent, 600U);
    EXPECT_EQ(*r.framesSent % 300, 0U);
    EXPECT_EQ(r.drops->at("ring_full"), *r.framesSent / 300 * 44);
}

} // namespace ns3
