/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/tcp-congestion.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr uint64_t SECOND = 1000000000; //!< [ns]

/** A window of 10 grown in slow start to a wanted size. */
TcpCongestion
GrownTo(uint32_t window)
{
    TcpCongestion congestion;
    congestion.OnAck(window - 10, true, 0);
    return congestion;
}

/** Round trips of a length, each acknowledging the whole window, until a time. @return window */
uint32_t
RunUntil(TcpCongestion& congestion, uint64_t& now, uint64_t end, uint64_t rtt)
{
    while (now + rtt <= end)
    {
        now += rtt;
        congestion.OnAck(congestion.GetWindow(), true, now);
    }
    return congestion.GetWindow();
}

} // namespace

TEST(TcpCongestion, SlowStartAddsWhatIsAcknowledged)
{
    TcpCongestion congestion;
    EXPECT_EQ(congestion.GetWindow(), 10u); // TCP_INIT_CWND
    congestion.OnAck(10, true, 0);
    EXPECT_EQ(congestion.GetWindow(), 20u);
    congestion.OnAck(7, true, 0);
    EXPECT_EQ(congestion.GetWindow(), 27u);
}

TEST(TcpCongestion, AWindowThatDoesNotLimitStays)
{
    TcpCongestion congestion;
    congestion.OnAck(10, false, 0);
    EXPECT_EQ(congestion.GetWindow(), 10u);
}

/** tcp_cwnd_test(): half the window at most, one segment at least, nothing when it is full. */
TEST(TcpCongestion, LetsHalfAWindowOut)
{
    TcpCongestion congestion; // 10
    EXPECT_EQ(congestion.GetQuota(0), 5u);
    EXPECT_EQ(congestion.GetQuota(5), 5u);
    EXPECT_EQ(congestion.GetQuota(8), 2u);
    EXPECT_EQ(congestion.GetQuota(10), 0u);
    EXPECT_EQ(congestion.GetQuota(11), 0u);
    congestion.EnterLoss(true);
    EXPECT_EQ(congestion.GetQuota(0), 1u);
}

/** CUBIC keeps 717/1024. */
TEST(TcpCongestion, AReductionKeepsSeventyPercent)
{
    TcpCongestion congestion = GrownTo(1000);
    congestion.EnterCwr();
    EXPECT_EQ(congestion.GetWindow(), 700u); // 700.2
    EXPECT_EQ(congestion.GetSsthresh(), 700u);
    congestion.EnterCwr();
    EXPECT_EQ(congestion.GetWindow(), 490u); // 490.1
    EXPECT_EQ(congestion.GetReductions(), 2u);
}

TEST(TcpCongestion, TwoSegmentsAreTheLeast)
{
    TcpCongestion congestion;
    for (uint32_t i = 0; i < 20; ++i)
    {
        congestion.EnterCwr();
    }
    EXPECT_EQ(congestion.GetWindow(), 2u);
    EXPECT_EQ(congestion.GetSsthresh(), 2u);
}

/**
 * W(t) = 0.4 (t - K)^3 + Wmax with K = cbrt((Wmax - W0) / 0.4): for 1000 cut to 700 K is 9.086 s.
 * The window follows within what a round trip of 100 ms adds.
 */
TEST(TcpCongestion, GrowsByTheCubic)
{
    TcpCongestion congestion = GrownTo(1000);
    congestion.EnterCwr();
    const double plateau = std::cbrt(300 / 0.4);
    EXPECT_NEAR(plateau, 9.086, 0.001);
    uint64_t now = SECOND;
    congestion.OnAck(1, true, now); // the epoch begins with the first acknowledgement
    for (const uint64_t t : {2, 4, 6, 9, 12, 15})
    {
        const double wanted = 1000 + 0.4 * std::pow(static_cast<double>(t) - plateau, 3);
        EXPECT_NEAR(RunUntil(congestion, now, (1 + t) * SECOND, SECOND / 10), wanted, 12) << t;
    }
}

/** Where a Reno flow would be faster, CUBIC keeps up: 3(1-b)/(1+b) = 0.53 segments a round trip. */
TEST(TcpCongestion, KeepsUpWithReno)
{
    TcpCongestion congestion = GrownTo(40);
    congestion.EnterCwr(); // 28
    uint64_t now = SECOND;
    congestion.OnAck(1, true, now);
    // 100 round trips of 1 ms: the cubic alone would add 0.4 * 3 K^2 t = 0.5 segments
    EXPECT_NEAR(RunUntil(congestion, now, now + SECOND / 10, SECOND / 1000), 28 + 53, 2);
}

/** Fast convergence: a cut below the last maximum remembers (1 + 0.7) / 2 of the window. */
TEST(TcpCongestion, LetsOthersInAfterASecondLoss)
{
    TcpCongestion congestion = GrownTo(1000);
    congestion.EnterCwr(); // 700
    congestion.EnterCwr(); // 490 of 700, which is below 1000: the maximum is 595.1
    const double plateau = std::cbrt((700 * (1 + 717. / 1024) / 2 - 490) / 0.4);
    uint64_t now = SECOND;
    congestion.OnAck(1, true, now);
    const auto at = now + static_cast<uint64_t>(plateau * SECOND);
    EXPECT_NEAR(RunUntil(congestion, now, at, SECOND / 10), 595, 6);
}

/** tcp_enter_loss(): one segment, slow start up to ssthresh, no memory of the maximum. */
TEST(TcpCongestion, ATimeoutStartsFromOneSegment)
{
    TcpCongestion congestion = GrownTo(1000);
    congestion.EnterLoss(true);
    EXPECT_EQ(congestion.GetWindow(), 1u);
    EXPECT_EQ(congestion.GetSsthresh(), 700u);
    congestion.EnterLoss(false); // again before anything new was acknowledged
    EXPECT_EQ(congestion.GetSsthresh(), 700u);
    congestion.OnAck(1, true, SECOND);
    EXPECT_EQ(congestion.GetWindow(), 2u);
    congestion.OnAck(698, true, SECOND);
    EXPECT_EQ(congestion.GetWindow(), 700u);
    congestion.OnAck(700, true, SECOND);
    // cnt is at most 20 while no maximum is known: 5 % a round trip
    EXPECT_NEAR(congestion.GetWindow(), 735, 1);
}

} // namespace ns3
