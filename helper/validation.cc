/* SPDX-License-Identifier: GPL-2.0-only */
#include "validation.h"

#include "ns3/config.h"

#include <map>
#include <stdexcept>

namespace ns3
{

namespace
{

/** @brief Runs scenarios once each and answers for their figures. */
class Measurements
{
  public:
    explicit Measurements(const ScenarioList& scenarios)
        : m_scenarios(scenarios)
    {
    }

    const ScenarioResult& Of(const std::string& scenario, const ScenarioConfig::Values& sets)
    {
        std::string key = scenario;
        for (const auto& [name, value] : sets)
        {
            key += " " + name + "=" + value;
        }
        auto found = m_results.find(key);
        if (found == m_results.end())
        {
            Config::Reset();
            const Scenario& run = FindScenario(m_scenarios, scenario);
            ScenarioConfig config = run.Defaults();
            for (const auto& [name, value] : sets)
            {
                config.Set(name, value);
            }
            found = m_results.emplace(key, run.Run(config)).first;
        }
        return found->second;
    }

    double Row(const ScenarioResult& result, const std::string& name) const
    {
        for (const auto& row : result.rows)
        {
            if (row.name == name)
            {
                return row.ns;
            }
        }
        throw std::logic_error("no row " + name);
    }

    double Veth(const char* buffers, const char* mtu, const char* napiBuildSkb = "false")
    {
        return *Of("veth-stream",
                   {{"buffers", buffers}, {"mtu", mtu}, {"napi-build-skb", napiBuildSkb}})
                    .gbps;
    }

    double Bench(const std::string& name)
    {
        return Row(Of("pp-bench-simple", {}), name);
    }

    double Cross(const char* stats, const std::string& cpu)
    {
        return Row(Of("pp-bench-cross-cpu", {{"topology", "alternate"}, {"stats", stats}}),
                   "page_pool_cross_cpu CPU(" + cpu + ")");
    }

    double Vhost(const char* refill, const char* batch)
    {
        return *Of("vhost-xdp-drop", {{"refill", refill}, {"put-batch", batch}}).mpps;
    }

    /** A rate of the cpumap bed [Mpps]. */
    double CpuMap(const char* kernel, const std::string& row)
    {
        return 1000 / Row(Of("cpumap-udp", {{"kernel", kernel}}), row);
    }

    double Live(const char* poolRing)
    {
        return *Of("xdp-live-frames", {{"pool-ring", poolRing}}).mpps;
    }

  private:
    const ScenarioList& m_scenarios;                 //!< those that exist
    std::map<std::string, ScenarioResult> m_results; //!< by scenario and settings
};

/** Time of a frame by its payload [ns]. */
double
FrameNs(double gbps, double payload)
{
    return 8 * payload / gbps;
}

double
SavingRatio(Measurements& m)
{
    const double small =
        FrameNs(m.Veth("alloc-page", "1500"), 1448) - FrameNs(m.Veth("page-pool", "1500"), 1448);
    const double large =
        FrameNs(m.Veth("alloc-page", "8000"), 7948) - FrameNs(m.Veth("page-pool", "8000"), 7948);
    return large / small;
}

using Role = ValidationRole;

/** @brief A published figure, what it is for, and how ours is had. */
struct Spec
{
    const char* thread;              //!< key of the source
    const char* name;                //!< what it is
    const char* unit;                //!< unit
    Role role;                       //!< role
    double published;                //!< the thread's figure
    double pass;                     //!< tolerance [%]
    double stretch;                  //!< stretch goal [%]
    double (*ours)(Measurements& m); //!< the model's figure
};

/** Roles and tolerances: section 3.6 of the cost model, restated in doc/validation.md. */
const Spec SPECS[] = {
    {"S-veth",
     "MTU 1500, alloc-page",
     "Gb/s",
     Role::Calibrate,
     8.0,
     0.5,
     0.5,
     [](Measurements& m) { return m.Veth("alloc-page", "1500"); }},
    {"S-veth",
     "MTU 8000, alloc-page",
     "Gb/s",
     Role::Calibrate,
     13.9,
     0.5,
     0.5,
     [](Measurements& m) { return m.Veth("alloc-page", "8000"); }},
    {"S-veth",
     "MTU 1500, page-pool",
     "Gb/s",
     Role::Predict,
     9.2,
     5,
     2.5,
     [](Measurements& m) { return m.Veth("page-pool", "1500"); }},
    {"S-veth",
     "MTU 8000, page-pool",
     "Gb/s",
     Role::Predict,
     16.2,
     5,
     2.5,
     [](Measurements& m) { return m.Veth("page-pool", "8000"); }},
    {"S-veth",
     "MTU 1500, page-pool-frag",
     "Gb/s",
     Role::Predict,
     8.3,
     5,
     2.5,
     [](Measurements& m) { return m.Veth("page-pool-frag", "1500"); }},
    {"S-veth",
     "MTU 1500, napi_build_skb",
     "Gb/s",
     Role::Predict,
     9.65,
     4,
     2,
     [](Measurements& m) { return m.Veth("page-pool", "1500", "true"); }},
    {"S-tun",
     "get_page and put_page per packet",
     "Mpps",
     Role::Calibrate,
     4.63,
     0.5,
     0.5,
     [](Measurements& m) { return m.Vhost("get-page", "false"); }},
    {"S-tun",
     "reference bias",
     "Mpps",
     Role::Report,
     4.71,
     0,
     0,
     [](Measurements& m) { return m.Vhost("bias", "false"); }},
    {"S-tun",
     "bias and batched put_page",
     "Mpps",
     Role::Report,
     4.89,
     0,
     0,
     [](Measurements& m) { return m.Vhost("bias", "true"); }},
    {"S-cm",
     "XDP_PASS on one CPU",
     "Mpps",
     Role::Calibrate,
     2.1,
     5,
     5,
     [](Measurements& m) { return *m.Of("nic-xdp-pass", {}).mpps; }},
    {"S-cm",
     "cpumap, source",
     "Mpps",
     Role::Calibrate,
     6.8,
     5,
     5,
     [](Measurements& m) { return m.CpuMap("6.3", "src_rx"); }},
    {"S-cm",
     "cpumap, drops",
     "Mpps",
     Role::Report,
     5.0,
     0,
     0,
     [](Measurements& m) { return m.CpuMap("6.3", "cpumap_drops"); }},
    {"S-cm",
     "cpumap, destination",
     "Mpps",
     Role::Calibrate,
     1.8,
     5,
     5,
     [](Measurements& m) { return m.CpuMap("6.3", "dst_rx"); }},
    {"S-cm",
     "cpumap recycled, source",
     "Mpps",
     Role::Predict,
     7.9,
     6,
     3,
     [](Measurements& m) { return m.CpuMap("6.4", "src_rx"); }},
    {"S-cm",
     "cpumap recycled, drops",
     "Mpps",
     Role::Report,
     5.7,
     0,
     0,
     [](Measurements& m) { return m.CpuMap("6.4", "cpumap_drops"); }},
    {"S-cm",
     "cpumap recycled, destination",
     "Mpps",
     Role::Predict,
     2.2,
     8,
     4,
     [](Measurements& m) { return m.CpuMap("6.4", "dst_rx"); }},
    {"S-st",
     "for_loop",
     "ns",
     Role::Set,
     0.334,
     1,
     1,
     [](Measurements& m) { return m.Bench("for_loop"); }},
    {"S-st",
     "atomic_inc",
     "ns",
     Role::Set,
     6.021,
     5,
     5,
     [](Measurements& m) { return m.Bench("atomic_inc"); }},
    {"S-st",
     "lock",
     "ns",
     Role::Set,
     13.514,
     5,
     5,
     [](Measurements& m) { return m.Bench("lock"); }},
    {"S-st",
     "no-softirq 01",
     "ns",
     Role::Report,
     19.549,
     0,
     0,
     [](Measurements& m) { return m.Bench("no-softirq-page_pool01"); }},
    {"S-st",
     "no-softirq 02",
     "ns",
     Role::Report,
     19.658,
     0,
     0,
     [](Measurements& m) { return m.Bench("no-softirq-page_pool02"); }},
    {"S-st",
     "no-softirq 03",
     "ns",
     Role::Report,
     51.638,
     0,
     0,
     [](Measurements& m) { return m.Bench("no-softirq-page_pool03"); }},
    {"S-st",
     "tasklet fast",
     "ns",
     Role::Set,
     7.472,
     5,
     5,
     [](Measurements& m) { return m.Bench("tasklet_page_pool01_fast_path"); }},
    {"S-st",
     "tasklet ptr_ring",
     "ns",
     Role::Predict,
     18.5,
     15,
     8,
     [](Measurements& m) { return m.Bench("tasklet_page_pool02_ptr_ring"); }},
    {"S-st",
     "tasklet slow",
     "ns",
     Role::Set,
     47.807,
     5,
     5,
     [](Measurements& m) { return m.Bench("tasklet_page_pool03_slow"); }},
    {"S-st",
     "test column: atomic_inc",
     "ns",
     Role::Report,
     6.195,
     0,
     0,
     [](Measurements& m) { return m.Bench("atomic_inc"); }},
    {"S-st",
     "test column: lock",
     "ns",
     Role::Report,
     13.827,
     0,
     0,
     [](Measurements& m) { return m.Bench("lock"); }},
    {"S-st",
     "test column: no-softirq 01",
     "ns",
     Role::Report,
     19.561,
     0,
     0,
     [](Measurements& m) { return m.Bench("no-softirq-page_pool01"); }},
    {"S-st",
     "test column: no-softirq 02",
     "ns",
     Role::Report,
     19.700,
     0,
     0,
     [](Measurements& m) { return m.Bench("no-softirq-page_pool02"); }},
    {"S-st",
     "test column: no-softirq 03",
     "ns",
     Role::Report,
     47.186,
     0,
     0,
     [](Measurements& m) { return m.Bench("no-softirq-page_pool03"); }},
    {"S-st",
     "test column: tasklet fast",
     "ns",
     Role::Report,
     5.447,
     0,
     0,
     [](Measurements& m) { return m.Bench("tasklet_page_pool01_fast_path"); }},
    {"S-st",
     "test column: tasklet ptr_ring",
     "ns",
     Role::Report,
     18.501,
     0,
     0,
     [](Measurements& m) { return m.Bench("tasklet_page_pool02_ptr_ring"); }},
    {"S-st",
     "test column: tasklet slow",
     "ns",
     Role::Report,
     46.313,
     0,
     0,
     [](Measurements& m) { return m.Bench("tasklet_page_pool03_slow"); }},
    {"S-st",
     "cross_cpu CPU0",
     "ns",
     Role::Report,
     782.567,
     0,
     0,
     [](Measurements& m) { return m.Cross("none", "0"); }},
    {"S-st",
     "cross_cpu CPU1",
     "ns",
     Role::Report,
     837.435,
     0,
     0,
     [](Measurements& m) { return m.Cross("none", "1"); }},
    {"S-st",
     "cross_cpu CPU2, a page",
     "ns",
     Role::Predict,
     418.758,
     35,
     20,
     [](Measurements& m) { return m.Cross("none", "2"); }},
    {"S-st",
     "counters in line 0: CPU0",
     "ns",
     Role::Report,
     1051.037,
     0,
     0,
     [](Measurements& m) { return m.Cross("params", "0"); }},
    {"S-st",
     "counters in line 0: CPU1",
     "ns",
     Role::Report,
     1075.204,
     0,
     0,
     [](Measurements& m) { return m.Cross("params", "1"); }},
    {"S-st",
     "counters in line 0: CPU2",
     "ns",
     Role::Report,
     537.629,
     0,
     0,
     [](Measurements& m) { return m.Cross("params", "2"); }},
};

/** @brief A predicted difference or ratio, whose tolerance is a range. */
struct RangeSpec
{
    const char* thread;              //!< key of the source
    const char* name;                //!< what it is
    const char* unit;                //!< unit
    double published;                //!< the thread's figure
    double least;                    //!< passes from here
    double greatest;                 //!< to here
    double stretchLeast;             //!< stretch goal from here
    double stretchGreatest;          //!< to here
    double (*ours)(Measurements& m); //!< the model's figure
};

const RangeSpec RANGES[] = {
    {"S-veth", "saving at 8000 / saving at 1500", "", 3.44, 2.7, 3.8, 3.0, 3.6, SavingRatio},
    {"S-tun",
     "gain of the bias",
     "%",
     1.73,
     0.73,
     2.73,
     1.23,
     2.23,
     [](Measurements& m) {
         return 100 * (m.Vhost("bias", "false") / m.Vhost("get-page", "false") - 1);
     }},
    {"S-tun",
     "gain of the batched put",
     "%",
     3.82,
     2.82,
     4.82,
     3.32,
     4.32,
     [](Measurements& m) {
         return 100 * (m.Vhost("bias", "true") / m.Vhost("bias", "false") - 1);
     }},
    {"S-tr",
     "gain of a pool ring of 1024 over 64",
     "%",
     80,
     50,
     110,
     65,
     95,
     [](Measurements& m) { return 100 * (m.Live("1024") / m.Live("64") - 1); }},
    {"S-cm",
     "gain of the destination",
     "%",
     22,
     16,
     29,
     18,
     26,
     [](Measurements& m) {
         return 100 * (m.CpuMap("6.4", "dst_rx") / m.CpuMap("6.3", "dst_rx") - 1);
     }},
    {"S-st",
     "false sharing of the counters",
     "%",
     28.4,
     10,
     45,
     15,
     35,
     [](Measurements& m) { return 100 * (m.Cross("params", "2") / m.Cross("none", "2") - 1); }},
};

ValidationRow
Measure(const Spec& spec, Measurements& m)
{
    const auto edge = [&](double percent) { return spec.published * (1 + percent / 100); };
    return {spec.thread,
            spec.name,
            spec.unit,
            spec.role,
            spec.published,
            spec.ours(m),
            edge(-spec.pass),
            edge(spec.pass),
            edge(-spec.stretch),
            edge(spec.stretch)};
}

ValidationRow
Measure(const RangeSpec& spec, Measurements& m)
{
    return {spec.thread,
            spec.name,
            spec.unit,
            Role::Predict,
            spec.published,
            spec.ours(m),
            spec.least,
            spec.greatest,
            spec.stretchLeast,
            spec.stretchGreatest};
}

} // namespace

const char*
ValidationRoleName(ValidationRole role)
{
    switch (role)
    {
    case ValidationRole::Set:
        return "set";
    case ValidationRole::Calibrate:
        return "calibrate";
    case ValidationRole::Predict:
        return "predict";
    default:
        return "report";
    }
}

std::string
ValidationRow::Verdict() const
{
    if (role == ValidationRole::Report)
    {
        return "-";
    }
    if (!Passes())
    {
        return "MISS";
    }
    return role == ValidationRole::Predict && Stretches() ? "stretch" : "pass";
}

std::vector<ValidationRow>
Validation::Run(const ScenarioList& scenarios)
{
    Measurements measurements(scenarios);
    std::vector<ValidationRow> rows;
    for (const Spec& spec : SPECS)
    {
        rows.push_back(Measure(spec, measurements));
    }
    for (const RangeSpec& spec : RANGES)
    {
        rows.push_back(Measure(spec, measurements));
    }
    return rows;
}

std::vector<std::string>
Validation::FreeParameters()
{
    return {
        "veth (2 free): ns3::Stream::SegmentCycles, ns3::Stream::ByteCycles; unstated: clearing on "
        "allocation (on), usercopy check (on), deferral (on), placement (another core), machine, "
        "receive buffer, read size (band: doc/veth-band.md)",
        "vhost (1 free): the base of the guest's packet; unstated: machine, kernel settings (band: "
        "doc/tun-vhost.md)",
        "cpumap (2 free): ns3::NicNetDevice::FrameCycles, ns3::UdpSink::PacketCycles; unstated: "
        "clearing on allocation (off), queue and ring sizes, machine (band: doc/cpumap.md)",
        "live frames (0 free); unstated: machine, clearing (band: doc/xdp-live-frames.md)",
        "page_pool benchmarks (0 free); unstated: topology of CPUs 0, 1, 2 "
        "(doc/pp-bench-cross-cpu.md)"};
}

} // namespace ns3
