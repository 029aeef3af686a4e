/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream-fixture.h"

namespace ns3
{
namespace tcptest
{

/** Every byte crosses once and in order, and the books are whole at any time. */
TEST_F(StreamTest, DeliversEveryByteOnce)
{
    StreamRig rig;
    uint64_t next = 0;
    rig.tapTx->filter = [&](const Skb& skb) {
        EXPECT_EQ(skb.seq, next);
        next += skb.payload;
        return true;
    };
    rig.Start();
    for (uint32_t i = 0; i < 50; ++i)
    {
        rig.Run(100);
        rig.ExpectBooks();
    }
    const TcpReceiver::Stats& rx = rig.receiver->GetStats();
    EXPECT_GT(rx.bytes, 2u << 20);
    EXPECT_EQ(rx.bytes, rig.receiver->GetCopied());
    EXPECT_EQ(rx.duplicates + rx.outOfOrder + rx.dropped, 0u);
    EXPECT_EQ(rig.sender->GetStats().payload, next);
    EXPECT_EQ(rig.sender->GetStats().retransmits + rig.sender->GetStats().timeouts, 0u);
    EXPECT_EQ(rig.sender->GetCongestion().GetReductions(), 0u);
    // the reader has read whole frames, but for the one that it is in
    EXPECT_NEAR(static_cast<double>(rx.frames), rx.bytes / 1448., 46 + rx.frames * 0.02);
    rig.Close();
}

TEST_F(StreamTest, WithoutAProgramSkbsCrossWhole)
{
    StreamOptions options;
    options.program = false;
    StreamRig rig(options);
    uint32_t most = 0;
    rig.tapTx->filter = [&](const Skb& skb) {
        most = std::max(most, skb.payload);
        return true;
    };
    rig.Start();
    rig.Run(5000);
    EXPECT_EQ(most, 45u * 1448);
    EXPECT_GT(rig.receiver->GetCopied(), 4u << 20); // far beyond the limit of small queues
    EXPECT_EQ(rig.receiver->GetStats().duplicates, 0u);
    rig.Close();
}

/** No byte beyond what an acknowledgement, or the handshake, has offered. */
TEST_F(StreamTest, KeepsToTheWindow)
{
    for (const uint32_t rcvbuf : {0U, 2896U, 4096U, 20000U, 131072U, 1000000U})
    {
        StreamOptions options;
        options.rcvbuf = rcvbuf;
        StreamRig rig(options);
        uint64_t offered = rig.receiver->GetQueue().InitialWindow();
        rig.tapRx->filter = [&](const Skb& skb) {
            EXPECT_GE(skb.ackSeq + skb.window, offered); // never taken back
            offered = skb.ackSeq + skb.window;
            return true;
        };
        rig.tapTx->filter = [&](const Skb& skb) {
            EXPECT_LE(skb.seq + skb.payload, offered);
            return true;
        };
        rig.Start();
        rig.Run(5000);
        EXPECT_GT(rig.receiver->GetCopied(), 500000u) << rcvbuf;
        rig.Close();
    }
}

/** Nobody reads: the window closes, the send buffer fills, the writer sleeps; then it goes on. */
TEST_F(StreamTest, StopsForAReaderThatSleeps)
{
    StreamOptions options;
    options.rcvbuf = 131072;
    StreamRig rig(options);
    rig.receiver->SetReader(nullptr);
    rig.Start(false);
    rig.Run(1000000); // without a reader only the timer goes on
    EXPECT_FALSE(rig.writer->IsAwake());
    const uint64_t received = rig.receiver->GetReceived();
    EXPECT_GE(received, 30u * 1448); // 4352 bytes of 131072 each
    EXPECT_LE(received, 65160u);     // the window of the handshake
    EXPECT_EQ(rig.receiver->GetCopied(), 0u);
    const uint64_t written = rig.sender->GetWritten();
    EXPECT_GT(written, received);
    EXPECT_LT(written - received, 4194304u); // tcp_wmem[2]
    rig.Run(5000);
    EXPECT_EQ(rig.sender->GetWritten(), written);
    rig.receiver->SetReader(rig.reader.get());
    rig.Start();
    rig.Run(500000);
    EXPECT_GT(rig.receiver->GetCopied(), 1u << 20);
    rig.Close();
}

/** Reads and writes of a byte, and of more than the buffers hold. */
TEST_F(StreamTest, TakesCallsOfAnySize)
{
    for (const auto& [sendSize, readSize] : {std::pair(1U, 131072U),
                                             std::pair(131072U, 1U),
                                             std::pair(1U, 1U),
                                             std::pair(1449U, 100U),
                                             std::pair(4000000U, 4000000U)})
    {
        StreamOptions options;
        options.sendSize = sendSize;
        options.readSize = readSize;
        StreamRig rig(options);
        rig.Start();
        rig.Run(4000);
        EXPECT_GT(rig.receiver->GetCopied(), 1000u) << sendSize << " " << readSize;
        EXPECT_GE(rig.writer->GetCalls(), rig.sender->GetWritten() / sendSize);
        rig.Close();
    }
}

/** The smallest and the largest segments. */
TEST_F(StreamTest, TakesSegmentsOfAnySize)
{
    for (const auto& [mtu, least] :
         {std::pair(68U, 20000U), std::pair(576U, 500000U), std::pair(65535U, 2000000U)})
    {
        StreamOptions options;
        options.mtu = mtu;
        StreamRig rig(options);
        rig.Start();
        rig.Run(5000);
        EXPECT_GT(rig.receiver->GetCopied(), least) << mtu;
        rig.Close();
    }
}

/** Both processes, the softirq and a NAPI thread may share a core. */
TEST_F(StreamTest, RunsOnOneCore)
{
    for (const bool threaded : {false, true})
    {
        StreamOptions options;
        options.rxCpu = 0;
        options.threaded = threaded;
        StreamRig rig(options);
        rig.Start();
        rig.Run(20000);
        EXPECT_GT(rig.receiver->GetCopied(), 2u << 20) << threaded;
        EXPECT_EQ(rig.host->GetCpusInUse().size(), 1u);
        rig.Close();
    }
}

} // namespace tcptest
} // namespace ns3
