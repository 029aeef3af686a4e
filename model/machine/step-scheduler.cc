/* SPDX-License-Identifier: GPL-2.0-only */
#include "step-scheduler.h"

#include <algorithm>

namespace ns3
{

uint32_t
StepScheduler::Add(StepRunner* runner)
{
    m_runners.push_back(runner);
    m_next.push_back(runner->NextStep());
    return static_cast<uint32_t>(m_runners.size() - 1);
}

void
StepScheduler::Update(uint32_t number)
{
    m_next[number] = m_runners[number]->NextStep();
}

// Hosts run a handful of cores: a scan of a small array beats a heap.
uint32_t
StepScheduler::Earliest() const
{
    return static_cast<uint32_t>(std::min_element(m_next.begin(), m_next.end()) - m_next.begin());
}

Ticks
StepScheduler::Next() const
{
    return m_next.empty() ? StepRunner::NEVER : m_next[Earliest()];
}

uint64_t
StepScheduler::Run(Ticks until, uint64_t most)
{
    uint64_t steps = 0;
    while (steps < most && !m_next.empty())
    {
        const uint32_t number = Earliest();
        if (m_next[number] >= until)
        {
            break;
        }
        m_runners[number]->RunStep();
        Update(number);
        ++steps;
    }
    m_steps += steps;
    return steps;
}

} // namespace ns3
