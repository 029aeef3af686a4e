/* SPDX-License-Identifier: GPL-2.0-only */
#include "live-frames.h"

#include "ns3/linux-host.h"
#include "ns3/log.h"
#include "ns3/skb-allocator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveFrames");

NS_OBJECT_ENSURE_REGISTERED(LiveFrames);

namespace
{

/** The frame struct lies right behind the head record, at the front of the headroom. */
constexpr uint32_t DATA_OFFSET = LiveFrames::HEAD_BYTES + LiveFrames::HEADROOM;

} // namespace

TypeId
LiveFrames::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LiveFrames")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<LiveFrames>()
            .AddAttribute("Batch",
                          "batch_size [frames]",
                          UintegerValue(64),
                          MakeUintegerAccessor(&LiveFrames::m_batch),
                          MakeUintegerChecker<uint32_t>(1, MAX_BATCH))
            .AddAttribute("PoolSize",
                          "pool_size of a call's page_pool [entries]; 0 follows Batch",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LiveFrames::m_poolSize),
                          MakeUintegerChecker<uint32_t>(0, PagePool::MAX_SIZE))
            .AddAttribute("FrameSize",
                          "A frame with its Ethernet header, without FCS [B]",
                          UintegerValue(64),
                          MakeUintegerAccessor(&LiveFrames::m_frameSize),
                          MakeUintegerChecker<uint32_t>(14, 65536));
    return tid;
}

LiveFrames::LiveFrames() = default;

LiveFrames::~LiveFrames() = default;

uint32_t
LiveFrames::GetMaxFrame(const SkbLayout& layout)
{
    return layout.GetParameters().pageSize - DATA_OFFSET - layout.GetSharedInfo();
}

LiveFrames::Process::Process(HostCpu& cpu, LiveFrames& live)
    : Task(cpu, "live-frames"),
      m_live(live)
{
}

bool
LiveFrames::Process::Preemptible() const
{
    return !IsBhDisabled();
}

void
LiveFrames::Process::Step(CpuCore& core)
{
    m_live.Step(core);
}

void
LiveFrames::Connect(Ptr<LinuxHost> host,
                    uint32_t cpu,
                    Ptr<XdpProgram> program,
                    XdpFrameSink* target,
                    SkbSink* up)
{
    NS_LOG_FUNCTION(this << cpu);
    const uint32_t most = GetMaxFrame(host->GetLayout());
    NS_ABORT_MSG_IF(m_frameSize > most,
                    "FrameSize = " << m_frameSize << " does not fit a page; accepted: 14.."
                                   << most);
    m_host = host;
    m_host->AddStatsClient(*this);
    m_program = program;
    m_target = target;
    m_up = up;
    m_queue = std::make_unique<XdpBulkQueue>(XdpFrames::Of(*host), Fn::bq_xmit_all, false);
    m_process = std::make_unique<Process>(host->GetCpu(cpu), *this);
    m_packet = LineSet(static_cast<uint16_t>((m_frameSize + LINE_BYTES - 1) / LINE_BYTES));
}

void
LiveFrames::Start(uint64_t frames)
{
    NS_LOG_FUNCTION(this << frames);
    NS_ABORT_MSG_IF(!m_process, "live frames need a host before they start");
    NS_ABORT_MSG_IF(m_calling, "live frames are being sent already");
    m_endless = frames == 0;
    m_todo = frames;
    m_calling = true;
    m_process->WakeAt(m_host->Now());
}

void
LiveFrames::Stop()
{
    m_endless = false;
    m_todo = 0;
}

void
LiveFrames::Step(CpuCore& core)
{
    if (m_inBatch)
    {
        if (m_left == 0 || !RunOne(core))
        {
            EndBatch(core);
        }
        return;
    }
    if (!m_calling)
    {
        m_process->Sleep();
        return;
    }
    if (m_pool == nullptr || m_pool->IsDestroyed())
    {
        BeginCall(core);
    }
    if (!m_endless && m_todo == 0)
    {
        EndCall(core);
        return;
    }
    BeginBatch(core);
}

// xdp_test_run_setup()
void
LiveFrames::BeginCall(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::syscall_entry);
    core.System(SystemCost::Syscall);
    ++m_stats.calls;
    RetryRelease(core);
    PagePoolParameters parameters;
    parameters.poolSize = m_poolSize == 0 ? m_batch : m_poolSize;
    parameters.init = this;
    m_pool = std::make_unique<PagePool>(m_host->GetPages(),
                                        m_host->GetKernel(),
                                        parameters,
                                        &m_host->GetFootprint());
}

// xdp_test_run_teardown()
void
LiveFrames::EndCall(CpuCore& core)
{
    m_pool->Destroy(core);
    m_calling = false;
    m_end = core.Now();
    m_process->Sleep();
}

void
LiveFrames::BeginBatch(CpuCore& core)
{
    core.System(SystemCost::BhPair);
    core.SetContext(Context::BhDisabled);
    m_process->SetBhDisabled(true);
    m_inBatch = true;
    m_left = m_endless ? m_batch : static_cast<uint32_t>(std::min<uint64_t>(m_todo, m_batch));
    core.Write(m_recordLine);
}

// The body of the loop in xdp_test_run_batch(); false without memory.
bool
LiveFrames::RunOne(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::xdp_test_run_batch);
    --m_left;
    m_todo -= m_endless || m_todo == 0 ? 0 : 1;
    const Ticks begun = core.Now();
    Page* page = m_pool->AllocPages(core);
    if (page == nullptr)
    {
        ++m_stats.noMemory;
        return false;
    }
    core.Read(page->body, 0, HEAD_BYTES + XdpFrame::BYTES); // reset_ctx(), ctx_was_changed()
    const XdpVerdict verdict = m_program->Run(core, page->body, DATA_OFFSET, m_frameSize);
    XdpFrame* frame = XdpFrames::Of(*m_host).FromPool(*page,
                                                      HEAD_BYTES,
                                                      m_host->GetPages().GetPageSize() - HEAD_BYTES,
                                                      HEADROOM,
                                                      m_frameSize);
    frame->sentAt = begun;
    ++m_stats.frames;
    Act(core, verdict, frame);
    return true;
}

void
LiveFrames::Act(CpuCore& core, XdpVerdict verdict, XdpFrame* frame)
{
    switch (verdict)
    {
    case XdpVerdict::Pass:
        ++m_stats.pass;
        m_passed[m_passedCount++] = frame;
        return;
    case XdpVerdict::Drop: {
        ++m_stats.drop;
        CpuCore::Scope scope(core, Fn::xdp_return_buff);
        XdpFrames::Of(*m_host).Return(core, frame);
        return;
    }
    default: {
        ++(verdict == XdpVerdict::Tx ? m_stats.tx : m_stats.redirect);
        CpuCore::Scope scope(core, Fn::xdp_do_redirect);
        CpuCore::Scope enqueue(core, Fn::bq_enqueue);
        m_queue->Enqueue(core, *m_target, frame);
    }
    }
}

// xdp_recv_frames(): frames without an sk_buff are returned, as the kernel does with all of them.
void
LiveFrames::RecvFrames(CpuCore& core)
{
    CpuCore::Scope scope(core, Fn::xdp_recv_frames);
    XdpFrames& frames = XdpFrames::Of(*m_host);
    const uint32_t got = m_host->GetSkbs().AllocSkbBulk(core, m_passedCount, m_skbs.data());
    for (uint32_t i = 0; i < m_passedCount; ++i)
    {
        if (i >= got)
        {
            --m_stats.pass;
            ++m_stats.drop;
            frames.Return(core, m_passed[i]);
            continue;
        }
        CpuCore::Scope build(core, Fn::__xdp_build_skb_from_frame);
        core.Read(m_passed[i]->page->body, HEAD_BYTES, XdpFrame::BYTES);
        frames.BuildSkb(core, *m_skbs[i], m_passed[i]);
        CpuCore::Scope type(core, Fn::eth_type_trans);
        m_skbs[i]->ReadData(core, 0, SkbLayout::HARD_HEADER);
        m_skbs[i]->Pull(SkbLayout::HARD_HEADER);
    }
    CpuCore::Scope list(core, Fn::netif_receive_skb_list);
    for (uint32_t i = 0; i < got; ++i)
    {
        m_up->Receive(core, m_skbs[i]);
    }
    m_passedCount = 0;
}

void
LiveFrames::EndBatch(CpuCore& core)
{
    if (m_target != nullptr)
    {
        m_queue->Flush(core, *m_target);
    }
    if (m_passedCount > 0)
    {
        RecvFrames(core);
    }
    ++m_stats.batches;
    m_inBatch = false;
    m_left = 0;
    m_process->SetBhDisabled(false);
}

// xdp_test_run_init_page()
void
LiveFrames::InitPage(CpuCore& core, Page& page)
{
    CpuCore::Scope scope(core, Fn::xdp_test_run_init_page);
    ++m_stats.inits;
    core.Copy(m_packet, 0, page.body, DATA_OFFSET, m_frameSize);
    core.Write(page.body, 0, HEAD_BYTES + XdpFrame::BYTES);
}

void
LiveFrames::RetryRelease(CpuCore& core)
{
    if (m_pool != nullptr)
    {
        m_dying.push_back(std::move(m_pool));
    }
    const auto free = [&core](const std::unique_ptr<PagePool>& pool) {
        return pool->RetryRelease(core) == 0;
    };
    m_dying.erase(std::remove_if(m_dying.begin(), m_dying.end(), free), m_dying.end());
}

std::string
LiveFrames::Close(CpuCore& core)
{
    NS_ABORT_MSG_IF(m_calling, "live frames are still being sent");
    if (m_pool == nullptr)
    {
        return "";
    }
    m_pool->RetryRelease(core);
    std::string wrong = m_pool->CheckEqualities();
    const auto out = [](const std::unique_ptr<PagePool>& pool) { return pool->GetInFlight() != 0; };
    if (m_pool->GetInFlight() != 0 || std::any_of(m_dying.begin(), m_dying.end(), out))
    {
        wrong = "pages of a live frames' page_pool are still out";
    }
    return wrong;
}

void
LiveFrames::ResetStats()
{
    m_stats = Stats();
    if (m_queue)
    {
        m_queue->ResetStats();
    }
}

void
LiveFrames::DoDispose()
{
    if (m_host)
    {
        m_host->RemoveStatsClient(*this);
    }
    m_process.reset();
    m_queue.reset();
    m_pool.reset();
    m_dying.clear();
    m_program = nullptr;
    m_host = nullptr;
    Object::DoDispose();
}

} // namespace ns3
