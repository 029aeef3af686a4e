/* SPDX-License-Identifier: GPL-2.0-only */
#include "af-packet-socket.h"

#include "ns3/skb-pieces.h"

#include <algorithm>

namespace ns3
{

AfPacketSocket::AfPacketSocket(SkbAllocator& skbs, SkbSink& device, uint32_t flow)
    : m_skbs(skbs),
      m_device(device),
      m_flow(flow)
{
}

bool
AfPacketSocket::Send(CpuCore& core, LineSet& user, uint32_t bytes)
{
    const Ticks called = core.Now();
    CpuCore::Scope scope(core, Fn::packet_sendmsg);
    core.Read(m_socketLines);
    Skb* skb = AllocSkb(core, user, bytes);
    if (skb == nullptr)
    {
        return false;
    }
    skb->sentAt = called;
    skb->flow = m_flow;
    skb->payload = bytes - std::min(bytes, HEADERS);
    skb->push = true; // a datagram: GRO lets it pass
    skb->owner = this;
    core.Atomic(m_wmemLine);
    m_wmemAlloc += skb->truesize;
    return DirectXmit(core, skb);
}

// packet_alloc_skb() and skb_copy_datagram_from_iter().
Skb*
AfPacketSocket::AllocSkb(CpuCore& core, LineSet& user, uint32_t bytes)
{
    const uint32_t most = m_skbs.GetLayout().WithOverhead(SkbAllocator::KMALLOC_MAX) - RESERVED;
    const uint32_t linear = std::min(bytes, most);
    Skb* skb = m_skbs.AllocSkb(core, RESERVED + linear);
    if (skb == nullptr)
    {
        return nullptr;
    }
    skb->Reserve(RESERVED);
    CopyFromUser(core, user, 0, *skb->head->lines, skb->head->base + skb->data, linear);
    skb->Put(linear);
    if (linear < bytes && !AddFrags(core, *skb, user, linear, bytes - linear))
    {
        m_skbs.KfreeSkb(core, skb);
        return nullptr;
    }
    return skb;
}

// alloc_skb_with_frags(): the largest blocks that are not larger than what is left.
bool
AfPacketSocket::AddFrags(CpuCore& core, Skb& skb, LineSet& user, uint32_t offset, uint32_t bytes)
{
    PageAllocator& pages = m_skbs.GetPages();
    const uint32_t page = pages.GetPageSize();
    uint32_t order = PageAllocator::MAX_PCP_ORDER;
    while (bytes > 0)
    {
        while (order > 0 && (bytes + page - 1) / page < 1U << order)
        {
            --order;
        }
        Page* block = pages.AllocPages(core, order, FootprintOwner::SendPages);
        if (block == nullptr)
        {
            return false;
        }
        const uint32_t n = std::min(bytes, page << order);
        CopyFromUser(core, user, offset, block->body, 0, n);
        skb.AddRxFrag(block, 0, n, page << order);
        offset += n;
        bytes -= n;
    }
    skb.WriteSharedInfo(core);
    return true;
}

void
AfPacketSocket::CopyFromUser(CpuCore& core,
                             LineSet& user,
                             uint32_t offset,
                             LineSet& to,
                             uint32_t byte,
                             uint32_t bytes)
{
    CheckHeapObject(core, nullptr);
    core.System(SystemCost::UserAccess);
    core.Copy(user, offset, to, byte, bytes);
}

// __dev_direct_xmit()
bool
AfPacketSocket::DirectXmit(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::dev_hard_start_xmit);
    core.System(SystemCost::BhPair);
    core.System(SystemCost::IndirectCall);
    const Context outer = core.SetContext(Context::BhDisabled);
    const bool taken = m_device.Receive(core, skb);
    core.SetContext(outer);
    return taken;
}

// sock_wfree()
void
AfPacketSocket::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_wmemLine);
    m_wmemAlloc -= skb.truesize;
}

} // namespace ns3
