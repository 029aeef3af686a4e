/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_MODEL_VERSION_H
#define LINUX_DATAPATH_MODEL_VERSION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Raised whenever the same configuration and seed give other figures than before, so that
 * results of two versions never mix in one file. Not raised by other commits.
 */
constexpr uint32_t MODEL_VERSION = 2;

} // namespace ns3

#endif // LINUX_DATAPATH_MODEL_VERSION_H
