/* SPDX-License-Identifier: GPL-2.0-only */
#include "vhost-net.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum-attribute.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(VhostNet);

TypeId
VhostNet::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VhostNet")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<VhostNet>()
            .AddAttribute("Batch",
                          "Packets handed to the tap at once, VHOST_NET_BATCH [packets]",
                          UintegerValue(64),
                          MakeUintegerAccessor(&VhostNet::m_batch),
                          MakeUintegerChecker<uint32_t>(1, 512))
            .AddAttribute("Refill",
                          "How references on the blocks of buffers are taken",
                          MakeScopedEnumValue(VhostRefill::Bias),
                          MakeScopedEnumAccessor(&VhostNet::m_refill),
                          MakeScopedEnumChecker(VhostRefill::GetPage,
                                                "get-page",
                                                VhostRefill::Bias,
                                                "bias",
                                                VhostRefill::FragCache,
                                                "frag-cache"))
            .AddAttribute("PacketCycles",
                          "Base of the vhost thread's test bed: what a packet from the guest costs "
                          "the worker beyond the model [core cycles]",
                          DoubleValue(257.2),
                          MakeDoubleAccessor(&VhostNet::m_packetCycles),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("QueueSize",
                          "Descriptors of a virtqueue [entries]",
                          UintegerValue(256),
                          MakeUintegerAccessor(&VhostNet::m_size),
                          MakeUintegerChecker<uint32_t>(1, 32768))
            .AddAttribute("EventIdx",
                          "VIRTIO_RING_F_EVENT_IDX was negotiated",
                          BooleanValue(true),
                          MakeBooleanAccessor(&VhostNet::m_eventIdx),
                          MakeBooleanChecker())
            .AddAttribute("BufferFrame",
                          "Frame that a guest buffer holds besides its virtio header [B]",
                          UintegerValue(1514),
                          MakeUintegerAccessor(&VhostNet::m_frame),
                          MakeUintegerChecker<uint32_t>(60, 65535));
    return tid;
}

VhostNet::VhostNet() = default;

VhostNet::~VhostNet() = default;

void
VhostNet::Connect(Ptr<TunNetDevice> tap, uint32_t queue, uint32_t cpu)
{
    LinuxHost& host = tap->GetHost();
    VhostNetTxParameters p;
    p.batch = m_batch;
    p.refill = m_refill;
    p.xdp = tap->HasProgram();
    p.packetCycles = m_packetCycles;
    m_worker = std::make_unique<VhostWorker>(host.GetCpu(cpu));
    m_txQueue = std::make_unique<Virtqueue>(m_size, m_eventIdx, m_frame);
    m_rxQueue = std::make_unique<Virtqueue>(m_size, m_eventIdx, m_frame);
    m_tx = std::make_unique<VhostNetTx>(host, *m_worker, *m_txQueue, tap->GetRx(queue), p);
    m_rx = std::make_unique<VhostNetRx>(*m_worker, *m_rxQueue, tap->GetTx(queue));
}

void
VhostNet::Start(CpuCore& core)
{
    m_tx->Start(core);
    m_rx->Start(core);
}

void
VhostNet::Close(CpuCore& core)
{
    m_tx->Close(core);
    m_rx->Close(core);
}

void
VhostNet::ResetStats()
{
    m_tx->ResetStats();
    m_rx->ResetStats();
}

std::string
VhostNet::CheckEqualities() const
{
    const std::string wrong = m_txQueue->CheckEqualities();
    return wrong.empty() ? m_rxQueue->CheckEqualities() : wrong;
}

void
VhostNet::DoDispose()
{
    m_worker.reset();
    m_rx.reset();
    m_tx.reset();
    m_rxQueue.reset();
    m_txQueue.reset();
    Object::DoDispose();
}

} // namespace ns3
