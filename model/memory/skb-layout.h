/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_LAYOUT_H
#define LINUX_DATAPATH_SKB_LAYOUT_H

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <string>

namespace ns3
{

/** Largest MAX_SKB_FRAGS that a kernel can be built with (CONFIG_MAX_SKB_FRAGS, v6.4). */
constexpr uint32_t MAX_SKB_FRAGS_LIMIT = 45;

/** @brief How veth takes memory for the private copy of an skb that XDP may modify. */
enum class Buffers : uint8_t
{
    AllocPage,    //!< alloc_page() per page (v5.18 to v6.3)
    PagePool,     //!< whole pages of the queue's page_pool (v6.4)
    PagePoolFrag, //!< 2048-byte fragments of a PP_FLAG_PAGE_FRAG pool (the thread's variant)
    PpCow         //!< skb_pp_cow_data(): whole pages or fragments by size (v6.9)
};

/** @param buffers a way @return its name on the command line, as "page-pool" */
const char* BuffersName(Buffers buffers);

/** @brief What the layout of an skb depends on. */
struct SkbLayoutParameters
{
    uint32_t pageSize{4096}; //!< page size [bytes]: 4096, 16384 or 65536
    uint32_t headroom{256};  //!< XDP_PACKET_HEADROOM [bytes]
    uint32_t ipAlign{0};     //!< NET_IP_ALIGN [bytes]: 0 on x86, 2 generic
    uint32_t maxFrags{17};   //!< MAX_SKB_FRAGS: 17..45
};

/** @brief One fragment of a frame's private copy. */
struct SkbPiece
{
    uint32_t size;     //!< payload [bytes]
    uint32_t truesize; //!< bytes asked for; what the carve adds at the end of a page comes on top
    bool wholePage;    //!< taken as a whole page
};

/** @brief How a frame is laid out in its private copy. */
struct SkbFrameLayout
{
    uint32_t linear{0};       //!< bytes of the frame in the head
    uint32_t headBytes{0};    //!< buffer of the head: headroom, data, skb_shared_info [bytes]
    bool headWholePage{true}; //!< head taken as a whole page
    boost::container::static_vector<SkbPiece, MAX_SKB_FRAGS_LIMIT> pieces; //!< page fragments
};

/**
 * @ingroup linux-datapath
 * @brief Sizes of sk_buff, its head and its fragments: pure arithmetic, no cost.
 *
 * Sources: include/linux/skbuff.h, drivers/net/veth.c (veth_convert_skb_to_xdp_buff v6.4),
 * net/core/skbuff.c (skb_pp_cow_data v6.9), include/net/page_pool/helpers.h (page_pool_alloc
 * v6.7). Differs from the kernel: skb_pp_cow_data is given the plain headroom, as in v6.9, so
 * ipAlign does not move PpCow.
 */
class SkbLayout
{
  public:
    /** Bytes that SKB_TRUESIZE counts for struct sk_buff: its size aligned to 64. */
    static constexpr uint32_t SKB_BYTES = 256;
    /** Ethernet header [bytes]. */
    static constexpr uint32_t HARD_HEADER = 14;
    /** Buffer of the thread's fragment variant (VETH_BUF_SIZE) [bytes]. */
    static constexpr uint32_t FRAG_BUFFER = 2048;

    /** @param parameters what the layout depends on; see Check() */
    explicit SkbLayout(const SkbLayoutParameters& parameters = {});

    /**
     * @brief Whether parameters make sense for a way to take memory.
     * @param parameters the parameters
     * @param buffers the way
     * @return empty, or one line naming the value and what is accepted
     */
    static std::string Check(const SkbLayoutParameters& parameters, Buffers buffers);

    /** @return the parameters */
    const SkbLayoutParameters& GetParameters() const
    {
        return m_parameters;
    }

    /** @param bytes a size @return SKB_DATA_ALIGN: rounded up to 64 [bytes] */
    static constexpr uint32_t DataAlign(uint32_t bytes)
    {
        return (bytes + 63) / 64 * 64;
    }

    /** @return sizeof(struct skb_shared_info), aligned: 320 with 17 fragments [bytes] */
    uint32_t GetSharedInfo() const
    {
        return m_sharedInfo;
    }

    /** @param bytes a buffer @return SKB_WITH_OVERHEAD: what is left of it before shared info */
    uint32_t WithOverhead(uint32_t bytes) const
    {
        return bytes - m_sharedInfo;
    }

    /** @param bytes room for data @return SKB_TRUESIZE: with sk_buff and shared info [bytes] */
    uint32_t Truesize(uint32_t bytes) const
    {
        return bytes + SKB_BYTES + m_sharedInfo;
    }

    /** @param buffers the way @return headroom that it reserves [bytes] */
    uint32_t GetHeadroom(Buffers buffers) const;
    /** @param buffers the way @return buffer unit: the page, or 2048 [bytes] */
    uint32_t GetUnit(Buffers buffers) const;
    /** @param buffers the way @return most bytes of a frame in its head: 3520 at the defaults */
    uint32_t GetMaxHead(Buffers buffers) const;
    /** @param buffers the way @return longest frame with Ethernet header [bytes] */
    uint32_t GetMaxFrame(Buffers buffers) const;

    /**
     * @brief The veth max_mtu that an attached program leaves its peer.
     * @param buffers the way
     * @param frags the program is frags-aware
     * @return 3506 or 73138 at the defaults [bytes]
     */
    uint32_t GetMaxMtu(Buffers buffers, bool frags) const;

    /**
     * @brief Lay out the private copy of a frame.
     * @param buffers the way
     * @param length the frame with Ethernet header [bytes]
     * @param frame where to put the layout
     * @return false if the frame is too long: veth drops it
     */
    bool Lay(Buffers buffers, uint32_t length, SkbFrameLayout& frame) const;

    /** @param frame a layout @return truesize of the copy without what carving adds [bytes] */
    uint32_t GetTruesize(const SkbFrameLayout& frame) const;

    /** @param truesize a piece @return pieces of that size that a page is carved into by
     * page_pool_alloc() or page_pool_alloc_frag() */
    uint32_t GetPiecesPerPage(uint32_t truesize) const;

    /**
     * @brief Memory that a stream of equal frames takes, in a closed formula.
     * @param buffers the way
     * @param length the frame with Ethernet header [bytes]
     * @return page bytes taken by GetPeriod() frames; 0 if the frame is dropped
     */
    uint64_t GetBytesPerPeriod(Buffers buffers, uint32_t length) const;

    /** @param buffers the way @param length the frame [bytes] @return frames after which the
     * carving of pages repeats, at least 1 */
    uint32_t GetPeriod(Buffers buffers, uint32_t length) const;

  private:
    SkbPiece MakePiece(Buffers buffers, uint32_t size) const;

    SkbLayoutParameters m_parameters; //!< parameters
    uint32_t m_sharedInfo;            //!< aligned size of skb_shared_info
};

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_LAYOUT_H
