/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/step-scheduler.h"

#include <functional>
#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace ns3
{

using testing::ElementsAre;

namespace
{

/** Runs steps at given times and notes its name. */
class Notebook : public StepRunner
{
  public:
    Notebook(std::string name, std::vector<std::string>& notes, std::vector<Ticks> starts)
        : m_name(std::move(name)),
          m_notes(notes),
          m_starts(std::move(starts))
    {
    }

    Ticks NextStep() const override
    {
        return m_done < m_starts.size() ? m_starts[m_done] : NEVER;
    }

    void RunStep() override
    {
        m_notes.push_back(m_name + std::to_string(m_starts[m_done++]));
        if (m_wakes)
        {
            m_wakes();
        }
    }

    void Append(Ticks start)
    {
        m_starts.push_back(start);
    }

    std::function<void()> m_wakes; //!< called at the end of each step

  private:
    std::string m_name;                //!< in the notes
    std::vector<std::string>& m_notes; //!< who ran when
    std::vector<Ticks> m_starts;       //!< of the steps
    std::size_t m_done{0};             //!< steps run
};

} // namespace

class StepSchedulerTest : public testing::Test
{
  protected:
    std::vector<std::string> m_notes;
    StepScheduler m_scheduler;
};

TEST_F(StepSchedulerTest, HasNothingToDoWithoutRunners)
{
    EXPECT_EQ(m_scheduler.Next(), StepRunner::NEVER);
    EXPECT_EQ(m_scheduler.Run(1000, 1000), 0U);
}

TEST_F(StepSchedulerTest, RunsInTheOrderOfStarts)
{
    Notebook a("a", m_notes, {5, 20, 40});
    Notebook b("b", m_notes, {1, 30});
    EXPECT_EQ(m_scheduler.Add(&a), 0U);
    EXPECT_EQ(m_scheduler.Add(&b), 1U);
    EXPECT_EQ(m_scheduler.Next(), 1U);
    EXPECT_EQ(m_scheduler.Run(StepRunner::NEVER, 1000), 5U);
    EXPECT_THAT(m_notes, ElementsAre("b1", "a5", "a20", "b30", "a40"));
    EXPECT_EQ(m_scheduler.Next(), StepRunner::NEVER);
    EXPECT_EQ(m_scheduler.GetSteps(), 5U);
}

TEST_F(StepSchedulerTest, EqualStartsRunByNumber)
{
    Notebook a("a", m_notes, {7, 7});
    Notebook b("b", m_notes, {7, 7});
    m_scheduler.Add(&b);
    m_scheduler.Add(&a);
    m_scheduler.Run(8, 1000);
    EXPECT_THAT(m_notes, ElementsAre("b7", "b7", "a7", "a7"));
}

TEST_F(StepSchedulerTest, StopsBeforeTheTimeAndAfterTheNumber)
{
    Notebook a("a", m_notes, {10, 20, 30});
    m_scheduler.Add(&a);
    EXPECT_EQ(m_scheduler.Run(10, 1000), 0U) << "a step that starts then stays";
    EXPECT_EQ(m_scheduler.Run(11, 1000), 1U);
    EXPECT_EQ(m_scheduler.Run(1000, 1), 1U);
    EXPECT_EQ(m_scheduler.Next(), 30U);
    EXPECT_EQ(m_scheduler.Run(1000, 0), 0U);
    EXPECT_EQ(m_scheduler.GetSteps(), 2U);
}

TEST_F(StepSchedulerTest, AStepMayWakeAnotherRunner)
{
    Notebook sleeper("s", m_notes, {});
    Notebook waker("w", m_notes, {10, 20});
    const uint32_t number = m_scheduler.Add(&sleeper);
    m_scheduler.Add(&waker);
    waker.m_wakes = [&] {
        if (m_notes.size() == 1)
        {
            sleeper.Append(15);
            m_scheduler.Update(number);
        }
    };
    EXPECT_EQ(m_scheduler.Run(100, 1000), 3U);
    EXPECT_THAT(m_notes, ElementsAre("w10", "s15", "w20"));
}

TEST_F(StepSchedulerTest, AWokenRunnerIsSeenOnlyAfterUpdate)
{
    Notebook a("a", m_notes, {});
    const uint32_t number = m_scheduler.Add(&a);
    a.Append(3);
    EXPECT_EQ(m_scheduler.Next(), StepRunner::NEVER);
    m_scheduler.Update(number);
    EXPECT_EQ(m_scheduler.Next(), 3U);
}

} // namespace ns3
