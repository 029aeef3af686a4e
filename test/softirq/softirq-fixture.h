/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SOFTIRQ_FIXTURE_H
#define LINUX_DATAPATH_SOFTIRQ_FIXTURE_H

#include "ns3/boolean.h"
#include "ns3/linux-host.h"
#include "ns3/napi.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/task.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace softirqtest
{

/** @brief What happened, in order. */
using Journal = std::vector<std::string>;

/** @brief A NAPI over a counter of entries, each of which takes a fixed time. */
class FakeNapi : public Napi
{
  public:
    FakeNapi(LinuxHost& host, std::string name, Journal* journal = nullptr)
        : Napi(host),
          m_name(std::move(name)),
          m_journal(journal)
    {
    }

    void Push(uint64_t entries)
    {
        m_entries += entries;
    }

    uint64_t GetEntries() const
    {
        return m_entries;
    }

    using Napi::ClearSched;
    using Napi::TestAndSetSched;

    Ticks cost{TICKS_PER_CYCLE};                //!< time of one entry
    bool endless{false};                        //!< never empty
    std::function<void(CpuCore&)> onPacket{};   //!< runs with each entry
    std::function<void(CpuCore&)> onComplete{}; //!< runs inside napi_complete_done
    std::function<bool(CpuCore&)> onRecheck{};  //!< runs after it

  protected:
    void Claimed(CpuCore&) override
    {
        Note("claimed");
    }

    void BeginPoll(CpuCore&) override
    {
        Note("begin");
    }

    bool PollOne(CpuCore& core) override
    {
        if (m_entries == 0 && !endless)
        {
            return false;
        }
        m_entries -= m_entries > 0 ? 1 : 0;
        core.Spend(cost);
        if (onPacket)
        {
            onPacket(core);
        }
        return true;
    }

    void EndPoll(CpuCore&, uint32_t work) override
    {
        Note("end " + std::to_string(work));
    }

    void Complete(CpuCore& core) override
    {
        Note("complete");
        if (onComplete)
        {
            onComplete(core);
        }
    }

    bool RecheckAfterComplete(CpuCore& core) override
    {
        Note("recheck");
        return onRecheck && onRecheck(core);
    }

    void FinishPoll(CpuCore&) override
    {
        Note("finish");
    }

    void Exhausted(CpuCore&) override
    {
        Note("exhausted");
    }

  private:
    void Note(const std::string& what)
    {
        if (m_journal != nullptr)
        {
            m_journal->push_back(m_name + " " + what);
        }
    }

    std::string m_name;    //!< in the journal
    Journal* m_journal;    //!< may be null
    uint64_t m_entries{0}; //!< waiting
};

/** @brief A task that does what a function says. */
class FakeTask : public Task
{
  public:
    using Body = std::function<void(FakeTask&, CpuCore&)>;

    FakeTask(HostCpu& cpu, std::string name, Body body)
        : Task(cpu, std::move(name)),
          m_body(std::move(body))
    {
    }

    bool Preemptible() const override
    {
        return preemptible;
    }

    using Task::SetBhDisabled;
    using Task::Sleep;
    using Task::SleepUntil;

    bool preemptible{true}; //!< may be switched away from

  protected:
    void Step(CpuCore& core) override
    {
        m_body(*this, core);
    }

  private:
    Body m_body; //!< one step
};

/** @brief A timer that does what a function says. */
class FakeTimer : public TimerClient
{
  public:
    explicit FakeTimer(std::function<void(CpuCore&)> body)
        : m_body(std::move(body))
    {
    }

  private:
    void Expire(CpuCore& core) override
    {
        m_body(core);
    }

    std::function<void(CpuCore&)> m_body; //!< what happens
};

/** @brief A host at 1 GHz (one cycle is 1 ns), driven by RunFor(). */
class SoftirqTest : public ::testing::Test
{
  protected:
    SoftirqTest()
    {
        machine->coreGhz = 1;
        kernel->version = 604;
        kernel->hz = 1000;
    }

    ~SoftirqTest() override
    {
        Simulator::Destroy();
    }

    Ptr<LinuxHost> MakeHost(bool bound = false)
    {
        Ptr<LinuxHost> host = CreateObject<LinuxHost>();
        host->SetAttribute("Machine", PointerValue(machine));
        host->SetAttribute("Kernel", PointerValue(kernel));
        host->SetAttribute("Bound", BooleanValue(bound));
        return host;
    }

    static constexpr Ticks US = 1000 * TICKS_PER_CYCLE; //!< a microsecond
    static constexpr Ticks MS = 1000 * US;              //!< a millisecond

    Ptr<MachineProfile> machine = CreateObject<MachineProfile>(); //!< silicon
    Ptr<KernelProfile> kernel = CreateObject<KernelProfile>();    //!< kernel
};

} // namespace softirqtest
} // namespace ns3

#endif // LINUX_DATAPATH_SOFTIRQ_FIXTURE_H
