/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-rig.h"

#include "ns3/boolean.h"
#include "ns3/dev-map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ns3
{

using testing::ElementsAre;

namespace
{

/** @brief A device that takes at most so many frames of a bulk. */
class Device : public XdpFrameSink
{
  public:
    explicit Device(XdpFrames& frames)
        : m_frames(frames)
    {
    }

    uint32_t XdpXmit(CpuCore& core, XdpFrame* const* frames, uint32_t count, bool flush) override
    {
        bulks.push_back(count);
        kicks.push_back(flush);
        const uint32_t taken = std::min(count, takes);
        for (uint32_t i = 0; i < taken; ++i)
        {
            m_frames.Return(core, frames[i]);
        }
        return taken;
    }

    uint32_t takes{16};          //!< frames of a bulk that fit
    std::vector<uint32_t> bulks; //!< sizes of the bulks
    std::vector<bool> kicks;     //!< XDP_XMIT_FLUSH of each

  private:
    XdpFrames& m_frames; //!< where frames go
};

} // namespace

/** A full queue goes out without a kick, xdp_do_flush() kicks; each CPU has its own queue. */
TEST(DevMap, GathersSixteenPerCpu)
{
    Ptr<LinuxHost> host = CreateObject<LinuxHost>();
    host->SetAttribute("Bound", BooleanValue(false));
    XdpFrames& frames = XdpFrames::Of(*host);
    FrameMaker maker(*host);
    Device device(frames);
    DevMapEntry entry(frames, device);
    CpuCore& first = host->GetCpu(0).GetCore();
    CpuCore& second = host->GetCpu(1).GetCore();
    for (int i = 0; i < 20; ++i)
    {
        entry.Enqueue(first, maker.MakeFrame(first, 60));
        entry.Enqueue(second, maker.MakeFrame(second, 60));
    }
    EXPECT_THAT(device.bulks, ElementsAre(16, 16));
    EXPECT_THAT(device.kicks, ElementsAre(false, false));
    device.takes = 3;
    EXPECT_EQ(entry.Flush(first), 1u);
    EXPECT_EQ(entry.Flush(second), 1u);
    EXPECT_EQ(entry.Flush(second), 0u);
    EXPECT_THAT(device.bulks, ElementsAre(16, 16, 4, 4));
    EXPECT_THAT(device.kicks, ElementsAre(false, false, true, true));
    EXPECT_EQ(entry.GetSent(), 38u);
    EXPECT_EQ(entry.GetDropped(), 2u);
    EXPECT_EQ(frames.GetInUse(), 0u);
    host->Dispose();
}

} // namespace ns3
