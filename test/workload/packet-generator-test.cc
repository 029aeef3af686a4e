/* SPDX-License-Identifier: GPL-2.0-only */
#include "workload-fixture.h"

#include "ns3/rng-seed-manager.h"

#include <cmath>

namespace ns3
{
namespace vethtest
{

using testing::Each;

/** @brief A generator on core 0 in front of a device that records. */
class PacketGeneratorTest : public VethTest
{
  protected:
    PacketGeneratorTest()
    {
        device->SetHost(host);
        generator->Connect(device, 0);
    }

    ~PacketGeneratorTest() override
    {
        generator->Dispose();
        device->Dispose();
    }

    void Set(const std::string& name, const AttributeValue& value)
    {
        generator->SetAttribute(name, value);
    }

    const PacketGenerator::Stats& Stats() const
    {
        return generator->GetStats();
    }

    double Microseconds(Ticks ticks)
    {
        return Core().ToNs(ticks) / 1e3;
    }

    Ptr<RecordingDevice> device = CreateObject<RecordingDevice>();
    Ptr<PacketGenerator> generator = CreateObject<PacketGenerator>();
};

TEST_F(PacketGeneratorTest, SendsAtItsRate)
{
    Set("Rate", DoubleValue(50000));
    generator->Start();
    host->RunFor(MilliSeconds(100));
    // the first at once, then one every 20 us; the last wake-up may be under way
    EXPECT_NEAR(static_cast<double>(Stats().frames), 5000, 1);
    EXPECT_EQ(Stats().bytes, Stats().frames * 60);
    EXPECT_EQ(Stats().bursts, Stats().frames);
    const Ticks gap = device->times[4000] - device->times[1000];
    EXPECT_NEAR(Microseconds(gap) / 3000, 20, 0.001);
}

TEST_F(PacketGeneratorTest, ARateThatIsNoWholeNumberOfTicksDoesNotDrift)
{
    Set("Rate", DoubleValue(300007));
    generator->Start();
    host->RunFor(Seconds(1));
    EXPECT_NEAR(static_cast<double>(Stats().frames), 300007, 1);
}

TEST_F(PacketGeneratorTest, SendsBurstsBackToBack)
{
    Set("Rate", DoubleValue(100000));
    Set("Burst", UintegerValue(50));
    generator->Start(4);
    EXPECT_TRUE(generator->IsBusy());
    host->RunFor(MilliSeconds(10));
    EXPECT_FALSE(generator->IsBusy());
    EXPECT_EQ(Stats().bursts, 4u);
    ASSERT_EQ(device->times.size(), 200u);
    EXPECT_NEAR(Microseconds(device->times[150] - device->times[50]), 1000, 1);
    EXPECT_LT(Microseconds(device->times[99] - device->times[50]), 50);
}

TEST_F(PacketGeneratorTest, ALateSenderMakesUpForIt)
{
    Set("Rate", DoubleValue(1e9));
    generator->Start(1000);
    host->RunFor(MilliSeconds(10));
    EXPECT_EQ(Stats().frames, 1000u);
    // it never sleeps: frames are as far apart as a send call takes
    const double apart = Microseconds(device->times[999] - device->times[100]) / 899;
    EXPECT_LT(apart, 1);
    EXPECT_GT(apart, 0.05);
}

TEST_F(PacketGeneratorTest, OneCallSendsABurst)
{
    Set("Burst", UintegerValue(100));
    generator->Start(3);
    host->RunFor(MilliSeconds(10));
    EXPECT_EQ(Stats().calls, 3u);
    Set("Mmsg", BooleanValue(false));
    generator->Start(3);
    host->RunFor(MilliSeconds(10));
    EXPECT_EQ(Stats().calls, 3u + 300);
}

TEST_F(PacketGeneratorTest, ACallSendsNoMoreThan1024)
{
    Set("Burst", UintegerValue(2500));
    generator->Start(1);
    host->RunFor(MilliSeconds(10));
    EXPECT_EQ(Stats().frames, 2500u);
    EXPECT_EQ(Stats().calls, 3u);
}

TEST_F(PacketGeneratorTest, ARefusalEndsTheCall)
{
    device->refuse = 10;
    Set("Burst", UintegerValue(100));
    generator->Start(1);
    host->RunFor(MilliSeconds(10));
    EXPECT_EQ(Stats().frames, 100u);
    EXPECT_EQ(Stats().refused, 10u);
    EXPECT_EQ(Stats().calls, 10u);
}

TEST_F(PacketGeneratorTest, SendsWithBottomHalvesDisabled)
{
    generator->Start(5);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(device->contexts, Each(Context::BhDisabled));
    EXPECT_EQ(Core().GetContext(), Context::Process);
}

TEST_F(PacketGeneratorTest, NotesWhenTheCallBegan)
{
    Set("Burst", UintegerValue(2));
    generator->Start(1);
    host->RunFor(MilliSeconds(1));
    ASSERT_EQ(device->times.size(), 2u);
    EXPECT_GE(device->sentAt[1], device->times[0]);
    EXPECT_LT(device->sentAt[1], device->times[1]);
}

TEST_F(PacketGeneratorTest, StopEndsBetweenBursts)
{
    Set("Burst", UintegerValue(1000));
    generator->Start();
    host->RunFor(MicroSeconds(100));
    generator->Stop();
    EXPECT_TRUE(generator->IsBusy());
    host->RunFor(MilliSeconds(10));
    EXPECT_FALSE(generator->IsBusy());
    EXPECT_EQ(Stats().frames, 1000u);
}

TEST_F(PacketGeneratorTest, TellsTheEndOfEveryBurst)
{
    std::vector<uint64_t> seen;

    struct Listener
    {
        std::vector<uint64_t>* seen;

        void Note(uint64_t number)
        {
            seen->push_back(number);
        }
    } listener{&seen};

    generator->TraceConnectWithoutContext("BurstSent", MakeCallback(&Listener::Note, &listener));
    Set("Burst", UintegerValue(7));
    generator->Start(3);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(seen, testing::ElementsAre(1, 2, 3));
}

TEST_F(PacketGeneratorTest, AnExponentialGapMakesAPoissonProcess)
{
    RngSeedManager::SetSeed(1);
    Set("Rate", DoubleValue(20000));
    Set("Gap", StringValue("ns3::ExponentialRandomVariable[Mean=1]"));
    EXPECT_EQ(generator->AssignStreams(3), 1);
    generator->Start(20000);
    host->RunFor(Seconds(3));
    ASSERT_EQ(device->times.size(), 20000u);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 1; i < device->times.size(); ++i)
    {
        const double gap = Microseconds(device->times[i] - device->times[i - 1]);
        sum += gap;
        squares += gap * gap;
    }
    const double n = static_cast<double>(device->times.size() - 1);
    const double mean = sum / n;
    EXPECT_NEAR(mean, 50, 2);
    // deviation == mean, but that gaps below the time of a wake-up are longer than planned
    EXPECT_NEAR(std::sqrt(squares / n - mean * mean) / mean, 1, 0.1);
}

TEST_F(PacketGeneratorTest, AFrameLargerThanTheMtuIsFatal)
{
    Set("FrameSize", UintegerValue(1515));
    EXPECT_DEATH(generator->Start(1), "FrameSize = 1515 .*60\\.\\.1514");
    Set("FrameSize", UintegerValue(1514));
    generator->Start(1);
    host->RunFor(MilliSeconds(1));
    EXPECT_THAT(device->lengths, testing::ElementsAre(1514));
}

} // namespace vethtest
} // namespace ns3
