/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CSV_TABLE_H
#define LINUX_DATAPATH_CSV_TABLE_H

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/** @brief A row by the names of its columns. */
using CsvRow = std::map<std::string, std::string>;

/**
 * @brief Read a file of test/data: plain commas, names in the first line.
 * @param name of the file
 * @return its rows
 */
inline std::vector<CsvRow>
ReadTestData(const std::string& name)
{
    const auto split = [](const std::string& line) {
        std::vector<std::string> cells;
        std::istringstream in(line);
        for (std::string cell; std::getline(in, cell, ',');)
        {
            cells.push_back(cell);
        }
        return cells;
    };
    std::ifstream in(LINUX_DATAPATH_SOURCE_DIR "/test/data/" + name);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = split(line);
    std::vector<CsvRow> rows;
    while (std::getline(in, line))
    {
        const std::vector<std::string> cells = split(line);
        CsvRow row;
        for (std::size_t i = 0; i < names.size() && i < cells.size(); ++i)
        {
            row[names[i]] = cells[i];
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace ns3

#endif // LINUX_DATAPATH_CSV_TABLE_H
