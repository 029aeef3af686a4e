/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_GRO_FIXTURE_H
#define LINUX_DATAPATH_GRO_FIXTURE_H

#include "stack-fixture.h"

#include "ns3/gro.h"

#include <utility>

namespace ns3
{
namespace stacktest
{

/** @brief GRO with the default of 17 fragments. */
class GroTest : public StackTest
{
  protected:
    explicit GroTest(uint32_t maxFrags = 17)
        : StackTest(maxFrags),
          gro(skbs, sink, maxFrags, true)
    {
    }

    static constexpr uint32_t FRAMES = 45; //!< frames of a 64 KiB send at MTU 1500

    void Flush()
    {
        gro.Flush(core);
        gro.DeliverList(core);
    }

    /** Free what went up; all must then be free. */
    void TearDown() override
    {
        Flush();
        const Gro::Stats& s = gro.GetStats();
        EXPECT_EQ(s.received, s.held + s.normal + s.frags + s.heads + s.chained);
        EXPECT_EQ(s.held, s.completed + s.purged + gro.GetHeld());
        sink.FreeAll(core);
        ExpectAllFree();
    }

    /** Pieces of the payload in order, headers of the first not counted. */
    static std::vector<std::pair<const Page*, uint32_t>> Pieces(const Skb& skb)
    {
        std::vector<std::pair<const Page*, uint32_t>> pieces;
        for (const Skb* head : Heads(skb))
        {
            const uint32_t headers = head == &skb ? HEADERS : 0;
            if (head->HeadLen() > headers)
            {
                pieces.emplace_back(head->head->page, head->HeadLen() - headers);
            }
            for (const SkbFrag& frag : head->head->frags)
            {
                pieces.emplace_back(frag.page, frag.size);
            }
        }
        return pieces;
    }

    Gro gro; //!< under test
};

} // namespace stacktest
} // namespace ns3

#endif // LINUX_DATAPATH_GRO_FIXTURE_H
