/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-rig.h"

#include "ns3/boolean.h"
#include "ns3/xdp-bulk-queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

using testing::ElementsAre;

/** @brief A device that takes so many frames of each bulk, and gives them back at once. */
class FussyDevice : public XdpFrameSink
{
  public:
    explicit FussyDevice(XdpFrames& frames)
        : m_frames(frames)
    {
    }

    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override
    {
        bulks.push_back(count);
        kicks += flush ? 1 : 0;
        const uint32_t taken = std::min(count, takes);
        for (uint32_t i = 0; i < taken; ++i)
        {
            m_frames.Return(core, frames[i]);
        }
        return taken;
    }

    uint32_t takes{16};          //!< frames of a bulk that fit
    std::vector<uint32_t> bulks; //!< sizes of the bulks
    uint32_t kicks{0};           //!< bulks with a kick

  private:
    XdpFrames& m_frames; //!< where frames go
};

/** @brief A queue in front of it. */
class XdpBulkQueueTest : public ::testing::Test
{
  protected:
    static Ptr<LinuxHost> MakeHost()
    {
        Ptr<LinuxHost> host = CreateObject<LinuxHost>();
        host->SetAttribute("Bound", BooleanValue(false));
        return host;
    }

    void Enqueue(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            queue.Enqueue(core, device, maker.MakeFrame(core, 60));
        }
    }

    Ptr<LinuxHost> host = MakeHost();
    CpuCore& core = host->GetCpu(0).GetCore();
    XdpFrames& frames = XdpFrames::Of(*host);
    FrameMaker maker{*host};
    FussyDevice device{frames};
    XdpBulkQueue queue{frames, Fn::veth_xdp_tx};
};

TEST_F(XdpBulkQueueTest, AFullQueueGoesOutBeforeTheNextFrame)
{
    Enqueue(16);
    EXPECT_TRUE(device.bulks.empty());
    Enqueue(1);
    EXPECT_THAT(device.bulks, ElementsAre(16));
    EXPECT_EQ(frames.GetInUse(), 1u);
}

TEST_F(XdpBulkQueueTest, AFlushHandsOverTheRestWithAKick)
{
    Enqueue(39);
    queue.Flush(core, device);
    EXPECT_THAT(device.bulks, ElementsAre(16, 16, 7));
    EXPECT_EQ(device.kicks, 3u);
    queue.Flush(core, device);
    EXPECT_EQ(device.bulks.size(), 3u);
}

TEST_F(XdpBulkQueueTest, WhatIsRefusedIsCountedAndGivenBack)
{
    device.takes = 10;
    Enqueue(39);
    queue.Flush(core, device);
    EXPECT_EQ(queue.GetSent(), 10u + 10 + 7);
    EXPECT_EQ(queue.GetDropped(), 6u + 6);
    EXPECT_EQ(queue.GetSent() + queue.GetDropped(), 39u);
    EXPECT_EQ(frames.GetInUse(), 0u);
}

} // namespace ns3
