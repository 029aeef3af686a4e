/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_NAME_SUGGESTION_H
#define LINUX_DATAPATH_NAME_SUGGESTION_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Names that somebody may have meant who wrote another one.
 * @param written what was written
 * @param known what there is
 * @return at most three of the known names, nearest first; none when none is near
 */
std::vector<std::string> NearNames(const std::string& written,
                                   const std::vector<std::string>& known);

/**
 * @ingroup linux-datapath
 * @brief The same as the end of an error message.
 * @param written what was written
 * @param known what there is
 * @return "; did you mean a, b?" or, when none is near, an empty text
 */
std::string DidYouMean(const std::string& written, const std::vector<std::string>& known);

/**
 * @ingroup linux-datapath
 * @brief Join texts.
 * @param texts in order
 * @param separator between two
 * @return one text
 */
std::string Join(const std::vector<std::string>& texts, const std::string& separator);

} // namespace ns3

#endif // LINUX_DATAPATH_NAME_SUGGESTION_H
