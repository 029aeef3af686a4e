/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STREAM_FIXTURE_H
#define LINUX_DATAPATH_STREAM_FIXTURE_H

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/footprint-meter.h"
#include "ns3/host-stack.h"
#include "ns3/linux-host-helper.h"
#include "ns3/simulator.h"
#include "ns3/stream-reader.h"
#include "ns3/stream-writer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/veth-helper.h"
#include "ns3/veth-net-device.h"

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace ns3
{
namespace tcptest
{

/** @brief Sees what a socket sends, and may lose it on the way. */
class Tap : public SkbSink
{
  public:
    Tap(SkbAllocator& skbs, SkbSink& next)
        : m_skbs(skbs),
          m_next(next)
    {
    }

    bool Receive(CpuCore& core, Skb* skb) override
    {
        if (filter && !filter(*skb))
        {
            m_skbs.KfreeSkb(core, skb);
            return true;
        }
        return m_next.Receive(core, skb);
    }

    std::function<bool(const Skb&)> filter{}; //!< false: it gets lost

  private:
    SkbAllocator& m_skbs; //!< where lost skbs go
    SkbSink& m_next;      //!< the device
};

/** @brief What a stream is made of. */
struct StreamOptions
{
    std::string kernel{"6.4"};             //!< profile
    std::string machine{"xeon-gold-6140"}; //!< profile
    std::string buffers{"page-pool"};      //!< of the receiving end
    std::string gro{"kernel"};             //!< of both ends
    bool program{true};                    //!< XDP_PASS at the receiving end
    bool threaded{false};                  //!< NAPI in a thread
    bool gso{true};                        //!< skbs of many segments
    bool bound{false};                     //!< run by events of ns-3
    uint32_t mtu{1500};                    //!< of both ends [bytes]
    uint32_t ring{256};                    //!< entries
    uint32_t poolRing{0};                  //!< entries, 0: as the ring
    uint32_t rxCpu{1};                     //!< core of the reader
    uint32_t rcvbuf{0};                    //!< [bytes], 0: autotuned
    uint32_t sendSize{131072};             //!< [bytes]
    uint32_t readSize{131072};             //!< [bytes]
};

/** @brief A TCP stream over a veth pair with a tap behind each socket. */
class StreamRig
{
  public:
    explicit StreamRig(const StreamOptions& options = {})
        : mss(options.mtu - 52)
    {
        LinuxHostHelper hosts;
        hosts.SetKernel(options.kernel);
        hosts.SetMachine(options.machine);
        hosts.SetAttribute("Bound", BooleanValue(options.bound));
        Ptr<Node> node = CreateObject<Node>();
        host = hosts.Install(node);
        MakePair(node, options);
        tapTx = std::make_unique<Tap>(host->GetSkbs(), *a);
        tapRx = std::make_unique<Tap>(host->GetSkbs(), *b);
        TcpReceiverParameters rx;
        rx.mss = mss;
        rx.rcvbuf = options.rcvbuf;
        DeferredFree& deferred = HostStack::Of(*host).GetDeferredFree();
        receiver = std::make_unique<TcpReceiver>(*host, *tapRx, deferred, rx);
        TcpSenderParameters tx;
        tx.mss = mss;
        tx.gso = options.gso;
        tx.deviceSegments = !options.program;
        tx.firstWindow = receiver->GetQueue().InitialWindow();
        sender = std::make_unique<TcpSender>(*host, *tapTx, tx);
        a->SetProtocol(sender.get());
        b->SetProtocol(receiver.get());
        b->Open();
        MakeProcesses(options);
    }

    ~StreamRig()
    {
        writer.reset();
        reader.reset();
        a->Dispose();
        b->Dispose();
        sender.reset();
        receiver.reset();
        host->Dispose();
    }

    void Start(bool read = true)
    {
        writer->WakeAt(host->Now());
        if (read)
        {
            reader->WakeAt(host->Now());
        }
    }

    void Run(uint32_t microseconds)
    {
        host->RunFor(MicroSeconds(microseconds));
    }

    /** Both sockets' books are whole. */
    void ExpectBooks() const
    {
        EXPECT_EQ(sender->CheckEqualities(), "");
        EXPECT_EQ(receiver->CheckEqualities(), "");
        EXPECT_LE(receiver->GetCopied(), receiver->GetReceived());
        EXPECT_LE(receiver->GetReceived(), sender->GetWritten());
    }

    /** Take everything apart: nothing may be left anywhere. */
    void Close()
    {
        ExpectBooks();
        CpuCore& core = host->GetCpu(0).GetCore();
        HostStack& stack = HostStack::Of(*host);
        sender->Purge(core);
        receiver->Purge(core);
        stack.GetBacklogs().Purge(core);
        stack.GetDeferredFree().Purge(core);
        a->Close(core);
        b->Close(core);
        host->GetSkbs().DrainNapiCaches(core);
        EXPECT_TRUE(sender->IsEmpty());
        EXPECT_EQ(receiver->GetQueue().GetRmemAlloc(), 0);
        const SkbAllocatorStats& s = host->GetSkbs().GetStats();
        EXPECT_EQ(s.allocated, s.freed);
        EXPECT_EQ(s.dataCreated, s.dataFreed);
        const PageAudit audit = host->GetPages().Audit();
        EXPECT_TRUE(audit.consistent);
        EXPECT_EQ(audit.created, audit.buddy + audit.pcp + audit.used);
        for (std::size_t i = 0; i < FOOTPRINT_OWNER_COUNT; ++i)
        {
            const auto owner = static_cast<FootprintOwner>(i);
            if (owner != FootprintOwner::PtrRing)
            {
                EXPECT_EQ(host->GetFootprint().Get(owner), 0) << FootprintOwnerName(owner);
            }
        }
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    const uint32_t mss;                    //!< payload of a segment [bytes]
    Ptr<LinuxHost> host;                   //!< host
    Ptr<VethNetDevice> a;                  //!< sending end
    Ptr<VethNetDevice> b;                  //!< receiving end
    std::unique_ptr<Tap> tapTx;            //!< behind the sender
    std::unique_ptr<Tap> tapRx;            //!< behind the receiver
    std::unique_ptr<TcpSender> sender;     //!< sending socket
    std::unique_ptr<TcpReceiver> receiver; //!< receiving socket
    std::unique_ptr<StreamWriter> writer;  //!< sending process
    std::unique_ptr<StreamReader> reader;  //!< receiving process

  private:
    void MakePair(Ptr<Node> node, const StreamOptions& options)
    {
        VethHelper veth;
        veth.SetDeviceAttribute("Mtu", UintegerValue(options.mtu));
        veth.SetDeviceAttribute("RingSize", UintegerValue(options.ring));
        veth.SetDeviceAttribute("PoolRingSize", UintegerValue(options.poolRing));
        veth.SetDeviceAttribute("Buffers", StringValue(options.buffers));
        veth.SetDeviceAttribute("Gro", StringValue(options.gro));
        veth.SetDeviceAttribute("Threaded", BooleanValue(options.threaded));
        veth.SetDeviceAttribute("ThreadCpu", UintegerValue(options.rxCpu));
        const NetDeviceContainer ends = veth.Install(node);
        a = DynamicCast<VethNetDevice>(ends.Get(0));
        b = DynamicCast<VethNetDevice>(ends.Get(1));
        if (options.program)
        {
            b->SetXdpProgram(CreateObject<XdpProgram>());
        }
    }

    void MakeProcesses(const StreamOptions& options)
    {
        Ptr<UniformRandomVariable> gap = CreateObject<UniformRandomVariable>();
        gap->SetAttribute("Max", DoubleValue(2000));
        gap->SetStream(1);
        writer = std::make_unique<StreamWriter>(host->GetCpu(0), *sender, options.sendSize);
        reader = std::make_unique<StreamReader>(host->GetCpu(options.rxCpu),
                                                *receiver,
                                                options.readSize,
                                                gap);
    }
};

/** @brief Cleans the simulator up behind each test. */
class StreamTest : public ::testing::Test
{
  protected:
    ~StreamTest() override
    {
        Simulator::Destroy();
    }
};

} // namespace tcptest
} // namespace ns3

#endif // LINUX_DATAPATH_STREAM_FIXTURE_H
