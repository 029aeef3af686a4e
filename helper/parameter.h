/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PARAMETER_H
#define LINUX_DATAPATH_PARAMETER_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One thing a user can set on a scenario: its name, what it accepts, its default.
 *
 * A value is text. Normalise() brings it into the one spelling in which it is compared, stored and
 * printed, so that 0256 and 256, or on and true, are the same point of a sweep.
 */
struct Parameter
{
    /** @brief What a value looks like. */
    enum class Kind
    {
        Integer, //!< whole number between minimum and maximum
        Number,  //!< finite real number between minimum and maximum
        Size,    //!< bytes, as an integer or with suffix K or M (1024, 1024^2)
        Choice,  //!< one of the words
        Boolean, //!< true, false, on, off, 1, 0
        Text     //!< anything but the empty text; the scenario checks it
    };

    std::string name;               //!< As the user writes it, such as "ring"
    Kind kind{Kind::Text};          //!< What a value looks like
    std::string unit;               //!< Such as "B" or "entries"; empty when there is none
    double minimum{0};              //!< Least number accepted
    double maximum{0};              //!< Greatest number accepted
    std::vector<std::string> words; //!< All choices; for numbers, accepted besides a number; for a
                                    //!< Text, known names that are listed
    std::string defaultValue;       //!< Normalised; unused when follows is set
    std::string follows;            //!< Parameter whose value is the default of this one, or empty
    std::string help;               //!< One line
    std::string attribute; //!< "ns3::Class::Attribute" whose default it sets; empty: the scenario
                           //!< interprets it
    std::string attributeSuffix; //!< Put after the value for the attribute, such as "ms"

    /** @brief A copy with another default. @param value what is the default there @return the copy
     */
    Parameter WithDefault(const std::string& value) const;

    /**
     * @brief A copy that sets an attribute's default, so that Run() need not look at it.
     * @param fullName "ns3::Class::Attribute"
     * @param suffix put after the value, such as "ms" for an attribute of type Time
     * @return the copy
     */
    Parameter WithAttribute(const std::string& fullName, const std::string& suffix = "") const;

    /** @brief A copy with other limits. @param least from @param greatest to @return the copy */
    Parameter WithRange(double least, double greatest) const;

    /** @brief What every parameter has. @param name without dashes @param kind of its values
     * @param defaultValue as a user would write it @param help one line @return it */
    static Parameter Make(const std::string& name,
                          Kind kind,
                          const std::string& defaultValue,
                          const std::string& help);

    /** @brief A copy with other words. @param accepted all of them @return the copy */
    Parameter WithWords(const std::vector<std::string>& accepted) const;

    /**
     * @brief Check a value and bring it into its one spelling.
     * @param value as the user wrote it
     * @return the spelling in which it is stored
     * @throw std::invalid_argument one line that names option, value and what is accepted
     */
    std::string Normalise(const std::string& value) const;

    /** @brief What is accepted, for people. @return such as "1..65536" or "on|off|kernel" */
    std::string Range() const;

    /** @brief The default, for people. @return such as "256" or "follows ring" */
    std::string DefaultText() const;
};

} // namespace ns3

#endif // LINUX_DATAPATH_PARAMETER_H
