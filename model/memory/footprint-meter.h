/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_FOOTPRINT_METER_H
#define LINUX_DATAPATH_FOOTPRINT_METER_H

#include "ns3/cycle-ledger.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/** @brief Who holds memory. A page that carries None is accounted by somebody else. */
enum class FootprintOwner : uint8_t
{
    PtrRing,       //!< slot arrays of pointer rings
    PoolCache,     //!< pages in the array cache of a page_pool
    PoolRing,      //!< pages in the ring of a page_pool
    PoolInFlight,  //!< pages, or carved parts of pages, that a page_pool handed out
    FragmentWaste, //!< parts of fragmented page_pool pages that nobody got
    Skb,           //!< slab objects in use: sk_buff, heads
    SendPages,     //!< pages that hold what a socket sends
    RxPages,       //!< receive pages that belong to no page_pool
    VhostPages,    //!< page fragment caches of vhost
    COUNT,
    None = COUNT //!< nobody
};

/** Number of owners. */
constexpr std::size_t FOOTPRINT_OWNER_COUNT = static_cast<std::size_t>(FootprintOwner::COUNT);

/** @param owner an owner @return its name in reports, as "pool_ring" */
const char* FootprintOwnerName(FootprintOwner owner);

/**
 * @ingroup linux-datapath
 * @brief Bytes held, by owner and in total: now, time-weighted mean, peak.
 *
 * Integers only. Cores of a host run a little ahead of each other: a change that comes with an
 * earlier time than the last one counts from the last one on. The mean is exact to the byte-tick
 * otherwise. Equality: the total now is the sum of the owners now.
 */
class FootprintMeter
{
  public:
    /** @brief Change what an owner holds. @param owner who @param delta bytes more or less @param
     * now time of the core, ticks */
    void Add(FootprintOwner owner, int64_t delta, Ticks now)
    {
        m_owners[static_cast<std::size_t>(owner)].Add(delta, now);
        m_total.Add(delta, now);
    }

    /** @brief Pass bytes from one owner to another; the total stays. @param from who had them
     * @param to who gets them @param bytes how many @param now time of the core, ticks */
    void Move(FootprintOwner from, FootprintOwner to, int64_t bytes, Ticks now)
    {
        m_owners[static_cast<std::size_t>(from)].Add(-bytes, now);
        m_owners[static_cast<std::size_t>(to)].Add(bytes, now);
    }

    /** @brief Begin to measure anew from what is held now (end of warm-up). @param now ticks */
    void Reset(Ticks now);

    /** @param owner who @return bytes held now */
    int64_t Get(FootprintOwner owner) const
    {
        return m_owners[static_cast<std::size_t>(owner)].held;
    }

    /** @param owner who @param now time, ticks @return mean bytes since the last reset */
    uint64_t GetMean(FootprintOwner owner, Ticks now) const
    {
        return m_owners[static_cast<std::size_t>(owner)].Mean(now);
    }

    /** @param owner who @return most bytes since the last reset */
    uint64_t GetPeak(FootprintOwner owner) const
    {
        return m_owners[static_cast<std::size_t>(owner)].peak;
    }

    /** @return bytes held now by all */
    int64_t GetTotal() const
    {
        return m_total.held;
    }

    /** @param now time, ticks @return mean bytes of all since the last reset */
    uint64_t GetTotalMean(Ticks now) const
    {
        return m_total.Mean(now);
    }

    /** @return most bytes of all at one time since the last reset */
    uint64_t GetTotalPeak() const
    {
        return m_total.peak;
    }

  private:
    /** Byte-ticks of an hour of gigabytes do not fit 64 bits. */
    __extension__ using ByteTicks = unsigned __int128;
    /** One multiplication of two signed words. */
    __extension__ using SignedByteTicks = __int128;

    /** @brief One gauge. */
    struct Gauge
    {
        int64_t held{0};       //!< bytes now
        uint64_t peak{0};      //!< most bytes
        Ticks last{0};         //!< time of the last change
        Ticks origin{0};       //!< start of the measurement
        ByteTicks integral{0}; //!< bytes times ticks up to `last`

        /** @param delta bytes @param now ticks */
        void Add(int64_t delta, Ticks now)
        {
            if (now > last)
            {
                integral += static_cast<SignedByteTicks>(held) * static_cast<int64_t>(now - last);
                last = now;
            }
            held += delta;
            if (held > static_cast<int64_t>(peak))
            {
                peak = static_cast<uint64_t>(held);
            }
        }

        /** @param now ticks @return mean bytes, rounded to nearest */
        uint64_t Mean(Ticks now) const;
        /** @param now ticks */
        void Reset(Ticks now);
    };

    std::array<Gauge, FOOTPRINT_OWNER_COUNT> m_owners{}; //!< by owner
    Gauge m_total;                                       //!< all
};

} // namespace ns3

#endif // LINUX_DATAPATH_FOOTPRINT_METER_H
