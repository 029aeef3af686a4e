/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_MEMORY_RIG_H
#define LINUX_DATAPATH_MEMORY_RIG_H

#include "ns3/page-allocator.h"
#include "ns3/page-pool.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3
{

/** @brief A host's memory with a few cores, for the tests of this room. */
struct MemoryRig
{
    /** @param parameters_ of the page allocator @param cores how many, each of its own unit */
    explicit MemoryRig(const PageAllocatorParameters& parameters_ = {}, uint32_t cores = 2)
        : parameters(parameters_),
          m_cores(cores)
    {
    }

    MemoryRig(const MemoryRig&) = delete;
    MemoryRig& operator=(const MemoryRig&) = delete;

    /** @brief Build what depends on the profiles; call after changing them. */
    void Build()
    {
        caches = std::make_unique<CacheHierarchy>(machine);
        for (uint32_t i = 0; i < m_cores; ++i)
        {
            owned.push_back(std::make_unique<CpuCore>(machine, kernel, *caches, i, i));
        }
        pages = std::make_unique<PageAllocator>(kernel, parameters, &meter);
    }

    /** @param i number @return that core */
    CpuCore& Core(uint32_t i = 0)
    {
        return *owned[i];
    }

    /** @brief Every page is somewhere, once. */
    void ExpectConserved() const
    {
        const PageAudit audit = pages->Audit();
        EXPECT_TRUE(audit.consistent);
        EXPECT_EQ(audit.created, audit.buddy + audit.pcp + audit.used);
    }

    PageAllocatorParameters parameters;          //!< of the page allocator
    MachineProfile machine;                      //!< silicon
    KernelProfile kernel;                        //!< kernel
    FootprintMeter meter;                        //!< books
    std::unique_ptr<CacheHierarchy> caches;      //!< caches
    std::vector<std::unique_ptr<CpuCore>> owned; //!< cores
    std::unique_ptr<PageAllocator> pages;        //!< page allocator

  private:
    uint32_t m_cores; //!< how many
};

/** @brief A kernel of v6.18 as far as memory is concerned. @param kernel to be changed */
inline void
MakeLateKernel(KernelProfile& kernel)
{
    kernel.version = 618;
    kernel.directReturn = 2;
    kernel.poolSizeClamp = true;
    kernel.fragAlways = true;
    kernel.fragCarveCountsFast = false;
    kernel.pcpScale = true;
}

} // namespace ns3

#endif // LINUX_DATAPATH_MEMORY_RIG_H
