/* SPDX-License-Identifier: GPL-2.0-only */
// What a frame costs: ours, and those of ns-3's own devices in the same run.
#include "device-slice.h"
#include "stream-slice.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <vector>

namespace ns3
{

namespace
{

/** Frames of a slice of ns-3's devices. */
constexpr uint64_t SLICE_FRAMES = 3000;
/** Simulated time of a slice of ours: some thousand frames. */
constexpr int64_t SLICE_MS = 5;
/** Pairs of slices whose quotients the median is taken of. */
constexpr std::size_t PAIRS = 201;

/** Processor time [ns]: what else the machine does is left out, and no side ever waits. */
double
Now()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/** @brief Run the whole benchmark by slices and report what a frame took. */
void
RunSlices(benchmark::State& state, Slice& slice)
{
    uint64_t frames = 0;
    const double start = Now();
    for ([[maybe_unused]] auto turn : state)
    {
        frames += slice.Run();
    }
    const double spent = Now() - start;
    state.counters["frames"] = static_cast<double>(frames);
    state.counters["ns_per_frame"] = spent / static_cast<double>(std::max<uint64_t>(frames, 1));
}

void
VethStream(benchmark::State& state)
{
    StreamSlice slice(std::to_string(state.range(0)), MilliSeconds(SLICE_MS));
    RunSlices(state, slice);
}

void
Device(benchmark::State& state, DeviceKind kind)
{
    DeviceSlice slice(kind, SLICE_FRAMES);
    RunSlices(state, slice);
}

void
Nothing()
{
}

/** An event of ns-3 that does nothing, scheduled and run. */
void
BareEvent(benchmark::State& state)
{
    for ([[maybe_unused]] auto turn : state)
    {
        Simulator::Schedule(NanoSeconds(1), &Nothing);
        Simulator::Run();
    }
}

double
NsPerFrame(Slice& slice)
{
    const double start = Now();
    const uint64_t frames = slice.Run();
    return (Now() - start) / static_cast<double>(std::max<uint64_t>(frames, 1));
}

double
Median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/**
 * Slices of all take turns, and each quotient is of neighbours in time: what slows the machine
 * down for a while slows both down.
 */
void
Ratios(benchmark::State& state)
{
    StreamSlice small("1500", MilliSeconds(SLICE_MS));
    StreamSlice large("8000", MilliSeconds(SLICE_MS));
    DeviceSlice p2p(DeviceKind::PointToPoint, SLICE_FRAMES);
    std::vector<double> smallRatios;
    std::vector<double> largeRatios;
    for ([[maybe_unused]] auto turn : state)
    {
        for (std::size_t i = 0; i < PAIRS; ++i)
        {
            const double ofSmall = NsPerFrame(small);
            const double ofP2p = NsPerFrame(p2p);
            const double ofLarge = NsPerFrame(large);
            smallRatios.push_back(ofSmall / ofP2p);
            largeRatios.push_back(ofLarge / ofP2p);
        }
    }
    state.counters["veth_1500_over_p2p"] = Median(smallRatios);
    state.counters["veth_8000_over_p2p"] = Median(largeRatios);
}

BENCHMARK(VethStream)->Name("veth-stream/mtu")->Arg(1500)->Arg(8000);
BENCHMARK_CAPTURE(Device, point - to - point, DeviceKind::PointToPoint)
    ->Name("PointToPointNetDevice");
BENCHMARK_CAPTURE(Device, csma, DeviceKind::Csma)->Name("CsmaNetDevice");
BENCHMARK_CAPTURE(Device, simple, DeviceKind::Simple)->Name("SimpleNetDevice");
BENCHMARK(BareEvent)->Name("bare-event");
BENCHMARK(Ratios)->Name("veth-stream/over-p2p")->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace ns3

BENCHMARK_MAIN();
