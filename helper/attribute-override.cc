/* SPDX-License-Identifier: GPL-2.0-only */
#include "attribute-override.h"

#include "name-suggestion.h"

#include "ns3/config.h"
#include "ns3/object-base.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

/** @brief An attribute as its class declares it. */
struct Declared
{
    TypeId owner;                         //!< Class that declares it
    TypeId::AttributeInformation details; //!< Its checker among them
};

std::vector<std::string>
ClassNames()
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        names.push_back(TypeId::GetRegistered(i).GetName());
    }
    return names;
}

std::vector<std::string>
AttributeNames(TypeId owner)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
    {
        names.push_back(owner.GetAttribute(i).name);
    }
    return names;
}

TypeId
FindClass(const std::string& className)
{
    TypeId owner;
    if (!TypeId::LookupByNameFailSafe(className, &owner))
    {
        throw std::invalid_argument("ns-3 has no class " + className +
                                    DidYouMean(className, ClassNames()));
    }
    return owner;
}

Declared
FindAttribute(const std::string& fullName)
{
    const auto split = fullName.rfind("::");
    const TypeId owner = FindClass(fullName.substr(0, split));
    const std::string name = fullName.substr(split + 2);
    for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
    {
        if (owner.GetAttribute(i).name == name)
        {
            return {owner, owner.GetAttribute(i)};
        }
    }
    for (TypeId tid = owner; tid.HasParent(); tid = tid.GetParent())
    {
        for (const auto& inherited : AttributeNames(tid.GetParent()))
        {
            if (inherited == name)
            {
                throw std::invalid_argument(fullName + " is inherited; set " +
                                            tid.GetParent().GetName() + "::" + name);
            }
        }
    }
    throw std::invalid_argument(owner.GetName() + " has no attribute " + name +
                                DidYouMean(name, AttributeNames(owner)));
}

/** @brief What ns-3 says it accepts, such as "uint32_t 1:65536". */
std::string
Accepted(const TypeId::AttributeInformation& details)
{
    std::string type = details.checker->GetValueTypeName();
    if (details.checker->HasUnderlyingTypeInformation())
    {
        type += " " + details.checker->GetUnderlyingTypeInformation();
    }
    return type + " (" + details.help + ")";
}

/** @brief Silent, without a core file, and with ns-3's own end of the process. */
void
BecomeProbe()
{
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    std::signal(SIGABRT, SIG_DFL);
    std::signal(SIGSEGV, SIG_DFL);
}

bool
TryValue(const Declared& attribute, const std::string& value)
{
    const auto read = attribute.details.checker->CreateValidValue(StringValue(value));
    if (!read)
    {
        return false;
    }
    if (attribute.owner.HasConstructor() && (attribute.details.flags & TypeId::ATTR_SET) != 0)
    {
        ObjectBase* const object = attribute.owner.GetConstructor()();
        return object->SetAttributeFailSafe(attribute.details.name, *read);
    }
    return true;
}

[[noreturn]] void
Probe(const Declared& attribute, const std::string& value)
{
    BecomeProbe();
    try
    {
        _exit(TryValue(attribute, value) ? 0 : 1);
    }
    catch (const std::exception&)
    {
        _exit(1);
    }
}

bool
SurvivesProbe(const Declared& attribute, const std::string& value)
{
    const pid_t child = fork();
    if (child == 0)
    {
        Probe(attribute, value);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
    {
        throw std::runtime_error("cannot start a process to try the value of " +
                                 attribute.details.name);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

std::string
CheckAttribute(const std::string& fullName, const std::string& value)
{
    const Declared attribute = FindAttribute(fullName);
    if ((attribute.details.flags & (TypeId::ATTR_SET | TypeId::ATTR_CONSTRUCT)) == 0)
    {
        throw std::invalid_argument(fullName + " cannot be set");
    }
    if (!SurvivesProbe(attribute, value))
    {
        throw std::invalid_argument(fullName + "=" + value + " is refused; accepted is a " +
                                    Accepted(attribute.details));
    }
    const auto& checker = attribute.details.checker;
    return checker->CreateValidValue(StringValue(value))->SerializeToString(checker);
}

void
SetAttributeDefault(const std::string& fullName, const std::string& value)
{
    const Declared attribute = FindAttribute(fullName);
    if (!Config::SetDefaultFailSafe(fullName, StringValue(value)))
    {
        throw std::invalid_argument(fullName + "=" + value + " is refused; accepted is a " +
                                    Accepted(attribute.details));
    }
}

} // namespace ns3
