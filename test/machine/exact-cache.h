/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TEST_EXACT_CACHE_H
#define LINUX_DATAPATH_TEST_EXACT_CACHE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/** A set-associative cache with true LRU, line by line: what the model of the machine room stands
 * for. Lines are addressed by number; the low bits choose the set. */
class ExactCache
{
  public:
    ExactCache(uint32_t sets, uint32_t ways)
        : m_ways(ways),
          m_sets(sets)
    {
    }

    /** Touch a line, bring it in if it is not there. @return was it there? */
    bool Touch(uint64_t line)
    {
        auto& set = m_sets[line % m_sets.size()];
        const auto found = std::find(set.begin(), set.end(), line);
        const bool hit = found != set.end();
        if (hit)
        {
            set.erase(found);
        }
        else if (set.size() == m_ways)
        {
            set.pop_back();
        }
        set.insert(set.begin(), line);
        m_misses += hit ? 0 : 1;
        return hit;
    }

    /** Take a line out, as a write by another core does. @return was it there? */
    bool Invalidate(uint64_t line)
    {
        auto& set = m_sets[line % m_sets.size()];
        const auto found = std::find(set.begin(), set.end(), line);
        const bool hit = found != set.end();
        if (hit)
        {
            set.erase(found);
        }
        return hit;
    }

    /** @return is a line there? Does not touch it. */
    bool Has(uint64_t line) const
    {
        const auto& set = m_sets[line % m_sets.size()];
        return std::find(set.begin(), set.end(), line) != set.end();
    }

    /** @return touches that did not find their line */
    uint64_t GetMisses() const
    {
        return m_misses;
    }

  private:
    std::size_t m_ways;                        //!< lines of a set
    std::vector<std::vector<uint64_t>> m_sets; //!< lines of each set, the most recent first
    uint64_t m_misses{0};                      //!< touches that missed
};

} // namespace ns3

#endif // LINUX_DATAPATH_TEST_EXACT_CACHE_H
