/* SPDX-License-Identifier: GPL-2.0-only */
#include "veth-fixture.h"

namespace ns3
{
namespace vethtest
{

/** @brief What a ring holds: skbs that a peer sent, or frames that another program sent. */
enum class Form
{
    Skb,
    Frame
};

/** @brief b decides; a passes what comes back; c's peer d drops what is redirected. */
class VethVerdictTest : public VethTest, public ::testing::WithParamInterface<Form>
{
  protected:
    static constexpr uint32_t FRAMES = 100; //!< offered, fits into the ring

    void Build(const std::string& verdict)
    {
        MakeEnds();
        Ptr<VethNetDevice> c;
        std::tie(c, d) = MakePair();
        d->SetProtocol(meterA.get());
        a->SetXdpProgram(MakeProgram("pass"));
        b->SetXdpProgram(MakeProgram(verdict));
        d->SetXdpProgram(MakeProgram("drop"));
        b->SetRedirectTarget(PeekPointer(d));
        for (const auto& end : {a, b, d})
        {
            end->Open();
        }
    }

    /** Frames in the form under test, FRAMES in one step. */
    void Offer(uint32_t linear = 60, uint32_t frag = 0)
    {
        if (GetParam() == Form::Skb)
        {
            EXPECT_EQ(SendDatagrams(FRAMES, linear + frag), FRAMES);
            return;
        }
        InOneStep([this, linear, frag](CpuCore& core) {
            for (uint32_t i = 0; i < FRAMES; ++i)
            {
                XdpFrame* frame = maker->MakeFrame(core, linear, frag);
                EXPECT_EQ(b->XdpXmit(core, &frame, 1, true), 1u);
            }
        });
    }

    const VethRxStats& Stats() const
    {
        return b->GetRxQueues().at(0)->GetRxStats();
    }

    Ptr<VethNetDevice> d; //!< end that redirected frames reach
};

INSTANTIATE_TEST_SUITE_P(Forms,
                         VethVerdictTest,
                         ::testing::Values(Form::Skb, Form::Frame),
                         [](const auto& info) {
                             return info.param == Form::Skb ? "Skb" : "Frame";
                         });

TEST_P(VethVerdictTest, PassGoesUpTheStack)
{
    Build("pass");
    Offer();
    EXPECT_EQ(Stats().xdp_packets, FRAMES);
    EXPECT_EQ(Stats().xdp_bytes, FRAMES * 60);
    EXPECT_EQ(Stats().passed, FRAMES);
    EXPECT_EQ(meterB->GetStats().passed, FRAMES);
    EXPECT_EQ(meterB->GetStats().bytes, FRAMES * 60);
    EXPECT_EQ(meterB->GetStats().kept, 0u);
    ExpectConserved();
}

TEST_P(VethVerdictTest, DropEndsInTheProgram)
{
    Build("drop");
    Offer();
    EXPECT_EQ(Stats().xdp_drops, FRAMES);
    EXPECT_EQ(Stats().passed, 0u);
    EXPECT_EQ(meterB->GetStats().kept, FRAMES);
    EXPECT_EQ(meterB->GetStats().frames, FRAMES);
    EXPECT_EQ(meterB->GetStats().bytes, FRAMES * 60);
    EXPECT_EQ(meterB->GetLatency().GetCount(), FRAMES);
    ExpectConserved();
}

TEST_P(VethVerdictTest, TxComesBackToTheOtherEnd)
{
    Build("tx");
    Offer();
    EXPECT_EQ(Stats().xdp_tx, FRAMES);
    EXPECT_EQ(Stats().xdp_tx_errors, 0u);
    EXPECT_EQ(QueueOf(a).GetRxStats().produced, FRAMES);
    EXPECT_EQ(QueueOf(a).GetRxStats().passed, FRAMES);
    EXPECT_EQ(meterA->GetStats().passed, FRAMES);
    EXPECT_EQ(meterA->GetStats().bytes, FRAMES * 60);
    EXPECT_EQ(meterB->GetStats().kept, FRAMES);
    ExpectConserved();
}

TEST_P(VethVerdictTest, RedirectReachesTheOtherPair)
{
    Build("redirect");
    Offer();
    EXPECT_EQ(Stats().xdp_redirect, FRAMES);
    EXPECT_EQ(Stats().redirect_errors, 0u);
    EXPECT_EQ(QueueOf(d).GetRxStats().xdp_drops, FRAMES);
    EXPECT_EQ(QueueOf(d).GetRxStats().xdp_bytes, FRAMES * 60);
    EXPECT_EQ(meterB->GetStats().kept, FRAMES);
    ExpectConserved();
}

TEST_P(VethVerdictTest, FragmentsGoAlong)
{
    for (const char* verdict : {"pass", "drop", "tx", "redirect"})
    {
        SCOPED_TRACE(verdict);
        Build(verdict);
        for (const auto& end : {a, b, d})
        {
            ASSERT_EQ(end->ChangeMtu(8000), "");
        }
        Offer(3520, 3000);
        EXPECT_EQ(Stats().xdp_packets, FRAMES);
        EXPECT_EQ(Stats().xdp_bytes, FRAMES * 6520);
        EXPECT_EQ(meterB->GetStats().bytes, FRAMES * 6520);
        ExpectConserved();
        meterB->ResetStats();
    }
}

TEST_P(VethVerdictTest, TxIntoAnEndWithoutAProgramIsAnError)
{
    MakeEnds();
    b->SetXdpProgram(MakeProgram("tx"));
    b->Open();
    Offer();
    EXPECT_EQ(Stats().xdp_tx, FRAMES);
    EXPECT_EQ(Stats().xdp_tx_errors, FRAMES);
    ExpectConserved();
}

TEST_P(VethVerdictTest, RedirectToNowhereIsAnError)
{
    MakeEnds();
    b->SetXdpProgram(MakeProgram("redirect"));
    b->Open();
    Offer();
    EXPECT_EQ(Stats().xdp_redirect, FRAMES);
    EXPECT_EQ(Stats().redirect_errors, FRAMES);
    ExpectConserved();
}

TEST_P(VethVerdictTest, AFullRingRefusesTheRestOfABulk)
{
    veth.SetDeviceAttribute("RingSize", UintegerValue(256));
    Build("tx");
    // a's ring holds 250 entries that its NAPI has not been told of
    InOneStep([this](CpuCore& core) {
        for (uint32_t i = 0; i < 250; ++i)
        {
            XdpFrame* frame = maker->MakeFrame(core, 60);
            ASSERT_EQ(a->XdpXmit(core, &frame, 1, false), 1u);
        }
    });
    Offer();
    // the first bulk of 16 meets six free slots; its kick lets the ring drain before the next poll
    EXPECT_EQ(Stats().xdp_tx, FRAMES);
    EXPECT_GE(Stats().xdp_tx_errors, 10u);
    EXPECT_EQ(QueueOf(a).GetRxStats().produced, 250 + FRAMES - Stats().xdp_tx_errors);
    EXPECT_EQ(QueueOf(a).GetRxStats().ring_full, Stats().xdp_tx_errors);
    ExpectConserved();
}

} // namespace vethtest
} // namespace ns3
