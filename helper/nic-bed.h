/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NIC_BED_H
#define LINUX_DATAPATH_NIC_BED_H

#include "scenario-config.h"
#include "scenario-result.h"

#include "ns3/cpu-map.h"
#include "ns3/linux-host.h"
#include "ns3/nic-net-device.h"
#include "ns3/udp-sink.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One run of a flooded NIC, from an empty host to an empty host: what the NIC scenarios
 * share.
 *
 * Core 0 takes the NIC's interrupt. Its program passes, so that core 0 does everything, or
 * redirects into a cpumap whose kthread runs where rx-cpu says. The end is a UdpSink.
 *
 * Equality, checked at the end of every run from its very start: frames of the wire == missed +
 * dropped by the cpumap + received by the sink; then all frames, skbs and pages are back where they
 * came from.
 */
class NicBed
{
  public:
    /** @param redirect with the parameters of the cpumap @return shorthands of NIC, program, sink,
     * kernel and machine */
    static std::vector<Parameter> Parameters(bool redirect);
    /** @brief Refuse what cannot be built. @param config the configuration @throw
     * std::invalid_argument one line */
    static void Check(const ScenarioConfig& config);

    /** @brief Build and open it. @param config passed Check(), outlives this @param redirect into a
     * cpumap */
    NicBed(const ScenarioConfig& config, bool redirect);
    ~NicBed();
    NicBed(const NicBed&) = delete;
    NicBed& operator=(const NicBed&) = delete;

    /** @brief Run. @return figures @throw std::logic_error the books do not add up */
    ScenarioResult Run();

  private:
    /** @brief What became of the wire's frames. */
    struct Books
    {
        uint64_t arrived{0};  //!< missed or received
        uint64_t lost{0};     //!< missed, or dropped on the way
        uint64_t received{0}; //!< by the sink
    };

    void MakeCpuMap();
    Books GetBooks() const;
    void ResetStats();
    ScenarioResult Report(double seconds);
    void ReportFrames(double seconds, ScenarioResult& result) const;
    void ReportCpuMap(double seconds, ScenarioResult& result) const;
    void ReportPool(ScenarioResult& result) const;
    void Finish();
    std::string CheckBooks();

    const ScenarioConfig& m_config;        //!< configuration
    Ptr<LinuxHost> m_host;                 //!< host
    Ptr<NicNetDevice> m_nic;               //!< NIC
    Ptr<UdpSink> m_sink;                   //!< end
    std::unique_ptr<CpuMapEntry> m_cpuMap; //!< null without
    PagePoolStats m_poolBefore;            //!< pool's counters at the last reset
    uint64_t m_holdBefore{0};              //!< pages held then
    uint64_t m_releaseBefore{0};           //!< pages released then
    Books m_before;                        //!< until the last reset
};

} // namespace ns3

#endif // LINUX_DATAPATH_NIC_BED_H
