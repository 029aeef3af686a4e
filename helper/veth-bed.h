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
 * @brief One host with veth pairs, built from a configuration: what the veth scenarios share.
 *
 * Somebody sends into end `a` of a pair; end `b` has the program, if there is one. XDP_TX needs a
 * program on `a`, too, which passes; XDP_REDIRECT leads to a further pair, whose far end drops.
 * Both of these programs are two instructions long. A program is loaded once and attached to all
 * ends that have it.
 */
class VethBed
{
  public:
    /** @brief The cores of a pair. */
    struct Cpus
    {
        uint32_t tx{0}; //!< the sending process
        uint32_t rx{0}; //!< the receiving process, or the NAPI thread
    };

    /** @return the shorthands of device, program, kernel and machine, tied to their attributes */
    static std::vector<Parameter> Parameters();
    /** @brief Refuse what cannot be built, "rx-cpu" included. @param config the configuration
     * @throw std::invalid_argument one line */
    static void Check(const ScenarioConfig& config);
    /** @brief Refuse devices that cannot be built, wherever the cores are. @param config the
     * configuration @throw std::invalid_argument one line */
    static void CheckDevices(const ScenarioConfig& config);
    /** @brief Build one pair: core 0 sends, the reader is where "rx-cpu" says; the devices are not
     * open yet. @param config passed Check() */
    explicit VethBed(const ScenarioConfig& config);
    /** @brief Build pairs; the devices are not open yet. @param config passed CheckDevices()
     * @param pairs cores of each pair */
    VethBed(const ScenarioConfig& config, const std::vector<Cpus>& pairs);
    ~VethBed();
    VethBed(const VethBed&) = delete;
    VethBed& operator=(const VethBed&) = delete;

    /** @return the host */
    LinuxHost& GetHost()
    {
        return *m_host;
    }

    /** @return how many pairs carry traffic */
    std::size_t GetPairs() const
    {
        return m_pairs.size();
    }

    /** @param pair number @return sending end */
    Ptr<VethNetDevice> GetSender(std::size_t pair = 0) const
    {
        return m_pairs[pair].a;
    }

    /** @param pair number @return receiving end */
    Ptr<VethNetDevice> GetReceiver(std::size_t pair = 0) const
    {
        return m_pairs[pair].b;
    }

    /** @param pair number @return far end of the pair that its frames are redirected to, null
     * without XDP_REDIRECT */
    Ptr<VethNetDevice> GetRedirectEnd(std::size_t pair = 0) const
    {
        return m_pairs[pair].redirectEnd;
    }

    /** @param pair number @return core of the sending process */
    uint32_t GetTxCpu(std::size_t pair = 0) const
    {
        return m_pairs[pair].cpus.tx;
    }

    /** @param pair number @return core of the receiving process */
    uint32_t GetRxCpu(std::size_t pair = 0) const
    {
        return m_pairs[pair].cpus.rx;
    }

    /** @brief Open all ends; they need their protocols. */
    void Open();
    /** @return does nothing wait in a ring or in a backlog, and is no NAPI scheduled? */
    bool IsDrained();
    /** @brief Free what is queued between the sockets, then give all pool pages back (end of a run;
     * the sockets must have been emptied). */
    void Close();
    /** @return what rings, conversion and backlogs lost in the measured time, by reason */
    std::map<std::string, uint64_t> GetDrops();

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
    /** @brief What a program of the receiving end and its helpers are. */
    struct Programs
    {
        Ptr<XdpProgram> receiver; //!< by "xdp", null without one
        Ptr<XdpProgram> pass;     //!< of a sending end that gets frames back
        Ptr<XdpProgram> drop;     //!< at the end of a redirection
    };

    /** @brief One pair. */
    struct Pair
    {
        Ptr<VethNetDevice> a;           //!< sending end
        Ptr<VethNetDevice> b;           //!< receiving end
        Ptr<VethNetDevice> redirectEnd; //!< where redirected frames end, or null
        Cpus cpus;                      //!< where its processes run
    };

    static std::vector<Cpus> PlaceOne(const ScenarioConfig& config);
    static Programs MakePrograms(const std::string& verdict);
    void MakePair(VethHelper& veth, const Programs& programs, Cpus cpus);
    void MakeRedirectPair(const VethHelper& veth, const Programs& programs, Pair& pair);
    std::string CheckPools() const;

    Ptr<LinuxHost> m_host;                  //!< host
    std::vector<Pair> m_pairs;              //!< those that carry traffic
    std::vector<Ptr<VethNetDevice>> m_ends; //!< all ends
};

} // namespace ns3

#endif // LINUX_DATAPATH_VETH_BED_H
