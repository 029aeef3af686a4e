/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VALIDATION_H
#define LINUX_DATAPATH_VALIDATION_H

#include "scenario-registry.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** @brief What a published figure is for (doc/calibration.md). */
enum class ValidationRole
{
    Set,       //!< a constant was set on it
    Calibrate, //!< a free parameter of its bed was fitted on it
    Predict,   //!< nothing was fitted on it
    Report     //!< no role: shown, not graded
};

/** @param role a role @return "set", "calibrate", "predict" or "report" */
const char* ValidationRoleName(ValidationRole role);

/**
 * @ingroup linux-datapath
 * @brief One published figure and ours.
 */
struct ValidationRow
{
    std::string thread;                          //!< key of doc/sources.md
    std::string name;                            //!< what it is
    std::string unit;                            //!< its unit
    ValidationRole role{ValidationRole::Report}; //!< what it is for
    double published{0};                         //!< the thread's figure
    double ours{0};                              //!< the model's
    double least{0};                             //!< least figure that passes
    double greatest{0};                          //!< greatest figure that passes
    double stretchLeast{0};                      //!< least figure of the stretch goal
    double stretchGreatest{0};                   //!< greatest figure of the stretch goal

    /** @return (ours - published) / published [%]; none for a published 0 */
    std::optional<double> Error() const
    {
        return published == 0 ? std::nullopt : std::optional<double>(100 * (ours / published - 1));
    }

    /** @return inside of its tolerance? */
    bool Passes() const
    {
        return ours >= least && ours <= greatest;
    }

    /** @return inside of its stretch goal? */
    bool Stretches() const
    {
        return ours >= stretchLeast && ours <= stretchGreatest;
    }

    /** @return "pass", "stretch", "MISS", or "-" without a role */
    std::string Verdict() const;
};

/**
 * @ingroup linux-datapath
 * @brief Every published number of the five threads, held against the model.
 *
 * The figures, roles and tolerances are data (ValidationFigures()); runs are the scenarios at their
 * defaults, which are the threads' beds, with the differences that a figure names.
 */
class Validation
{
  public:
    /** @brief Run everything. @param scenarios those that exist @return the rows, thread by thread
     */
    static std::vector<ValidationRow> Run(const ScenarioList& scenarios);
    /** @return free parameters of the beds and the settings that the threads do not state, a line
     * each */
    static std::vector<std::string> FreeParameters();
};

} // namespace ns3

#endif // LINUX_DATAPATH_VALIDATION_H
