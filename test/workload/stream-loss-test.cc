/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-fixture.h"

namespace ns3
{
namespace tcptest
{

/**
 * A ring that is too small for a burst refuses segments; the stream goes on, and the reader gets
 * every byte once.
 */
TEST_F(StreamTest, GoesOnAfterRingDrops)
{
    for (const uint32_t ring : {1U, 2U, 16U, 64U})
    {
        for (const bool threaded : {false, true})
        {
            StreamOptions options;
            options.ring = ring;
            options.threaded = threaded;
            StreamRig rig(options);
            rig.Start();
            uint64_t before = 0;
            for (uint32_t i = 0; i < 4; ++i)
            {
                rig.Run(threaded ? 210000 : 3000); // a lost repair waits for the timer
                rig.ExpectBooks();
                EXPECT_GT(rig.receiver->GetCopied(), before) << ring << threaded << i;
                before = rig.receiver->GetCopied();
            }
            if (ring <= 16)
            {
                EXPECT_GT(rig.a->GetDropped(), 0u) << ring << threaded;
                EXPECT_GT(rig.sender->GetCongestion().GetReductions(), 0u);
            }
            rig.Close();
        }
    }
}

TEST_F(StreamTest, GoesOnWithASmallPoolRing)
{
    for (const uint32_t poolRing : {1U, 16U, 64U})
    {
        StreamOptions options;
        options.poolRing = poolRing;
        StreamRig rig(options);
        rig.Start();
        rig.Run(5000);
        EXPECT_GT(rig.receiver->GetCopied(), 2u << 20);
        EXPECT_GT(rig.b->GetPoolStats().ring_full, 0u) << poolRing;
        rig.Close();
    }
}

/** Segments get lost on the wire, now and then: each is sent again, none is read twice. */
TEST_F(StreamTest, RepairsWhatGetsLost)
{
    StreamRig rig;
    uint32_t count = 0;
    rig.tapTx->filter = [&](const Skb&) { return ++count % 500 != 250; };
    rig.Start();
    rig.Run(50000);
    EXPECT_GT(rig.sender->GetStats().retransmits, 10u);
    EXPECT_GT(rig.receiver->GetStats().outOfOrder, 10u);
    EXPECT_GT(rig.receiver->GetCopied(), 5u << 20);
    EXPECT_EQ(rig.receiver->GetCopied(), rig.receiver->GetStats().bytes);
    rig.Close();
}

/** Acknowledgements get lost: later ones say the same. */
TEST_F(StreamTest, BearsTheLossOfAcknowledgements)
{
    StreamRig rig;
    uint32_t count = 0;
    rig.tapRx->filter = [&](const Skb&) { return ++count % 3 != 0; };
    rig.Start();
    for (uint32_t i = 0; i < 4; ++i)
    {
        const uint64_t before = rig.receiver->GetCopied();
        rig.Run(500000); // where the last acknowledgement of a window was lost, the timer helps
        rig.ExpectBooks();
        EXPECT_GT(rig.receiver->GetCopied(), before);
    }
    rig.Close();
}

/** Everything is lost for a while: the timer starts the stream again. */
TEST_F(StreamTest, SurvivesAnOutage)
{
    StreamRig rig;
    bool up = true;
    rig.tapTx->filter = [&](const Skb&) { return up; };
    rig.Start();
    rig.Run(5000);
    up = false;
    rig.Run(5000);
    const uint64_t copied = rig.receiver->GetCopied();
    rig.Run(100000);
    EXPECT_EQ(rig.receiver->GetCopied(), copied);
    up = true;
    rig.Run(200000);
    EXPECT_GE(rig.sender->GetStats().timeouts, 1u);
    EXPECT_GT(rig.receiver->GetCopied(), copied + (2u << 20));
    rig.Close();
}

/** The window update is lost while the window is closed: the probe finds out (tcp_probe_timer). */
TEST_F(StreamTest, ProbesAClosedWindow)
{
    StreamOptions options;
    options.rcvbuf = 20000;
    StreamRig rig(options);
    bool up = true;
    rig.tapRx->filter = [&](const Skb&) { return up; };
    rig.receiver->SetReader(nullptr);
    rig.Start(false);
    rig.Run(2000);
    up = false;
    rig.receiver->SetReader(rig.reader.get());
    rig.Start();
    rig.Run(10000);
    const uint64_t copied = rig.receiver->GetCopied();
    EXPECT_EQ(copied, rig.receiver->GetReceived());
    rig.Run(50000);
    EXPECT_EQ(rig.receiver->GetCopied(), copied);
    up = true;
    rig.Run(250000);
    EXPECT_GT(rig.receiver->GetCopied(), copied + (1u << 20));
    rig.Close();
}

/**
 * A hole that is not filled while much arrives behind it: the buffer fills with what is out of
 * order, and still takes what fills the hole.
 */
TEST_F(StreamTest, AHoleIsFilledThoughTheBufferIsFull)
{
    StreamOptions options;
    options.rcvbuf = 131072;
    StreamRig rig(options);
    uint32_t losses = 3;
    rig.tapTx->filter = [&](const Skb& skb) {
        const bool lost = skb.seq == 20 * 1448 && losses > 0;
        losses -= lost ? 1 : 0;
        return !lost;
    };
    rig.Start();
    rig.Run(500000);
    EXPECT_EQ(losses, 0u);
    EXPECT_GT(rig.receiver->GetStats().outOfOrder, 0u);
    EXPECT_GT(rig.receiver->GetCopied(), 5u << 20);
    rig.Close();
}

} // namespace tcptest
} // namespace ns3
