/* SPDX-License-Identifier: GPL-2.0-only */
#include "profile-reader.h"

#include "profile-directory.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr const char* SUFFIX = ".profile";

/** One `Name = value` of a profile. */
struct Field
{
    std::string value; //!< text between the sign and the comment
    unsigned line;     //!< where it stands
};

/** A profile as text. */
struct Text
{
    std::string file;                    //!< path
    unsigned lines{0};                   //!< lines of the file
    std::map<std::string, Field> fields; //!< by name
};

[[noreturn]] void
Refuse(const std::string& file, unsigned line, const std::string& what)
{
    throw std::invalid_argument(file + ":" + std::to_string(line) + ": " + what);
}

std::string
Trim(const std::string& text)
{
    const char* blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/** A cited piece of a file that may hold anything: short, and on one line. */
std::string
Quote(const std::string& text)
{
    std::string shown = text.substr(0, 60);
    std::replace_if(
        shown.begin(),
        shown.end(),
        [](unsigned char c) { return c < ' ' || c > '~'; },
        '?');
    return "'" + shown + (text.size() > 60 ? "...'" : "'");
}

void
AddLine(Text& text, const std::string& line)
{
    const std::string content = Trim(line.substr(0, line.find('#')));
    if (content.empty())
    {
        return;
    }
    const std::size_t sign = content.find('=');
    const std::string name = Trim(content.substr(0, sign));
    if (sign == std::string::npos || name.empty())
    {
        Refuse(text.file, text.lines, Quote(content) + "; accepted: Name = value  # source");
    }
    const Field field{Trim(content.substr(sign + 1)), text.lines};
    const auto [old, added] = text.fields.emplace(name, field);
    if (!added)
    {
        Refuse(text.file,
               text.lines,
               name + " = " + Quote(field.value) + " stands in line " +
                   std::to_string(old->second.line) + " already; accepted: every field once");
    }
}

Text
ReadText(const std::string& file)
{
    std::ifstream in(file);
    Text text;
    text.file = file;
    std::string line;
    while (std::getline(in, line))
    {
        ++text.lines;
        AddLine(text, line);
    }
    if (in.bad() || (!in.eof() && in.fail()))
    {
        throw std::invalid_argument(file + ": cannot be read; accepted: a readable profile");
    }
    return text;
}

std::vector<std::string>
NamesIn(const std::string& kind)
{
    std::vector<std::string> names;
    std::error_code none;
    const std::filesystem::directory_iterator folder(ProfileDirectory() + "/" + kind, none);
    for (const auto& entry : folder)
    {
        if (entry.path().extension() == SUFFIX)
        {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string
FindFile(const std::string& nameOrFile, const std::string& kind)
{
    std::error_code none;
    const std::string folder = ProfileDirectory() + "/" + kind;
    const std::string known = folder + "/" + nameOrFile + SUFFIX;
    if (nameOrFile.find('/') == std::string::npos && std::filesystem::is_regular_file(known, none))
    {
        return known;
    }
    if (std::filesystem::is_regular_file(nameOrFile, none))
    {
        return nameOrFile;
    }
    std::string names;
    for (const std::string& name : NamesIn(kind))
    {
        names += name + ", ";
    }
    throw std::invalid_argument("no " + kind + " profile " + Quote(nameOrFile) + "; accepted: " +
                                names + "or the path of a file (profiles are in " + folder + ")");
}

std::string
Shortest(double number)
{
    std::ostringstream out;
    out << number;
    return out.str();
}

/** Digits, at most one point, an exponent: no sign, no hexadecimal number, no nan. */
bool
ParseNumber(const std::string& text, double& number)
{
    if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string::npos ||
        text.find_first_of("0123456789.") != 0)
    {
        return false;
    }
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    return end == text.c_str() + text.size() && std::isfinite(number);
}

/** Sets one attribute, whose kind the checker knows. */
class Setter
{
  public:
    Setter(const Text& text, ObjectBase& object, const TypeId::AttributeInformation& info)
        : m_text(text),
          m_object(object),
          m_info(info)
    {
    }

    void Set()
    {
        const auto found = m_text.fields.find(m_info.name);
        if (found == m_text.fields.end())
        {
            Refuse(m_text.file,
                   m_text.lines,
                   m_info.name + " = nothing: the field is missing; accepted: " + Accepted());
        }
        const std::string& value = found->second.value;
        if (!TrySet(value))
        {
            Refuse(m_text.file,
                   found->second.line,
                   m_info.name + " = " + Quote(value) + " refused; accepted: " + Accepted());
        }
    }

  private:
    template <typename Value>
    bool Is() const
    {
        return dynamic_cast<const Value*>(PeekPointer(m_info.initialValue)) != nullptr;
    }

    bool TrySet(const std::string& value)
    {
        if (Is<BooleanValue>())
        {
            return (value == "true" || value == "false") &&
                   m_object.SetAttributeFailSafe(m_info.name, BooleanValue(value == "true"));
        }
        if (Is<StringValue>())
        {
            return TrySetText(value);
        }
        double number = 0;
        if (!ParseNumber(value, number))
        {
            return false;
        }
        if (Is<DoubleValue>())
        {
            return m_object.SetAttributeFailSafe(m_info.name, DoubleValue(number));
        }
        return number == std::floor(number) && number <= std::numeric_limits<uint32_t>::max() &&
               m_object.SetAttributeFailSafe(m_info.name,
                                             UintegerValue(static_cast<uint64_t>(number)));
    }

    bool TrySetText(const std::string& value)
    {
        try
        {
            return m_object.SetAttributeFailSafe(m_info.name, StringValue(value));
        }
        catch (const std::invalid_argument&)
        {
            return false;
        }
    }

    std::string Accepted() const
    {
        if (Is<BooleanValue>())
        {
            return "true or false (" + m_info.help + ")";
        }
        if (Is<StringValue>())
        {
            return m_info.help + ", as " + m_info.initialValue->SerializeToString(m_info.checker);
        }
        // ns-3 describes a range as "type least:most"
        const std::string range = m_info.checker->GetUnderlyingTypeInformation();
        const std::size_t blank = range.find(' ');
        const std::size_t colon = range.find(':');
        return std::string(Is<DoubleValue>() ? "a number" : "a whole number") + " from " +
               Shortest(std::stod(range.substr(blank + 1, colon))) + " to " +
               Shortest(std::stod(range.substr(colon + 1))) + " (" + m_info.help + ")";
    }

    const Text& m_text;                         //!< the profile
    ObjectBase& m_object;                       //!< what is filled
    const TypeId::AttributeInformation& m_info; //!< the attribute
};

std::vector<TypeId::AttributeInformation>
AttributesOf(TypeId type)
{
    std::vector<TypeId::AttributeInformation> all;
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        all.push_back(type.GetAttribute(i));
    }
    return all;
}

void
RefuseUnknown(const Text& text, const std::vector<TypeId::AttributeInformation>& attributes)
{
    std::string names;
    for (const auto& attribute : attributes)
    {
        names += (names.empty() ? "" : " ") + attribute.name;
    }
    for (const auto& [name, field] : text.fields)
    {
        const auto same = [&name = name](const auto& attribute) { return attribute.name == name; };
        if (std::none_of(attributes.begin(), attributes.end(), same))
        {
            Refuse(text.file,
                   field.line,
                   Quote(name) + " = " + Quote(field.value) +
                       " is no field of such a profile; accepted: " + names);
        }
    }
}

template <typename Profile>
Ptr<Profile>
Read(const Text& text)
{
    auto profile = CreateObject<Profile>();
    const auto attributes = AttributesOf(Profile::GetTypeId());
    RefuseUnknown(text, attributes);
    for (const auto& attribute : attributes)
    {
        Setter(text, *profile, attribute).Set();
    }
    return profile;
}

/** Refuse a value that is in its own range but does not go with another field. */
void
Require(bool consistent, const Text& text, const std::string& name, const std::string& accepted)
{
    if (!consistent)
    {
        const Field& field = text.fields.at(name);
        Refuse(text.file,
               field.line,
               name + " = " + Quote(field.value) + " refused; accepted: " + accepted);
    }
}

void
RequireWays(const Text& text, const std::string& cache, double kib, uint32_t ways)
{
    // the cache model keeps 64 columns apart, so a way has at least a line for each of them
    Require(kib >= 4 * ways,
            text,
            cache + "Ways",
            "at most " + cache + "Kib / 4, for a way holds 4 KiB or more");
}

} // namespace

Ptr<MachineProfile>
ReadMachineProfile(const std::string& nameOrFile)
{
    const Text text = ReadText(FindFile(nameOrFile, "machine"));
    auto p = Read<MachineProfile>(text);
    // units and domains are numbered in a byte of every line, 255 is none
    Require(p->sockets * p->coresPerSocket <= 254, text, "CoresPerSocket", "at most 254 / Sockets");
    Require(p->coresPerSocket % p->llcDomainCores == 0,
            text,
            "LlcDomainCores",
            "a divisor of CoresPerSocket");
    RequireWays(text, "L1i", p->l1iKib, p->l1iWays);
    RequireWays(text, "L1d", p->l1dKib, p->l1dWays);
    RequireWays(text, "L2", p->l2Kib, p->l2Ways);
    RequireWays(text, "Llc", p->llcKib, p->llcWays);
    return p;
}

Ptr<KernelProfile>
ReadKernelProfile(const std::string& nameOrFile)
{
    const Text text = ReadText(FindFile(nameOrFile, "kernel"));
    auto p = Read<KernelProfile>(text);
    Require(p->pcpHigh >= p->pcpBatch, text, "PcpHigh", "at least PcpBatch");
    return p;
}

std::vector<std::string>
MachineProfileNames()
{
    return NamesIn("machine");
}

std::vector<std::string>
KernelProfileNames()
{
    return NamesIn("kernel");
}

} // namespace ns3
