/* SPDX-License-Identifier: GPL-2.0-only */
#include "attribute-override.h"

#include "name-suggestion.h"
#include "process-pool.h"

#include "ns3/config.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <csignal>
#include <fcntl.h>
#include <stdexcept>
#include <sys/resource.h>
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
    return "accepted is a " + type + " (" + details.help + ")";
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

/** @brief Read the value and set it on an object. @return why not, or an empty text */
std::string
TryValue(const Declared& attribute, const std::string& value)
{
    BecomeProbe();
    const auto read = attribute.details.checker->CreateValidValue(StringValue(value));
    if (!read)
    {
        return Accepted(attribute.details);
    }
    const bool settable = (attribute.details.flags & TypeId::ATTR_SET) != 0;
    if (settable && attribute.owner.HasConstructor() &&
        attribute.owner.IsChildOf(Object::GetTypeId()))
    {
        ObjectFactory factory;
        factory.SetTypeId(attribute.owner);
        if (!factory.Create()->SetAttributeFailSafe(attribute.details.name, *read))
        {
            return Accepted(attribute.details);
        }
    }
    return "";
}

/** @brief Try a value in a process of its own. @return why it is refused, or an empty text */
std::string
ProbeValue(const Declared& attribute, const std::string& value)
{
    ProcessPool probe(1);
    probe.Start(0, [&] { return TryValue(attribute, value); });
    std::vector<ProcessPool::Outcome> outcomes;
    while (outcomes.empty())
    {
        outcomes = probe.Wait(1000);
    }
    const auto& outcome = outcomes.front();
    return outcome.good || outcome.threw ? outcome.text : Accepted(attribute.details);
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
    const std::string refusal = ProbeValue(attribute, value);
    if (!refusal.empty())
    {
        throw std::invalid_argument(fullName + "=" + value + " is refused; " + refusal);
    }
    const auto& checker = attribute.details.checker;
    const Ptr<const AttributeValue> read = checker->CreateValidValue(StringValue(value));
    // a pointer would be written as the address of the object that was made from the text
    const bool isPointer = dynamic_cast<const PointerValue*>(PeekPointer(read)) != nullptr;
    return isPointer ? value : read->SerializeToString(checker);
}

void
SetAttributeDefault(const std::string& fullName, const std::string& value)
{
    const Declared attribute = FindAttribute(fullName);
    if (!Config::SetDefaultFailSafe(fullName, StringValue(value)))
    {
        throw std::invalid_argument(fullName + "=" + value + " is refused; " +
                                    Accepted(attribute.details));
    }
}

} // namespace ns3
