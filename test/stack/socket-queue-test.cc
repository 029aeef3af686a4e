/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-fixture.h"

#include "ns3/socket-queue.h"

namespace ns3
{
namespace stacktest
{

class SocketQueueTest : public StackTest
{
  protected:
    /** Frames of one page each, as a veth pair with a program delivers them. */
    void Fill(SocketQueue& queue, uint32_t frames)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            queue.Queue(core, PageFrame(i * MSS));
        }
    }

    void Empty(SocketQueue& queue)
    {
        while (Skb* skb = queue.Pop(core))
        {
            EXPECT_EQ(skb->owner, nullptr);
            skbs.ConsumeSkb(core, skb);
        }
    }
};

/** A frame of MTU 1500 in a page: SKB_TRUESIZE(4096 - 320) = 4352. */
TEST_F(SocketQueueTest, IsChargedByTruesize)
{
    SocketQueue queue(0, MSS);
    Fill(queue, 3);
    EXPECT_EQ(queue.GetRmemAlloc(), 3 * 4352);
    Skb* waiting = PageFrame(9 * MSS);
    queue.Charge(core, *waiting);
    EXPECT_EQ(queue.GetRmemAlloc(), 4 * 4352);
    queue.Queue(core, waiting); // charged once
    EXPECT_EQ(queue.GetRmemAlloc(), 4 * 4352);
    EXPECT_EQ(queue.Peek()->seq, 0u);
    Empty(queue);
    EXPECT_EQ(queue.GetRmemAlloc(), 0);
    ExpectAllFree();
}

/** skb_set_owner_r() orphans: the sender is uncharged when the receiver is charged. */
TEST_F(SocketQueueTest, TakesTheChargeFromTheSender)
{
    Account sender;
    SocketQueue queue(0, MSS);
    Skb* skb = SegmentFrame(0);
    sender.charged = skb->truesize;
    skb->owner = &sender;
    queue.Queue(core, skb);
    EXPECT_EQ(sender.charged, 0);
    EXPECT_EQ(sender.wfrees, 1u);
    EXPECT_EQ(queue.GetRmemAlloc(), skb->truesize);
    skbs.ConsumeSkb(core, PageFrame(1));
    skbs.ConsumeSkb(core, queue.Pop(core));
    EXPECT_EQ(sender.wfrees, 1u);
    ExpectAllFree();
}

/** An skb that is freed while charged gives its charge back (skb destructor sock_rfree). */
TEST_F(SocketQueueTest, AFreedSkbIsUncharged)
{
    SocketQueue queue(0, MSS);
    Skb* skb = PageFrame(0);
    queue.Charge(core, *skb);
    skbs.KfreeSkb(core, skb);
    EXPECT_EQ(queue.GetRmemAlloc(), 0);
}

/**
 * tcp_select_initial_window(): half of tcp_rmem[1] in whole segments, at most 65535: 45 of 1448
 * bytes are the 65160 of every Linux handshake.
 */
TEST_F(SocketQueueTest, OffersTheWindowOfTheHandshake)
{
    EXPECT_EQ(SocketQueue(0, 1448).InitialWindow(), 65160u);
    EXPECT_EQ(SocketQueue(0, 7948).InitialWindow(), 8u * 7948);
    EXPECT_EQ(SocketQueue(0, 65483).InitialWindow(), 65483u);
    EXPECT_EQ(SocketQueue(4096, 1448).InitialWindow(), 1448u);
    EXPECT_EQ(SocketQueue(1 << 20, 1448).InitialWindow(), 65535u);
}

/** With tcp_rmem[2] of 6 MiB the scale is 7: windows are multiples of 128, half of what is free. */
TEST_F(SocketQueueTest, AutotunedWindowsAreScaledBySeven)
{
    SocketQueue queue(0, MSS);
    EXPECT_EQ(queue.SelectWindow(0), 65536u);
    Fill(queue, 1); // (131072 - 4352) / 2 = 63360 = 495 * 128
    EXPECT_EQ(queue.SelectWindow(0), 63360u);
    Fill(queue, 6); // (131072 - 7 * 4352) / 2 = 50304 = 393 * 128
    EXPECT_EQ(queue.SelectWindow(0), 50304u);
    Fill(queue, 10); // 28544 is below half of the buffer: 223 * 128
    EXPECT_EQ(queue.SelectWindow(0), 28544u);
    Empty(queue);
}

/** Below half of the buffer less than a sixteenth, or than a segment, is no window. */
TEST_F(SocketQueueTest, ASmallWindowIsNone)
{
    SocketQueue queue(0, MSS);
    Fill(queue, 28); // (131072 - 28 * 4352) / 2 = 4608: 36 * 128, above 65536 / 16 = 4096
    EXPECT_EQ(queue.SelectWindow(0), 4608u);
    EXPECT_TRUE(queue.HasRoom());
    Fill(queue, 1); // 2432
    EXPECT_EQ(queue.SelectWindow(0), 0u);
    Fill(queue, 1); // 130560 of 131072
    EXPECT_TRUE(queue.HasRoom());
    Fill(queue, 1); // 134912
    EXPECT_FALSE(queue.HasRoom());
    Empty(queue);
}

/** tcp_space() counts sk_backlog.len as well. */
TEST_F(SocketQueueTest, TheBacklogTakesFromTheWindow)
{
    SocketQueue queue(0, MSS);
    queue.AddBacklog(4352);
    queue.AddBacklog(4352);
    EXPECT_EQ(queue.SelectWindow(0), 61184u); // (131072 - 8704) / 2 = 478 * 128
    EXPECT_EQ(queue.GetRmemAlloc(), 0);
    queue.ClearBacklog();
    EXPECT_EQ(queue.SelectWindow(0), 65536u);
}

/** Without scaling the window is of whole segments, and stays while it is within one. */
TEST_F(SocketQueueTest, UnscaledWindowsAreWholeSegments)
{
    SocketQueue queue(20000, MSS);
    EXPECT_EQ(queue.SelectWindow(0), 6u * MSS);        // 10000
    EXPECT_EQ(queue.SelectWindow(9000), 9000u);        // within a segment of 10000
    EXPECT_EQ(queue.SelectWindow(8552), 6u * MSS);     // a segment below
    EXPECT_EQ(queue.SelectWindow(10001), 6u * MSS);    // more than is free
    Fill(queue, 2);                                    // (20000 - 8704) / 2 = 5648
    EXPECT_EQ(queue.SelectWindow(6u * MSS), 3u * MSS); // 4344
    Empty(queue);
}

/** A buffer of less than two segments offers what it has once it has grown by half of it. */
TEST_F(SocketQueueTest, ABufferBelowASegmentOffersItself)
{
    SocketQueue queue(2304, MSS);
    EXPECT_EQ(queue.SelectWindow(0), 1152u);
    EXPECT_EQ(queue.SelectWindow(500), 1152u);
    EXPECT_EQ(SocketQueue(1, MSS).SelectWindow(0), 0u);
}

/** tcp_clamp_window(): an overflowing buffer grows to what it holds, unless the user fixed it. */
TEST_F(SocketQueueTest, AnOverflowingBufferGrows)
{
    SocketQueue tuned(0, MSS);
    Fill(tuned, 31);
    EXPECT_FALSE(tuned.HasRoom());
    tuned.ClampWindow();
    EXPECT_EQ(tuned.GetRcvbuf(), 31 * 4352);
    EXPECT_TRUE(tuned.HasRoom());
    Empty(tuned);
    tuned.ClampWindow();
    EXPECT_EQ(tuned.GetRcvbuf(), 31 * 4352); // never shrinks
    SocketQueue fixed(131072, MSS);
    Fill(fixed, 31);
    fixed.ClampWindow();
    EXPECT_EQ(fixed.GetRcvbuf(), 131072);
    Empty(fixed);
}

/**
 * tcp_rcv_space_adjust() by hand: 20000 bytes a millisecond against 14480 before: 2 * 20000 + 16 *
 * 1448 = 63168; * (20000 - 14480) / 14480 = 24080; + 2 * 24080 = 111328: 76 segments of 2984.
 * A segment: 1448 + 320 + 256 + 320 = 2344 grows by 128 until half of it is 1448.
 */
TEST_F(SocketQueueTest, GrowsWithWhatTheReaderTakes)
{
    SocketQueue queue(0, MSS);
    queue.AdjustSpace(14480, 1000); // no more than the ten segments of the beginning
    EXPECT_EQ(queue.GetRcvbuf(), 131072);
    queue.AdjustSpace(14480 + 30000, 1999); // not yet a round trip
    EXPECT_EQ(queue.GetRcvbuf(), 131072);
    queue.AdjustSpace(14480 + 20000, 2000);
    EXPECT_EQ(queue.GetRcvbuf(), 76 * 2984);
    queue.AdjustSpace(14480 + 40000, 3000); // as before
    EXPECT_EQ(queue.GetRcvbuf(), 76 * 2984);
    queue.AdjustSpace(14480 + 40000 + 2000000, 4000);
    EXPECT_EQ(queue.GetRcvbuf(), 6291456); // tcp_rmem[2]
}

TEST_F(SocketQueueTest, AFixedBufferDoesNotGrow)
{
    SocketQueue queue(200000, MSS);
    queue.AdjustSpace(1000000, 1000);
    queue.AdjustSpace(9000000, 2000);
    EXPECT_EQ(queue.GetRcvbuf(), 200000);
}

} // namespace stacktest
} // namespace ns3
