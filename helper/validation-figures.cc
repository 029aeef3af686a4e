/* SPDX-License-Identifier: GPL-2.0-only */
#include "validation-figures.h"

#include "ns3/page-pool.h"
#include "ns3/skb-layout.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

using Role = ValidationRole;
using Runs = ValidationRuns;
using Figures = std::vector<ValidationFigure>;
using Ours = std::function<double(Runs&)>;

constexpr double UNBOUNDED = std::numeric_limits<double>::infinity();

/** @brief What a figure is: thread, name, unit. */
struct Name
{
    const char* thread; //!< key of the source
    std::string name;   //!< what it is
    const char* unit;   //!< unit
};

/** @brief From, to. */
struct Span
{
    double least;    //!< from here
    double greatest; //!< to here
};

ValidationFigure
Ranged(const Name& n, Role role, double published, Span pass, Span stretch, Ours ours)
{
    return {{n.thread,
             n.name,
             n.unit,
             role,
             published,
             0,
             pass.least,
             pass.greatest,
             stretch.least,
             stretch.greatest},
            std::move(ours)};
}

Span
Around(double published, double percent)
{
    return {published * (1 - percent / 100), published * (1 + percent / 100)};
}

/** A tolerance in percent of the published figure. */
ValidationFigure
Near(const Name& n, Role role, double published, double pass, double stretch, Ours ours)
{
    return Ranged(n, role, published, Around(published, pass), Around(published, stretch), ours);
}

ValidationFigure
Reported(const Name& n, double published, Ours ours)
{
    return Near(n, Role::Report, published, 0, 0, std::move(ours));
}

/** An order that the thread has, as a ratio that must be above 1; there is no stretch goal. */
ValidationFigure
Ordered(const Name& n, double published, Ours ours)
{
    return Ranged(n,
                  Role::Predict,
                  published,
                  {1, UNBOUNDED},
                  {UNBOUNDED, -UNBOUNDED},
                  std::move(ours));
}

double
Gain(double after, double before)
{
    return 100 * (after / before - 1);
}

/** Time of a frame by its payload [ns]. */
double
FrameNs(double gbps, double payload)
{
    return 8 * payload / gbps;
}

double
SavingRatio(Runs& m)
{
    const double small =
        FrameNs(m.Veth("alloc-page", "1500"), 1448) - FrameNs(m.Veth("page-pool", "1500"), 1448);
    const double large =
        FrameNs(m.Veth("alloc-page", "8000"), 7948) - FrameNs(m.Veth("page-pool", "8000"), 7948);
    return large / small;
}

/** Smallest step up from alloc-page over page-pool-frag and page-pool to napi_build_skb. */
double
SmallestStep(Runs& m)
{
    const double rates[] = {m.Veth("alloc-page", "1500"),
                            m.Veth("page-pool-frag", "1500"),
                            m.Veth("page-pool", "1500"),
                            m.Veth("page-pool", "1500", "true")};
    return std::min({rates[1] / rates[0], rates[2] / rates[1], rates[3] / rates[2]});
}

double
RingEntries()
{
    TypeId::AttributeInformation ring;
    TypeId::LookupByName("ns3::VethNetDevice").LookupAttributeByName("RingSize", &ring);
    return std::stod(ring.initialValue->SerializeToString(ring.checker));
}

/** Memory that a full ring of pages holds [MiB]. */
double
RingMemory(double pageSize)
{
    return RingEntries() * pageSize / (1 << 20);
}

/** Head of the thread's 2048-byte buffer, whose headroom is 256 + NET_IP_ALIGN of 2. */
double
FragmentHead()
{
    SkbLayoutParameters layout;
    layout.ipAlign = 2;
    return SkbLayout(layout).GetMaxHead(Buffers::PagePoolFrag);
}

Figures
VethFigures()
{
    const auto rate = [](const char* buffers, const char* mtu, const char* napi = "false") {
        return [=](Runs& m) { return m.Veth(buffers, mtu, napi); };
    };
    const char* const t = "S-veth";
    return {
        Near({t, "MTU 1500, alloc-page", "Gb/s"},
             Role::Calibrate,
             8.0,
             0.5,
             0.5,
             rate("alloc-page", "1500")),
        Near({t, "MTU 8000, alloc-page", "Gb/s"},
             Role::Calibrate,
             13.9,
             0.5,
             0.5,
             rate("alloc-page", "8000")),
        Near({t, "MTU 1500, page-pool", "Gb/s"},
             Role::Predict,
             9.2,
             5,
             2.5,
             rate("page-pool", "1500")),
        Near({t, "MTU 8000, page-pool", "Gb/s"},
             Role::Predict,
             16.2,
             5,
             2.5,
             rate("page-pool", "8000")),
        Near({t, "MTU 1500, page-pool-frag", "Gb/s"},
             Role::Predict,
             8.3,
             5,
             2.5,
             rate("page-pool-frag", "1500")),
        Near({t, "MTU 1500, napi_build_skb", "Gb/s"},
             Role::Predict,
             9.65,
             4,
             2,
             rate("page-pool", "1500", "true")),
        Reported({t, "gain at MTU 1500 (\">= 15 %\")", "%"},
                 15.0,
                 [](Runs& m) {
                     return Gain(m.Veth("page-pool", "1500"), m.Veth("alloc-page", "1500"));
                 }),
        Reported({t, "gain at MTU 8000 (\">= 15 %\")", "%"},
                 16.5,
                 [](Runs& m) {
                     return Gain(m.Veth("page-pool", "8000"), m.Veth("alloc-page", "8000"));
                 }),
        Ranged({t, "saving at 8000 / saving at 1500", ""},
               Role::Predict,
               3.44,
               {2.7, 3.8},
               {3.0, 3.6},
               SavingRatio),
        Ordered({t, "order of 8.0, 8.3, 9.2, 9.65: least step", ""}, 1.0375, SmallestStep),
        Reported({t, "most bytes in a head of 2048", "B"},
                 1470,
                 [](Runs&) { return FragmentHead(); }),
        Reported({t, "most pages of ring and cache", ""},
                 256 + 128,
                 [](Runs&) { return RingEntries() + PagePool::CACHE_SIZE; }),
        Reported({t, "memory of a ring of 4 KiB pages", "MiB"},
                 1,
                 [](Runs&) { return RingMemory(4096); }),
        Reported({t, "memory of a ring of 64 KiB pages", "MiB"},
                 16,
                 [](Runs&) { return RingMemory(65536); }),
    };
}

Figures
TunFigures()
{
    const auto rate = [](const char* refill, const char* batch) {
        return [=](Runs& m) { return m.Vhost(refill, batch); };
    };
    const auto bias = [](Runs& m) {
        return Gain(m.Vhost("bias", "false"), m.Vhost("get-page", "false"));
    };
    const auto put = [](Runs& m) {
        return Gain(m.Vhost("bias", "true"), m.Vhost("bias", "false"));
    };
    const char* const t = "S-tun";
    return {
        Near({t, "get_page and put_page per packet", "Mpps"},
             Role::Calibrate,
             4.63,
             0.5,
             0.5,
             rate("get-page", "false")),
        Reported({t, "reference bias", "Mpps"}, 4.71, rate("bias", "false")),
        Reported({t, "bias and batched put_page", "Mpps"}, 4.89, rate("bias", "true")),
        Ranged({t, "gain of the bias, from the rates", "%"},
               Role::Predict,
               1.73,
               {0.73, 2.73},
               {1.23, 2.23},
               bias),
        Reported({t, "gain of the bias, as written", "%"}, 1.6, bias),
        Ranged({t, "gain of the batched put", "%"},
               Role::Predict,
               3.82,
               {2.82, 4.82},
               {3.32, 4.32},
               put),
        Ordered({t, "gain of put / gain of bias", ""},
                2.21,
                [=](Runs& m) { return put(m) / bias(m); }),
    };
}

Figures
LiveFigures()
{
    const auto kept = [](const char* limit) {
        return [=](Runs& m) {
            return m.LivePerClean(limit, "tx_returned") - m.LivePerClean(limit, "overflow");
        };
    };
    const char* const t = "S-tr";
    Figures figures = {
        Ranged({t, "gain of a pool ring of 1024 over 64", "%"},
               Role::Predict,
               80,
               {50, 110},
               {65, 95},
               [](Runs& m) {
                   return Gain(m.Live({{"pool-ring", "1024"}}), m.Live({{"pool-ring", "64"}}));
               }),
        Near({t, "the same if 64 come back at once", ""}, Role::Predict, 1, 3, 1, [](Runs& m) {
            return m.Live({{"clean-limit", "64"}, {"pool-ring", "1024"}}) /
                   m.Live({{"clean-limit", "64"}});
        })};
    for (const char* back : {"384", "256", "192"})
    {
        figures.push_back(Reported({t, std::string("recycled of ") + back + " back at once", ""},
                                   64,
                                   kept(back)));
    }
    return figures;
}

Figures
CpuMapFigures()
{
    const auto rate = [](const char* kernel, const char* row) {
        return [=](Runs& m) { return m.CpuMap(kernel, row); };
    };
    const auto offered = [](Runs& m) {
        const ScenarioResult& r = m.Of("cpumap-udp", {{"kernel", "6.3"}});
        return static_cast<double>(*r.framesSent) / (r.config.GetDouble("duration") * 1e3);
    };
    const char* const t = "S-cm";
    return {
        Near({t, "frames offered", "Mpps"}, Role::Set, 27, 1, 1, offered),
        Near({t, "XDP_PASS on one CPU", "Mpps"},
             Role::Calibrate,
             2.1,
             5,
             5,
             [](Runs& m) { return m.Pass(); }),
        Near({t, "cpumap, source", "Mpps"}, Role::Calibrate, 6.8, 5, 5, rate("6.3", "src_rx")),
        Reported({t, "cpumap, drops", "Mpps"}, 5.0, rate("6.3", "cpumap_drops")),
        Near({t, "cpumap, destination", "Mpps"}, Role::Calibrate, 1.8, 5, 5, rate("6.3", "dst_rx")),
        Near({t, "cpumap recycled, source", "Mpps"},
             Role::Predict,
             7.9,
             6,
             3,
             rate("6.4", "src_rx")),
        Reported({t, "cpumap recycled, drops", "Mpps"}, 5.7, rate("6.4", "cpumap_drops")),
        Near({t, "cpumap recycled, destination", "Mpps"},
             Role::Predict,
             2.2,
             8,
             4,
             rate("6.4", "dst_rx")),
        Ranged({t, "gain of the destination", "%"},
               Role::Predict,
               22,
               {16, 29},
               {18, 26},
               [](Runs& m) { return Gain(m.CpuMap("6.4", "dst_rx"), m.CpuMap("6.3", "dst_rx")); }),
        Ordered({t, "recycled destination / XDP_PASS", ""},
                2.2 / 2.1,
                [](Runs& m) { return m.CpuMap("6.4", "dst_rx") / m.Pass(); }),
    };
}

/** @brief A row of bench_page_pool_simple: before and after the thread's patches. */
struct SimpleRow
{
    const char* name;     //!< what it is
    const char* row;      //!< its name in the module
    Role role;            //!< of the control's nanoseconds
    double tolerance;     //!< of those [%]
    double stretch;       //!< of those [%]
    double control;       //!< [ns]
    double controlCycles; //!< [TSC cycles], whole
    double test;          //!< [ns]
    double testCycles;    //!< [TSC cycles], whole
};

const SimpleRow SIMPLE_ROWS[] = {
    {"for_loop", "for_loop", Role::Set, 1, 1, 0.334, 0, 0.334, 0},
    {"atomic_inc", "atomic_inc", Role::Set, 5, 5, 6.021, 13, 6.195, 14},
    {"lock", "lock", Role::Set, 5, 5, 13.514, 31, 13.827, 31},
    {"no-softirq 01", "no-softirq-page_pool01", Role::Report, 0, 0, 19.549, 44, 19.561, 44},
    {"no-softirq 02", "no-softirq-page_pool02", Role::Report, 0, 0, 19.658, 45, 19.700, 45},
    {"no-softirq 03", "no-softirq-page_pool03", Role::Report, 0, 0, 51.638, 118, 47.186, 108},
    {"tasklet fast", "tasklet_page_pool01_fast_path", Role::Set, 5, 5, 7.472, 17, 5.447, 12},
    {"tasklet ptr_ring",
     "tasklet_page_pool02_ptr_ring",
     Role::Predict,
     15,
     8,
     18.585,
     42,
     18.501,
     42},
    {"tasklet slow", "tasklet_page_pool03_slow", Role::Set, 5, 5, 47.807, 109, 46.313, 106},
};

/** @brief A row of bench_page_pool_cross_cpu: before and after. */
struct CrossRow
{
    const char* row;      //!< its name after the module's
    double control;       //!< [ns]; 0: the module prints none
    double controlCycles; //!< [TSC cycles]
    double test;          //!< [ns]; 0: the module prints none
    double testCycles;    //!< [TSC cycles]
};

const CrossRow CROSS_ROWS[] = {{"CPU(0)", 782.567, 1795, 1051.037, 2411},
                               {"CPU(1)", 837.435, 1921, 1075.204, 2467},
                               {"CPU(2)", 418.758, 960, 537.629, 1233},
                               {"Average", 0, 1558, 0, 2037}};

void
AddSimpleRows(Figures& figures)
{
    const char* const t = "S-st";
    for (const SimpleRow& r : SIMPLE_ROWS)
    {
        const std::string row = r.row;
        const std::string name = r.name;
        const Ours ns = [row](Runs& m) { return m.Bench(row).ns; };
        const Ours cycles = [row](Runs& m) { return m.Bench(row).cycles; };
        figures.push_back(Near({t, name, "ns"}, r.role, r.control, r.tolerance, r.stretch, ns));
        figures.push_back(Reported({t, name, "TSC"}, r.controlCycles, cycles));
        figures.push_back(Reported({t, name + ", with counters", "ns"}, r.test, ns));
        figures.push_back(Reported({t, name + ", with counters", "TSC"}, r.testCycles, cycles));
    }
}

void
AddCrossRow(Figures& figures, const CrossRow& r, const char* stats)
{
    const bool control = std::string(stats) == "none";
    const std::string row = r.row;
    const Name ns{"S-st", "cross_cpu " + row + (control ? "" : ", counters in line 0"), "ns"};
    const double published = control ? r.control : r.test;
    const Ours ours = [=](Runs& m) { return m.Cross(stats, row).ns; };
    if (control && row == "CPU(2)")
    {
        figures.push_back(Near(ns, Role::Predict, published, 35, 20, ours));
    }
    else if (published > 0)
    {
        figures.push_back(Reported(ns, published, ours));
    }
    figures.push_back(Reported({"S-st", ns.name, "TSC"},
                               control ? r.controlCycles : r.testCycles,
                               [=](Runs& m) { return m.Cross(stats, row).cycles; }));
}

Figures
BenchFigures()
{
    Figures figures;
    AddSimpleRows(figures);
    for (const char* stats : {"none", "params"})
    {
        for (const CrossRow& row : CROSS_ROWS)
        {
            AddCrossRow(figures, row, stats);
        }
    }
    figures.push_back(Ranged({"S-st", "false sharing of the counters", "%"},
                             Role::Predict,
                             28.4,
                             {10, 45},
                             {15, 35},
                             [](Runs& m) {
                                 return Gain(m.Cross("params", "CPU(2)").ns,
                                             m.Cross("none", "CPU(2)").ns);
                             }));
    return figures;
}

} // namespace

std::vector<ValidationFigure>
ValidationFigures()
{
    Figures all;
    for (const auto& figures :
         {VethFigures(), TunFigures(), LiveFigures(), CpuMapFigures(), BenchFigures()})
    {
        all.insert(all.end(), figures.begin(), figures.end());
    }
    return all;
}

} // namespace ns3
