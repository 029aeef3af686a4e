/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-registry.h"

#include "name-suggestion.h"
#include "scenario-cpumap-udp.h"
#include "scenario-nic-xdp-pass.h"
#include "scenario-pp-bench-cross-cpu.h"
#include "scenario-pp-bench-simple.h"
#include "scenario-tap-userspace.h"
#include "scenario-veth-burst.h"
#include "scenario-veth-fanout.h"
#include "scenario-veth-stream.h"
#include "scenario-vhost-rx.h"
#include "scenario-vhost-xdp-drop.h"
#include "scenario-xdp-live-frames.h"

#include <stdexcept>

namespace ns3
{

const ScenarioList&
Scenarios()
{
    static const ScenarioCpumapUdp cpumapUdp;
    static const ScenarioNicXdpPass nicXdpPass;
    static const ScenarioPpBenchCrossCpu ppBenchCrossCpu;
    static const ScenarioPpBenchSimple ppBenchSimple;
    static const ScenarioTapUserspace tapUserspace;
    static const ScenarioVethBurst vethBurst;
    static const ScenarioVethFanout vethFanout;
    static const ScenarioVethStream vethStream;
    static const ScenarioVhostRx vhostRx;
    static const ScenarioVhostXdpDrop vhostXdpDrop;
    static const ScenarioXdpLiveFrames xdpLiveFrames;
    static const ScenarioList scenarios = {&cpumapUdp,
                                           &nicXdpPass,
                                           &ppBenchCrossCpu,
                                           &ppBenchSimple,
                                           &tapUserspace,
                                           &vethBurst,
                                           &vethFanout,
                                           &vethStream,
                                           &vhostRx,
                                           &vhostXdpDrop,
                                           &xdpLiveFrames};
    return scenarios;
}

const Scenario&
FindScenario(const ScenarioList& scenarios, const std::string& name)
{
    std::vector<std::string> known;
    for (const Scenario* const scenario : scenarios)
    {
        if (scenario->GetName() == name)
        {
            return *scenario;
        }
        known.push_back(scenario->GetName());
    }
    const std::string near = DidYouMean(name, known);
    throw std::invalid_argument("unknown scenario " + name +
                                (near.empty() ? "; there are " + Join(known, ", ") : near));
}

} // namespace ns3
