/* SPDX-License-Identifier: GPL-2.0-only */
#include "stack-fixture.h"

#include "ns3/skb-queue.h"

#include <random>

namespace ns3
{
namespace stacktest
{

using testing::ElementsAre;

class SkbQueueTest : public StackTest
{
  protected:
    Skb* New(uint64_t seq)
    {
        Skb* skb = skbs.AllocSkb(core, 200);
        skb->seq = seq;
        made.push_back(skb);
        return skb;
    }

    /** Sequence numbers from both ends must agree. */
    static std::vector<uint64_t> Order(const SkbQueue& queue)
    {
        std::vector<uint64_t> forth;
        std::vector<uint64_t> back;
        for (const Skb* skb = queue.Peek(); skb != nullptr; skb = skb->next)
        {
            forth.push_back(skb->seq);
        }
        for (const Skb* skb = queue.PeekTail(); skb != nullptr; skb = skb->prev)
        {
            back.insert(back.begin(), skb->seq);
        }
        EXPECT_EQ(forth, back);
        EXPECT_EQ(forth.size(), queue.GetLength());
        EXPECT_EQ(forth.empty(), queue.IsEmpty());
        return forth;
    }

    void TearDown() override
    {
        for (Skb* skb : made)
        {
            skbs.ConsumeSkb(core, skb);
        }
    }

    SkbQueue queue;         //!< under test
    std::vector<Skb*> made; //!< all
};

TEST_F(SkbQueueTest, KeepsOrderAtBothEnds)
{
    queue.PushBack(core, New(2));
    queue.PushBack(core, New(3));
    queue.PushFront(core, New(1));
    EXPECT_THAT(Order(queue), ElementsAre(1, 2, 3));
    EXPECT_EQ(queue.PopFront(core)->seq, 1u);
    EXPECT_EQ(queue.PopBack(core)->seq, 3u);
    EXPECT_THAT(Order(queue), ElementsAre(2));
    EXPECT_EQ(queue.PopBack(core)->seq, 2u);
    EXPECT_THAT(Order(queue), ElementsAre());
    EXPECT_EQ(queue.PopFront(core), nullptr);
    EXPECT_EQ(queue.PopBack(core), nullptr);
}

TEST_F(SkbQueueTest, InsertsBehindAnother)
{
    Skb* first = New(1);
    queue.PushBack(core, first);
    queue.InsertAfter(core, first, New(3));
    queue.InsertAfter(core, first, New(2));
    EXPECT_THAT(Order(queue), ElementsAre(1, 2, 3));
}

TEST_F(SkbQueueTest, SplicesAnotherQueue)
{
    SkbQueue other;
    queue.TakeAll(core, other);
    EXPECT_TRUE(queue.IsEmpty());
    other.PushBack(core, New(1));
    queue.TakeAll(core, other);
    other.PushBack(core, New(2));
    other.PushBack(core, New(3));
    queue.TakeAll(core, other);
    EXPECT_THAT(Order(queue), ElementsAre(1, 2, 3));
    EXPECT_TRUE(other.IsEmpty());
}

TEST_F(SkbQueueTest, AgreesWithAVector)
{
    std::mt19937 random(3);
    std::vector<uint64_t> wanted;
    for (uint64_t seq = 0; seq < 500; ++seq)
    {
        switch (random() % 5)
        {
        case 0:
            queue.PushFront(core, New(seq));
            wanted.insert(wanted.begin(), seq);
            break;
        case 1:
            if (queue.PopFront(core) != nullptr)
            {
                wanted.erase(wanted.begin());
            }
            break;
        case 2:
            if (queue.PopBack(core) != nullptr)
            {
                wanted.pop_back();
            }
            break;
        default:
            queue.PushBack(core, New(seq));
            wanted.push_back(seq);
        }
        ASSERT_EQ(Order(queue), wanted);
    }
}

} // namespace stacktest
} // namespace ns3
