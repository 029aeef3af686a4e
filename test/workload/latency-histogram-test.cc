/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/latency-histogram.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace ns3
{

namespace
{

/** The smallest sample that is not below a share of all of them. */
Ticks
Exact(const std::vector<Ticks>& sorted, double share)
{
    const auto rank = static_cast<std::size_t>(std::ceil(share * sorted.size()));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

void
ExpectClose(const LatencyHistogram& histogram, std::vector<Ticks> samples)
{
    std::sort(samples.begin(), samples.end());
    EXPECT_EQ(histogram.GetMax(), samples.back());
    EXPECT_EQ(histogram.GetCount(), samples.size());
    for (const double share : {0., 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.})
    {
        const Ticks exact = Exact(samples, share);
        const Ticks found = histogram.Percentile(share);
        EXPECT_GE(found, exact) << share;
        EXPECT_LE(static_cast<double>(found - exact), static_cast<double>(exact) / 32) << share;
    }
}

} // namespace

TEST(LatencyHistogram, IsEmptyAtFirst)
{
    const LatencyHistogram histogram;
    EXPECT_EQ(histogram.Percentile(0.5), 0u);
    EXPECT_EQ(histogram.GetMax(), 0u);
    EXPECT_EQ(histogram.GetCount(), 0u);
}

TEST(LatencyHistogram, SmallValuesAreExact)
{
    LatencyHistogram histogram;
    for (Ticks ticks = 0; ticks < 64; ++ticks)
    {
        histogram.Add(ticks, 1);
    }
    for (uint32_t i = 1; i <= 64; ++i)
    {
        EXPECT_EQ(histogram.Percentile(i / 64.), i - 1);
    }
}

TEST(LatencyHistogram, IsWithinAThirtySecondOfSortedSamples)
{
    std::mt19937_64 random(1);
    for (uint32_t round = 0; round < 20; ++round)
    {
        // from a few ticks to all of 64 bits, evenly over the octaves
        std::uniform_real_distribution<double> exponent(0, 3 + 3 * round);
        LatencyHistogram histogram;
        std::vector<Ticks> samples;
        for (uint32_t i = 0; i < 2000; ++i)
        {
            samples.push_back(static_cast<Ticks>(std::exp2(exponent(random))));
            histogram.Add(samples.back(), 1);
        }
        ExpectClose(histogram, samples);
    }
}

TEST(LatencyHistogram, TheLargestValueHasABucket)
{
    LatencyHistogram histogram;
    histogram.Add(UINT64_MAX, 1);
    EXPECT_EQ(histogram.Percentile(0.5), UINT64_MAX);
    EXPECT_EQ(histogram.GetMax(), UINT64_MAX);
}

TEST(LatencyHistogram, WeightsCountAsSamples)
{
    LatencyHistogram histogram;
    histogram.Add(10, 99);
    histogram.Add(20, 1);
    EXPECT_EQ(histogram.GetCount(), 100u);
    EXPECT_EQ(histogram.Percentile(0.99), 10u);
    EXPECT_EQ(histogram.Percentile(1), 20u);
}

TEST(LatencyHistogram, TheSumOfTwoCountsAllSamples)
{
    LatencyHistogram sum;
    LatencyHistogram part;
    std::vector<Ticks> samples;
    for (Ticks sample = 1; sample < 5000; sample = sample * 5 / 4 + 1)
    {
        (sample % 2 == 0 ? sum : part).Add(sample, 1);
        samples.push_back(sample);
    }
    sum += part;
    ExpectClose(sum, samples);
}

} // namespace ns3
