/* SPDX-License-Identifier: GPL-2.0-only */
#include "line-source.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

double
LineSource::StreamCycles(const MachineProfile& p, double bytesPerCycle)
{
    return std::max(0.0, LINE_BYTES / bytesPerCycle - LINE_BYTES / p.copyBytesPerCycle);
}

// A lone touch waits for the full latency of its first line, and the next ones overlap.
LineSource
LineSource::Make(double cycles, double overlap, double stream)
{
    const auto ticks = [](double c) {
        return static_cast<Ticks>(std::llround(c * TICKS_PER_CYCLE));
    };
    const Ticks following = ticks(cycles / std::max(1.0, overlap));
    LineSource source;
    source.latency = ticks(cycles);
    source.PriceOf(Pattern::Lone) = {source.latency - following, following};
    source.PriceOf(Pattern::Continued) = {0, following};
    source.PriceOf(Pattern::StreamLead) = {0, ticks(stream)};
    source.PriceOf(Pattern::Stream) = {0, ticks(stream)};
    return source;
}

// No prefetcher reaches into another core's cache: a stream waits for its first line in full.
LineSource
LineSource::MakeTransfer(double cycles, double overlap)
{
    LineSource source = Make(cycles, overlap, cycles / std::max(1.0, overlap));
    Price& lead = source.PriceOf(Pattern::StreamLead);
    lead.start = source.latency - lead.perLine;
    return source;
}

LineSource
LineSource::MakeMemory(const MachineProfile& p, double ns)
{
    const double stream =
        StreamCycles(p, p.copyDramBytesPerCycle) * ns / std::max(1.0, p.dramLocalNs);
    LineSource source = Make(p.NsToCycles(ns), p.overlapDram, stream);
    Price& lead = source.PriceOf(Pattern::StreamLead);
    lead.start = source.latency - std::min(source.latency, lead.perLine);
    return source;
}

} // namespace ns3
