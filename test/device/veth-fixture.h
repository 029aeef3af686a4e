/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_VETH_FIXTURE_H
#define LINUX_DATAPATH_VETH_FIXTURE_H

#include "xdp/xdp-rig.h"

#include "ns3/boolean.h"
#include "ns3/linux-host-helper.h"
#include "ns3/packet-meter.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/veth-helper.h"
#include "ns3/veth-net-device.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <list>
#include <memory>
#include <string>

namespace ns3
{
namespace vethtest
{

/** @brief Does something once, as an interrupt of a core. */
class OneShot : public TimerClient
{
  public:
    explicit OneShot(std::function<void(CpuCore&)> body)
        : m_body(std::move(body))
    {
    }

  private:
    void Expire(CpuCore& core) override
    {
        m_body(core);
    }

    std::function<void(CpuCore&)> m_body; //!< what
};

/** @brief A host driven by RunFor(), and a pair of which core 0 sends into `a`. */
class VethTest : public ::testing::Test
{
  protected:
    explicit VethTest(const std::string& kernel = "6.4")
    {
        LinuxHostHelper hosts;
        hosts.SetKernel(kernel);
        hosts.SetAttribute("Bound", BooleanValue(false));
        node = CreateObject<Node>();
        host = hosts.Install(node);
        meterA = std::make_unique<PacketMeter>(host->GetSkbs());
        meterB = std::make_unique<PacketMeter>(host->GetSkbs());
        maker = std::make_unique<FrameMaker>(*host);
    }

    ~VethTest() override
    {
        m_shots.clear();
        for (const auto& end : m_ends)
        {
            end->Dispose();
        }
        host->Dispose();
        Simulator::Destroy();
    }

    /** Two ends without programs. */
    std::pair<Ptr<VethNetDevice>, Ptr<VethNetDevice>> MakePair()
    {
        const NetDeviceContainer made = veth.Install(node);
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_ends.push_back(DynamicCast<VethNetDevice>(made.Get(i)));
        }
        return {m_ends[m_ends.size() - 2], m_ends.back()};
    }

    /** The pair a, b with their meters. */
    void MakeEnds()
    {
        std::tie(a, b) = MakePair();
        a->SetProtocol(meterA.get());
        b->SetProtocol(meterB.get());
        b->SetXdpWatcher(meterB.get());
    }

    static Ptr<XdpProgram> MakeProgram(const std::string& verdict, bool frags = true)
    {
        Ptr<XdpProgram> program = CreateObject<XdpProgram>();
        program->SetAttribute("Verdict", StringValue(verdict));
        program->SetAttribute("Frags", BooleanValue(frags));
        return program;
    }

    /** As soon as possible, in one step of core 0 with softirqs off; then time passes. */
    void InOneStep(const std::function<void(CpuCore&)>& body)
    {
        m_shots.emplace_back(body);
        host->GetCpu(0).Arm(m_shots.back(), host->Now());
        host->RunFor(MilliSeconds(20));
    }

    /** A datagram with a kmalloc head, data at the Ethernet header. */
    Skb* MakeDatagram(CpuCore& core, uint32_t bytes = 60)
    {
        Skb* skb = host->GetSkbs().AllocSkb(core, 16 + bytes);
        skb->Reserve(16);
        skb->Put(bytes);
        skb->payload = bytes - 42;
        skb->push = true;
        skb->sentAt = core.Now();
        return skb;
    }

    /** @return how many of them were taken */
    uint32_t SendDatagrams(uint32_t count, uint32_t bytes = 60)
    {
        uint32_t taken = 0;
        InOneStep([&](CpuCore& core) {
            for (uint32_t i = 0; i < count; ++i)
            {
                taken += a->Receive(core, MakeDatagram(core, bytes)) ? 1 : 0;
            }
        });
        return taken;
    }

    static VethRxQueue& QueueOf(const Ptr<VethNetDevice>& end)
    {
        return *end->GetRxQueues().at(0);
    }

    /** Close everything: pages, skbs and frames are where they came from, books and clocks agree.
     */
    void ExpectConserved()
    {
        for (const auto& end : m_ends)
        {
            end->Close(Core());
        }
        const PageAudit audit = host->GetPages().Audit();
        EXPECT_TRUE(audit.consistent);
        EXPECT_EQ(audit.created, audit.buddy + audit.pcp + audit.used);
        const SkbAllocatorStats& skbs = host->GetSkbs().GetStats();
        EXPECT_EQ(skbs.allocated, skbs.freed);
        EXPECT_EQ(skbs.dataCreated, skbs.dataFreed);
        EXPECT_EQ(XdpFrames::Of(*host).GetInUse(), 0u);
        for (const auto& end : m_ends)
        {
            for (const auto& queue : end->GetRxQueues())
            {
                ExpectBooks(queue->GetRxStats());
                if (const PagePool* pool = queue->GetPool())
                {
                    EXPECT_EQ(pool->CheckEqualities(), "");
                    EXPECT_EQ(pool->GetInFlight(), 0);
                }
            }
        }
        host->SettleIdle();
        EXPECT_EQ(host->CheckLedgers(), "");
    }

    /** The equality of the class comment, of an empty ring. */
    static void ExpectBooks(const VethRxStats& s)
    {
        EXPECT_EQ(s.produced, s.xdp_packets);
        EXPECT_EQ(s.xdp_packets, s.passed + s.rx_drops + s.xdp_drops + s.xdp_tx + s.xdp_redirect);
    }

    CpuCore& Core()
    {
        return host->GetCpu(0).GetCore();
    }

    Ptr<Node> node;                      //!< with the host
    Ptr<LinuxHost> host;                 //!< the host
    VethHelper veth;                     //!< makes pairs
    Ptr<VethNetDevice> a;                //!< sending end
    Ptr<VethNetDevice> b;                //!< receiving end
    std::unique_ptr<PacketMeter> meterA; //!< above a
    std::unique_ptr<PacketMeter> meterB; //!< above b, and watching its program
    std::unique_ptr<FrameMaker> maker;   //!< makes frames

  private:
    std::vector<Ptr<VethNetDevice>> m_ends; //!< all ends
    std::list<OneShot> m_shots;             //!< steps ordered
};

} // namespace vethtest
} // namespace ns3

#endif // LINUX_DATAPATH_VETH_FIXTURE_H
