/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/tcp-send-buffer.h"

#include <gtest/gtest.h>

namespace ns3
{

/**
 * tcp_sndbuf_expand(): 1448 + 320 + 320 = 2088 rounds up to 4096, with 256 for the sk_buff 4352 a
 * segment; twice the congestion window of them.
 */
TEST(TcpSendBuffer, HoldsTwiceTheCongestionWindow)
{
    TcpSendBuffer buffer(SkbLayout(), 1448);
    EXPECT_EQ(buffer.GetSndbuf(), 16384); // tcp_wmem[1]
    buffer.Expand(10);
    EXPECT_EQ(buffer.GetSndbuf(), 2 * 10 * 4352);
    buffer.Expand(45);
    EXPECT_EQ(buffer.GetSndbuf(), 2 * 45 * 4352);
    buffer.Expand(10);
    EXPECT_EQ(buffer.GetSndbuf(), 2 * 45 * 4352); // never shrinks
    buffer.Expand(1000);
    EXPECT_EQ(buffer.GetSndbuf(), 4194304); // tcp_wmem[2]
}

/** 7948 + 320 + 320 = 8588 rounds up to 16384. */
TEST(TcpSendBuffer, RoundsSegmentsToPowersOfTwo)
{
    TcpSendBuffer buffer(SkbLayout(), 7948);
    buffer.Expand(10);
    EXPECT_EQ(buffer.GetSndbuf(), 2 * 10 * (16384 + 256));
}

/** sk_stream_memory_free() and sk_stream_is_writeable(): a third must be free to be woken. */
TEST(TcpSendBuffer, WakesWhenAThirdIsFree)
{
    TcpSendBuffer buffer(SkbLayout(), 1448);
    buffer.Expand(30); // 261120
    buffer.Charge(261119);
    EXPECT_TRUE(buffer.HasMemory());
    buffer.Charge(1);
    EXPECT_FALSE(buffer.HasMemory());
    EXPECT_FALSE(buffer.HasSpace());
    buffer.Charge(174081 - 261120);
    EXPECT_TRUE(buffer.HasMemory());
    EXPECT_FALSE(buffer.HasSpace());
    buffer.Charge(-1);
    EXPECT_TRUE(buffer.HasSpace());
    EXPECT_EQ(buffer.GetQueued(), 174080);
}

} // namespace ns3
