/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_KERNEL_PROFILE_H
#define LINUX_DATAPATH_KERNEL_PROFILE_H

#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The kernel: release, configuration and mitigations.
 *
 * The attributes are the fields of the text files in profiles/; every file names all of them, each
 * with its source (doc/sources.md). The members are plain data because the cores read them once,
 * when they are built.
 */
class KernelProfile : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /** @brief Set the release. @param version text such as "6.4"; anything else is fatal */
    void SetVersion(std::string version);
    /** @brief The release as text. @return "major.minor" */
    std::string GetVersion() const;

    /** @brief Is this release at least the given one? @param major 6 @param minor 4 of 6.4 @return
     * true if so */
    bool AtLeast(uint32_t major, uint32_t minor) const
    {
        return version >= major * 100 + minor;
    }

    uint32_t version{604}; //!< Kernel release, major.minor
    uint32_t hz{1000};     //!< Timer frequency [Hz]
    bool initOnAlloc{
        false}; //!< Clear pages and slab objects that leave their allocator (init_on_alloc)
    bool usercopyCheck{
        true}; //!< Hardened usercopy reads struct page of every piece copied to user space
    bool deferFree{true}; //!< A TCP reader hands skbs back to the CPU that allocated them (v5.19)
    uint32_t deferMax{
        64}; //!< Longest list of deferred skbs of a CPU [skbs]; an IPI is sent at half of it
    uint32_t directReturn{1};  //!< page_pool direct return: 0 in_serving_softirq, 1 in_softirq
                               //!< (v6.3), 2 trusted (v6.9)
    bool poolSizeClamp{false}; //!< Pools above 16384 are clamped (v6.18) instead of 32768 being the
                               //!< most that is accepted
    bool fragAlways{
        false}; //!< Every pool hands out fragments (v6.7); false: pools with PP_FLAG_PAGE_FRAG only
    bool fragCarveCountsFast{
        true}; //!< A fragment carved from the current page counts as fast (not in v6.18)
    uint32_t pcpBatch{
        63}; //!< Pages moved between a per-CPU list and the buddy lists at once [pages]
    uint32_t pcpHigh{378}; //!< Pages above which a per-CPU list gives a batch back [pages]
    bool pcpScale{false};  //!< Refill and drain amounts double in runs of the same direction (v6.7)
    bool xdpForcesGro{true};      //!< Attaching XDP to veth turns GRO on (v5.13 to v6.8)
    bool ksoftirqdTakeover{true}; //!< Softirqs wait for a runnable ksoftirqd (v4.9 to v6.4)
    uint32_t netdevBudget{300};   //!< netdev_budget [packets]
    double netdevBudgetUs{2000};  //!< netdev_budget_usecs [us]
    uint32_t softirqRestart{
        10}; //!< Restarts of the softirq loop before ksoftirqd takes over [count]
    double softirqTimeUs{2000}; //!< Time of the softirq loop before ksoftirqd takes over [us]
    uint32_t backlogMax{1000};  //!< netdev_max_backlog [packets]
    uint32_t devWeight{64};     //!< dev_weight, packets of one backlog poll [packets]
    bool retpoline{true};       //!< Indirect calls go through retpolines
    bool srso{false};           //!< SRSO safe-ret on every return
    bool pti{true};             //!< Page-table isolation on system calls
    bool smap{true};            //!< User access is bracketed (SMAP)
};

} // namespace ns3

#endif // LINUX_DATAPATH_KERNEL_PROFILE_H
