/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/boolean.h"
#include "ns3/linux-host.h"
#include "ns3/tcp-collapse.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

constexpr uint32_t HEADER = 52;                // IPv4 and TCP with timestamps
constexpr uint32_t MOST = 3776;                // SKB_MAX_ORDER(0, 0) with 17 fragments
constexpr uint32_t DENSE = MOST - HEADER;      // payload of a full skb after collapsing
constexpr uint32_t MSS = 1448;                 // payload of a segment
constexpr uint32_t BIG = 1 << 20;              // a receive buffer that is never full
constexpr int64_t BLOATED_TRUESIZE = 4096;     // kmalloc-4k head, at least
constexpr int64_t WORST_DENSE_TRUESIZE = 4608; // the same and an sk_buff

} // namespace

/** @brief A receive queue whose skbs hold 500 bytes in heads of 4 KiB. */
class TcpCollapseTest : public testing::Test
{
  protected:
    TcpCollapseTest()
    {
        host->SetAttribute("Bound", BooleanValue(false));
    }

    ~TcpCollapseTest() override
    {
        while (Skb* skb = queue.Pop(Core()))
        {
            host->GetSkbs().ConsumeSkb(Core(), skb);
        }
        EXPECT_EQ(queue.GetRmemAlloc(), 0);
        const auto& s = host->GetSkbs().GetStats();
        EXPECT_EQ(s.dataCreated, s.dataFreed);
        host->Dispose();
    }

    CpuCore& Core()
    {
        return host->GetCpu(0).GetCore();
    }

    void Add(uint32_t payload, uint32_t head)
    {
        Skb* skb = host->GetSkbs().AllocSkb(Core(), head);
        skb->Put(HEADER + payload);
        skb->payload = payload;
        skb->seq = next;
        next += payload;
        queue.Queue(Core(), skb);
    }

    /** @return payload of the skbs, in order; checks that they follow each other */
    std::vector<uint32_t> Payloads(uint64_t start)
    {
        std::vector<uint32_t> sizes;
        int64_t charged = 0;
        for (const Skb* skb = queue.Peek(); skb != nullptr; skb = skb->next)
        {
            EXPECT_EQ(skb->seq, start);
            EXPECT_EQ(skb->len, skb->payload + HEADER);
            start += skb->payload;
            charged += skb->truesize;
            sizes.push_back(skb->payload);
        }
        EXPECT_EQ(charged, queue.GetRmemAlloc());
        EXPECT_EQ(start, next);
        return sizes;
    }

    uint64_t Frames() const
    {
        uint64_t sum = 0;
        for (const Skb* skb = queue.Peek(); skb != nullptr; skb = skb->next)
        {
            sum += skb->frames;
        }
        return sum;
    }

    Ptr<LinuxHost> host{CreateObject<LinuxHost>()}; //!< host
    SocketQueue queue{BIG, MSS};                    //!< receive queue
    TcpCollapse collapse{host->GetSkbs(), queue, HEADER};
    uint64_t next{0}; //!< end of the payload
};

TEST_F(TcpCollapseTest, PacksBloatedSkbsIntoPages)
{
    for (int i = 0; i < 20; ++i)
    {
        Add(500, 3500);
    }
    EXPECT_GE(queue.GetRmemAlloc(), 20 * BLOATED_TRUESIZE);
    EXPECT_EQ(collapse.Run(Core(), 0), 20u);
    EXPECT_EQ(Payloads(0), (std::vector<uint32_t>{DENSE, DENSE, 10000 - 2 * DENSE}));
    EXPECT_EQ(Frames(), 20u);
    EXPECT_LE(queue.GetRmemAlloc(), 3 * WORST_DENSE_TRUESIZE);
}

/** What was read already is not copied again. */
TEST_F(TcpCollapseTest, BeginsWhereTheReaderStands)
{
    Add(500, 3500);
    Add(500, 3500);
    EXPECT_EQ(collapse.Run(Core(), 200), 2u);
    EXPECT_EQ(Payloads(200), (std::vector<uint32_t>{800}));
    EXPECT_EQ(Frames(), 2u);
}

TEST_F(TcpCollapseTest, LeavesDenseSkbsAlone)
{
    Add(DENSE, MOST);
    Add(DENSE, MOST);
    EXPECT_EQ(collapse.Run(Core(), 0), 0u);
    Add(100, 3500);
    EXPECT_EQ(collapse.Run(Core(), 0), 1u);
    EXPECT_EQ(Payloads(0), (std::vector<uint32_t>{DENSE, DENSE, 100}));
}

TEST_F(TcpCollapseTest, AnEmptyQueueHasNothingToGain)
{
    EXPECT_EQ(collapse.Run(Core(), 0), 0u);
}

} // namespace ns3
