/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_OPEN_LOAD_H
#define LINUX_DATAPATH_OPEN_LOAD_H

#include "pair-load.h"
#include "veth-bed.h"

#include "ns3/packet-generator.h"
#include "ns3/packet-meter.h"

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief Open-loop traffic over one pair: a generator at one end, a meter at the other.
 *
 * Equality, from the very start and once the path is dry: frames sent == delivered + lost in ring,
 * backlog or conversion.
 */
class OpenLoad : public PairLoad
{
  public:
    /**
     * @param bed not open yet; outlives it
     * @param pair number of the pair
     * @param other reader at all other ends; outlives it
     * @param stream number of the random stream of the generator's gaps
     */
    OpenLoad(VethBed& bed, std::size_t pair, PacketMeter& other, int64_t stream);
    ~OpenLoad() override;

    /** @return the shorthands of frames and bursts, tied to their attributes */
    static std::vector<Parameter> Parameters();
    /** @brief Refuse frames that do not fit. @param config with "mtu" @throw
     * std::invalid_argument one line */
    static void Check(const ScenarioConfig& config);

    OpenLoad(const OpenLoad&) = delete;
    OpenLoad& operator=(const OpenLoad&) = delete;

    void Start(double phase) override;
    bool Stop() override;
    bool IsBusy() const override;
    void ResetStats() override;
    Figures GetFigures() const override;
    const LatencyHistogram& GetLatency() const override;
    void AddDrops(std::map<std::string, uint64_t>& drops) const override;
    void Purge(CpuCore& core) override;
    std::string CheckBooks() override;
    std::string CheckEmpty() const override;

    /** @return sender */
    PacketGenerator& GetGenerator()
    {
        return *m_generator;
    }

    /** @return reader */
    const PacketMeter& GetMeter() const
    {
        return m_meter;
    }

  private:
    /** @brief What became of frames. */
    struct Books
    {
        uint64_t sent{0};      //!< offered by the generator
        uint64_t delivered{0}; //!< reached their reader
        uint64_t lost{0};      //!< did not
    };

    void CloseBooks();

    Ptr<VethNetDevice> m_receiver;    //!< receiving end
    LinuxHost& m_host;                //!< host
    PacketMeter m_meter;              //!< reader
    Ptr<PacketGenerator> m_generator; //!< sender
    Books m_before;                   //!< until the last reset
};

} // namespace ns3

#endif // LINUX_DATAPATH_OPEN_LOAD_H
