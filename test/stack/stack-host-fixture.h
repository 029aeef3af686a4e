/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STACK_HOST_FIXTURE_H
#define LINUX_DATAPATH_STACK_HOST_FIXTURE_H

#include "ns3/boolean.h"
#include "ns3/linux-host.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/skb-allocator.h"
#include "ns3/skb-sink.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3
{
namespace stacktest
{

/** @brief Notes what it gets and frees it. */
class CountingSink : public SkbSink
{
  public:
    explicit CountingSink(SkbAllocator& skbs)
        : m_skbs(skbs)
    {
    }

    bool Receive(CpuCore& core, Skb* skb) override
    {
        sequences.push_back(skb->seq);
        cores.push_back(core.GetId());
        m_skbs.ConsumeSkb(core, skb);
        if (onReceive)
        {
            onReceive(core);
        }
        return true;
    }

    std::vector<uint64_t> sequences;           //!< Skb::seq, in order
    std::vector<uint32_t> cores;               //!< who ran it
    std::function<void(CpuCore&)> onReceive{}; //!< runs afterwards

  private:
    SkbAllocator& m_skbs; //!< where they go
};

/** @brief Does something once, as an interrupt of a core. */
class OneShot : public TimerClient
{
  public:
    explicit OneShot(std::function<void(CpuCore&)> body)
        : m_body(std::move(body))
    {
    }

  private:
    void Expire(CpuCore& core) override
    {
        m_body(core);
    }

    std::function<void(CpuCore&)> m_body; //!< what
};

/** @brief A host driven by RunFor(). */
class StackHostTest : public ::testing::Test
{
  protected:
    ~StackHostTest() override
    {
        Simulator::Destroy();
    }

    Skb* NewSkb(CpuCore& core, uint64_t seq)
    {
        Skb* skb = host->GetSkbs().AllocSkb(core, 200);
        skb->seq = seq;
        return skb;
    }

    /** As soon as possible, in one step of a core. */
    void RunStep(HostCpu& cpu, std::function<void(CpuCore&)> body)
    {
        m_shots.push_back(std::make_unique<OneShot>(std::move(body)));
        cpu.Arm(*m_shots.back(), host->Now());
    }

    void ExpectAllFree()
    {
        const SkbAllocatorStats& s = host->GetSkbs().GetStats();
        EXPECT_EQ(s.allocated, s.freed);
        EXPECT_EQ(s.dataCreated, s.dataFreed);
    }

    static Ptr<KernelProfile> MakeKernel()
    {
        Ptr<KernelProfile> kernel = CreateObject<KernelProfile>();
        kernel->version = 604;
        return kernel;
    }

    Ptr<LinuxHost> MakeHost()
    {
        Ptr<LinuxHost> made = CreateObject<LinuxHost>();
        made->SetAttribute("Machine", PointerValue(machine));
        made->SetAttribute("Kernel", PointerValue(kernel));
        made->SetAttribute("Bound", BooleanValue(false));
        return made;
    }

    Ptr<MachineProfile> machine = CreateObject<MachineProfile>(); //!< silicon
    Ptr<KernelProfile> kernel = MakeKernel();                     //!< kernel
    Ptr<LinuxHost> host = MakeHost();                             //!< the host
    std::vector<std::unique_ptr<OneShot>> m_shots;                //!< steps ordered
    HostCpu& cpu0 = host->GetCpu(0);                              //!< core 0
    HostCpu& cpu1 = host->GetCpu(1);                              //!< core 1
    CpuCore& core0 = cpu0.GetCore();                              //!< its clock
    CpuCore& core1 = cpu1.GetCore();                              //!< its clock
};

} // namespace stacktest
} // namespace ns3

#endif // LINUX_DATAPATH_STACK_HOST_FIXTURE_H
