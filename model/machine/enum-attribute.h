/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_ENUM_ATTRIBUTE_H
#define LINUX_DATAPATH_ENUM_ATTRIBUTE_H

#include "ns3/enum.h"

#include <type_traits>
#include <utility>

namespace ns3
{

/** @brief Tells whether this ns-3 wants the type of an enum named (3.41 and later). */
template <typename E, typename Member, typename = void>
struct EnumAccessorNamesType : std::false_type
{
};

/** @brief The ns-3 that does. */
template <typename E, typename Member>
struct EnumAccessorNamesType<E,
                             Member,
                             std::void_t<decltype(MakeEnumAccessor<E>(std::declval<Member>()))>>
    : std::true_type
{
};

/**
 * @ingroup linux-datapath
 * @brief Accessor of an attribute that is an enum, in every release of ns-3.
 * @tparam E the enum
 * @tparam Member pointer to a member of that type
 * @param member the member
 * @return what AddAttribute wants
 */
template <typename E, typename Member>
Ptr<const AttributeAccessor>
MakeEnumMemberAccessor(Member member)
{
    if constexpr (EnumAccessorNamesType<E, Member>::value)
    {
        return MakeEnumAccessor<E>(member);
    }
    else
    {
        return MakeEnumAccessor(member);
    }
}

} // namespace ns3

#endif // LINUX_DATAPATH_ENUM_ATTRIBUTE_H
