/* SPDX-License-Identifier: GPL-2.0-only */
#include "scenario-config.h"

#include "attribute-override.h"
#include "name-suggestion.h"
#include "number-text.h"

#include "ns3/object-base.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <stdexcept>

namespace ns3
{

ScenarioConfig::ScenarioConfig(std::vector<Parameter> parameters)
    : m_parameters(std::make_shared<const std::vector<Parameter>>(std::move(parameters)))
{
}

const Parameter*
ScenarioConfig::Find(const std::string& name) const
{
    for (const auto& parameter : *m_parameters)
    {
        if (parameter.name == name)
        {
            return &parameter;
        }
    }
    return nullptr;
}

const Parameter&
ScenarioConfig::Require(const std::string& name) const
{
    const Parameter* const parameter = Find(name);
    if (parameter == nullptr)
    {
        throw std::logic_error("this scenario declares no parameter " + name);
    }
    return *parameter;
}

const Parameter*
ScenarioConfig::FindByAttribute(const std::string& attribute) const
{
    for (const auto& parameter : *m_parameters)
    {
        if (!parameter.attribute.empty() && parameter.attribute == attribute)
        {
            return &parameter;
        }
    }
    return nullptr;
}

std::string
ScenarioConfig::UnknownName(const std::string& name) const
{
    std::vector<std::string> known;
    for (const auto& parameter : *m_parameters)
    {
        known.push_back(parameter.name);
    }
    const std::string near = DidYouMean(name, known);
    return "unknown parameter " + name +
           (near.empty() ? "; accepted are " + Join(known, ", ") + " and ns3::Class::Attribute"
                         : near);
}

void
ScenarioConfig::SetParameter(const Parameter& parameter, const std::string& value)
{
    m_values[parameter.name] = parameter.Normalise(value);
}

void
ScenarioConfig::Set(const std::string& name, const std::string& value)
{
    if (const Parameter* const parameter = Find(name))
    {
        SetParameter(*parameter, value);
    }
    else if (name.rfind("ns3::", 0) != 0 || name.rfind("::") == 3)
    {
        throw std::invalid_argument(UnknownName(name));
    }
    else if (const Parameter* const shorthand = FindByAttribute(name))
    {
        if (!shorthand->attributeSuffix.empty())
        {
            throw std::invalid_argument(name + " is set by the parameter " + shorthand->name);
        }
        SetParameter(*shorthand, value);
    }
    else
    {
        m_attributes[name] = CheckAttribute(name, value);
    }
}

void
ScenarioConfig::Adopt(const ScenarioConfig& other)
{
    for (const auto& [name, value] : other.m_values)
    {
        m_values[name] = value;
    }
    for (const auto& [name, value] : other.m_attributes)
    {
        m_attributes[name] = value;
    }
}

void
ScenarioConfig::Check() const
{
    for (const auto& parameter : *m_parameters)
    {
        if (parameter.follows.empty() || IsSet(parameter.name))
        {
            continue;
        }
        try
        {
            parameter.Normalise(Get(parameter.name));
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(std::string(error.what()) + "; it follows " +
                                        parameter.follows + " unless it is set");
        }
    }
}

bool
ScenarioConfig::Has(const std::string& name) const
{
    return Find(name) != nullptr;
}

bool
ScenarioConfig::IsSet(const std::string& name) const
{
    return m_values.count(name) != 0 || m_attributes.count(name) != 0;
}

std::string
ScenarioConfig::Get(const std::string& name) const
{
    const Parameter& parameter = Require(name);
    const auto value = m_values.find(name);
    if (value != m_values.end())
    {
        return value->second;
    }
    return parameter.follows.empty() ? parameter.defaultValue : Get(parameter.follows);
}

uint64_t
ScenarioConfig::GetUint(const std::string& name) const
{
    const auto number = ParseUnsigned(Get(name));
    if (!number)
    {
        throw std::logic_error(name + "=" + Get(name) + " is not a whole number");
    }
    return *number;
}

double
ScenarioConfig::GetDouble(const std::string& name) const
{
    const auto number = ParseNumber(Get(name));
    if (!number)
    {
        throw std::logic_error(name + "=" + Get(name) + " is not a number");
    }
    return *number;
}

bool
ScenarioConfig::GetBool(const std::string& name) const
{
    const std::string value = Get(name);
    if (value != "true" && value != "on" && value != "false" && value != "off")
    {
        throw std::logic_error(name + "=" + value + " is neither on nor off");
    }
    return value == "true" || value == "on";
}

bool
ScenarioConfig::Is(const std::string& name, const std::string& word) const
{
    return Get(name) == word;
}

ScenarioConfig::Values
ScenarioConfig::GetValues() const
{
    Values values;
    for (const auto& parameter : *m_parameters)
    {
        values.emplace_back(parameter.name, Get(parameter.name));
    }
    values.insert(values.end(), m_attributes.begin(), m_attributes.end());
    return values;
}

const std::vector<Parameter>&
ScenarioConfig::GetParameters() const
{
    return *m_parameters;
}

void
ScenarioConfig::ApplyAttributes() const
{
    for (const auto& parameter : *m_parameters)
    {
        if (!parameter.attribute.empty())
        {
            SetAttributeDefault(parameter.attribute,
                                Get(parameter.name) + parameter.attributeSuffix);
        }
    }
    for (const auto& [name, value] : m_attributes)
    {
        SetAttributeDefault(name, value);
    }
}

void
ScenarioConfig::ApplyTo(ObjectBase& object) const
{
    for (const auto& [name, value] : m_attributes)
    {
        const auto split = name.rfind("::");
        const TypeId owner = TypeId::LookupByName(name.substr(0, split));
        const TypeId actual = object.GetInstanceTypeId();
        if (actual != owner && !actual.IsChildOf(owner))
        {
            continue;
        }
        if (!object.SetAttributeFailSafe(name.substr(split + 2), StringValue(value)))
        {
            throw std::invalid_argument(name + "=" + value + " is refused");
        }
    }
}

} // namespace ns3
