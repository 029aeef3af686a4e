/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cpu-core.h"
#include "ns3/profile-reader.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <vector>

namespace ns3
{

class CpuCoreTest : public testing::Test
{
  protected:
    std::unique_ptr<CpuCore> Core(uint32_t id, uint32_t unit)
    {
        return std::make_unique<CpuCore>(*m_machine, *m_kernel, m_caches, id, unit);
    }

    static Ticks Cycles(double cycles)
    {
        return std::llround(cycles * TICKS_PER_CYCLE);
    }

    Ptr<MachineProfile> m_machine = ReadMachineProfile("xeon-gold-6140");
    Ptr<KernelProfile> m_kernel = ReadKernelProfile("6.4");
    CacheHierarchy m_caches{*m_machine};
};

TEST_F(CpuCoreTest, InstructionsRetireAtTheWarmRate)
{
    auto core = Core(0, 0);
    core->Execute(2200);
    EXPECT_NEAR(double(core->Now()) / TICKS_PER_CYCLE, 1000, 0.2);
    EXPECT_EQ(core->GetLedger().Get(Fn::user, CostKind::Instructions), core->Now());
}

TEST_F(CpuCoreTest, AtomicsAndLocksCostTheirCyclesOnAnOwnedLine)
{
    auto core = Core(0, 0);
    LineRun line;
    core->Write(line);
    const Ticks before = core->Now();
    core->Atomic(line);
    EXPECT_EQ(core->Now() - before, Cycles(18));
    core->Lock(line);
    const Ticks first = core->Now();
    core->Lock(line);
    EXPECT_EQ(core->Now() - first, Cycles(40.5)) << "measured back to back";
    EXPECT_EQ(core->GetLedger().OfKind(CostKind::Atomic), core->Now() - before);
}

TEST_F(CpuCoreTest, ALockLongAfterTheLastOneCostsNoMoreThanBackToBack)
{
    auto core = Core(0, 0);
    LineRun line;
    core->Write(line);
    core->Lock(line);
    core->Spend(Cycles(1000));
    const Ticks before = core->Now();
    core->Lock(line);
    EXPECT_LE(core->Now() - before, Cycles(40.5));
    EXPECT_GE(core->Now() - before, Cycles(18));
}

TEST_F(CpuCoreTest, AnAtomicOnAForeignLineCostsTheTransferToo)
{
    auto one = Core(0, 0);
    auto two = Core(1, 1);
    LineRun line;
    two->Atomic(line);
    one->Atomic(line);
    EXPECT_EQ(one->Now(), Cycles(18) + m_caches.TransferTicks(0, 1));
    EXPECT_EQ(one->GetLedger().OfKind(CostKind::Transfer), m_caches.TransferTicks(0, 1));
}

TEST_F(CpuCoreTest, ThreadsOfACoreShareTheirLines)
{
    auto one = Core(0, 0);
    auto sibling = Core(1, 0);
    LineRun line;
    LineSet page(64);
    one->Write(line);
    one->Write(page, 0, 4096);
    sibling->Write(line);
    sibling->Read(page, 0, 4096);
    one->Read(line);
    EXPECT_EQ(sibling->Now(), 0U);
}

TEST_F(CpuCoreTest, SystemEventsFollowTheKernelsSwitches)
{
    auto with = Core(0, 0);
    with->System(SystemCost::Syscall);
    EXPECT_EQ(with->Now(), Cycles(m_machine->NsToCycles(120)));
    EXPECT_EQ(with->GetLedger().OfKind(CostKind::Context), with->Now());
    with->GetLedger().Reset();
    with->System(SystemCost::IndirectCall);
    with->System(SystemCost::UserAccess);
    EXPECT_EQ(with->GetLedger().Total(), Cycles(30 + 40));
    m_kernel->pti = m_kernel->retpoline = m_kernel->smap = false;
    auto without = Core(1, 1);
    without->System(SystemCost::Syscall);
    EXPECT_EQ(without->Now(), Cycles(m_machine->NsToCycles(60)));
    without->GetLedger().Reset();
    without->System(SystemCost::IndirectCall);
    without->System(SystemCost::UserAccess);
    EXPECT_EQ(without->GetLedger().Total(), Cycles(4));
}

TEST_F(CpuCoreTest, SafeRetMakesEveryCallDearer)
{
    m_machine = ReadMachineProfile("epyc-zen5-vm");
    auto plain = Core(0, 0);
    m_kernel->srso = true;
    auto safe = Core(1, 1);
    CpuCore::Scope(*plain, Fn::page_pool_put_page);
    CpuCore::Scope(*safe, Fn::page_pool_put_page);
    EXPECT_EQ(safe->Now() - plain->Now(), Cycles(16));
}

TEST_F(CpuCoreTest, ScopesBookUnderTheFunctionThatIsOpen)
{
    auto core = Core(0, 0);
    {
        CpuCore::Scope outer(*core, Fn::veth_poll);
        {
            CpuCore::Scope inner(*core, Fn::page_pool_put_page);
            core->Spend(100);
        }
        core->Spend(10);
    }
    core->Spend(1);
    auto& ledger = core->GetLedger();
    EXPECT_EQ(ledger.Get(Fn::user, CostKind::Instructions), 1U);
    EXPECT_GT(ledger.Get(Fn::veth_poll, CostKind::Instructions), 10U);
    EXPECT_GT(ledger.OfFunction(Fn::page_pool_put_page), 100U);
    EXPECT_GT(ledger.Get(Fn::veth_poll, CostKind::Code), 0U) << "first fetch";
}

TEST_F(CpuCoreTest, IdlingNeverTurnsTheClockBack)
{
    auto core = Core(0, 0);
    core->Spend(500);
    core->IdleUntil(300);
    EXPECT_EQ(core->Now(), 500U);
    core->IdleUntil(800);
    EXPECT_EQ(core->Now(), 800U);
    EXPECT_EQ(core->GetLedger().Get(Fn::idle, CostKind::Idle), 300U);
}

TEST_F(CpuCoreTest, TimeConvertsBothWays)
{
    auto core = Core(0, 0);
    EXPECT_EQ(core->FromNs(1000), Ticks(1000 * 2.99 * 256));
    EXPECT_NEAR(core->ToNs(core->FromNs(12345.6)), 12345.6, 0.01);
}

/** Verbs at random, by cores on both sockets and on one core's threads. */
class LedgerTest : public CpuCoreTest
{
  protected:
    void SetUp() override
    {
        const uint32_t units[] = {0, 0, 1, 18};
        for (uint32_t id = 0; id < 4; ++id)
        {
            m_cores.push_back(Core(id, units[id]));
        }
        m_lines.resize(20);
        m_sets.assign(20, LineSet(64));
        m_sets[7].SetSliced();
    }

    void Touch(CpuCore& core, uint32_t verb)
    {
        LineRun& line = m_lines[m_random() % m_lines.size()];
        LineSet& a = m_sets[m_random() % m_sets.size()];
        LineSet& b = m_sets[m_random() % m_sets.size()];
        const uint32_t byte = m_random() % 4096;
        const uint32_t bytes = m_random() % (4096 - byte + 1);
        switch (verb)
        {
        case 0:
            return core.Read(line);
        case 1:
            return core.Write(line);
        case 2:
            return core.Atomic(line);
        case 3:
            return core.Lock(line);
        case 4:
            return core.Read(a, byte, bytes);
        case 5:
            return core.Write(a, byte, bytes);
        case 6:
            return core.Copy(a, byte, b, byte, bytes);
        default:
            return core.Clear(a, byte, bytes);
        }
    }

    void Act(CpuCore& core)
    {
        const uint32_t verb = m_random() % 12;
        CpuCore::Scope scope(core, static_cast<Fn>(m_random() % KERNEL_FUNCTION_COUNT));
        switch (verb)
        {
        case 8:
            return core.Execute(m_random() % 500);
        case 9:
            return core.Spend(m_random() % 500);
        case 10:
            return core.System(
                static_cast<SystemCost>(m_random() % static_cast<uint32_t>(SystemCost::COUNT)));
        case 11:
            return core.IdleUntil(m_random() % (2 * core.Now() + 1));
        default:
            return Touch(core, verb);
        }
    }

    std::vector<std::unique_ptr<CpuCore>> m_cores;
    std::vector<LineRun> m_lines;
    std::vector<LineSet> m_sets;
    std::mt19937 m_random{2};
};

TEST_F(LedgerTest, AddsUpToTheClockExactly)
{
    Ticks origin[4] = {0, 0, 0, 0};
    for (int step = 0; step < 50000; ++step)
    {
        const uint32_t i = m_random() % 4;
        CpuCore& core = *m_cores[i];
        Act(core);
        ASSERT_EQ(core.GetLedger().Total(), core.Now() - origin[i]) << step;
        if (step % 5000 == 4999)
        {
            core.GetLedger().Reset();
            origin[i] = core.Now();
        }
    }
}

TEST_F(LedgerTest, SumsByFunctionAndByKindAgree)
{
    for (int step = 0; step < 20000; ++step)
    {
        Act(*m_cores[m_random() % 4]);
    }
    const CycleLedger& ledger = m_cores[0]->GetLedger();
    Ticks functions = 0;
    Ticks kinds = 0;
    for (std::size_t i = 0; i < KERNEL_FUNCTION_COUNT; ++i)
    {
        functions += ledger.OfFunction(static_cast<Fn>(i));
    }
    for (std::size_t i = 0; i < COST_KIND_COUNT; ++i)
    {
        kinds += ledger.OfKind(static_cast<CostKind>(i));
        EXPECT_STRNE(CostKindName(static_cast<CostKind>(i)), "");
    }
    EXPECT_EQ(functions, ledger.Total());
    EXPECT_EQ(kinds, ledger.Total());
    EXPECT_GT(ledger.OfKind(CostKind::Transfer), 0U);
}

TEST_F(LedgerTest, TheSameVerbsCostTheSame)
{
    std::vector<Ticks> clocks;
    for (int run = 0; run < 2; ++run)
    {
        m_caches = CacheHierarchy(*m_machine);
        m_cores.clear();
        m_lines.clear();
        m_random.seed(3);
        SetUp();
        for (int step = 0; step < 5000; ++step)
        {
            Act(*m_cores[m_random() % 4]);
        }
        clocks.push_back(m_cores[2]->Now());
    }
    EXPECT_EQ(clocks[0], clocks[1]);
}

} // namespace ns3
