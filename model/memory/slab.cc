/* SPDX-License-Identifier: GPL-2.0-only */
#include "slab.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Objects that a slab has at least, if an order below MAX_ORDER allows it (slub_min_objects). */
constexpr uint32_t MIN_OBJECTS = 32;
/** slub_max_order. */
constexpr uint32_t MAX_SLAB_ORDER = 3;

/** slub_set_cpu_partial(): free objects that a CPU may keep in partial slabs. */
uint32_t
CpuPartialObjects(uint32_t size, uint32_t pageSize)
{
    if (size >= pageSize)
    {
        return 6;
    }
    if (size >= 1024)
    {
        return 24;
    }
    return size >= 256 ? 52 : 120;
}

} // namespace

/** @brief kmem_cache_cpu. */
struct KmemCache::Cpu
{
    LineRun line;                  //!< freelist, tid, slab, partial
    SlabObject* freelist{nullptr}; //!< free objects of the active slab
    Slab* slab{nullptr};           //!< active slab
    SlabList partial;              //!< slabs that wait
    uint32_t partialCount{0};      //!< how many
};

KmemCache::KmemCache(PageAllocator& allocator,
                     const KernelProfile& kernel,
                     uint32_t size,
                     bool oneRun,
                     FootprintMeter* meter)
    : m_allocator(allocator),
      m_kernel(kernel),
      m_meter(meter),
      m_size(size),
      m_oneRun(oneRun),
      m_order(0)
{
    const uint32_t page = allocator.GetPageSize();
    while (m_order < MAX_SLAB_ORDER && (page << m_order) / size < MIN_OBJECTS)
    {
        ++m_order;
    }
    m_objectsPerSlab = (page << m_order) / size;
    // half of a partial slab's objects are taken to be free
    m_cpuPartialSlabs =
        (2 * CpuPartialObjects(size, page) + m_objectsPerSlab - 1) / m_objectsPerSlab;
}

KmemCache::~KmemCache()
{
    for (const auto& cpu : m_cpus)
    {
        if (cpu)
        {
            cpu->partial.clear();
        }
    }
    m_partial.clear();
    m_unused.clear();
}

inline KmemCache::Cpu&
KmemCache::GetCpu(const CpuCore& core)
{
    const uint32_t id = core.GetId();
    return id < m_cpus.size() && m_cpus[id] ? *m_cpus[id] : MakeCpu(id);
}

KmemCache::Cpu&
KmemCache::MakeCpu(uint32_t id)
{
    if (id >= m_cpus.size())
    {
        m_cpus.resize(id + 1);
    }
    m_cpus[id] = std::make_unique<Cpu>();
    m_cpus[id]->line = LineRun(1, static_cast<uint8_t>(m_size / LINE_BYTES % LINE_COLUMNS));
    return *m_cpus[id];
}

void
KmemCache::TouchFreePointer(CpuCore& core, SlabObject& object, bool write)
{
    const uint32_t middle = m_size / 2; // where it is since v5.7
    if (m_oneRun)
    {
        LineRun& run = object.lines.GetRun(0);
        write ? core.Write(run) : core.Read(run);
        return;
    }
    write ? core.Write(object.lines, middle, 8) : core.Read(object.lines, middle, 8);
}

void
KmemCache::Account(CpuCore& core, int64_t objects)
{
    m_alive += static_cast<uint64_t>(objects);
    if (m_meter != nullptr)
    {
        m_meter->Add(FootprintOwner::Skb, objects * m_size, core.Now());
    }
}

void
KmemCache::ClearObject(CpuCore& core, SlabObject& object)
{
    if (m_kernel.initOnAlloc)
    {
        core.Clear(object.lines, 0, m_size);
    }
}

// ---- allocation

SlabObject*
KmemCache::PopFreelist(CpuCore& core, Cpu& cpu)
{
    SlabObject* object = cpu.freelist;
    TouchFreePointer(core, *object, false);
    cpu.freelist = object->next;
    object->next = nullptr;
    return object;
}

SlabObject*
KmemCache::Alloc(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::kmem_cache_alloc);
    Cpu& cpu = GetCpu(core);
    core.Write(cpu.line);
    SlabObject* object = nullptr;
    if (cpu.freelist != nullptr)
    {
        core.System(SystemCost::LocalCmpxchg);
        ++m_stats.allocFast;
        object = PopFreelist(core, cpu);
    }
    else
    {
        object = AllocSlow(core, cpu);
    }
    if (object != nullptr)
    {
        ClearObject(core, *object);
        Account(core, 1);
    }
    return object;
}

uint32_t
KmemCache::AllocBulk(CpuCore& core, uint32_t count, SlabObject** out)
{
    CpuCore::Scope scope(core, Fn::kmem_cache_alloc_bulk);
    Cpu& cpu = GetCpu(core);
    core.Write(cpu.line);
    uint32_t done = 0;
    while (done < count)
    {
        CpuCore::Scope entry(core, Fn::kmem_cache_alloc_bulk_entry);
        if (cpu.freelist != nullptr)
        {
            ++m_stats.allocFast;
            out[done] = PopFreelist(core, cpu);
        }
        else
        {
            out[done] = AllocSlow(core, cpu);
        }
        if (out[done] == nullptr)
        {
            break;
        }
        ClearObject(core, *out[done]);
        ++done;
    }
    Account(core, done);
    return done;
}

SlabObject*
KmemCache::AllocSlow(CpuCore& core, Cpu& cpu)
{
    CpuCore::Scope scope(core, Fn::___slab_alloc);
    if (cpu.slab != nullptr && !TakeFreelist(core, cpu))
    {
        cpu.slab->state = Slab::State::Full;
        cpu.slab = nullptr;
    }
    if (cpu.slab == nullptr && !TakePartial(core, cpu) && !NewSlab(core, cpu))
    {
        return nullptr;
    }
    ++m_stats.allocSlow;
    return PopFreelist(core, cpu);
}

/** get_freelist(): take over what others freed into the active slab. */
bool
KmemCache::TakeFreelist(CpuCore& core, Cpu& cpu)
{
    core.Atomic(cpu.slab->page->meta);
    cpu.freelist = cpu.slab->freelist;
    if (cpu.freelist == nullptr)
    {
        return false;
    }
    cpu.slab->freelist = nullptr;
    cpu.slab->inuse = m_objectsPerSlab;
    return true;
}

/** The CPU's partial slabs, then get_partial(): as many of the node's as the CPU may keep. */
bool
KmemCache::TakePartial(CpuCore& core, Cpu& cpu)
{
    if (cpu.partial.empty())
    {
        if (m_partial.empty())
        {
            return false;
        }
        core.Lock(m_nodeLine);
        for (uint32_t i = 0; !m_partial.empty() && i <= m_cpuPartialSlabs / 2; ++i)
        {
            Slab& slab = m_partial.front();
            m_partial.pop_front();
            core.Atomic(slab.page->meta);
            slab.state = Slab::State::CpuPartial;
            cpu.partial.push_back(slab);
            ++cpu.partialCount;
        }
    }
    Slab& slab = cpu.partial.front();
    cpu.partial.pop_front();
    --cpu.partialCount;
    slab.state = Slab::State::Active;
    cpu.slab = &slab;
    return TakeFreelist(core, cpu);
}

bool
KmemCache::NewSlab(CpuCore& core, Cpu& cpu)
{
    Page* page = m_allocator.AllocPages(core, m_order);
    if (page == nullptr)
    {
        return false;
    }
    if (m_unused.empty())
    {
        m_slabs.push_back(std::make_unique<Slab>());
        m_slabs.back()->objects.resize(m_objectsPerSlab);
        m_unused.push_back(*m_slabs.back());
    }
    Slab& slab = m_unused.front();
    m_unused.pop_front();
    slab.page = page;
    page->slab = &slab;
    core.Write(page->meta);
    CarveObjects(core, slab);
    slab.state = Slab::State::Active;
    slab.inuse = m_objectsPerSlab;
    cpu.slab = &slab;
    cpu.freelist = &slab.objects.front();
    ++m_stats.slabsNew;
    return true;
}

/** Link all objects of a new slab; their lines are those of its block. */
void
KmemCache::CarveObjects(CpuCore& core, Slab& slab)
{
    const uint32_t lines = m_size / LINE_BYTES;
    for (uint32_t i = 0; i < m_objectsPerSlab; ++i)
    {
        SlabObject& object = slab.objects[i];
        LineRun state = slab.page->body.Find(i * lines);
        state.first = 0;
        state.count = static_cast<uint16_t>(lines);
        state.column = static_cast<uint8_t>(i * lines % LINE_COLUMNS);
        state.Refresh();
        object.lines = LineSet(state.count, state.column, slab.page->node);
        object.lines.GetRun(0) = state;
        object.slab = &slab;
        object.next = i + 1 < m_objectsPerSlab ? &slab.objects[i + 1] : nullptr;
        TouchFreePointer(core, object, true);
    }
}

// ---- free

void
KmemCache::Free(CpuCore& core, SlabObject& object)
{
    CpuCore::Scope scope(core, Fn::kmem_cache_free);
    Account(core, -1);
    object.next = nullptr;
    FreeGroup(core, *object.slab, &object, &object, 1);
}

/** build_detached_freelist() and do_slab_free(), group by group from the end of the array. */
void
KmemCache::FreeBulk(CpuCore& core, uint32_t count, SlabObject** objects)
{
    CpuCore::Scope scope(core, Fn::kmem_cache_free_bulk);
    Account(core, -static_cast<int64_t>(count));
    while (count > 0)
    {
        SlabObject* head = objects[--count];
        SlabObject* tail = head;
        head->next = nullptr;
        uint32_t group = 1;
        uint32_t lookahead = BULK_LOOKAHEAD;
        CpuCore::Scope entry(core, Fn::kmem_cache_free_bulk_entry);
        for (uint32_t i = count; i > 0 && lookahead > 0; --i)
        {
            SlabObject* object = objects[i - 1];
            if (object->slab != head->slab)
            {
                --lookahead;
                continue;
            }
            CpuCore::Scope more(core, Fn::kmem_cache_free_bulk_entry);
            TouchFreePointer(core, *object, true);
            object->next = head;
            head = object;
            ++group;
            std::swap(objects[i - 1], objects[--count]);
        }
        FreeGroup(core, *head->slab, head, tail, group);
    }
}

/** do_slab_free(): into the CPU's freelist if the objects are of its slab. */
void
KmemCache::FreeGroup(CpuCore& core, Slab& slab, SlabObject* head, SlabObject* tail, uint32_t count)
{
    Cpu& cpu = GetCpu(core);
    core.Read(cpu.line);
    if (cpu.slab != &slab)
    {
        SlabFree(core, slab, head, tail, count);
        return;
    }
    TouchFreePointer(core, *tail, true);
    core.System(SystemCost::LocalCmpxchg);
    core.Write(cpu.line);
    tail->next = cpu.freelist;
    cpu.freelist = head;
    m_stats.freeFast += count;
}

/** __slab_free(): exchange the freelist word in the slab's struct page. */
void
KmemCache::SlabFree(CpuCore& core, Slab& slab, SlabObject* head, SlabObject* tail, uint32_t count)
{
    CpuCore::Scope scope(core, Fn::__slab_free);
    ++m_stats.freeSlow;
    TouchFreePointer(core, *tail, true);
    const bool wasFull = slab.state == Slab::State::Full;
    const bool emptied = slab.state == Slab::State::Partial && slab.inuse == count;
    if (emptied)
    {
        core.Lock(m_nodeLine);
    }
    core.Atomic(slab.page->meta);
    tail->next = slab.freelist;
    slab.freelist = head;
    slab.inuse -= count;
    if (wasFull)
    {
        PutCpuPartial(core, slab);
    }
    else if (emptied && m_partial.size() >= MIN_PARTIAL)
    {
        m_partial.erase(m_partial.iterator_to(slab));
        Discard(core, slab);
    }
}

void
KmemCache::PutCpuPartial(CpuCore& core, Slab& slab)
{
    Cpu& cpu = GetCpu(core);
    core.Write(cpu.line);
    if (cpu.partialCount >= m_cpuPartialSlabs)
    {
        FlushCpuPartial(core, cpu);
    }
    slab.state = Slab::State::CpuPartial;
    cpu.partial.push_front(slab);
    ++cpu.partialCount;
}

/** __unfreeze_partials(): all partial slabs of the CPU go to the node. */
void
KmemCache::FlushCpuPartial(CpuCore& core, Cpu& cpu)
{
    core.Lock(m_nodeLine);
    while (!cpu.partial.empty())
    {
        Slab& slab = cpu.partial.front();
        cpu.partial.pop_front();
        UnfreezeToNode(core, slab);
    }
    cpu.partialCount = 0;
}

void
KmemCache::UnfreezeToNode(CpuCore& core, Slab& slab)
{
    core.Atomic(slab.page->meta);
    if (slab.inuse == 0 && m_partial.size() >= MIN_PARTIAL)
    {
        Discard(core, slab);
        return;
    }
    slab.state = Slab::State::Partial;
    m_partial.push_back(slab);
}

void
KmemCache::Discard(CpuCore& core, Slab& slab)
{
    Page* page = slab.page;
    slab.page = nullptr;
    slab.freelist = nullptr;
    slab.inuse = 0;
    page->slab = nullptr;
    m_unused.push_front(slab);
    ++m_stats.slabsFreed;
    m_allocator.PutPage(core, *page);
}

void
KmemCache::Shrink(CpuCore& core)
{
    for (const auto& cpu : m_cpus)
    {
        if (!cpu)
        {
            continue;
        }
        FlushCpuPartial(core, *cpu);
        if (cpu->slab != nullptr)
        {
            Deactivate(core, *cpu);
        }
    }
    for (auto it = m_partial.begin(); it != m_partial.end();)
    {
        Slab& slab = *it++;
        if (slab.inuse == 0)
        {
            m_partial.erase(m_partial.iterator_to(slab));
            Discard(core, slab);
        }
    }
}

/** deactivate_slab(): the CPU's freelist goes back into the slab. */
void
KmemCache::Deactivate(CpuCore& core, Cpu& cpu)
{
    Slab& slab = *cpu.slab;
    while (cpu.freelist != nullptr)
    {
        SlabObject* object = PopFreelist(core, cpu);
        object->next = slab.freelist;
        slab.freelist = object;
        --slab.inuse;
    }
    cpu.slab = nullptr;
    slab.state = Slab::State::Full;
    if (slab.freelist != nullptr)
    {
        slab.state = Slab::State::Partial;
        m_partial.push_back(slab);
    }
}

} // namespace ns3
