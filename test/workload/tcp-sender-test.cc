/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-sender-fixture.h"

namespace ns3
{
namespace tcptest
{

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/** A device that takes skbs of many segments. */
class TcpSenderTsoTest : public TcpSenderTest
{
  protected:
    TcpSenderTsoTest()
        : TcpSenderTest(true)
    {
    }

    /** Write much and acknowledge all of it, 40 times, or until a congestion window is reached or
     * small queues stop it.
     * @return largest skb [bytes] */
    uint32_t Run(uint32_t segments, uint32_t window)
    {
        uint32_t most = 0;
        const auto goesOn = [&] {
            return sender->GetCongestion().GetWindow() < segments && Stats().throttled == 0;
        };
        for (uint32_t i = 0; i < 40 && goesOn(); ++i)
        {
            Write(1 << 22);
            const std::vector<Sent> sent = Take();
            if (sent.empty())
            {
                break;
            }
            for (const Sent& one : sent)
            {
                most = std::max(most, one.payload);
            }
            m_acked = sent.back().seq + sent.back().payload;
            Ack(m_acked, window);
        }
        return most;
    }

  private:
    uint64_t m_acked{0}; //!< acknowledged so far
};

/** TCP_INIT_CWND is ten segments, and half of the window goes out at a time. */
TEST_F(TcpSenderTsoTest, TheFirstFlightIsTenSegments)
{
    Write(100000);
    EXPECT_THAT(Take(), ElementsAre(Sent{0, 5 * MSS, false}, Sent{5 * MSS, 5 * MSS, false}));
    Ack(10 * MSS);
    EXPECT_EQ(sender->GetCongestion().GetWindow(), 20u);
}

/** tcp_bound_to_half_wnd() and 65536 - 1 - 320 of GSO: 22, then 45 whole segments an skb. */
TEST_F(TcpSenderTsoTest, SkbsGrowToFortyFiveSegments)
{
    EXPECT_EQ(Run(200, 65160), 22u * MSS);
    EXPECT_EQ(Run(400, 1 << 20), 45u * MSS);
}

/** sk_wmem_alloc: what the device has is charged, and stops the sender above 1 MiB. */
TEST_F(TcpSenderTsoTest, SmallQueuesStopAndResume)
{
    device->hold = true;
    Run(5000, 3 << 20);
    EXPECT_GT(Stats().throttled, 0u);
    uint64_t charged = 0;
    for (const Skb* skb : device->held)
    {
        charged += skb->truesize;
    }
    EXPECT_GT(charged, 1u << 20);
    EXPECT_LT(charged, (1u << 20) + 2 * 70000);
    Take();
    Wait(1);
    EXPECT_THAT(Take(), IsEmpty());
    device->FreeAll(Core());
    Wait(1); // tsq_tasklet
    EXPECT_THAT(Take(), testing::Not(IsEmpty()));
}

/** tcp_tsq_handler() finds the socket owned: release_sock() sends. */
TEST_F(TcpSenderTsoTest, SmallQueuesWaitForTheOwner)
{
    device->hold = true;
    Run(5000, 3 << 20);
    ASSERT_GT(Stats().throttled, 0u);
    Take();
    sender->LockSock(Core());
    device->FreeAll(Core());
    Wait(1);
    EXPECT_THAT(Take(), IsEmpty());
    EXPECT_TRUE(sender->ReleaseStep(Core()));
    Push();
    EXPECT_THAT(Take(), testing::Not(IsEmpty()));
    Release();
}

TEST_F(TcpSenderTest, SendsWholeSegmentsInOrder)
{
    Write(20 * MSS);
    uint64_t next = 0;
    for (const Sent& sent : Take())
    {
        EXPECT_EQ(sent.seq, next);
        EXPECT_EQ(sent.payload, MSS);
        next += sent.payload;
    }
    EXPECT_EQ(next, 10 * MSS);
    EXPECT_EQ(Stats().segments, 10u);
    EXPECT_EQ(Stats().payload, 10u * MSS);
}

/** A receiver that offers ten segments at first. */
class TcpSenderWindowTest : public TcpSenderTest
{
  protected:
    TcpSenderWindowTest()
        : TcpSenderTest(false, 10 * MSS)
    {
    }
};

/** tcp_snd_wnd_test(): nothing beyond what the receiver offered. */
TEST_F(TcpSenderWindowTest, NothingGoesBeyondIt)
{
    Write(10 * MSS);
    Take();
    Ack(10 * MSS, 4 * MSS + 700);
    Write(40 * MSS);
    // the window holds four segments and a part: a part is small, and nothing small is in flight
    EXPECT_EQ(BytesOf(Take()), 4 * MSS + 700);
    Ack(14 * MSS + 700, 1000);
    EXPECT_THAT(Take(), IsEmpty()); // less than a segment
    Ack(14 * MSS + 700, MSS);
    EXPECT_EQ(BytesOf(Take()), MSS);
}

/** tcp_write_wakeup(): a closed window is asked for with a packet without data. */
TEST_F(TcpSenderWindowTest, IsProbedWhileItIsClosed)
{
    Write(10 * MSS);
    Take();
    Ack(10 * MSS, 0);
    Write(5 * MSS);
    EXPECT_THAT(Take(), IsEmpty());
    Wait(210);
    EXPECT_THAT(Take(), ElementsAre(Sent{10 * MSS, 0, false}));
    Wait(200);
    EXPECT_THAT(Take(), ElementsAre(Sent{10 * MSS, 0, false}));
    Ack(10 * MSS, 65160);
    EXPECT_EQ(BytesOf(Take()), 5u * MSS);
}

/** A window below a segment lets nothing out but the probe. */
TEST_F(TcpSenderWindowTest, ASmallOneIsFilledByTheProbe)
{
    Write(10 * MSS);
    Take();
    Ack(10 * MSS, 500);
    Write(5 * MSS);
    EXPECT_THAT(Take(), IsEmpty());
    Wait(210);
    EXPECT_EQ(BytesOf(Take()), 500u);
}

/** sk_sndbuf: 2 * 10 * 4352 at first; the process takes no more. */
TEST_F(TcpSenderTest, TheSendBufferIsLimited)
{
    const uint64_t taken = Write(1 << 20);
    EXPECT_GT(taken, 2u * 10 * 4352 - 32768);
    EXPECT_LT(taken, 2u * 10 * 4352 + 32768); // looked at before each piece of a block
    EXPECT_FALSE(sender->HasMemory());
    Ack(10 * MSS, 1 << 20);
    EXPECT_TRUE(sender->HasMemory());
}

/** Minshall: a short segment waits for another short one only. */
TEST_F(TcpSenderTest, NagleHoldsBehindAShortSegmentOnly)
{
    Write(MSS);
    Write(100);
    EXPECT_THAT(Take(), ElementsAre(Sent{0, MSS, true}, Sent{MSS, 100, true}));
    Write(50);
    Write(50);
    EXPECT_THAT(Take(), IsEmpty());
    Ack(MSS);
    EXPECT_THAT(Take(), IsEmpty()); // the short one is still in flight
    Ack(MSS + 100);
    EXPECT_THAT(Take(), ElementsAre(Sent{MSS + 100, 100, true}));
}

/** tcp_mss_split_point(): whole segments go, the rest waits. */
TEST_F(TcpSenderTest, NagleSplitsTheTail)
{
    Write(100);
    Write(2 * MSS + 300);
    EXPECT_THAT(
        Take(),
        ElementsAre(Sent{0, 100, true}, Sent{100, MSS, false}, Sent{100 + MSS, MSS, false}));
    Ack(100);
    EXPECT_THAT(Take(), ElementsAre(Sent{100 + 2 * MSS, 300, true}));
}

/** A send call of 128 KiB ends in a short segment: 131072 = 90 * 1448 + 752. */
TEST_F(TcpSenderTest, ASendCallEndsInAShortSegment)
{
    uint64_t acked = 0;
    for (uint32_t i = 0; i < 30; ++i)
    {
        uint64_t left = 131072 - Write(131072);
        while (left > 0 || acked < sender->GetWritten())
        {
            acked += BytesOf(Take());
            Ack(acked, 1 << 20);
            left -= left > 0 ? Write(static_cast<uint32_t>(left)) : 0;
        }
    }
    Write(131072);
    const std::vector<Sent> sent = Take();
    ASSERT_THAT(sent, SizeIs(91));
    EXPECT_EQ(sent.back().payload, 752u);
    EXPECT_TRUE(sent.back().push);
}

/** Bytes written one by one become one fragment of one skb. */
TEST_F(TcpSenderTest, SmallWritesShareAnSkb)
{
    for (uint32_t i = 0; i < 101; ++i)
    {
        Write(1);
    }
    EXPECT_THAT(Take(), ElementsAre(Sent{0, 1, true}));
    Ack(1);
    EXPECT_THAT(Take(), ElementsAre(Sent{1, 100, true}));
}

/** While the process owns the socket, acknowledgements wait. */
TEST_F(TcpSenderTest, TheOwnerHandlesTheBacklog)
{
    Write(20 * MSS);
    Take();
    sender->LockSock(Core());
    Ack(5 * MSS);
    Ack(10 * MSS);
    EXPECT_EQ(Stats().backlogged, 2u);
    EXPECT_THAT(Take(), IsEmpty());
    EXPECT_TRUE(sender->ReleaseStep(Core()));
    Push();
    EXPECT_EQ(sender->GetCongestion().GetWindow(), 15u);
    EXPECT_EQ(BytesOf(Take()), 10u * MSS); // five are in flight
    EXPECT_TRUE(sender->ReleaseStep(Core()));
    EXPECT_EQ(sender->GetCongestion().GetWindow(), 20u);
    EXPECT_FALSE(sender->ReleaseStep(Core()));
}

} // namespace tcptest
} // namespace ns3
