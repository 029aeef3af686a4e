/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/load-sum.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{

namespace
{

/** A load that has only figures. */
class FakeLoad : public PairLoad
{
  public:
    explicit FakeLoad(uint64_t frames)
        : m_frames(frames)
    {
        m_latency.Add(frames, frames);
    }

    void Start(double) override
    {
    }

    bool Stop() override
    {
        return true;
    }

    bool IsBusy() const override
    {
        return false;
    }

    void ResetStats() override
    {
    }

    Figures GetFigures() const override
    {
        return {m_frames + 1, m_frames, m_frames * 100};
    }

    const LatencyHistogram& GetLatency() const override
    {
        return m_latency;
    }

    void AddDrops(std::map<std::string, uint64_t>&) const override
    {
    }

    void Purge(CpuCore&) override
    {
    }

    std::string CheckBooks() override
    {
        return "";
    }

    std::string CheckEmpty() const override
    {
        return "";
    }

  private:
    uint64_t m_frames;          //!< delivered
    LatencyHistogram m_latency; //!< as many samples
};

LoadSum
SumOf(const std::vector<uint64_t>& frames)
{
    LoadSum sum;
    for (const uint64_t n : frames)
    {
        sum.Add(FakeLoad(n));
    }
    return sum;
}

} // namespace

TEST(LoadSum, AddsUp)
{
    const LoadSum sum = SumOf({10, 30});
    EXPECT_EQ(sum.GetSent(), 42U);
    EXPECT_EQ(sum.GetDelivered(), 40U);
}

TEST(LoadSum, JainsIndexIsOneForEvenAndOneNthForOneAlone)
{
    EXPECT_DOUBLE_EQ(SumOf({7, 7, 7}).GetFairness().jain, 1);
    EXPECT_DOUBLE_EQ(SumOf({0, 0, 5, 0}).GetFairness().jain, 0.25);
    EXPECT_DOUBLE_EQ(SumOf({1, 2, 3}).GetFairness().jain, 36. / (3 * 14));
    EXPECT_DOUBLE_EQ(SumOf({0, 0}).GetFairness().jain, 1);
    EXPECT_DOUBLE_EQ(SumOf({}).GetFairness().jain, 1);
}

TEST(LoadSum, TheSlowestAndTheFastest)
{
    const auto fairness = SumOf({5, 2, 9}).GetFairness();
    EXPECT_EQ(fairness.least, 2U);
    EXPECT_EQ(fairness.most, 9U);
}

} // namespace ns3
