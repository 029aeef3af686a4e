/* SPDX-License-Identifier: GPL-2.0-only */
#include "device/veth-fixture.h"

#include "ns3/fifo-spinner.h"

namespace ns3
{
namespace vethtest
{

/** @brief A task that works whenever it may. */
class Busy : public Task
{
  public:
    explicit Busy(HostCpu& cpu)
        : Task(cpu, "busy")
    {
    }

  protected:
    void Step(CpuCore& core) override
    {
        core.Execute(1000);
    }
};

/** @brief A spinner on core 0. */
class FifoSpinnerTest : public VethTest
{
  protected:
    void Started(Ticks at)
    {
        starts.push_back(at);
    }

    void Hold()
    {
        spinner.Hold(host->Now(), MakeCallback(&FifoSpinnerTest::Started, this));
        host->RunFor(MicroSeconds(100));
    }

    FifoSpinner spinner{host->GetCpu(0)};
    std::vector<Ticks> starts;
};

TEST_F(FifoSpinnerTest, TellsOnceThatItHasTheCore)
{
    Hold();
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_LT(starts[0], host->FromTime(MicroSeconds(100)));
    EXPECT_TRUE(spinner.IsHolding());
    EXPECT_FALSE(spinner.Preemptible());
    host->RunFor(MilliSeconds(1));
    EXPECT_EQ(starts.size(), 1u);
    EXPECT_EQ(host->GetCpu(0).GetCurrent(), &spinner);
}

TEST_F(FifoSpinnerTest, NoOtherTaskRunsUntilItIsReleased)
{
    Hold();
    Busy busy(host->GetCpu(0));
    busy.WakeAt(host->Now());
    host->RunFor(MilliSeconds(50)); // many ticks of the scheduler
    EXPECT_EQ(busy.GetSteps(), 0u);
    spinner.Release(Core());
    host->RunFor(MilliSeconds(1));
    EXPECT_GT(busy.GetSteps(), 0u);
    EXPECT_FALSE(spinner.IsAwake());
}

TEST_F(FifoSpinnerTest, CanHoldAgain)
{
    Hold();
    spinner.Release(Core());
    host->RunFor(MicroSeconds(100));
    EXPECT_FALSE(spinner.IsAwake());
    Hold();
    EXPECT_EQ(starts.size(), 2u);
    EXPECT_TRUE(spinner.IsAwake());
}

} // namespace vethtest
} // namespace ns3
