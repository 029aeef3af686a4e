/* SPDX-License-Identifier: GPL-2.0-only */
#include "tcp-sender-fixture.h"

namespace ns3
{
namespace tcptest
{

using testing::ElementsAre;
using testing::IsEmpty;

class TcpSenderLossTest : public TcpSenderTest
{
  protected:
    uint32_t Window() const
    {
        return sender->GetCongestion().GetWindow();
    }

    uint64_t Reductions() const
    {
        return sender->GetCongestion().GetReductions();
    }
};

/** NET_XMIT_DROP of the last segment: the skb stays unsent, tcp_enter_cwr() cuts once. */
TEST_F(TcpSenderLossTest, ARefusedSkbIsSentAgainAsAWhole)
{
    Write(60 * MSS);
    Ack(10 * MSS); // the window is 20
    Ack(20 * MSS); // 40
    Take();
    device->room = 3;
    Ack(25 * MSS);
    const std::vector<Sent> first = Take();
    EXPECT_EQ(first.size(), 3u);
    EXPECT_EQ(Stats().localDrops, 1u);
    EXPECT_EQ(Reductions(), 1u);
    device->room = 100;
    Ack(40 * MSS);
    const std::vector<Sent> again = Take();
    ASSERT_GE(again.size(), 3u);
    EXPECT_EQ(again[0], first[0]);
    EXPECT_EQ(again[2], first[2]);
}

/** Drops before something beyond high_seq is acknowledged belong to one reduction. */
TEST_F(TcpSenderLossTest, TheWindowIsCutOnceAWindow)
{
    Write(60 * MSS);
    Ack(10 * MSS); // the window is 20, and 30 segments are sent
    EXPECT_EQ(BytesOf(Take()), 30u * MSS);
    device->room = 0;
    for (const uint32_t i : {20U, 25U, 29U})
    {
        Ack(i * MSS); // each tries to send, all are refused
    }
    EXPECT_EQ(Stats().localDrops, 3u);
    EXPECT_EQ(Window(), 21u); // 30 * 0.7
    EXPECT_EQ(Reductions(), 1u);
    device->room = UINT64_MAX;
    Ack(30 * MSS); // high_seq itself
    device->room = 0;
    Ack(31 * MSS);
    Ack(38 * MSS);
    EXPECT_EQ(Stats().localDrops, 4u);
    EXPECT_EQ(Reductions(), 2u);
}

/** What a device took of a refused skb is acknowledged while nothing is in flight. */
TEST_F(TcpSenderLossTest, AnAcknowledgedPartCountsAsSent)
{
    device->room = 2;
    Write(10 * MSS);
    EXPECT_THAT(Take(), ElementsAre(Sent{0, MSS, false}, Sent{MSS, MSS, false}));
    EXPECT_EQ(Window(), 7u);
    device->room = UINT64_MAX;
    Ack(2 * MSS);
    EXPECT_EQ(Stats().acksTooHigh, 1u);
    const std::vector<Sent> sent = Take();
    ASSERT_FALSE(sent.empty());
    EXPECT_EQ(sent[0].seq, 2u * MSS);
}

/** While something is in flight it counts as an acknowledgement of that. */
TEST_F(TcpSenderLossTest, AnAcknowledgementOfUnsentDataCoversWhatIsInFlight)
{
    device->room = 7; // five, and two of the next five
    Write(10 * MSS);
    EXPECT_EQ(Take().size(), 7u);
    device->room = UINT64_MAX;
    Ack(7 * MSS);
    EXPECT_EQ(Stats().acksTooHigh, 1u);
    const std::vector<Sent> sent = Take();
    ASSERT_FALSE(sent.empty());
    EXPECT_EQ(sent[0].seq, 5u * MSS); // the refused skb, from its start
}

TEST_F(TcpSenderLossTest, AHoleIsSentAgainOnce)
{
    Write(10 * MSS);
    Take();
    Ack(2 * MSS, 65160, 5 * MSS);
    EXPECT_THAT(Take(),
                ElementsAre(Sent{2 * MSS, MSS, false},
                            Sent{3 * MSS, MSS, false},
                            Sent{4 * MSS, MSS, false}));
    EXPECT_EQ(Stats().retransmits, 1u);
    EXPECT_EQ(Reductions(), 1u);
    Ack(2 * MSS, 65160, 5 * MSS);
    EXPECT_THAT(Take(), IsEmpty());
    Ack(10 * MSS);
    EXPECT_EQ(Reductions(), 1u);
}

/** A repair that the device refuses is tried again with the next acknowledgement. */
TEST_F(TcpSenderLossTest, ARefusedRepairIsTriedAgain)
{
    Write(10 * MSS);
    Take();
    device->room = 1;
    Ack(2 * MSS, 65160, 5 * MSS);
    EXPECT_EQ(Take().size(), 1u);
    device->room = UINT64_MAX;
    Ack(3 * MSS, 65160, 5 * MSS); // its first segment has arrived
    EXPECT_THAT(Take(), ElementsAre(Sent{3 * MSS, MSS, false}, Sent{4 * MSS, MSS, false}));
}

/** The hole was filled before the repair could be sent: nothing before snd_una is. */
TEST_F(TcpSenderLossTest, AStaleHoleIsForgotten)
{
    Write(10 * MSS);
    Take();
    device->room = 0;
    Ack(2 * MSS, 65160, 5 * MSS);
    device->room = UINT64_MAX;
    Ack(8 * MSS);
    EXPECT_THAT(Take(), IsEmpty());
    Write(5 * MSS);
    for (const Sent& sent : Take())
    {
        EXPECT_GE(sent.seq, 10u * MSS);
    }
}

/** tcp_retransmit_timer() after 200 ms: one segment, then slow start over what is lost. */
TEST_F(TcpSenderLossTest, ATimeoutStartsAgain)
{
    Write(10 * MSS);
    ASSERT_EQ(BytesOf(Take()), 10u * MSS);
    Wait(150);
    EXPECT_EQ(Stats().timeouts, 0u);
    Wait(60);
    EXPECT_EQ(Stats().timeouts, 1u);
    EXPECT_EQ(Window(), 1u);
    EXPECT_THAT(Take(), ElementsAre(Sent{0, MSS, false}));
    Ack(MSS);
    EXPECT_EQ(Window(), 2u);
    EXPECT_THAT(Take(), ElementsAre(Sent{MSS, MSS, false}, Sent{2 * MSS, MSS, false}));
    Ack(3 * MSS);
    EXPECT_EQ(BytesOf(Take()), 4u * MSS);
    Ack(10 * MSS); // the rest had arrived before
    EXPECT_THAT(Take(), IsEmpty());
    Wait(500);
    EXPECT_EQ(Stats().timeouts, 1u);
}

/** The timer counts from the last progress, and again after each timeout. */
TEST_F(TcpSenderLossTest, ProgressMovesTheTimer)
{
    Write(10 * MSS);
    Wait(150);
    Ack(5 * MSS);
    Wait(150);
    EXPECT_EQ(Stats().timeouts, 0u);
    Wait(100);
    EXPECT_EQ(Stats().timeouts, 1u);
    Wait(450);
    EXPECT_EQ(Stats().timeouts, 3u);
    Take();
}

/** TCP_WRITE_TIMER_DEFERRED */
TEST_F(TcpSenderLossTest, ATimeoutWaitsForTheOwner)
{
    Write(10 * MSS);
    Take();
    sender->LockSock(Core());
    Wait(300);
    EXPECT_EQ(Stats().timeouts, 0u);
    EXPECT_TRUE(sender->ReleaseStep(Core()));
    EXPECT_EQ(Stats().timeouts, 1u);
    Push();
    EXPECT_THAT(Take(), ElementsAre(Sent{0, MSS, false}));
    EXPECT_FALSE(sender->ReleaseStep(Core()));
}

/** A device that refuses everything is tried again by the timer, without end and without harm. */
TEST_F(TcpSenderLossTest, ADeadDeviceIsTriedAgain)
{
    device->room = 0;
    Write(1 << 17);
    Wait(1100);
    EXPECT_EQ(Stats().timeouts, 5u);
    device->room = UINT64_MAX;
    Wait(200);
    const std::vector<Sent> sent = Take();
    ASSERT_FALSE(sent.empty());
    EXPECT_EQ(sent[0], (Sent{0, MSS, false})); // the probe
}

} // namespace tcptest
} // namespace ns3
