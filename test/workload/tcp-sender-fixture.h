/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TCP_SENDER_FIXTURE_H
#define LINUX_DATAPATH_TCP_SENDER_FIXTURE_H

#include "ns3/boolean.h"
#include "ns3/footprint-meter.h"
#include "ns3/linux-host-helper.h"
#include "ns3/simulator.h"
#include "ns3/tcp-sender.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3
{
namespace tcptest
{

/** @brief What a device was handed. */
struct Sent
{
    uint64_t seq;     //!< first byte
    uint32_t payload; //!< bytes
    bool push;        //!< PSH
};

inline bool
operator==(const Sent& a, const Sent& b)
{
    return a.seq == b.seq && a.payload == b.payload && a.push == b.push;
}

/** @brief Notes what it gets; frees it, keeps it, or refuses it. */
class RecordingSink : public SkbSink
{
  public:
    explicit RecordingSink(SkbAllocator& skbs)
        : m_skbs(skbs)
    {
    }

    bool Receive(CpuCore& core, Skb* skb) override
    {
        if (room == 0)
        {
            ++refused;
            m_skbs.KfreeSkb(core, skb);
            return false;
        }
        --room;
        sent.push_back({skb->seq, skb->payload, skb->push});
        if (hold)
        {
            held.push_back(skb);
            return true;
        }
        m_skbs.ConsumeSkb(core, skb);
        return true;
    }

    void FreeAll(CpuCore& core)
    {
        for (Skb* skb : held)
        {
            m_skbs.ConsumeSkb(core, skb);
        }
        held.clear();
    }

    std::vector<Sent> sent;    //!< taken, in order
    std::vector<Skb*> held;    //!< not freed yet
    uint64_t room{UINT64_MAX}; //!< skbs that it takes still
    uint64_t refused{0};       //!< skbs refused
    bool hold{false};          //!< keep what comes

  private:
    SkbAllocator& m_skbs; //!< where they go
};

/** @brief A sending socket without processes: the test writes and acknowledges. */
class TcpSenderTest : public ::testing::Test
{
  protected:
    static constexpr uint32_t MSS = 1448; //!< MTU 1500 [bytes]

    explicit TcpSenderTest(bool deviceSegments = false, uint32_t firstWindow = 65160)
    {
        LinuxHostHelper hosts;
        hosts.SetAttribute("Bound", BooleanValue(false));
        host = hosts.Install(CreateObject<Node>());
        device = std::make_unique<RecordingSink>(host->GetSkbs());
        TcpSenderParameters parameters;
        parameters.deviceSegments = deviceSegments;
        parameters.firstWindow = firstWindow;
        sender = std::make_unique<TcpSender>(*host, *device, parameters);
    }

    ~TcpSenderTest() override
    {
        sender.reset();
        host->Dispose();
        Simulator::Destroy();
    }

    /** Books are whole, and nothing stays charged, queued or held when all is taken apart. */
    void TearDown() override
    {
        EXPECT_EQ(sender->CheckEqualities(), "");
        sender->Purge(Core());
        device->FreeAll(Core());
        EXPECT_TRUE(sender->IsEmpty());
        const SkbAllocatorStats& s = host->GetSkbs().GetStats();
        EXPECT_EQ(s.allocated, s.freed);
        EXPECT_EQ(s.dataCreated, s.dataFreed);
        EXPECT_EQ(host->GetFootprint().Get(FootprintOwner::SendPages), 0);
    }

    /** A send call: as much as there is memory for. @return bytes taken */
    uint64_t Write(uint32_t bytes)
    {
        sender->LockSock(Core());
        uint32_t done = 0;
        while (done < bytes && sender->HasMemory())
        {
            done += sender->Append(Core(), m_user, 0, std::min(bytes - done, 65536U), Core().Now());
            if (sender->PushTail())
            {
                Push();
            }
        }
        sender->MarkPush();
        Push();
        Release();
        return done;
    }

    /** tcp_write_xmit() in the process. */
    void Push()
    {
        while (sender->BeginXmit(Core()))
        {
            while (sender->StepXmit(Core()))
            {
            }
            if (sender->WasRefused())
            {
                return;
            }
        }
    }

    /** release_sock() */
    void Release()
    {
        while (sender->ReleaseStep(Core()))
        {
            Push();
        }
    }

    /** An acknowledgement arrives. @param hole first byte behind the first hole, 0 for none */
    void Ack(uint64_t seq, uint32_t window = 65160, uint64_t hole = 0)
    {
        Skb* ack = host->GetSkbs().AllocSkb(Core(), 320);
        ack->Reserve(200);
        ack->Put(52);
        ack->isAck = true;
        ack->ackSeq = seq;
        ack->window = window;
        ack->seq = hole;
        sender->Receive(Core(), ack);
    }

    /** Time passes. */
    void Wait(uint32_t milliseconds)
    {
        host->RunFor(MilliSeconds(milliseconds));
    }

    /** @return segments handed to the device since the last call */
    std::vector<Sent> Take()
    {
        std::vector<Sent> taken;
        taken.swap(device->sent);
        return taken;
    }

    /** @return their bytes */
    static uint64_t BytesOf(const std::vector<Sent>& all)
    {
        uint64_t bytes = 0;
        for (const Sent& one : all)
        {
            bytes += one.payload;
        }
        return bytes;
    }

    const TcpSender::Stats& Stats() const
    {
        return sender->GetStats();
    }

    CpuCore& Core()
    {
        return host->GetCpu(0).GetCore();
    }

    Ptr<LinuxHost> host;                   //!< host
    std::unique_ptr<RecordingSink> device; //!< takes what is sent
    std::unique_ptr<TcpSender> sender;     //!< under test

  private:
    LineSet m_user{1024}; //!< what the process writes from
};

} // namespace tcptest
} // namespace ns3

#endif // LINUX_DATAPATH_TCP_SENDER_FIXTURE_H
