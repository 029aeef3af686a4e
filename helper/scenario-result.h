/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_RESULT_H
#define LINUX_DATAPATH_SCENARIO_RESULT_H

#include "scenario-config.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief What one run found: every figure that the program prints, stores and exports.
 *
 * A figure that a scenario does not have stays empty and becomes null. Maps are ordered, so the
 * same run gives the same bytes. The first four members and wallSeconds are filled in by
 * Scenario::Run(); a scenario fills in the rest.
 */
struct ScenarioResult
{
    /** @brief Percentiles of a duration [ns]. */
    struct Latency
    {
        double p50{0}; //!< Median [ns]
        double p99{0}; //!< 99th percentile [ns]
        double max{0}; //!< Longest [ns]
    };

    /** @brief Time-weighted mean and highest value. */
    struct MeanPeak
    {
        double mean{0}; //!< Time-weighted mean [B]
        double peak{0}; //!< Highest [B]
    };

    /** @brief How evenly frames are spread over those who could have got them. */
    struct Fairness
    {
        double jain{1};    //!< Jain's index: 1 is even, 1/n is one of n alone
        uint64_t least{0}; //!< Frames delivered to the one that got the least
        uint64_t most{0};  //!< Frames delivered to the one that got the most
    };

    /** @brief Memory held [B]. */
    struct Footprint
    {
        MeanPeak all;                            //!< Of all owners together; peak of the sum
        std::map<std::string, MeanPeak> byOwner; //!< By who holds it
    };

    /** @brief Core cycles a delivered frame costs. */
    struct Cycles
    {
        double total{0};                          //!< Of the busiest core [cycles]
        std::map<std::string, double> byCore;     //!< By core number [cycles]
        std::map<std::string, double> byKind;     //!< By kind of cost, all cores [cycles]
        std::map<std::string, double> byFunction; //!< By kernel function, all cores [cycles]
    };

    /** @brief How NAPI polled. */
    struct Napi
    {
        uint64_t polls{0};                          //!< Calls of poll functions
        std::map<uint32_t, uint64_t> workHistogram; //!< Polls by the packets they handled
    };

    /** @brief A row of a micro-benchmark. */
    struct Row
    {
        std::string name; //!< Of the row
        double ns{0};     //!< Of one operation [ns]
        double cycles{0}; //!< Of one operation [cycles of the time stamp counter]
    };

    std::string scenario;      //!< Its name
    ScenarioConfig config{{}}; //!< The whole configuration
    uint32_t modelVersion{0};  //!< See model-version.h
    uint64_t rngRun{1};        //!< RngRun of ns-3, the number of the replication

    std::optional<double> gbps; //!< Payload delivered to the reader, or frame bytes [Gb/s]
    std::optional<double> mpps; //!< Frames delivered [million/s]
    std::optional<uint64_t>
        framesSent; //!< In the measured time, with what was on its way at its start
    std::optional<uint64_t> framesDelivered;              //!< In the measured time
    std::optional<std::map<std::string, uint64_t>> drops; //!< Frames lost, by reason
    std::optional<Latency> latency;                       //!< From send call to reader
    std::optional<Fairness> fairness;                     //!< Over pairs, where there are many
    std::optional<Footprint> footprint;                   //!< Memory held
    std::optional<Cycles> cycles;                         //!< Cycles per delivered frame
    std::optional<std::map<std::string, uint64_t>> pool;  //!< page_pool counters, ethtool's names
    std::optional<Napi> napi;                             //!< How NAPI polled
    std::map<std::string, uint64_t> counters; //!< What else a scenario counts, by the names of
                                              //!< tracepoints or functions; empty: nothing
    std::vector<Row> rows;                    //!< Rows of a micro-benchmark
    std::vector<std::string>
        warnings;          //!< What the kernel clamps or the user should know, a line each
    double wallSeconds{0}; //!< How long the run took here [s]; never compared

    /** @brief For people. @param verbose with the breakdown by function @return aligned lines */
    std::string ToText(bool verbose = false) const;
};

} // namespace ns3

#endif // LINUX_DATAPATH_SCENARIO_RESULT_H
