/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SCENARIO_CONFIG_H
#define LINUX_DATAPATH_SCENARIO_CONFIG_H

#include "parameter.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class ObjectBase;

/**
 * @ingroup linux-datapath
 * @brief The whole configuration of a run: a value for every parameter, defaults included, and
 * those ns-3 attributes that were set by their full name.
 *
 * Two configurations are the same point of a sweep exactly when GetValues() is equal.
 */
class ScenarioConfig
{
  public:
    /** @brief Names and values in a fixed order. */
    using Values = std::vector<std::pair<std::string, std::string>>;

    /** @brief All defaults. @param parameters what the scenario takes, in the order of listing */
    explicit ScenarioConfig(std::vector<Parameter> parameters);

    /**
     * @brief Set a parameter, or any ns-3 attribute by its full name.
     * @param name a parameter's name or "ns3::Class::Attribute"; the full name of an attribute that
     * a parameter stands for sets that parameter
     * @param value what the user wrote
     * @throw std::invalid_argument one line: unknown name with near ones, or what is accepted
     */
    void Set(const std::string& name, const std::string& value);

    /**
     * @brief Take over what was set in another configuration of the same scenario.
     * @param other whose values, all checked already, replace ours
     */
    void Adopt(const ScenarioConfig& other);

    /**
     * @brief Check what only all values together can tell: defaults that follow another parameter.
     * @throw std::invalid_argument one line
     */
    void Check() const;

    /** @brief Is there a parameter of that name? @param name @return true if so */
    bool Has(const std::string& name) const;

    /** @brief Did the user set it? @param name of a parameter or attribute @return true if so */
    bool IsSet(const std::string& name) const;

    /** @brief A value. @param name a parameter's name @return its normalised text */
    std::string Get(const std::string& name) const;

    /** @brief A value. @param name a parameter of kind Integer or Size @return its number */
    uint64_t GetUint(const std::string& name) const;

    /** @brief A value. @param name a parameter of a numeric kind @return its number */
    double GetDouble(const std::string& name) const;

    /** @brief A value. @param name a Boolean, or a Choice with on and off @return true for on */
    bool GetBool(const std::string& name) const;

    /** @brief Compare. @param name a parameter's name @param word @return is it this word? */
    bool Is(const std::string& name, const std::string& word) const;

    /**
     * @brief Everything that was set or defaulted.
     * @return the parameters in their order, then attributes by full name, sorted
     */
    Values GetValues() const;

    /** @brief What the scenario takes. @return the parameters in their order */
    const std::vector<Parameter>& GetParameters() const;

    /**
     * @brief Make the values the defaults of the attributes they stand for.
     *
     * For the whole process, to be called once before anything is built.
     * @throw std::invalid_argument one line
     */
    void ApplyAttributes() const;

    /**
     * @brief Set on an object what the user set by full name of its class or a parent of it.
     *
     * For objects that are filled from a file, such as profiles, whose values would otherwise hide
     * the defaults.
     * @param object whose attributes are set
     * @throw std::invalid_argument one line
     */
    void ApplyTo(ObjectBase& object) const;

  private:
    const Parameter* Find(const std::string& name) const;
    const Parameter& Require(const std::string& name) const;
    const Parameter* FindByAttribute(const std::string& attribute) const;
    void SetParameter(const Parameter& parameter, const std::string& value);
    std::string UnknownName(const std::string& name) const;

    /** @brief In the order of listing; all points of a sweep share it. */
    std::shared_ptr<const std::vector<Parameter>> m_parameters;
    std::map<std::string, std::string> m_values;     //!< What was set, by parameter
    std::map<std::string, std::string> m_attributes; //!< What was set, by attribute's full name
};

} // namespace ns3

#endif // LINUX_DATAPATH_SCENARIO_CONFIG_H
