/* SPDX-License-Identifier: GPL-2.0-only */
#include "host-stack.h"

#include "ns3/linux-host.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HostStack);

TypeId
HostStack::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HostStack")
                            .SetParent<Object>()
                            .SetGroupName("LinuxDatapath")
                            .AddConstructor<HostStack>();
    return tid;
}

HostStack&
HostStack::Of(LinuxHost& host)
{
    Ptr<HostStack> stack = host.GetObject<HostStack>();
    if (!stack)
    {
        stack = CreateObject<HostStack>();
        stack->m_backlogs = std::make_unique<Backlogs>(host);
        stack->m_deferred = std::make_unique<DeferredFree>(host);
        host.AggregateObject(stack);
    }
    return *stack;
}

void
HostStack::DoDispose()
{
    m_deferred.reset();
    m_backlogs.reset();
    Object::DoDispose();
}

} // namespace ns3
