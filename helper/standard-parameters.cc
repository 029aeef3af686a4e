/* SPDX-License-Identifier: GPL-2.0-only */
#include "standard-parameters.h"

#include "ns3/profile-reader.h"

#include <stdexcept>

namespace ns3
{

namespace
{

using Kind = Parameter::Kind;
using Words = std::vector<std::string>;

Parameter
Numeric(const std::string& name,
        Kind kind,
        const std::string& unit,
        double least,
        double greatest,
        const std::string& defaultValue,
        const std::string& help)
{
    Parameter parameter =
        Parameter::Make(name, kind, defaultValue, help).WithRange(least, greatest);
    parameter.unit = unit;
    return parameter;
}

Parameter
Choice(const std::string& name,
       const Words& words,
       const std::string& defaultValue,
       const std::string& help)
{
    return Parameter::Make(name, Kind::Choice, defaultValue, help).WithWords(words);
}

Parameter
Following(Parameter parameter, const std::string& followed)
{
    parameter.follows = followed;
    return parameter;
}

Parameter
Bytes(Parameter parameter)
{
    parameter.unit = "B";
    return parameter;
}

/** @brief The device: rings, buffers, layout of an skb. */
std::vector<Parameter>
DeviceParameters()
{
    return {
        // The highest MTU depends on the program: the kernel's own rule refuses, by name, later.
        Numeric("mtu", Kind::Integer, "B", 68, 2147483647, "1500", "MTU of both ends"),
        // VETH_RING_SIZE, drivers/net/veth.c
        Numeric("ring", Kind::Integer, "entries", 1, 65536, "256", "ptr_ring of a receive queue"),
        // page_pool_init() refuses more than 32768 with -E2BIG, net/core/page_pool.c
        Following(Numeric("pool-ring", Kind::Integer, "entries", 1, 32768, "", "ring of the pool"),
                  "ring"),
        Numeric("headroom",
                Kind::Integer,
                "B",
                0,
                65536,
                "256",
                "room in front of a converted packet (VETH_XDP_HEADROOM)"),
        Choice("buffers",
               {"alloc-page", "page-pool", "page-pool-frag", "pp-cow"},
               "page-pool",
               "where a converted packet's memory comes from: before 6.4, 6.4, the thread's "
               "variant, 6.9 and later"),
        Bytes(Choice("page-size", {"4096", "16384", "65536"}, "4096", "size of a page")),
        Numeric("frags-max", Kind::Integer, "", 17, 45, "17", "MAX_SKB_FRAGS"),
        Bytes(Choice("ip-align", {"0", "2"}, "0", "NET_IP_ALIGN")),
        Parameter::Make("napi-build-skb",
                        Kind::Boolean,
                        "false",
                        "napi_build_skb instead of build_skb"),
        Choice("gro", {"on", "off", "kernel"}, "kernel", "GRO; kernel: as that version has it"),
        Choice("gso", {"on", "off", "kernel"}, "kernel", "TSO and GSO; kernel: as it has them"),
    };
}

/** @brief XDP program, NAPI and CPUs. */
std::vector<Parameter>
ProcessingParameters()
{
    return {
        Choice("xdp",
               {"none", "pass", "drop", "tx", "redirect"},
               "pass",
               "XDP program by its verdict"),
        Parameter::Make("xdp-frags", Kind::Boolean, "true", "the program copes with fragments"),
        Numeric("xdp-instructions",
                Kind::Integer,
                "instructions",
                0,
                1000000,
                "2",
                "length of the program's path"),
        Numeric("xdp-bytes", Kind::Integer, "B", 0, 65536, "0", "bytes of a packet it reads"),
        Choice("napi", {"softirq", "threaded"}, "softirq", "where NAPI polls"),
        Numeric("queues", Kind::Integer, "queues", 1, 64, "1", "receive queues of a device"),
        Choice("rx-cpu",
               {"same", "smt", "core", "domain", "socket"},
               "core",
               "where the reader runs, seen from the sender's core: same thread, its sibling, "
               "another core, another cache domain, another socket"),
    };
}

/** @brief What a kernel profile says, to be overridden. */
std::vector<Parameter>
KernelParameters()
{
    const Words words{"on", "off", "kernel"};
    return {
        Choice("init-on-alloc", words, "kernel", "clear memory that leaves its allocator"),
        Choice("usercopy-check", words, "kernel", "hardened usercopy"),
        Choice("defer-free", words, "kernel", "a reader returns skbs to the CPU they came from"),
    };
}

/** @brief What drives the path, and for how long. */
std::vector<Parameter>
TrafficParameters()
{
    constexpr double GIB = 1073741824;
    return {
        // net.ipv4.tcp_rmem[2], the limit of automatic tuning
        Numeric("rcvbuf", Kind::Size, "B", 2304, GIB, "6291456", "receive buffer of the socket"),
        // iperf's -l, 128 KiB
        Numeric("send-size", Kind::Size, "B", 1, GIB, "131072", "bytes of a send call"),
        Numeric("read-size", Kind::Size, "B", 1, GIB, "131072", "bytes of a read call"),
        Numeric("frame-size", Kind::Size, "B", 60, 16777216, "60", "bytes of a frame, no FCS"),
        Numeric("rate", Kind::Number, "frames/s", 1, 1e9, "1000000", "frames offered"),
        Numeric("burst", Kind::Integer, "frames", 1, 1000000, "1", "frames sent back to back"),
        Numeric("duration", Kind::Number, "ms", 0.001, 3600000, "100", "measured simulated time"),
        Numeric("warmup", Kind::Number, "ms", 0, 3600000, "10", "simulated time cut off before"),
    };
}

std::vector<Parameter>
EnvironmentParameters()
{
    return {
        Parameter::Make("machine",
                        Kind::Text,
                        "xeon-gold-6140",
                        "profile of the machine: name or file")
            .WithWords(MachineProfileNames()),
        Parameter::Make("kernel", Kind::Text, "6.4", "profile of the kernel: name or file")
            .WithWords(KernelProfileNames()),
        // ns-3 takes 32 bits that are not zero, RngSeedManager::SetSeed
        Numeric("seed", Kind::Integer, "", 1, 4294967295.0, "1", "RngSeed of ns-3"),
    };
}

void
Append(std::vector<Parameter>& all, const std::vector<Parameter>& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

std::vector<Parameter>
MakeAll()
{
    std::vector<Parameter> all = DeviceParameters();
    Append(all, ProcessingParameters());
    Append(all, KernelParameters());
    Append(all, TrafficParameters());
    Append(all, EnvironmentParameters());
    return all;
}

} // namespace

const std::vector<Parameter>&
StandardParameters()
{
    static const std::vector<Parameter> all = MakeAll();
    return all;
}

Parameter
StandardParameter(const std::string& name)
{
    for (const auto& parameter : StandardParameters())
    {
        if (parameter.name == name)
        {
            return parameter;
        }
    }
    throw std::logic_error("no standard parameter is called " + name);
}

} // namespace ns3
