/* SPDX-License-Identifier: GPL-2.0-only */
#include "tun-rx.h"

#include "ns3/linux-host.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t ETHERNET_BYTES = SkbLayout::HARD_HEADER;
/** NET_SKB_PAD; TUN_RX_PAD less NET_IP_ALIGN [bytes]. */
constexpr uint32_t NET_SKB_PAD = 64;
/** pool_size of the system page_pools, net/core/dev.c of v6.9 [entries]. */
constexpr uint32_t SYSTEM_POOL_SIZE = 256;
/** Ethernet, IPv4 and UDP headers [bytes]. */
constexpr uint32_t HEADERS = 42;

} // namespace

TunRx::TunRx(LinuxHost& host, const TunRxParameters& parameters)
    : m_host(host),
      m_parameters(parameters),
      m_skbs(host.GetSkbs()),
      m_taskFrag(host.GetPages(), FootprintOwner::RxPages, false)
{
    if (parameters.program)
    {
        PagePoolParameters pool;
        pool.poolSize = SYSTEM_POOL_SIZE;
        pool.pageFrag = true;
        m_pool = std::make_unique<PagePool>(host.GetPages(),
                                            host.GetKernel(),
                                            pool,
                                            &host.GetFootprint());
        m_copy = std::make_unique<VethSkbCopy>(m_skbs,
                                               m_pool.get(),
                                               Buffers::PpCow,
                                               host.GetLayout(),
                                               true);
    }
    if (parameters.napi)
    {
        m_napi = std::make_unique<TunNapi>(host, *parameters.up);
    }
}

TunRx::~TunRx() = default;

// ---- a batch of vhost_net

void
TunRx::BeginBatch(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::tun_sendmsg);
    core.System(SystemCost::IndirectCall);
    core.System(SystemCost::BhPair);
    core.Read(m_tunLines);
    ++m_stats.batches;
}

void
TunRx::XdpOne(CpuCore& core, TunXdpBuff& xdp)
{
    CpuCore::Scope scope(core, Fn::tun_xdp_one);
    ++m_stats.packets;
    Page& page = *xdp.piece.page;
    core.Read(*xdp.lines, 0, LINE_BYTES); // tun_xdp_hdr
    if (m_parameters.program)
    {
        const XdpVerdict verdict = RunProgram(core, *xdp.lines, xdp.data, xdp.len, xdp.sentAt);
        if (verdict != XdpVerdict::Pass)
        {
            SkbCargo::Lose(core, xdp.cargo, SkbDropReason::Xdp);
            DropPage(core, page);
            return;
        }
    }
    Skb* skb = m_skbs.BuildSkb(core, page, xdp.piece.offset, xdp.piece.size, xdp.lines);
    if (skb == nullptr)
    {
        ++m_stats.rx_drops;
        SkbCargo::Lose(core, xdp.cargo, SkbDropReason::Nomem);
        m_skbs.GetPages().PutPage(core, page);
        return;
    }
    skb->cargo = SkbCargo::Take(xdp.cargo);
    skb->Reserve(xdp.data);
    skb->Put(xdp.len);
    skb->sentAt = xdp.sentAt;
    PassUp(core, skb, true);
}

XdpVerdict
TunRx::RunProgram(CpuCore& core, LineSet& data, uint32_t offset, uint32_t len, Ticks sentAt)
{
    const XdpVerdict verdict = m_parameters.program->Run(core, data, offset, len);
    if (m_parameters.watcher != nullptr)
    {
        m_parameters.watcher->Decided(core, verdict, sentAt, len);
    }
    m_stats.xdp_drops += verdict != XdpVerdict::Pass ? 1 : 0;
    return verdict;
}

// Before v5.0 put_page() at once; since then tun_page counts what one block lost in a row.
void
TunRx::DropPage(CpuCore& core, Page& page)
{
    if (!m_parameters.putBatch)
    {
        ++m_stats.pagePuts;
        m_skbs.GetPages().PutPage(core, page);
        return;
    }
    if (m_tunPage != &page)
    {
        PutTunPage(core);
        m_tunPage = &page;
    }
    ++m_tunPageCount;
}

// tun_put_page()
void
TunRx::PutTunPage(CpuCore& core)
{
    if (m_tunPage != nullptr)
    {
        CpuCore::Scope scope(core, Fn::__page_frag_cache_drain);
        ++m_stats.pagePuts;
        m_skbs.GetPages().DropPageRefs(core, *m_tunPage, m_tunPageCount);
        m_tunPage = nullptr;
        m_tunPageCount = 0;
    }
}

void
TunRx::EndBatch(CpuCore& core)
{
    if (m_napi && m_napi->GetLength() > 0)
    {
        ++m_stats.napiPolls;
        m_napi->Schedule(core);
    }
    PutTunPage(core);
}

// ---- up the stack

void
TunRx::PassUp(CpuCore& core, Skb* skb, bool more)
{
    skb->payload = skb->len - std::min(skb->len, HEADERS);
    skb->push = true; // a datagram: GRO lets it pass
    ++m_stats.passed;
    if (m_parameters.tap)
    {
        CpuCore::Scope scope(core, Fn::eth_type_trans);
        skb->ReadData(core, 0, ETHERNET_BYTES);
        skb->Pull(ETHERNET_BYTES);
    }
    if (!m_napi)
    {
        CpuCore::Scope scope(core, Fn::__netif_receive_skb_core);
        skb->Write(core);
        m_parameters.up->Receive(core, skb);
        return;
    }
    const uint32_t queued = m_napi->Enqueue(core, skb);
    if (!more || queued > Napi::WEIGHT)
    {
        ++m_stats.napiPolls;
        m_napi->Schedule(core);
    }
}

// ---- write() of a process

bool
TunRx::CanBuildSkb(uint32_t bytes, bool nonblock) const
{
    const SkbLayout& layout = m_host.GetLayout();
    const uint32_t pad = layout.GetParameters().ipAlign + NET_SKB_PAD;
    const uint32_t needed = SkbLayout::DataAlign(bytes + pad + layout.GetParameters().headroom) +
                            layout.GetSharedInfo();
    return m_parameters.tap && nonblock && needed <= layout.GetParameters().pageSize;
}

bool
TunRx::Write(CpuCore& core, LineSet& user, uint32_t bytes, bool nonblock)
{
    const Ticks called = core.Now();
    CpuCore::Scope scope(core, Fn::tun_get_user);
    core.Read(m_tunLines);
    ++m_stats.packets;
    const uint64_t dropped = m_stats.xdp_drops;
    const bool build = CanBuildSkb(bytes, nonblock);
    Skb* skb = build ? BuildSkb(core, user, bytes) : AllocSkb(core, user, bytes);
    if (skb != nullptr && !build && m_parameters.program)
    {
        skb->sentAt = called;
        skb = GenericXdp(core, skb);
    }
    if (skb == nullptr)
    {
        const bool byProgram = m_stats.xdp_drops != dropped;
        m_stats.rx_drops += byProgram ? 0 : 1;
        return byProgram;
    }
    skb->sentAt = called;
    core.System(SystemCost::BhPair);
    const Context outer = core.SetContext(Context::BhDisabled);
    PassUp(core, skb, false);
    core.SetContext(outer);
    return true;
}

// tun_build_skb(): the task's block is not advanced over a frame that the program drops.
Skb*
TunRx::BuildSkb(CpuCore& core, LineSet& user, uint32_t bytes)
{
    CpuCore::Scope scope(core, Fn::tun_build_skb);
    const SkbLayout& layout = m_host.GetLayout();
    uint32_t pad = layout.GetParameters().ipAlign + NET_SKB_PAD;
    pad += m_parameters.program ? layout.GetParameters().headroom : 0;
    const uint32_t size = SkbLayout::DataAlign(bytes + pad) + layout.GetSharedInfo();
    if (!m_taskFrag.Refill(core, size) || m_taskFrag.GetRoom() < size)
    {
        return nullptr;
    }
    LineSet& lines = m_lines.Of({m_taskFrag.GetPage(), m_taskFrag.GetOffset(), size});
    CopyFromUser(core, user, 0, lines, pad, bytes);
    if (m_parameters.program)
    {
        core.System(SystemCost::BhPair);
        if (RunProgram(core, lines, pad, bytes, core.Now()) != XdpVerdict::Pass)
        {
            return nullptr;
        }
    }
    const PageFragment piece = m_taskFrag.Take(core, size);
    Skb* skb = m_skbs.BuildSkb(core, *piece.page, piece.offset, piece.size, &lines);
    if (skb == nullptr)
    {
        m_skbs.GetPages().PutPage(core, *piece.page);
        return nullptr;
    }
    skb->Reserve(pad);
    skb->Put(bytes);
    return skb;
}

// tun_alloc_skb(), sock_alloc_send_pskb(): linear below a page, else a page's worth and fragments.
Skb*
TunRx::AllocSkb(CpuCore& core, LineSet& user, uint32_t bytes)
{
    CpuCore::Scope scope(core, Fn::sock_alloc_send_pskb);
    const SkbLayout& layout = m_host.GetLayout();
    const uint32_t pad = layout.GetParameters().ipAlign + NET_SKB_PAD;
    const uint32_t page = layout.GetParameters().pageSize;
    const uint32_t linear =
        pad + bytes < page ? bytes : std::min(bytes, layout.WithOverhead(page - pad));
    Skb* skb = m_skbs.AllocSkb(core, pad + linear);
    if (skb == nullptr)
    {
        return nullptr;
    }
    skb->Reserve(pad);
    CopyFromUser(core, user, 0, *skb->head->lines, skb->head->base + skb->data, linear);
    skb->Put(linear);
    if (linear < bytes && !AddFrags(core, *skb, user, linear, bytes - linear))
    {
        m_skbs.KfreeSkb(core, skb);
        return nullptr;
    }
    skb->owner = this;
    core.Atomic(m_wmemLine);
    m_wmemAlloc += skb->truesize;
    return skb;
}

// alloc_skb_with_frags(): the largest blocks that are not larger than what is left.
bool
TunRx::AddFrags(CpuCore& core, Skb& skb, LineSet& user, uint32_t offset, uint32_t bytes)
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
        Page* block = pages.AllocPages(core, order, FootprintOwner::RxPages);
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
TunRx::CopyFromUser(CpuCore& core,
                    LineSet& user,
                    uint32_t offset,
                    LineSet& to,
                    uint32_t byte,
                    uint32_t bytes)
{
    CpuCore::Scope scope(core, Fn::copy_from_iter);
    core.System(SystemCost::UserAccess);
    core.Copy(user, offset, to, byte, bytes);
}

// do_xdp_generic() on an skb: a private copy first, as its headroom is below XDP_PACKET_HEADROOM.
Skb*
TunRx::GenericXdp(CpuCore& core, Skb* skb)
{
    const Ticks sentAt = skb->sentAt;
    core.System(SystemCost::BhPair);
    const Context outer = core.SetContext(Context::BhDisabled);
    skb = m_copy->Convert(core, skb);
    if (skb != nullptr)
    {
        const SkbData& head = *skb->head;
        if (RunProgram(core, *head.lines, head.base + skb->data, skb->HeadLen(), sentAt) !=
            XdpVerdict::Pass)
        {
            m_skbs.KfreeSkb(core, skb);
            skb = nullptr;
        }
    }
    core.SetContext(outer);
    return skb;
}

// sock_wfree()
void
TunRx::Wfree(CpuCore& core, Skb& skb)
{
    core.Atomic(m_wmemLine);
    m_wmemAlloc -= skb.truesize;
}

bool
TunRx::IsDrained() const
{
    return !m_napi || (m_napi->GetLength() == 0 && !m_napi->IsScheduled());
}

void
TunRx::Close(CpuCore& core)
{
    if (m_napi)
    {
        m_napi->Purge(core);
    }
    PutTunPage(core);
    m_taskFrag.Drop(core);
    if (m_pool)
    {
        m_pool->Destroy(core);
    }
}

} // namespace ns3
