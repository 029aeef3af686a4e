/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_TUN_FIXTURE_H
#define LINUX_DATAPATH_TUN_FIXTURE_H

#include "veth-fixture.h"

#include "ns3/tun-vhost-helper.h"

#include <vector>

namespace ns3
{
namespace tuntest
{

/** @brief Layout of an skb as it came up, frame with its Ethernet header. */
struct SeenSkb
{
    uint32_t linear;             //!< bytes of the frame in the head
    uint32_t headroom;           //!< in front of the Ethernet header
    std::vector<uint32_t> frags; //!< lengths of the fragments
    uint32_t truesize;           //!< truesize
};

/** @brief The stack above a tap: notes every skb and frees it. */
class Recorder : public SkbSink
{
  public:
    explicit Recorder(SkbAllocator& skbs)
        : m_skbs(skbs)
    {
    }

    bool Receive(CpuCore& core, Skb* skb) override
    {
        SeenSkb s{skb->HeadLen() + 14, skb->Headroom() - 14, {}, skb->truesize};
        for (const SkbFrag& frag : skb->head->frags)
        {
            s.frags.push_back(frag.size);
        }
        seen.push_back(s);
        m_skbs.ConsumeSkb(core, skb);
        return true;
    }

    std::vector<SeenSkb> seen; //!< what came up

  private:
    SkbAllocator& m_skbs; //!< where skbs are freed
};

/** @brief A host of kernel 6.18 and a tap under a recorder. */
class TunTest : public vethtest::VethTest
{
  protected:
    TunTest()
        : VethTest("6.18"),
          up(host->GetSkbs())
    {
    }

    ~TunTest() override
    {
        if (tap)
        {
            tap->Dispose();
        }
    }

    /** A tap, not open yet. */
    void MakeTap()
    {
        if (tap)
        {
            tap->Dispose();
        }
        tap = tuns.Install(node);
        tap->SetProtocol(&up);
    }

    /** Close the tap; pages, skbs and clocks are in order. */
    void ExpectTapConserved()
    {
        tap->Close(Core());
        ExpectConserved();
    }

    Recorder up;           //!< above the tap
    TunVhostHelper tuns;   //!< makes taps
    Ptr<TunNetDevice> tap; //!< the tap
};

} // namespace tuntest
} // namespace ns3

#endif // LINUX_DATAPATH_TUN_FIXTURE_H
