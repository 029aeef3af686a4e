/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-stream-fixture.h"

namespace ns3
{
namespace streamtest
{

namespace
{

/** @brief A parameter and what it takes. */
struct Axis
{
    std::string name;                //!< parameter
    std::vector<std::string> values; //!< its values
};

const std::vector<Axis> AXES = {
    {"buffers", {"alloc-page", "page-pool", "page-pool-frag", "pp-cow"}},
    {"mtu", {"1500", "8000", "3000"}},
    {"ring", {"64", "256"}},
    {"rx-cpu", {"same", "core"}},
    {"gro", {"on", "off"}},
    {"xdp", {"none", "pass"}},
    {"napi", {"softirq", "threaded"}},
    {"kernel", {"6.3", "6.4", "6.9", "6.18"}}};

/** The point of a number in mixed radix. */
Settings
PointOf(uint32_t number)
{
    Settings settings{{"duration", "2"}, {"warmup", "1"}};
    for (const Axis& axis : AXES)
    {
        settings.emplace_back(axis.name, axis.values[number % axis.values.size()]);
        number /= axis.values.size();
    }
    return settings;
}

std::string
NameOf(const Settings& settings)
{
    std::string name;
    for (const auto& [key, value] : settings)
    {
        name += key + "=" + value + " ";
    }
    return name;
}

double
SumOf(const std::map<std::string, double>& parts)
{
    double sum = 0;
    for (const auto& [name, value] : parts)
    {
        sum += value;
    }
    return sum;
}

/** What must hold of any run; the run itself has checked what must be left of it: nothing. */
void
ExpectSane(const ScenarioResult& r)
{
    EXPECT_GT(*r.framesDelivered, 0u);
    EXPECT_GE(*r.framesSent, *r.framesDelivered);
    EXPECT_GT(*r.gbps, 0);
    const ScenarioResult::Cycles& cycles = *r.cycles;
    EXPECT_NEAR(SumOf(cycles.byKind), SumOf(cycles.byFunction), 1e-6 * SumOf(cycles.byKind));
    EXPECT_NEAR(SumOf(cycles.byKind), SumOf(cycles.byCore), 1e-6 * SumOf(cycles.byKind));
    EXPECT_GT(cycles.total, 0);
    EXPECT_LE(cycles.total, SumOf(cycles.byCore) * 1.000001);
    EXPECT_GE(r.footprint->all.peak, r.footprint->all.mean);
    EXPECT_GT(r.footprint->all.mean, 0);
    for (const auto& [owner, held] : r.footprint->byOwner)
    {
        EXPECT_GE(held.peak, held.mean) << owner;
        EXPECT_LE(held.peak, r.footprint->all.peak) << owner;
    }
}

/** Points first, first + stride, ... of the 1536: a stride that no axis divides meets all pairs. */
void
RunPart(uint32_t first, uint32_t stride)
{
    uint32_t points = 1;
    for (const Axis& axis : AXES)
    {
        points *= axis.values.size();
    }
    ASSERT_EQ(points, 1536u);
    for (uint32_t i = first; i < points; i += stride)
    {
        const Settings settings = PointOf(i);
        SCOPED_TRACE(NameOf(settings));
        ExpectSane(RunStream(settings));
    }
}

} // namespace

#ifdef LINUX_DATAPATH_SANITIZED
constexpr uint32_t STRIDE = 35; //!< sanitizers cost tenfold
#else
constexpr uint32_t STRIDE = 1;
#endif

TEST(VethStreamGrid, ConservesEverythingInOneThird)
{
    RunPart(0, 3 * STRIDE);
}

TEST(VethStreamGrid, ConservesEverythingInAnotherThird)
{
    RunPart(STRIDE, 3 * STRIDE);
}

TEST(VethStreamGrid, ConservesEverythingInTheLastThird)
{
    RunPart(2 * STRIDE, 3 * STRIDE);
}

} // namespace streamtest
} // namespace ns3
