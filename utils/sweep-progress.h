/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SWEEP_PROGRESS_H
#define LINUX_DATAPATH_SWEEP_PROGRESS_H

#include "ns3/sweep-runner.h"

#include <chrono>
#include <string>

namespace ns3
{

/**
 * @brief Tells on standard error how far a sweep is, with rate and time left: one line that is
 * written over on a terminal, a plain line now and then elsewhere.
 */
class SweepProgress
{
  public:
    /** @brief How much it says. */
    enum class Mode
    {
        Silent,  //!< nothing
        Plain,   //!< a line every few seconds and at the end
        EachRun, //!< a line a run
        Terminal //!< one line, written over
    };

    /** @param mode how much it says */
    explicit SweepProgress(Mode mode);

    /** @brief Say how far it is. @param progress now */
    void Update(const SweepRunner::Progress& progress);

    /** @brief Leave the terminal's line. */
    void End();

    /** @brief Time since it was made. @return seconds */
    double Seconds() const;

  private:
    std::string Text(const SweepRunner::Progress& progress) const;
    bool IsDue(const SweepRunner::Progress& progress) const;

    Mode m_mode;                                   //!< How much it says
    std::chrono::steady_clock::time_point m_start; //!< When it was made
    double m_lastSeconds{0};                       //!< When it last said something
    size_t m_lastFinished{0};                      //!< What it last said
    bool m_open{false};                            //!< Is there a line to leave?
};

} // namespace ns3

#endif // LINUX_DATAPATH_SWEEP_PROGRESS_H
