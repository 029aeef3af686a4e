/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_BED_H
#define LINUX_DATAPATH_VETH_BED_H

#include "scenario-config.h"
#include "scenario-result.h"
#include "veth-helper.h"

#include "ns3/linux-host.h"
#include "ns3/veth-net-device.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One host with a veth pair, built from a configuration: what the veth scenarios share.
 *
 * Core 0 sends into end `a`; end `b` has the program, if there is one. XDP_TX needs a program on
 * `a`, too, which passes; XDP_REDIRECT leads to a second pair, whose far end drops. Both of these
 * programs are two instructions long.
 */
class VethBed
{
  public:
    /** @return the shorthands of device, program, kernel and machine, tied to their attributes */
    static std::vector<Parameter> Parameters();
    /** @brief Refuse what cannot be built. @param config the configuration @throw
     * std::invalid_argument one line */
    static void Check(const ScenarioConfig& config);
    /** @brief Build it; the devices are not open yet. @param config passed Check() */
    explicit VethBed(const ScenarioConfig& config);
    ~VethBed();
    VethBed(const VethBed&) = delete;
    VethBed& operator=(const VethBed&) = delete;

    /** @return the host */
    LinuxHost& GetHost()
    {
        return *m_host;
    }

    /** @return sending end */
    Ptr<VethNetDevice> GetSender() const
    {
        return m_a;
    }

    /** @return receiving end */
    Ptr<VethNetDevice> GetReceiver() const
    {
        return m_b;
    }

    /** @return far end of the pair that frames are redirected to, null without XDP_REDIRECT */
    Ptr<VethNetDevice> GetRedirectEnd() const
    {
        return m_redirectEnd;
    }

    /** @brief Open all ends; they need their protocols. */
    void Open();
    /** @return does nothing wait in a ring or in the sender's backlog, and is no NAPI scheduled? */
    bool IsDrained();
    /** @brief Free what is queued between the sockets, then give all pool pages back (end of a run;
     * the sockets must have been emptied). */
    void Close();
    /** @return what rings, conversion and backlogs lost in the measured time, by reason */
    std::map<std::string, uint64_t> GetDrops();

    /** @return core of the receiving process */
    uint32_t GetRxCpu() const
    {
        return m_rxCpu;
    }

    /**
     * @brief Report what the bed counted in the measured time.
     * @param frames frames delivered, what cycles are divided by
     * @param result where footprint, cycles, pool, NAPI and the device's drops go
     * @throw std::logic_error the books do not add up
     */
    void Report(uint64_t frames, ScenarioResult& result);

    /** @brief Add what a NAPI counted. @param napi which @param sum where it goes */
    static void AddPolls(const Napi& napi, ScenarioResult::Napi& sum);

    /**
     * @brief After everything was given back: nothing may be left.
     * @return what is, empty if all pages and skbs are accounted for
     */
    std::string CheckConservation();

  private:
    void AttachPrograms(const std::string& verdict);
    void MakeRedirectPair(const VethHelper& veth);

    Ptr<LinuxHost> m_host;                  //!< host
    Ptr<VethNetDevice> m_a;                 //!< sending end
    Ptr<VethNetDevice> m_b;                 //!< receiving end
    Ptr<VethNetDevice> m_redirectEnd;       //!< where redirected frames end, or null
    std::vector<Ptr<VethNetDevice>> m_ends; //!< all of them
    uint32_t m_rxCpu{0};                    //!< core of the receiving process
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_BED_H
