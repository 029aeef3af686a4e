/* SPDX-License-Identifier: GPL-2.0-only */
#include "packet-bed.h"

#include "ns3/packet.h"
#include "ns3/tag.h"

namespace ns3
{
namespace packettest
{

namespace
{

/** @brief Marks a packet, so that tags are seen to travel. */
class NumberTag : public Tag
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::packettest::NumberTag").SetParent<Tag>().AddConstructor<NumberTag>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        return 4;
    }

    void Serialize(TagBuffer buffer) const override
    {
        buffer.WriteU32(number);
    }

    void Deserialize(TagBuffer buffer) override
    {
        number = buffer.ReadU32();
    }

    void Print(std::ostream& os) const override
    {
        os << number;
    }

    uint32_t number{0}; //!< which packet
};

NS_OBJECT_ENSURE_REGISTERED(NumberTag);

constexpr uint16_t PROTOCOL = 0x88b5; // for experiments
constexpr uint32_t PACKETS = 100000;

/** The bytes of packet n: lengths and contents differ. */
Ptr<Packet>
MakeNumbered(uint32_t n)
{
    std::vector<uint8_t> bytes(46 + n % 1455);
    uint32_t state = n * 2654435761U + 1;
    for (uint8_t& byte : bytes)
    {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<uint8_t>(state >> 24);
    }
    Ptr<Packet> packet = Create<Packet>(bytes.data(), bytes.size());
    NumberTag tag;
    tag.number = n;
    packet->AddPacketTag(tag);
    packet->AddByteTag(tag);
    return packet;
}

} // namespace

/** @brief Packets of a protocol that nobody knows, between the two devices. */
class PacketOrderTest : public PacketBed, public testing::WithParamInterface<PairSetup>
{
  public:
    void SendNext()
    {
        for (uint32_t i = 0; i < 500 && m_sent < PACKETS; ++i)
        {
            Ptr<Packet> packet = MakeNumbered(m_sent++);
            ASSERT_TRUE(client->Send(packet, server->GetAddress(), PROTOCOL));
        }
        if (m_sent < PACKETS)
        {
            Simulator::Schedule(MilliSeconds(2), &PacketOrderTest::SendNext, this);
        }
    }

    bool Check(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address& from)
    {
        EXPECT_EQ(protocol, PROTOCOL);
        EXPECT_EQ(from, client->GetAddress());
        Ptr<Packet> expected = MakeNumbered(m_received);
        NumberTag tag;
        MustHold(packet->PeekPacketTag(tag));
        wrong += tag.number != m_received;
        MustHold(packet->FindFirstMatchingByteTag(tag));
        wrong += tag.number != m_received;
        std::vector<uint8_t> bytes(expected->GetSize());
        std::vector<uint8_t> seen(packet->GetSize());
        expected->CopyData(bytes.data(), bytes.size());
        packet->CopyData(seen.data(), seen.size());
        wrong += bytes != seen;
        ++m_received;
        return true;
    }

    static void MustHold(bool holds)
    {
        EXPECT_TRUE(holds);
    }

    uint32_t m_sent{0};     //!< packets sent
    uint32_t m_received{0}; //!< packets received
    uint64_t wrong{0};      //!< things that differ
};

TEST_P(PacketOrderTest, BytesTagsAndOrderArriveUntouched)
{
    Build(GetParam());
    server->SetReceiveCallback(MakeCallback(&PacketOrderTest::Check, this));
    Simulator::Schedule(Seconds(0), &PacketOrderTest::SendNext, this);
    RunFor(Seconds(1));
    EXPECT_EQ(m_sent, PACKETS);
    EXPECT_EQ(m_received, PACKETS);
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(Stack().GetStats().delivered, PACKETS);
    ExpectConserved();
}

INSTANTIATE_TEST_SUITE_P(Setups,
                         PacketOrderTest,
                         testing::Values(ALL_SETUPS[0], ALL_SETUPS[2], ALL_SETUPS[4]),
                         SetupName);

} // namespace packettest
} // namespace ns3
