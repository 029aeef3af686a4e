/* SPDX-License-Identifier: GPL-2.0-only */
#include "sweep-progress.h"

#include <cstdio>

namespace ns3
{

namespace
{

constexpr double PLAIN_INTERVAL = 10;     // seconds between plain lines
constexpr double TERMINAL_INTERVAL = 0.2; // seconds between changes of a terminal's line

} // namespace

SweepProgress::SweepProgress(Mode mode)
    : m_mode(mode),
      m_start(std::chrono::steady_clock::now())
{
}

double
SweepProgress::Seconds() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

bool
SweepProgress::IsDue(const SweepRunner::Progress& progress) const
{
    const bool fresh = progress.finished != m_lastFinished;
    const bool last = fresh && progress.finished == progress.wanted;
    switch (m_mode)
    {
    case Mode::Silent:
        return false;
    case Mode::EachRun:
        return fresh;
    case Mode::Plain:
        return last || (fresh && Seconds() - m_lastSeconds >= PLAIN_INTERVAL);
    case Mode::Terminal:
        return last || Seconds() - m_lastSeconds >= TERMINAL_INTERVAL;
    }
    return false;
}

std::string
SweepProgress::Text(const SweepRunner::Progress& progress) const
{
    const double rate = progress.finished / (Seconds() + 1e-9);
    const size_t missing = progress.wanted - progress.finished;
    const long left = rate > 0 ? static_cast<long>(missing / rate + 0.5) : 0;
    char text[128];
    std::snprintf(text,
                  sizeof text,
                  "%zu of %zu runs, %.1f runs/s, %ld:%02ld left",
                  progress.finished,
                  progress.wanted,
                  rate,
                  left / 60,
                  left % 60);
    return text;
}

void
SweepProgress::Update(const SweepRunner::Progress& progress)
{
    if (!IsDue(progress))
    {
        return;
    }
    const bool over = m_mode == Mode::Terminal;
    std::fprintf(stderr,
                 "%s%s%s",
                 over ? "\r\033[K" : "",
                 Text(progress).c_str(),
                 over ? "" : "\n");
    m_lastSeconds = Seconds();
    m_lastFinished = progress.finished;
    m_open = over;
}

void
SweepProgress::End()
{
    if (m_open)
    {
        std::fputc('\n', stderr);
        m_open = false;
    }
}

} // namespace ns3
