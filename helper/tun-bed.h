/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_BED_H
#define LINUX_DATAPATH_TUN_BED_H

#include "scenario-config.h"
#include "scenario-result.h"

#include "ns3/linux-host.h"
#include "ns3/packet-meter.h"
#include "ns3/vhost-net.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One host with a tap, and vhost_net behind it if wanted: what the tap scenarios share.
 *
 * The meter is the protocol above the tap and watches its program. Core 0 is the guest's or the
 * process's; the vhost worker, or whoever is on the other side, runs where rx-cpu says.
 */
class TunBed
{
  public:
    /** @return shorthands of tap, program, kernel and machine, tied to their attributes */
    static std::vector<Parameter> Parameters();
    /** @return shorthands of vhost_net, tied to their attributes */
    static std::vector<Parameter> VhostParameters();
    /** @brief Refuse what cannot be built. @param config the configuration @throw
     * std::invalid_argument one line */
    static void Check(const ScenarioConfig& config);

    /** @brief Build it and open the tap. @param config passed Check() @param vhost with vhost_net
     */
    TunBed(const ScenarioConfig& config, bool vhost);
    ~TunBed();
    TunBed(const TunBed&) = delete;
    TunBed& operator=(const TunBed&) = delete;

    /** @return the host */
    LinuxHost& GetHost()
    {
        return *m_host;
    }

    /** @return the tap */
    Ptr<TunNetDevice> GetTap() const
    {
        return m_tap;
    }

    /** @return vhost_net behind it, null without */
    Ptr<VhostNet> GetVhost() const
    {
        return m_vhost;
    }

    /** @return what is above the tap */
    PacketMeter& GetMeter()
    {
        return *m_meter;
    }

    /** @return core number of the other side */
    uint32_t GetRxCpu() const
    {
        return m_rxCpu;
    }

    /** @return clock and verbs of core 0 */
    CpuCore& GetCore()
    {
        return m_host->GetCpu(0).GetCore();
    }

    /** @brief Run the warm-up, reset the counters, run the measured time. @param config durations
     * @return measured time [s] */
    double Run(const ScenarioConfig& config);
    /** @brief Report the meter's rate and latency, cycles, footprint. @param seconds measured
     * @param result where it goes */
    void ReportMeter(double seconds, ScenarioResult& result);
    /** @brief Set the counters of bed and host to zero. */
    void ResetStats();
    /** @brief Run until nothing is on its way any more. @throw std::logic_error it never is */
    void Drain();
    /** @brief Give everything back; nothing may be left. @throw std::logic_error what is */
    void Finish();

  private:
    bool IsDrained() const;

    Ptr<LinuxHost> m_host;                //!< host
    Ptr<TunNetDevice> m_tap;              //!< tap
    Ptr<VhostNet> m_vhost;                //!< vhost_net, or null
    std::unique_ptr<PacketMeter> m_meter; //!< above the tap
    uint32_t m_rxCpu{0};                  //!< core of the other side
};

} // namespace ns3

#endif // LINUX_DATAPATH_TUN_BED_H
