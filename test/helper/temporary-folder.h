/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TEMPORARY_FOLDER_H
#define LINUX_DATAPATH_TEMPORARY_FOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{

/**
 * @brief A folder of a test's own that goes with the test.
 */
class TemporaryFolder
{
  public:
    TemporaryFolder()
    {
        std::string name = testing::TempDir() + "/datapath-XXXXXX";
        m_path = mkdtemp(name.data());
    }

    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /** @brief A name in it. @param name of a file @return its path */
    std::string operator/(const std::string& name) const
    {
        return m_path + "/" + name;
    }

    /** @brief Make a file. @param name of it @param text in it @return its path */
    std::string Write(const std::string& name, const std::string& text) const
    {
        std::ofstream(*this / name, std::ios::binary) << text;
        return *this / name;
    }

    /** @brief How many files are in it. @return their number */
    size_t Count() const
    {
        const std::filesystem::directory_iterator files(m_path);
        return static_cast<size_t>(std::distance(begin(files), end(files)));
    }

  private:
    std::string m_path; //!< Of the folder
};

/** @brief All of a file. @param path of it @return its bytes */
inline std::string
ReadFile(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace ns3

#endif // LINUX_DATAPATH_TEMPORARY_FOLDER_H
