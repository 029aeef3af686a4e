/* SPDX-License-Identifier: GPL-2.0-only */
#include "memory/memory-rig.h"

#include "ns3/ptr-ring.h"

#include <random>

namespace ns3
{

namespace
{

/** @brief A ring of ids written from the description alone; 0 is an empty slot. */
struct ReferenceRing
{
    explicit ReferenceRing(uint32_t size_)
        : slots(size_, 0),
          size(size_)
    {
    }

    bool Produce(int id)
    {
        if (size == 0 || slots[in] != 0)
        {
            return false;
        }
        slots[in] = id;
        in = (in + 1) % size;
        return true;
    }

    int Consume()
    {
        if (size == 0 || slots[out] == 0)
        {
            return 0;
        }
        const int id = slots[out];
        const uint32_t batch = size < 32 ? 1 : 16;
        ++out;
        if (out - cleared == batch || out == size)
        {
            std::fill(slots.begin() + cleared, slots.begin() + out, 0);
            cleared = out;
        }
        if (out == size)
        {
            out = cleared = 0;
        }
        return id;
    }

    std::vector<int> slots;
    uint32_t size;
    uint32_t in{0};
    uint32_t out{0};
    uint32_t cleared{0};
};

class PtrRingTest : public testing::TestWithParam<uint32_t>
{
  protected:
    PtrRingTest()
        : m_ids(4096)
    {
        m_rig.Build();
        for (std::size_t i = 0; i < m_ids.size(); ++i)
        {
            m_ids[i] = static_cast<int>(i) + 1;
        }
    }

    MemoryRig m_rig;
    std::vector<int> m_ids;
};

} // namespace

TEST_P(PtrRingTest, AgreesWithReferenceUnderRandomOperations)
{
    const uint32_t size = GetParam();
    PtrRing<int> ring(size);
    ReferenceRing reference(size);
    std::mt19937 random(size + 1);
    uint32_t held = 0;
    for (int step = 0; step < 20000; ++step)
    {
        // phases in which one side is faster fill and empty the ring
        const bool produce = random() % 100 < ((step / 500) % 2 ? 70U : 30U);
        if (produce)
        {
            int* id = &m_ids[static_cast<std::size_t>(step) % m_ids.size()];
            const bool done = ring.Produce(m_rig.Core(0), id);
            ASSERT_EQ(done, reference.Produce(*id)) << "step " << step;
            held += done ? 1 : 0;
        }
        else
        {
            const int* id = ring.ConsumeUnlocked(m_rig.Core(1));
            ASSERT_EQ(id != nullptr ? *id : 0, reference.Consume()) << "step " << step;
            held -= id != nullptr ? 1 : 0;
        }
        ASSERT_EQ(ring.Count(), held);
        ASSERT_EQ(ring.IsEmpty(), size == 0 || reference.slots[reference.out] == 0);
        ASSERT_EQ(ring.IsFull(), size == 0 || reference.slots[reference.in] != 0);
    }
    EXPECT_EQ(size > 0, held > 0 || !ring.IsFull());
}

TEST_P(PtrRingTest, HoldsSizePointersWhenFresh)
{
    const uint32_t size = GetParam();
    PtrRing<int> ring(size);
    uint32_t n = 0;
    while (n < m_ids.size() && ring.Produce(m_rig.Core(), &m_ids[n]))
    {
        ++n;
    }
    EXPECT_EQ(n, size);
    EXPECT_TRUE(ring.IsFull());
    EXPECT_EQ(ring.GetBytes(), size * 8U);
}

TEST_P(PtrRingTest, ConsumedSlotsOfAnUnfinishedBatchStayBlocked)
{
    const uint32_t size = GetParam();
    PtrRing<int> ring(size);
    const uint32_t batch = std::min(size, ring.GetBatch());
    for (uint32_t i = 0; i < size; ++i)
    {
        ring.Produce(m_rig.Core(), &m_ids[i]);
    }
    for (uint32_t i = 0; i + 1 < batch; ++i)
    {
        ring.ConsumeUnlocked(m_rig.Core());
    }
    EXPECT_TRUE(ring.IsFull());
    EXPECT_EQ(ring.Count(), size - (batch > 0 ? batch - 1 : 0));
    ring.ConsumeUnlocked(m_rig.Core());
    for (uint32_t i = 0; i < batch; ++i)
    {
        EXPECT_TRUE(ring.Produce(m_rig.Core(), &m_ids[i]));
    }
    EXPECT_FALSE(ring.Produce(m_rig.Core(), &m_ids[0]));
}

TEST_P(PtrRingTest, BatchFormsKeepOrder)
{
    const uint32_t size = GetParam();
    PtrRing<int> ring(size);
    std::vector<int*> in;
    for (uint32_t i = 0; i < size + 3; ++i)
    {
        in.push_back(&m_ids[i]);
    }
    ring.LockProducer(m_rig.Core());
    EXPECT_EQ(ring.ProduceBatchLocked(m_rig.Core(), in.data(), size + 3), size);
    std::vector<int*> out(size + 3);
    EXPECT_EQ(ring.ConsumeBatch(m_rig.Core(), out.data(), size + 3), size);
    for (uint32_t i = 0; i < size; ++i)
    {
        EXPECT_EQ(out[i], in[i]);
    }
    EXPECT_TRUE(ring.Empty(m_rig.Core()));
    EXPECT_EQ(ring.Full(m_rig.Core()), size == 0);
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         PtrRingTest,
                         testing::Values(0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 64, 255, 256, 1000));

TEST(PtrRing, BatchIsTwoLinesOrOne)
{
    EXPECT_EQ(PtrRing<int>(31).GetBatch(), 1U);
    EXPECT_EQ(PtrRing<int>(32).GetBatch(), 16U);
    EXPECT_EQ(PtrRing<int>(33).GetBatch(), 16U);
    EXPECT_EQ(PtrRing<int>(1).GetBatch(), 1U);
}

TEST(PtrRing, LockCostsBottomHalvesInProcessContext)
{
    MemoryRig rig;
    rig.Build();
    PtrRing<int> ring(256);
    CpuCore& core = rig.Core();
    const auto lock = [&](Context context) {
        core.Execute(1000); // far from the last unlock
        core.SetContext(context);
        const Ticks start = core.Now();
        ring.LockProducer(core);
        return core.Now() - start;
    };
    lock(Context::Process);
    const Ticks softirq = lock(Context::ServingSoftirq);
    const double cycles = rig.machine.atomicCycles + 2 * rig.machine.callCycles;
    EXPECT_EQ(softirq, static_cast<Ticks>(cycles * TICKS_PER_CYCLE));
    EXPECT_EQ(lock(Context::Process) - softirq,
              static_cast<Ticks>(rig.machine.bhPairCycles * TICKS_PER_CYCLE));
    EXPECT_EQ(lock(Context::BhDisabled), softirq);
}

TEST(PtrRing, SidesApartMoveSlotLinesOnly)
{
    MemoryRig rig;
    rig.Build();
    PtrRing<int> ring(256);
    std::vector<int> ids(256, 1);
    CpuCore& producer = rig.Core(0);
    CpuCore& consumer = rig.Core(1);
    const auto round = [&] {
        for (int i = 0; i < 128; ++i)
        {
            ring.Produce(producer, &ids[static_cast<std::size_t>(i)]);
        }
        while (ring.ConsumeUnlocked(consumer) != nullptr)
        {
        }
    };
    round();
    round();
    producer.GetLedger().Reset();
    consumer.GetLedger().Reset();
    round();
    round();
    // a line of 8 pointers comes over once to be read, and is claimed by a store half of whose
    // latency the store buffer hides; nothing else moves
    const double line = static_cast<double>(rig.caches->TransferTicks(0, 1));
    const double lines = 256.0 / 8 * (1 + rig.machine.storeExposure);
    EXPECT_NEAR(consumer.GetLedger().OfKind(CostKind::Transfer) / line, lines, 0.1);
    EXPECT_NEAR(producer.GetLedger().OfKind(CostKind::Transfer) / line, lines, 0.1);
}

} // namespace ns3
