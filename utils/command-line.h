/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_COMMAND_LINE_H
#define LINUX_DATAPATH_COMMAND_LINE_H

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @brief What follows a subcommand, taken apart: options of the program, words, and everything
 * else that is written --name=value or --name value, which only a scenario can judge.
 */
class CommandLine
{
  public:
    /** @brief A name and a value. */
    using Assignment = std::pair<std::string, std::string>;

    /**
     * @param arguments what follows the subcommand
     * @param own options of the subcommand; those of all subcommands are added
     * @throw std::invalid_argument one line
     */
    CommandLine(const std::vector<std::string>& arguments,
                const boost::program_options::options_description& own);

    /** @brief Was a switch or an option given? @param name its long name @return true if so */
    bool Has(const std::string& name) const;
    /** @brief An option's value. @param name its long name @return empty when not given */
    std::string Get(const std::string& name) const;
    /** @brief Values of an option that may come again. @param name its long name @return them */
    std::vector<std::string> GetAll(const std::string& name) const;

    /**
     * @brief An option's value as a number.
     * @param name its long name
     * @param otherwise value when it is not given
     * @param greatest that is accepted; the least is 1
     * @return the number
     * @throw std::invalid_argument one line
     */
    uint64_t GetCount(const std::string& name, uint64_t otherwise, uint64_t greatest) const;

    /** @brief Parameters of a scenario. @return in the order they were given */
    const std::vector<Assignment>& GetAssignments() const;

    /**
     * @brief The only word, such as a scenario's name.
     * @param what it is, for the message
     * @return the word
     * @throw std::invalid_argument one line, when there is none or more than one
     */
    std::string GetWord(const std::string& what) const;

    /** @brief Is there a word? @return true if so */
    bool HasWord() const;

    /** @brief Refuse --name=value. @throw std::invalid_argument one line, when there is one */
    void RefuseAssignments() const;

    /** @brief Options of all subcommands, for help. @return their description */
    static boost::program_options::options_description CommonOptions();

  private:
    void TakeRest(const std::vector<std::string>& rest);

    boost::program_options::variables_map m_options; //!< Options of the program
    std::vector<std::string> m_known;                //!< Names of these
    std::vector<std::string> m_words;                //!< Arguments that are no options
    std::vector<Assignment> m_assignments;           //!< Everything else
};

} // namespace ns3

#endif // LINUX_DATAPATH_COMMAND_LINE_H
