/* SPDX-License-Identifier: GPL-2.0-only */
#include "command-line.h"

#include "ns3/name-suggestion.h"
#include "ns3/number-text.h"

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <stdexcept>

namespace ns3
{

namespace po = boost::program_options;

namespace
{

/** @brief No shortened names: --ring must never be taken for --rings of a later release. */
constexpr int STYLE = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;

} // namespace

po::options_description
CommandLine::CommonOptions()
{
    po::options_description common("Options of every command");
    auto add = common.add_options();
    add("help,h", "explain and exit");
    add("version", "print versions and exit");
    add("quiet,q", "only results and errors");
    add("verbose,v", "more detail");
    return common;
}

CommandLine::CommandLine(const std::vector<std::string>& arguments,
                         const po::options_description& own)
{
    po::options_description all;
    all.add(CommonOptions()).add(own);
    for (const auto& option : all.options())
    {
        m_known.push_back(option->long_name());
    }
    for (const auto& argument : arguments)
    {
        if (argument.rfind("--", 0) == 0 && argument.back() == '=' &&
            argument.find('=') + 1 == argument.size())
        {
            throw std::invalid_argument(argument + " has no value; accepted is --name=value");
        }
    }
    try
    {
        const auto parsed =
            po::command_line_parser(arguments).options(all).style(STYLE).allow_unregistered().run();
        po::store(parsed, m_options);
        TakeRest(po::collect_unrecognized(parsed.options, po::include_positional));
    }
    catch (const po::error& error)
    {
        throw std::invalid_argument(error.what());
    }
}

void
CommandLine::TakeRest(const std::vector<std::string>& rest)
{
    for (size_t i = 0; i < rest.size(); ++i)
    {
        const std::string& argument = rest[i];
        if (argument.rfind("--", 0) != 0)
        {
            if (argument.size() > 1 && argument[0] == '-')
            {
                throw std::invalid_argument("unknown option " + argument +
                                            "; accepted is --name=value");
            }
            m_words.push_back(argument);
            continue;
        }
        const auto equals = argument.find('=');
        const std::string name = argument.substr(2, equals - 2);
        if (equals != std::string::npos)
        {
            m_assignments.emplace_back(name, argument.substr(equals + 1));
        }
        else if (i + 1 < rest.size() && rest[i + 1].rfind("--", 0) != 0)
        {
            m_assignments.emplace_back(name, rest[++i]);
        }
        else
        {
            throw std::invalid_argument("--" + name + " is an unknown option or has no value" +
                                        DidYouMean(name, m_known) + "; accepted is --name=value");
        }
    }
}

bool
CommandLine::Has(const std::string& name) const
{
    return m_options.count(name) != 0;
}

std::string
CommandLine::Get(const std::string& name) const
{
    return Has(name) ? m_options[name].as<std::string>() : "";
}

std::vector<std::string>
CommandLine::GetAll(const std::string& name) const
{
    return Has(name) ? m_options[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

uint64_t
CommandLine::GetCount(const std::string& name, uint64_t otherwise, uint64_t greatest) const
{
    if (!Has(name))
    {
        return otherwise;
    }
    const auto number = ParseUnsigned(Get(name));
    if (!number || *number == 0 || *number > greatest)
    {
        throw std::invalid_argument("--" + name + "=" + Get(name) + " is refused; accepted is 1.." +
                                    std::to_string(greatest));
    }
    return *number;
}

const std::vector<CommandLine::Assignment>&
CommandLine::GetAssignments() const
{
    return m_assignments;
}

bool
CommandLine::HasWord() const
{
    return !m_words.empty();
}

std::string
CommandLine::GetWord(const std::string& what) const
{
    if (m_words.size() != 1)
    {
        throw std::invalid_argument(m_words.empty()
                                        ? "no " + what + " is given; accepted is one"
                                        : m_words[1] + " is refused; accepted is one " + what);
    }
    return m_words.front();
}

void
CommandLine::RefuseAssignments() const
{
    if (!m_assignments.empty())
    {
        const std::string& name = m_assignments.front().first;
        throw std::invalid_argument("unknown option --" + name + DidYouMean(name, m_known));
    }
}

} // namespace ns3
