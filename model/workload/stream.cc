/* SPDX-License-Identifier: GPL-2.0-only */
#include "stream.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/host-stack.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Stream);

namespace
{

/** IP and TCP headers with timestamps: what an MTU has beyond the payload [bytes]. */
constexpr uint32_t TCP_IP_HEADERS = 52;
/** Longest packet of IPv4 (IP_MAX_MTU), whatever the device could take [bytes]. */
constexpr uint64_t IP_MAX_MTU = 65535;
/** A line set counts its lines in 16 bits: no buffer of a process beyond 4 MiB. */
constexpr uint32_t MAX_BUFFER = 65535 * LINE_BYTES;

} // namespace

TypeId
Stream::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Stream")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<Stream>()
            .AddAttribute("SendSize",
                          "Bytes of a send call [B]",
                          UintegerValue(131072),
                          MakeUintegerAccessor(&Stream::m_sendSize),
                          MakeUintegerChecker<uint32_t>(1, MAX_BUFFER))
            .AddAttribute("ReadSize",
                          "Bytes of a read call [B]",
                          UintegerValue(131072),
                          MakeUintegerAccessor(&Stream::m_readSize),
                          MakeUintegerChecker<uint32_t>(1, MAX_BUFFER))
            .AddAttribute("RcvBuf",
                          "Receive buffer of the socket, SO_RCVBUF doubled [B]; 0 = autotuned",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Stream::m_rcvbuf),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ReadGap",
                          "Time that the reading program spends between two read calls; it varies "
                          "so that sender and reader do not lock into one rhythm [ns]",
                          StringValue("ns3::UniformRandomVariable[Min=0|Max=2000]"),
                          MakePointerAccessor(&Stream::m_readGap),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Gso",
                          "TCP builds skbs of many segments",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Stream::m_gso),
                          MakeBooleanChecker())
            .AddAttribute("SegmentCycles",
                          "Fitted base of the test bed: the default is the veth thread's "
                          "(doc/calibration.md) [core cycles per segment]",
                          DoubleValue(313.3),
                          MakeDoubleAccessor(&Stream::m_segmentCycles),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("ByteCycles",
                          "Fitted per-byte cost of the test bed: the default is the veth "
                          "thread's (doc/calibration.md) [core cycles per byte]",
                          DoubleValue(0.1979),
                          MakeDoubleAccessor(&Stream::m_byteCycles),
                          MakeDoubleChecker<double>(0));
    return tid;
}

Stream::Stream() = default;

Stream::~Stream() = default;

uint32_t
Stream::MssOf(uint64_t mtu)
{
    return static_cast<uint32_t>(std::min(mtu, IP_MAX_MTU)) - TCP_IP_HEADERS;
}

void
Stream::Connect(Ptr<HostNetDevice> from,
                Ptr<HostNetDevice> to,
                bool deviceSegments,
                uint32_t txCpu,
                uint32_t rxCpu)
{
    LinuxHost& host = from->GetHost();
    m_mss = MssOf(from->GetFullMtu());
    TcpSenderParameters tx;
    tx.mss = m_mss;
    tx.gso = m_gso;
    tx.deviceSegments = deviceSegments;
    tx.segmentTicks = static_cast<Ticks>(std::llround(m_segmentCycles * TICKS_PER_CYCLE));
    tx.byteTicks256 = static_cast<Ticks>(std::llround(m_byteCycles * TICKS_PER_CYCLE * 256));
    TcpReceiverParameters rx;
    rx.mss = m_mss;
    rx.rcvbuf = m_rcvbuf;
    m_receiver =
        std::make_unique<TcpReceiver>(host, *to, HostStack::Of(host).GetDeferredFree(), rx);
    tx.firstWindow = m_receiver->GetQueue().InitialWindow();
    m_sender = std::make_unique<TcpSender>(host, *from, tx);
    from->SetProtocol(m_sender.get());
    to->SetProtocol(m_receiver.get());
    m_writer = std::make_unique<StreamWriter>(host.GetCpu(txCpu), *m_sender, m_sendSize);
    m_reader =
        std::make_unique<StreamReader>(host.GetCpu(rxCpu), *m_receiver, m_readSize, m_readGap);
}

int64_t
Stream::AssignStreams(int64_t stream)
{
    m_readGap->SetStream(stream);
    return 1;
}

void
Stream::Start()
{
    m_reader->WakeAt(0);
    m_writer->WakeAt(0);
}

void
Stream::ResetStats()
{
    m_sender->ResetStats();
    m_receiver->ResetStats();
}

void
Stream::Purge(CpuCore& core)
{
    m_sender->Purge(core);
    m_receiver->Purge(core);
}

std::string
Stream::CheckEqualities() const
{
    if (m_receiver->GetReceived() > m_sender->GetWritten())
    {
        return "more was received than written";
    }
    const std::string wrong = m_sender->CheckEqualities();
    return wrong.empty() ? m_receiver->CheckEqualities() : wrong;
}

void
Stream::DoDispose()
{
    m_writer.reset();
    m_reader.reset();
    m_sender.reset();
    m_receiver.reset();
    Object::DoDispose();
}

} // namespace ns3
