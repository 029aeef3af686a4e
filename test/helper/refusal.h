/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_REFUSAL_H
#define LINUX_DATAPATH_REFUSAL_H

#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @brief What a call says when it refuses its input.
 * @param call throws std::invalid_argument
 * @return its message; "accepted" or "several lines" when it is not what a user should see
 */
template <typename Call>
std::string
Refusal(const Call& call)
{
    try
    {
        call();
    }
    catch (const std::invalid_argument& error)
    {
        const std::string text = error.what();
        return text.find('\n') == std::string::npos ? text : "several lines";
    }
    return "accepted";
}

} // namespace ns3

#endif // LINUX_DATAPATH_REFUSAL_H
