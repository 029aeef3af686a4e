/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_LIVE_RUN_H
#define LINUX_DATAPATH_LIVE_RUN_H

#include "scenario-config.h"
#include "scenario-result.h"
#include "veth-helper.h"

#include "ns3/linux-host.h"
#include "ns3/live-frames.h"
#include "ns3/nic-tx-ring.h"
#include "ns3/packet-meter.h"
#include "ns3/veth-net-device.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One run of the scenario xdp-live-frames, from an empty host to an empty host.
 *
 * The test program's frames go to a NIC, to the far end of a veth pair, up the stack, or nowhere.
 * By duration (a warm-up is cut off) or by a number of frames (one call from a cold start to its
 * end). All on core 0.
 *
 * Equality, checked at the end of every run from its very start: frames made == delivered + lost;
 * then all frames, skbs and pages are back where they came from.
 */
class LiveRun
{
  public:
    /** @param config of xdp-live-frames, checked */
    explicit LiveRun(const ScenarioConfig& config);
    ~LiveRun();
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    /** @brief Run. @return figures @throw std::logic_error the books do not add up */
    ScenarioResult Run();

  private:
    /** @brief What became of frames. */
    struct Books
    {
        uint64_t made{0};      //!< seen by the test program
        uint64_t delivered{0}; //!< reached NIC, reader, or the end that the program meant for them
        uint64_t lost{0};      //!< did not
    };

    void MakeNic();
    void MakeVeth();
    void AddPair(const VethHelper& veth);
    void RunUntilDrained();
    bool IsDrained() const;
    void ResetStats();
    Books GetBooks() const;
    std::map<std::string, uint64_t> GetDrops() const;
    void Count(ScenarioResult& result) const;
    void CountNic(ScenarioResult& result) const;
    void CountPolls(ScenarioResult& result) const;
    ScenarioResult Report(double seconds);
    void Finish();

    const ScenarioConfig& m_config;         //!< configuration
    Ptr<LinuxHost> m_host;                  //!< host
    CpuCore& m_core;                        //!< the core
    Ptr<LiveFrames> m_live;                 //!< makes frames
    Ptr<NicTxRing> m_nic;                   //!< NIC, null without one
    std::vector<Ptr<VethNetDevice>> m_ends; //!< a, b, then the pair that b redirects into
    PacketMeter m_meter;                    //!< reader: of b, or of what the test program passes
    PacketMeter m_other;                    //!< reader of all others
    PagePoolStats m_poolBefore;             //!< pool's counters at the last reset
    uint64_t m_holdBefore{0};               //!< pages held then
    uint64_t m_releaseBefore{0};            //!< pages released then
    Books m_before;                         //!< until the last reset
};

} // namespace ns3

#endif // LINUX_DATAPATH_LIVE_RUN_H
