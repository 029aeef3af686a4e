/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_ENUM_ATTRIBUTE_H
#define LINUX_DATAPATH_ENUM_ATTRIBUTE_H

#include "ns3/enum.h"

#include <type_traits>
#include <utility>

namespace ns3
{

/** @brief Tells whether this ns-3 keeps an enum as itself (3.41 and later) or as an int. */
template <typename E, typename = void>
struct EnumValueKeepsType : std::false_type
{
};

/** @brief The ns-3 that does. */
template <typename E>
struct EnumValueKeepsType<E, std::void_t<decltype(EnumValue(std::declval<E>()))>> : std::true_type
{
};

/**
 * @brief An enumerator as EnumValue and its checker want it; anything else passes unchanged.
 * @tparam T type of the argument
 * @param argument an enumerator, or the name of one
 * @return what this ns-3 takes
 */
template <typename T>
auto
EnumArgument(T argument)
{
    if constexpr (std::is_enum_v<T> && !EnumValueKeepsType<T>::value)
    {
        return static_cast<int>(argument);
    }
    else
    {
        return argument;
    }
}

/** @brief Value of an attribute that is a scoped enum. @tparam E it @param value which @return it
 */
template <typename E>
auto
MakeScopedEnumValue(E value)
{
    return EnumValue(EnumArgument(value));
}

/**
 * @brief Checker of an attribute that is a scoped enum.
 * @tparam Ts enumerators and names in turn
 * @param arguments enumerators and names in turn
 * @return what AddAttribute wants
 */
template <typename... Ts>
Ptr<const AttributeChecker>
MakeScopedEnumChecker(Ts... arguments)
{
    return MakeEnumChecker(EnumArgument(arguments)...);
}

/**
 * @ingroup linux-datapath
 * @brief Accessor of a member that is a scoped enum, in every release of ns-3.
 * @tparam C class of the member
 * @tparam E the enum
 */
template <typename C, typename E>
class ScopedEnumAccessor : public AttributeAccessor
{
  public:
    /** @param member the member */
    explicit ScopedEnumAccessor(E C::*member)
        : m_member(member)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto* from = dynamic_cast<const Value*>(&value);
        auto* to = dynamic_cast<C*>(object);
        if (from == nullptr || to == nullptr)
        {
            return false;
        }
        to->*m_member = static_cast<E>(from->Get());
        return true;
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        auto* to = dynamic_cast<Value*>(&value);
        const auto* from = dynamic_cast<const C*>(object);
        if (from == nullptr || to == nullptr)
        {
            return false;
        }
        to->Set(EnumArgument(from->*m_member));
        return true;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    /** This ns-3's value class. */
    using Value = decltype(MakeScopedEnumValue(std::declval<E>()));
    E C::*m_member; //!< the member
};

/** @brief Accessor of a scoped enum. @tparam C class @tparam E enum @param member the member
 * @return what AddAttribute wants */
template <typename C, typename E>
Ptr<const AttributeAccessor>
MakeScopedEnumAccessor(E C::*member)
{
    return Ptr<const AttributeAccessor>(new ScopedEnumAccessor<C, E>(member), false);
}

} // namespace ns3

#endif // LINUX_DATAPATH_ENUM_ATTRIBUTE_H
