/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/footprint-meter.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace ns3
{

TEST(FootprintMeter, MeanIsWeightedByTime)
{
    FootprintMeter meter;
    meter.Add(FootprintOwner::Skb, 100, 0);
    meter.Add(FootprintOwner::Skb, 300, 10);
    meter.Add(FootprintOwner::Skb, -400, 20);
    // 100 for 10 ticks, 400 for 10, 0 for 20
    EXPECT_EQ(meter.GetMean(FootprintOwner::Skb, 40), 125U);
    EXPECT_EQ(meter.GetPeak(FootprintOwner::Skb), 400U);
    EXPECT_EQ(meter.Get(FootprintOwner::Skb), 0);
}

TEST(FootprintMeter, TotalPeakIsOfOneTime)
{
    FootprintMeter meter;
    meter.Add(FootprintOwner::Skb, 100, 0);
    meter.Add(FootprintOwner::Skb, -100, 5);
    meter.Add(FootprintOwner::SendPages, 80, 6);
    EXPECT_EQ(meter.GetTotalPeak(), 100U);
    EXPECT_EQ(meter.GetTotal(), 80);
    EXPECT_EQ(meter.GetTotalMean(10), (100U * 5 + 80 * 4) / 10);
}

TEST(FootprintMeter, MoveLeavesTotal)
{
    FootprintMeter meter;
    meter.Add(FootprintOwner::PoolCache, 4096, 0);
    meter.Move(FootprintOwner::PoolCache, FootprintOwner::PoolRing, 4096, 8);
    EXPECT_EQ(meter.Get(FootprintOwner::PoolCache), 0);
    EXPECT_EQ(meter.Get(FootprintOwner::PoolRing), 4096);
    EXPECT_EQ(meter.GetTotalPeak(), 4096U);
    EXPECT_EQ(meter.GetMean(FootprintOwner::PoolRing, 16), 2048U);
}

TEST(FootprintMeter, EarlierTimeCountsFromTheLastOne)
{
    FootprintMeter meter;
    meter.Add(FootprintOwner::Skb, 10, 100);
    meter.Add(FootprintOwner::Skb, 10, 90);
    EXPECT_EQ(meter.Get(FootprintOwner::Skb), 20);
    // nothing until 100, then 20
    EXPECT_EQ(meter.GetMean(FootprintOwner::Skb, 200), 10U);
    EXPECT_EQ(meter.GetMean(FootprintOwner::Skb, 50), 0U);
}

TEST(FootprintMeter, ResetKeepsWhatIsHeld)
{
    FootprintMeter meter;
    meter.Add(FootprintOwner::Skb, 1000, 0);
    meter.Add(FootprintOwner::Skb, -400, 50);
    meter.Reset(100);
    EXPECT_EQ(meter.GetPeak(FootprintOwner::Skb), 600U);
    EXPECT_EQ(meter.GetMean(FootprintOwner::Skb, 100), 600U);
    meter.Add(FootprintOwner::Skb, 600, 150);
    EXPECT_EQ(meter.GetMean(FootprintOwner::Skb, 200), 900U);
}

TEST(FootprintMeter, LongRunsDoNotOverflow)
{
    FootprintMeter meter;
    const int64_t bytes = int64_t{1} << 40;
    const Ticks hour = Ticks{3600} * 256 * 3000000000ULL;
    meter.Add(FootprintOwner::RxPages, bytes, 0);
    meter.Add(FootprintOwner::RxPages, 0, hour);
    EXPECT_EQ(meter.GetMean(FootprintOwner::RxPages, hour), static_cast<uint64_t>(bytes));
}

TEST(FootprintMeter, NamesAreDistinct)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < FOOTPRINT_OWNER_COUNT; ++i)
    {
        names.insert(FootprintOwnerName(static_cast<FootprintOwner>(i)));
    }
    EXPECT_EQ(names.size(), FOOTPRINT_OWNER_COUNT);
    EXPECT_EQ(names.count("pool_in_flight"), 1U);
}

} // namespace ns3
