/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/spin-wait.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/** @brief Two cores that want one lock. */
class SpinWaitTest : public testing::Test
{
  protected:
    /** @brief Wait, hold the lock for a while, let go. @return when it was taken */
    Ticks Section(CpuCore& core, Ticks length)
    {
        m_wait.Wait(core);
        const Ticks taken = core.Now();
        core.Spend(length);
        m_wait.Release(core);
        return taken;
    }

    MachineProfile m_machine;
    KernelProfile m_kernel;
    CacheHierarchy m_caches{m_machine};
    CpuCore m_a{m_machine, m_kernel, m_caches, 0, 0};
    CpuCore m_b{m_machine, m_kernel, m_caches, 1, 1};
    SpinWait m_wait;
};

} // namespace

TEST_F(SpinWaitTest, AFreeLockCostsNothing)
{
    EXPECT_EQ(Section(m_a, 1000), 0U);
    m_b.IdleUntil(1000);
    EXPECT_EQ(Section(m_b, 1000), 1000U);
    EXPECT_EQ(m_b.GetLedger().OfFunction(Fn::native_queued_spin_lock_slowpath), 0U);
}

TEST_F(SpinWaitTest, SectionsFollowEachOther)
{
    Section(m_a, 100000);
    m_b.IdleUntil(60000);
    EXPECT_EQ(Section(m_b, 100000), 100000U);
    EXPECT_EQ(m_b.GetLedger().OfFunction(Fn::native_queued_spin_lock_slowpath), 40000U);
    EXPECT_EQ(Section(m_a, 5), 200000U);
    EXPECT_EQ(m_b.GetLedger().Total(), m_b.Now());
}

TEST_F(SpinWaitTest, AShortWaitIsNoLongerThanTheCallOfTheSlowPath)
{
    Section(m_a, 100000);
    m_b.IdleUntil(100000 - 1);
    const Ticks taken = Section(m_b, 0);
    EXPECT_GT(taken, 100000U);
    EXPECT_EQ(m_b.GetLedger().OfFunction(Fn::native_queued_spin_lock_slowpath), taken - 99999);
}

} // namespace ns3
