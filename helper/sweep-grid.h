/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SWEEP_GRID_H
#define LINUX_DATAPATH_SWEEP_GRID_H

#include "scenario-config.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief The points of a sweep: every combination of the values of the varied parameters.
 *
 * An axis is written name=item,item,... where an item is a value, a..b*k (a, a k, a k^2, ... up to
 * b) or a..b+s (a, a+s, ... up to b). A grid file has an axis a line; blank lines and what follows
 * a # are skipped. The axis that is named last varies fastest; a point that comes up twice is kept
 * once.
 */
class SweepGrid
{
  public:
    /** @brief No axis: one point. @param base values of what is not varied */
    explicit SweepGrid(ScenarioConfig base);

    /**
     * @brief Add an axis.
     * @param axis such as "ring=64..1024*2"
     * @throw std::invalid_argument one line: syntax, unknown name, or a value that is refused
     */
    void Vary(const std::string& axis);

    /**
     * @brief Add the axes of a grid file.
     * @param path of the file
     * @throw std::invalid_argument one line that names file and line
     */
    void VaryFromFile(const std::string& path);

    /**
     * @brief All combinations, in order.
     * @return the points; at least one
     * @throw std::invalid_argument when there are more than a million
     */
    std::vector<ScenarioConfig> GetPoints() const;

  private:
    /** @brief A varied parameter; each entry has one of its values set and nothing else. */
    struct Axis
    {
        std::string name;                    //!< As written
        std::vector<ScenarioConfig> entries; //!< In order
    };

    ScenarioConfig m_base;    //!< Values of what is not varied
    ScenarioConfig m_blank;   //!< Nothing set
    std::vector<Axis> m_axes; //!< In the order they were named
};

} // namespace ns3

#endif // LINUX_DATAPATH_SWEEP_GRID_H
