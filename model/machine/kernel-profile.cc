/* SPDX-License-Identifier: GPL-2.0-only */
#include "kernel-profile.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(KernelProfile);

TypeId
KernelProfile::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::KernelProfile")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<KernelProfile>()
            .AddAttribute(
                "Version",
                "Kernel release, major.minor",
                StringValue("6.4"),
                MakeStringAccessor(&KernelProfile::SetVersion, &KernelProfile::GetVersion),
                MakeStringChecker())
            .AddAttribute("Hz",
                          "Timer frequency [Hz]",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&KernelProfile::hz),
                          MakeUintegerChecker<uint32_t>(1, 10000))
            .AddAttribute("InitOnAlloc",
                          "Clear pages and slab objects that leave their allocator (init_on_alloc)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&KernelProfile::initOnAlloc),
                          MakeBooleanChecker())
            .AddAttribute("UsercopyCheck",
                          "Hardened usercopy reads struct page of every piece copied to user space",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::usercopyCheck),
                          MakeBooleanChecker())
            .AddAttribute("DeferFree",
                          "A TCP reader hands skbs back to the CPU that allocated them (v5.19)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::deferFree),
                          MakeBooleanChecker())
            .AddAttribute(
                "DeferMax",
                "Longest list of deferred skbs of a CPU [skbs]; an IPI is sent at half of it",
                UintegerValue(64),
                MakeUintegerAccessor(&KernelProfile::deferMax),
                MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("DirectReturn",
                          "page_pool direct return: 0 in_serving_softirq, 1 in_softirq (v6.3), 2 "
                          "trusted (v6.9)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&KernelProfile::directReturn),
                          MakeUintegerChecker<uint32_t>(0, 2))
            .AddAttribute("PoolSizeClamp",
                          "Pools above 16384 are clamped (v6.18) instead of 32768 being the most "
                          "that is accepted",
                          BooleanValue(false),
                          MakeBooleanAccessor(&KernelProfile::poolSizeClamp),
                          MakeBooleanChecker())
            .AddAttribute(
                "FragAlways",
                "Every pool hands out fragments (v6.7); false: pools with PP_FLAG_PAGE_FRAG only",
                BooleanValue(false),
                MakeBooleanAccessor(&KernelProfile::fragAlways),
                MakeBooleanChecker())
            .AddAttribute("FragCarveCountsFast",
                          "A fragment carved from the current page counts as fast (not in v6.18)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::fragCarveCountsFast),
                          MakeBooleanChecker())
            .AddAttribute("PcpBatch",
                          "Pages moved between a per-CPU list and the buddy lists at once [pages]",
                          UintegerValue(63),
                          MakeUintegerAccessor(&KernelProfile::pcpBatch),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("PcpHigh",
                          "Pages above which a per-CPU list gives a batch back [pages]",
                          UintegerValue(378),
                          MakeUintegerAccessor(&KernelProfile::pcpHigh),
                          MakeUintegerChecker<uint32_t>(1, 1000000000))
            .AddAttribute("PcpScale",
                          "Refill and drain amounts double in runs of the same direction (v6.7)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&KernelProfile::pcpScale),
                          MakeBooleanChecker())
            .AddAttribute("XdpForcesGro",
                          "Attaching XDP to veth turns GRO on (v5.13 to v6.8)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::xdpForcesGro),
                          MakeBooleanChecker())
            .AddAttribute("KsoftirqdTakeover",
                          "Softirqs wait for a runnable ksoftirqd (v4.9 to v6.4)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::ksoftirqdTakeover),
                          MakeBooleanChecker())
            .AddAttribute("NetdevBudget",
                          "netdev_budget [packets]",
                          UintegerValue(300),
                          MakeUintegerAccessor(&KernelProfile::netdevBudget),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("NetdevBudgetUs",
                          "netdev_budget_usecs [us]",
                          DoubleValue(2000),
                          MakeDoubleAccessor(&KernelProfile::netdevBudgetUs),
                          MakeDoubleChecker<double>(1, 1000000000))
            .AddAttribute("SoftirqRestart",
                          "Restarts of the softirq loop before ksoftirqd takes over [count]",
                          UintegerValue(10),
                          MakeUintegerAccessor(&KernelProfile::softirqRestart),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("SoftirqTimeUs",
                          "Time of the softirq loop before ksoftirqd takes over [us]",
                          DoubleValue(2000),
                          MakeDoubleAccessor(&KernelProfile::softirqTimeUs),
                          MakeDoubleChecker<double>(1, 1000000000))
            .AddAttribute("BacklogMax",
                          "netdev_max_backlog [packets]",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&KernelProfile::backlogMax),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("DevWeight",
                          "dev_weight, packets of one backlog poll [packets]",
                          UintegerValue(64),
                          MakeUintegerAccessor(&KernelProfile::devWeight),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("Retpoline",
                          "Indirect calls go through retpolines",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::retpoline),
                          MakeBooleanChecker())
            .AddAttribute("Srso",
                          "SRSO safe-ret on every return",
                          BooleanValue(false),
                          MakeBooleanAccessor(&KernelProfile::srso),
                          MakeBooleanChecker())
            .AddAttribute("Pti",
                          "Page-table isolation on system calls",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::pti),
                          MakeBooleanChecker())
            .AddAttribute("Smap",
                          "User access is bracketed (SMAP)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&KernelProfile::smap),
                          MakeBooleanChecker());
    return tid;
}

void
KernelProfile::SetVersion(std::string text)
{
    std::istringstream in(text);
    uint32_t major = 0;
    uint32_t minor = 0;
    char dot = 0;
    if (!(in >> major >> dot >> minor) || dot != '.' || !in.eof() || major == 0 || major > 99 ||
        minor > 99)
    {
        throw std::invalid_argument("Version = " + text +
                                    " is not a kernel release; accepted: major.minor, as 6.4");
    }
    version = major * 100 + minor;
}

std::string
KernelProfile::GetVersion() const
{
    return std::to_string(version / 100) + "." + std::to_string(version % 100);
}

} // namespace ns3
