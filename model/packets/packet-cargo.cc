/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-cargo.h"

#include "packet-stack.h"

namespace ns3
{

void
PacketCargo::Lost(CpuCore&, SkbDropReason reason)
{
    stack->Lose(*this, reason);
}

} // namespace ns3
