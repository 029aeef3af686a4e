/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-fixture.h"

#include "ns3/virtqueue.h"

namespace ns3
{
namespace tuntest
{

namespace
{

/** @brief Counts notifications. */
class Counter : public VirtqueueClient
{
  public:
    void Notified(CpuCore&, Virtqueue&) override
    {
        ++count;
    }

    uint32_t count{0}; //!< notifications
};

} // namespace

class VirtqueueTest : public TunTest, public ::testing::WithParamInterface<bool>
{
  protected:
    VirtqueueTest()
        : queue(8, GetParam(), 60)
    {
        queue.SetDevice(&device);
        queue.SetDriver(&driver);
    }

    void PostAndPublish(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            queue.Post(Core(), 72);
        }
        queue.Publish(Core());
    }

    Counter device;  //!< vhost
    Counter driver;  //!< guest
    Virtqueue queue; //!< under test
};

TEST_P(VirtqueueTest, SuppressesKicksWhileTheDeviceWorks)
{
    EXPECT_FALSE(queue.EnableNotify(Core()));
    PostAndPublish(2);
    EXPECT_EQ(device.count, 1u);
    queue.DisableNotify(Core());
    PostAndPublish(2);
    EXPECT_EQ(device.count, 1u);
    EXPECT_EQ(queue.GetStats().kicksSpared, 1u);
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_NE(queue.GetDesc(Core()), nullptr);
    }
    EXPECT_EQ(queue.GetDesc(Core()), nullptr);
    EXPECT_FALSE(queue.EnableNotify(Core()));
    PostAndPublish(1);
    EXPECT_EQ(device.count, 2u);
}

TEST_P(VirtqueueTest, LooksOnceMoreAfterEnablingKicks)
{
    queue.DisableNotify(Core());
    PostAndPublish(1);
    EXPECT_TRUE(queue.EnableNotify(Core()));
}

TEST_P(VirtqueueTest, CallsADriverThatWantsIt)
{
    queue.SetCalls(Core(), true);
    PostAndPublish(4);
    queue.GetDesc(Core());
    queue.GetDesc(Core());
    queue.AddUsedAndSignal(Core(), 1);
    EXPECT_EQ(driver.count, 1u);
    queue.SetCalls(Core(), false);
    queue.AddUsedAndSignal(Core(), 1);
    EXPECT_EQ(driver.count, 1u);
    EXPECT_EQ(queue.GetStats().callsSpared, 1u);
}

TEST_P(VirtqueueTest, KeepsItsBooks)
{
    PostAndPublish(8);
    EXPECT_EQ(queue.GetFree(), 0u);
    for (uint32_t i = 0; i < 5; ++i)
    {
        queue.GetDesc(Core());
    }
    queue.DiscardDesc(2);
    queue.AddUsedAndSignal(Core(), 3);
    EXPECT_EQ(queue.CountUsed(Core()), 3u);
    queue.Reclaim(Core());
    EXPECT_EQ(queue.GetFree(), 1u);
    EXPECT_EQ(queue.GetStats().taken, 3u);
    EXPECT_EQ(queue.GetStats().usedUpdates, 1u);
    EXPECT_STREQ(queue.CheckEqualities(), "");
    queue.DiscardDesc(1);
    EXPECT_STRNE(queue.CheckEqualities(), "");
}

/** The device reads the avail index when it has used up what it knew. */
TEST_P(VirtqueueTest, ReadsTheAvailIndexWhenExhausted)
{
    PostAndPublish(6);
    for (uint32_t i = 0; i < 6; ++i)
    {
        queue.GetDesc(Core());
    }
    EXPECT_EQ(queue.GetStats().availReads, 1u);
    queue.GetDesc(Core());
    EXPECT_EQ(queue.GetStats().availReads, 2u);
}

INSTANTIATE_TEST_SUITE_P(FlagsAndEventIdx, VirtqueueTest, ::testing::Bool());

} // namespace tuntest
} // namespace ns3
