/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CSV_EXPORT_H
#define LINUX_DATAPATH_CSV_EXPORT_H

#include "result-store.h"

#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief A store as CSV (RFC 4180, lines end in a line feed): a header, then a row per replication.
 *
 * Columns: scenario, model_version, the parameters in the scenario's order, attributes by full
 * name, replication (RngRun), then every figure by its path in the JSON result, in the order of
 * names, numbers in names by value. Rows are ordered by the columns of the configuration from left
 * to right, then by replication. Nothing in it depends on when, where or in which order the runs
 * were made.
 * @param store to export
 * @return the text
 */
std::string ExportCsv(const ResultStore& store);

} // namespace ns3

#endif // LINUX_DATAPATH_CSV_EXPORT_H
