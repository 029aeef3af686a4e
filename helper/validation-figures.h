/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VALIDATION_FIGURES_H
#define LINUX_DATAPATH_VALIDATION_FIGURES_H

#include "validation-runs.h"
#include "validation.h"

#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A published figure with what is accepted, and how ours is had.
 */
struct ValidationFigure
{
    ValidationRow row;                           //!< all but ours
    std::function<double(ValidationRuns&)> ours; //!< the model's figure, from runs
};

/**
 * @brief Every number of the five threads [S-veth, S-tun, S-tr, S-cm, S-st], with its role and
 * tolerance as doc/calibration.md has them.
 * @return thread by thread, in the order of the threads' text
 */
std::vector<ValidationFigure> ValidationFigures();

} // namespace ns3

#endif // LINUX_DATAPATH_VALIDATION_FIGURES_H
