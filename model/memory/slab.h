/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SLAB_H
#define LINUX_DATAPATH_SLAB_H

#include "footprint-meter.h"
#include "page-allocator.h"

#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

struct Slab;

/** @brief One object of a slab: its lines, and what its user attached to it for good. */
struct SlabObject
{
    LineSet lines;             //!< lines of the object
    SlabObject* next{nullptr}; //!< freelist
    Slab* slab{nullptr};       //!< slab that it belongs to
    void* user{nullptr};       //!< survives free and alloc: the user's own record of this memory
};

/** @brief A block of pages carved into objects (struct slab lives in its struct page). */
struct Slab
{
    /** @brief Who has it. */
    enum class State : uint8_t
    {
        Active,     //!< frozen: the slab of a CPU
        CpuPartial, //!< frozen: waits in a CPU's partial list
        Partial,    //!< in the node's partial list
        Full        //!< in no list
    };

    Page* page{nullptr};                       //!< block
    std::vector<SlabObject> objects;           //!< objects
    SlabObject* freelist{nullptr};             //!< free objects that no CPU has taken over
    uint32_t inuse{0};                         //!< objects in use or in a CPU's freelist
    State state{State::Active};                //!< who has it
    boost::intrusive::list_member_hook<> hook; //!< partial lists, unused slabs
};

/** @brief Counters of a kmem_cache. */
struct KmemCacheStats
{
    uint64_t allocFast{0};  //!< from the CPU's freelist
    uint64_t allocSlow{0};  //!< ___slab_alloc
    uint64_t freeFast{0};   //!< into the CPU's freelist
    uint64_t freeSlow{0};   //!< __slab_free, once a group of objects
    uint64_t slabsNew{0};   //!< slabs taken from the page allocator
    uint64_t slabsFreed{0}; //!< slabs given back
};

/**
 * @ingroup linux-datapath
 * @brief kmem_cache of SLUB: per-CPU freelists without atomics, the slab's own struct page for
 * everything else.
 *
 * mm/slub.c of v6.1: an allocation pops the freelist of the CPU's active slab; a free pushes there
 * if the object belongs to it, otherwise it exchanges the freelist word in the object's slab,
 * atomically. Slabs with free objects wait in a short per-CPU list, then in the node's list under
 * its lock. So more objects alive than one slab holds cost more per pair.
 *
 * Equalities: alive objects = allocFast + allocSlow - objects freed; pages held = slabs alive <<
 * order.
 *
 * Differs from the kernel: no merging of caches, no freelist randomisation, one node list, empty
 * slabs beyond MIN_PARTIAL are given back when they empty in the node's list only.
 */
class KmemCache
{
  public:
    static constexpr uint32_t MIN_PARTIAL = 5;    //!< min_partial of small objects
    static constexpr uint32_t BULK_LOOKAHEAD = 3; //!< lookahead of build_detached_freelist

    /**
     * @param allocator where slabs come from
     * @param kernel clearing
     * @param size slot of an object [bytes], a multiple of 64
     * @param oneRun objects are used as a whole: their lines share one fate
     * @param meter who keeps book of objects in use, may be nullptr
     */
    KmemCache(PageAllocator& allocator,
              const KernelProfile& kernel,
              uint32_t size,
              bool oneRun,
              FootprintMeter* meter = nullptr);
    ~KmemCache();
    KmemCache(const KmemCache&) = delete;
    KmemCache& operator=(const KmemCache&) = delete;

    /** @brief kmem_cache_alloc(). @param core who @return an object, nullptr without memory */
    SlabObject* Alloc(CpuCore& core);
    /** @brief kmem_cache_alloc_bulk(). @param core who @param count objects wanted @param out where
     * to put them @return objects obtained */
    uint32_t AllocBulk(CpuCore& core, uint32_t count, SlabObject** out);
    /** @brief kmem_cache_free(). @param core who @param object the object */
    void Free(CpuCore& core, SlabObject& object);
    /** @brief kmem_cache_free_bulk(); reorders the array. @param core who @param count objects
     * @param objects the objects */
    void FreeBulk(CpuCore& core, uint32_t count, SlabObject** objects);

    /** @return slot of an object [bytes] */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /** @return objects of a slab */
    uint32_t GetObjectsPerSlab() const
    {
        return m_objectsPerSlab;
    }

    /** @return order of a slab's block */
    uint32_t GetOrder() const
    {
        return m_order;
    }

    /** @return objects in use */
    uint64_t GetAlive() const
    {
        return m_alive;
    }

    /** @return slabs that hold pages */
    uint64_t GetSlabs() const
    {
        return m_stats.slabsNew - m_stats.slabsFreed;
    }

    /** @return counters */
    const KmemCacheStats& GetStats() const
    {
        return m_stats;
    }

    /** @brief Give a kmem_cache's idle slabs back (kmem_cache_shrink, and its CPUs' slabs).
     * @param core who */
    void Shrink(CpuCore& core);

  private:
    using SlabList = boost::intrusive::list<
        Slab,
        boost::intrusive::member_hook<Slab, boost::intrusive::list_member_hook<>, &Slab::hook>>;
    struct Cpu;

    Cpu& GetCpu(const CpuCore& core);
    Cpu& MakeCpu(uint32_t id);
    SlabObject* AllocSlow(CpuCore& core, Cpu& cpu);
    SlabObject* PopFreelist(CpuCore& core, Cpu& cpu);
    bool TakeFreelist(CpuCore& core, Cpu& cpu);
    bool TakePartial(CpuCore& core, Cpu& cpu);
    bool NewSlab(CpuCore& core, Cpu& cpu);
    void FreeGroup(CpuCore& core, Slab& slab, SlabObject* head, SlabObject* tail, uint32_t count);
    void SlabFree(CpuCore& core, Slab& slab, SlabObject* head, SlabObject* tail, uint32_t count);
    void PutCpuPartial(CpuCore& core, Slab& slab);
    void FlushCpuPartial(CpuCore& core, Cpu& cpu);
    void UnfreezeToNode(CpuCore& core, Slab& slab);
    void Discard(CpuCore& core, Slab& slab);
    void Deactivate(CpuCore& core, Cpu& cpu);
    void CarveObjects(CpuCore& core, Slab& slab);
    void ClearObject(CpuCore& core, SlabObject& object);
    void Account(CpuCore& core, int64_t objects);
    void TouchFreePointer(CpuCore& core, SlabObject& object, bool write);

    PageAllocator& m_allocator;                 //!< page allocator
    const KernelProfile& m_kernel;              //!< clearing
    FootprintMeter* m_meter;                    //!< books, or nullptr
    const uint32_t m_size;                      //!< slot [bytes]
    const bool m_oneRun;                        //!< objects keep one run
    uint32_t m_order;                           //!< order of a slab
    uint32_t m_objectsPerSlab;                  //!< objects of a slab
    uint32_t m_cpuPartialSlabs;                 //!< most slabs in a CPU's partial list
    std::vector<std::unique_ptr<Cpu>> m_cpus;   //!< kmem_cache_cpu by core number
    std::vector<std::unique_ptr<Slab>> m_slabs; //!< all slab records
    SlabList m_partial;                         //!< node's partial list
    SlabList m_unused;                          //!< records without pages
    LineRun m_nodeLine;                         //!< kmem_cache_node: list_lock, list, nr_partial
    uint64_t m_alive{0};                        //!< objects in use
    KmemCacheStats m_stats;                     //!< counters
};

} // namespace ns3

#endif // LINUX_DATAPATH_SLAB_H
