/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_STREAM_FIXTURE_H
#define LINUX_DATAPATH_VETH_STREAM_FIXTURE_H

#include "helper/refusal.h"

#include "ns3/config.h"
#include "ns3/scenario-veth-stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace streamtest
{

using Settings = std::vector<std::pair<std::string, std::string>>;

inline ScenarioConfig
Configure(const Settings& settings)
{
    ScenarioConfig config = ScenarioVethStream().Defaults();
    for (const auto& [name, value] : settings)
    {
        config.Set(name, value);
    }
    return config;
}

/** Every run checks the conservation of bytes, skbs, pages and charges, and its ledgers. */
inline ScenarioResult
RunStream(const Settings& settings, uint64_t rngRun = 1)
{
    Config::Reset();
    return ScenarioVethStream().Run(Configure(settings), rngRun);
}

inline std::string
RefusalOf(const Settings& settings)
{
    return Refusal([&] { ScenarioVethStream().Check(Configure(settings)); });
}

} // namespace streamtest
} // namespace ns3

#endif // LINUX_DATAPATH_VETH_STREAM_FIXTURE_H
