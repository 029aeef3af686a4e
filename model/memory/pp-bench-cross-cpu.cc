/* SPDX-License-Identifier: GPL-2.0-only */
#include "pp-bench-cross-cpu.h"

#include "ns3/step-scheduler.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace ns3
{

namespace
{

/** Lines between the rings of two CPUs: three lines of struct ptr_ring, allocated apart. */
constexpr uint32_t QUEUE_LINES = 4;

using Parameters = PpCrossCpuParameters;

/** Elements of a returning CPU before its clock is read: the rings between the CPUs are full, and
 * every slot of the pool's ring has been used once. */
uint64_t
WarmUp(const Parameters& parameters)
{
    return parameters.queue + parameters.poolSize / parameters.returners;
}

/** @brief Which physical core each CPU is. */
class Placing
{
  public:
    Placing(const MachineProfile& machine, const Parameters& parameters)
        : m_perSocket(std::max(1U, machine.coresPerSocket)),
          m_parameters(parameters)
    {
    }

    uint32_t UnitOf(uint32_t cpu) const
    {
        switch (m_parameters.topology)
        {
        case PpTopology::Other:
            return cpu < m_parameters.returners ? m_perSocket + cpu : 0;
        case PpTopology::Alternate:
            return cpu % 2 * m_perSocket + cpu / 2;
        default:
            return cpu;
        }
    }

    /** The last core of the socket that the allocating CPU is not in. */
    uint32_t MovedUnit() const
    {
        const bool first = UnitOf(m_parameters.returners) < m_perSocket;
        return (first ? 2 : 1) * m_perSocket - 1;
    }

    /** Cores of a socket that are in use at most. */
    uint32_t Needed() const
    {
        const uint32_t cpus = m_parameters.returners + 1;
        const uint32_t here =
            m_parameters.topology == PpTopology::Alternate ? (cpus + 1) / 2 : cpus;
        return here + (m_parameters.moveAfter > 0 ? 1 : 0);
    }

    bool NeedsSockets() const
    {
        return m_parameters.topology != PpTopology::Same || m_parameters.moveAfter > 0;
    }

  private:
    const uint32_t m_perSocket;     //!< cores of a socket
    const Parameters& m_parameters; //!< of the run
};

PageAllocatorParameters
PerSocket(const MachineProfile& machine)
{
    PageAllocatorParameters parameters;
    parameters.nodes = std::max(1U, machine.sockets);
    return parameters;
}

PagePoolParameters
PoolOf(const Parameters& parameters)
{
    PagePoolParameters pool;
    pool.poolSize = parameters.poolSize;
    pool.nid = parameters.nid;
    pool.contention = true;
    return pool;
}

/** @brief What all CPUs of a run share. */
struct Rig
{
    Rig(const MachineProfile& machine, const KernelProfile& kernel, const Parameters& p)
        : parameters(p),
          caches(machine),
          pages(kernel, PerSocket(machine)),
          pool(pages, kernel, PoolOf(p)),
          running(p.returners)
    {
        const Placing placing(machine, p);
        for (uint32_t cpu = 0; cpu <= p.returners + 1; ++cpu)
        {
            const bool moved = cpu > p.returners;
            const uint32_t unit = moved ? placing.MovedUnit() : placing.UnitOf(cpu);
            cores.push_back(std::make_unique<CpuCore>(machine, kernel, caches, cpu, unit));
        }
        for (uint32_t cpu = 0; cpu < p.returners; ++cpu)
        {
            queues.emplace_back(p.queue, (QUEUE_LINES * cpu) % LINE_COLUMNS);
        }
    }

    const Parameters& parameters;                //!< of the run
    CacheHierarchy caches;                       //!< of the host
    PageAllocator pages;                         //!< of the host
    PagePool pool;                               //!< the pool
    std::vector<std::unique_ptr<CpuCore>> cores; //!< by CPU; one more for the allocator to move to
    std::vector<PtrRing<Page>> queues;           //!< by returning CPU
    uint32_t running;                            //!< returning CPUs that are not done
    bool timed{false};                           //!< one of them reads its clock
    PagePoolStats before;                        //!< counters then
};

/** @brief A kthread that returns pages. */
class Returner : public StepRunner
{
  public:
    Returner(Rig& rig, uint32_t cpu)
        : m_rig(rig),
          m_core(*rig.cores[cpu]),
          m_queue(rig.queues[cpu]),
          m_warmUp(WarmUp(rig.parameters)),
          m_total(m_warmUp + rig.parameters.loops)
    {
    }

    Ticks NextStep() const override
    {
        return m_done == m_total ? NEVER : m_core.Now();
    }

    void RunStep() override
    {
        switch (m_phase)
        {
        case Phase::Consume:
            Consume();
            break;
        case Phase::Put:
            m_phase = Phase::Ring;
            if (!m_rig.pool.PreparePut(m_core, *m_page, false))
            {
                Done();
            }
            break;
        case Phase::Ring:
            m_rig.pool.PutInRing(m_core, *m_page);
            Done();
            break;
        }
    }

    /** @return time of the measured elements, ticks */
    Ticks GetTime() const
    {
        return m_core.Now() - m_start;
    }

    const CycleLedger& GetLedger() const
    {
        return m_core.GetLedger();
    }

  private:
    /** @brief Between them others may run: a lock is asked for at the beginning of a step. */
    enum class Phase : uint8_t
    {
        Consume,
        Put,
        Ring
    };

    // ptr_ring_consume() takes its lock without caring for bottom halves
    void Consume()
    {
        CpuCore::Scope scope(m_core, Fn::bench_loop);
        const Context context = m_core.SetContext(Context::BhDisabled);
        m_page = m_queue.Consume(m_core);
        m_core.SetContext(context);
        m_phase = m_page == nullptr ? Phase::Consume : Phase::Put;
    }

    void Done()
    {
        m_phase = Phase::Consume;
        ++m_done;
        if (m_done == m_warmUp)
        {
            m_start = m_core.Now();
            m_core.GetLedger().Reset();
            m_rig.before = m_rig.timed ? m_rig.before : m_rig.pool.GetStats();
            m_rig.timed = true;
        }
        m_rig.running -= m_done == m_total ? 1 : 0;
    }

    Rig& m_rig;                    //!< shared
    CpuCore& m_core;               //!< its CPU
    PtrRing<Page>& m_queue;        //!< where pages come from
    Page* m_page{nullptr};         //!< page in hand
    Phase m_phase{Phase::Consume}; //!< what is next
    const uint64_t m_warmUp;       //!< elements before the measurement
    const uint64_t m_total;        //!< elements, those before the measurement included
    uint64_t m_done{0};            //!< elements so far
    Ticks m_start{0};              //!< begin of the measured ones
};

/** @brief The tasklet that allocates. */
class Allocator : public StepRunner
{
  public:
    explicit Allocator(Rig& rig)
        : m_rig(rig),
          m_core(rig.cores[rig.parameters.returners].get())
    {
        m_core->SetContext(Context::ServingSoftirq);
        Prefill();
    }

    Ticks NextStep() const override
    {
        return m_rig.running == 0 ? NEVER : m_core->Now();
    }

    void RunStep() override
    {
        if (m_rig.timed && !m_timed)
        {
            m_timed = true;
            m_start = m_core->Now();
            m_core->GetLedger().Reset();
            m_left.Reset();
        }
        if (m_rig.parameters.moveAfter > 0 && !m_moved && m_handedOn >= m_rig.parameters.moveAfter)
        {
            Move();
        }
        CpuCore::Scope scope(*m_core, Fn::bench_loop);
        Page* page = m_rig.pool.AllocPages(*m_core);
        if (page != nullptr)
        {
            HandOn(*page);
        }
        m_peakHeld = std::max(m_peakHeld, m_rig.pool.GetInFlight());
    }

    Ticks GetTime() const
    {
        return m_core->Now() - m_start;
    }

    /** @return books of the measured time, of both CPUs if it has moved */
    CycleLedger GetLedger() const
    {
        CycleLedger sum = m_left;
        const CycleLedger& here = m_core->GetLedger();
        for (std::size_t fn = 0; fn < KERNEL_FUNCTION_COUNT; ++fn)
        {
            for (std::size_t kind = 0; kind < COST_KIND_COUNT; ++kind)
            {
                const auto f = static_cast<Fn>(fn);
                const auto k = static_cast<CostKind>(kind);
                sum.Add(f, k, here.Get(f, k));
            }
        }
        return sum;
    }

    uint64_t GetHandedOn() const
    {
        return m_handedOn;
    }

    uint64_t GetPeakHeld() const
    {
        return m_peakHeld;
    }

    CpuCore& GetCore()
    {
        return *m_core;
    }

  private:
    void Prefill()
    {
        std::vector<Page*> taken(m_rig.parameters.prefill);
        for (Page*& page : taken)
        {
            page = m_rig.pool.AllocPages(*m_core);
        }
        for (Page* page : taken)
        {
            m_rig.pool.PutFullPage(*m_core, *page, false);
        }
    }

    void HandOn(Page& page)
    {
        PtrRing<Page>& queue = m_rig.queues[m_next];
        m_next = m_next + 1 == m_rig.queues.size() ? 0 : m_next + 1;
        if (queue.ProduceLocked(*m_core, &page))
        {
            ++m_handedOn;
            return;
        }
        m_rig.pool.PutFullPage(*m_core, page, true);
    }

    void Move()
    {
        CpuCore& to = *m_rig.cores[m_rig.parameters.returners + 1];
        to.SetContext(m_core->SetContext(Context::Process));
        to.IdleUntil(m_core->Now());
        to.GetLedger().Reset();
        m_left = m_core->GetLedger();
        m_core = &to;
        m_moved = true;
        if (m_rig.parameters.updateNid)
        {
            m_rig.pool.UpdateNid(to, static_cast<int32_t>(m_rig.pages.GetNode(to)));
        }
    }

    Rig& m_rig;             //!< shared
    CpuCore* m_core;        //!< its CPU
    std::size_t m_next{0};  //!< ring that the next page goes to
    uint64_t m_handedOn{0}; //!< pages given to the others
    uint64_t m_peakHeld{0}; //!< most pages that the pool had
    bool m_timed{false};    //!< the measured time has begun
    bool m_moved{false};    //!< it has left its first CPU
    Ticks m_start{0};       //!< begin of the measured time
    CycleLedger m_left;     //!< books of the CPU that it left
};

template <typename Cpu>
PpBenchRow
RowOf(const Cpu& cpu, uint32_t number, uint64_t loops, const CpuCore& core)
{
    PpBenchRow row;
    row.name = "page_pool_cross_cpu CPU(" + std::to_string(number) + ")";
    row.loops = loops;
    row.ns = core.ToNs(cpu.GetTime()) / loops;
    row.cycles = static_cast<double>(cpu.GetTime()) / TICKS_PER_CYCLE / loops;
    row.ledger = cpu.GetLedger();
    return row;
}

/** Take back what is still in the rings between the CPUs. */
uint64_t
Drain(Rig& rig, CpuCore& core)
{
    uint64_t pages = 0;
    for (PtrRing<Page>& queue : rig.queues)
    {
        while (Page* page = queue.ConsumeUnlocked(core))
        {
            rig.pool.PutFullPage(core, *page, false);
            ++pages;
        }
    }
    return pages;
}

/** @return first equality of the class comment that does not hold, empty if all do */
std::string
Settle(Rig& rig, Allocator& allocator)
{
    CpuCore& core = allocator.GetCore();
    const Parameters& p = rig.parameters;
    if (Drain(rig, core) + p.returners * (WarmUp(p) + p.loops) != allocator.GetHandedOn())
    {
        return "pages handed on != pages returned";
    }
    const std::string wrong = rig.pool.CheckEqualities();
    if (!wrong.empty())
    {
        return wrong;
    }
    if (!rig.pool.Destroy(core))
    {
        return "pages of the pool are still out";
    }
    const PageAudit audit = rig.pages.Audit();
    return audit.consistent && audit.used == 0 && audit.created == audit.buddy + audit.pcp
               ? ""
               : "pages are not conserved";
}

} // namespace

PpBenchCrossCpu::PpBenchCrossCpu(const MachineProfile& machine, const KernelProfile& kernel)
    : m_machine(machine),
      m_kernel(kernel)
{
}

std::string
PpBenchCrossCpu::Check(const Parameters& parameters) const
{
    const Placing placing(m_machine, parameters);
    if (placing.NeedsSockets() && m_machine.sockets < 2)
    {
        return "topology and move-after want a second socket; the machine has one";
    }
    if (placing.Needed() > m_machine.coresPerSocket)
    {
        return "returners = " + std::to_string(parameters.returners) + "; the machine has " +
               std::to_string(m_machine.coresPerSocket) + " cores a socket, and " +
               std::to_string(placing.Needed()) + " are needed";
    }
    if (parameters.nid >= static_cast<int32_t>(std::max(1U, m_machine.sockets)))
    {
        return "nid = " + std::to_string(parameters.nid) + "; accepted: 0.." +
               std::to_string(std::max(1U, m_machine.sockets) - 1);
    }
    return PagePool::CheckSize(m_kernel, parameters.poolSize);
}

PpCrossCpuResult
PpBenchCrossCpu::Run(const Parameters& parameters) const
{
    Rig rig(m_machine, m_kernel, parameters);
    StepScheduler scheduler;
    std::vector<std::unique_ptr<Returner>> returners;
    for (uint32_t cpu = 0; cpu < parameters.returners; ++cpu)
    {
        returners.push_back(std::make_unique<Returner>(rig, cpu));
        scheduler.Add(returners.back().get());
    }
    Allocator allocator(rig);
    scheduler.Add(&allocator);
    scheduler.Run(StepRunner::NEVER, ~uint64_t{0});

    PpCrossCpuResult result;
    for (uint32_t cpu = 0; cpu < parameters.returners; ++cpu)
    {
        result.rows.push_back(RowOf(*returners[cpu], cpu, parameters.loops, *rig.cores[cpu]));
    }
    result.rows.push_back(RowOf(allocator,
                                parameters.returners,
                                parameters.returners * parameters.loops,
                                allocator.GetCore()));
    for (const PpBenchRow& row : result.rows)
    {
        const double booked = static_cast<double>(row.ledger.Total()) / TICKS_PER_CYCLE;
        const bool same = std::abs(booked - row.cycles * row.loops) < 1;
        result.wrong = same ? result.wrong : "the ledger of " + row.name + " is not its time";
    }
    result.pool = rig.pool.GetStats();
    result.pool -= rig.before;
    result.peakHeld = allocator.GetPeakHeld();
    const std::string wrong = Settle(rig, allocator);
    result.wrong = result.wrong.empty() ? wrong : result.wrong;
    return result;
}

} // namespace ns3
