/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/linux-host.h"
#include "ns3/skb-allocator.h"
#include "ns3/udp-sink.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3
{

/** @brief A sink, and datagrams as they come from a device. */
class UdpSinkTest : public testing::Test
{
  protected:
    UdpSinkTest()
    {
        host->SetAttribute("Bound", BooleanValue(false));
        sink->Connect(*host);
    }

    ~UdpSinkTest() override
    {
        sink->Dispose();
        host->Dispose();
    }

    CpuCore& Core()
    {
        return host->GetCpu(0).GetCore();
    }

    bool Send()
    {
        Skb* skb = host->GetSkbs().AllocSkb(Core(), 128);
        skb->Put(46);
        return sink->Receive(Core(), skb);
    }

    Ptr<LinuxHost> host{CreateObject<LinuxHost>()}; //!< host
    Ptr<UdpSink> sink{CreateObject<UdpSink>()};     //!< sink
};

TEST_F(UdpSinkTest, FreesWithoutASocket)
{
    EXPECT_FALSE(Send());
    EXPECT_EQ(sink->GetStats().received, 1u);
    EXPECT_EQ(sink->GetStats().noSocket, 1u);
    EXPECT_EQ(sink->GetStats().bytes, 60u);
    EXPECT_EQ(host->GetSkbs().GetStats().freed, 1u);
}

/** The datagram that finds more than the buffer charged is freed. */
TEST_F(UdpSinkTest, FillsASocketThatNobodyReads)
{
    sink->SetAttribute("RcvBuf", UintegerValue(4000));
    uint64_t taken = 0;
    for (int i = 0; i < 20; ++i)
    {
        taken += Send() ? 1 : 0;
    }
    const UdpSink::Stats& s = sink->GetStats();
    EXPECT_EQ(s.queued, taken);
    EXPECT_EQ(s.received, s.noSocket + s.queued + s.full);
    EXPECT_GT(sink->GetRmemAlloc(), 4000);
    EXPECT_LT(sink->GetRmemAlloc(), 4000 + 1024);
    EXPECT_EQ(host->GetSkbs().GetStats().freed, s.full);
    sink->Close(Core());
    EXPECT_EQ(sink->GetRmemAlloc(), 0);
    EXPECT_EQ(host->GetSkbs().GetStats().freed, 20u);
}

TEST_F(UdpSinkTest, ChargesTheBaseOfTheBed)
{
    sink->SetAttribute("PacketCycles", DoubleValue(100));
    Send();
    EXPECT_EQ(Core().GetLedger().OfFunction(Fn::udp_packet), 100 * TICKS_PER_CYCLE);
}

} // namespace ns3
