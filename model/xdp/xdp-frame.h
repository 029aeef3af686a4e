/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_FRAME_H
#define LINUX_DATAPATH_XDP_FRAME_H

#include "ns3/object.h"
#include "ns3/skb.h"

#include <deque>

namespace ns3
{

class LinuxHost;
class PageAllocator;
class SkbAllocator;

/** @brief Where a frame's pages go back to (enum xdp_mem_type). */
enum class XdpMem : uint8_t
{
    PageShared, //!< MEM_TYPE_PAGE_SHARED: a plain reference is dropped
    PagePool    //!< MEM_TYPE_PAGE_POOL: back to the page_pool of each page
};

/**
 * @ingroup linux-datapath
 * @brief struct xdp_frame: a frame on its way between devices, described in its own headroom.
 *
 * Born from an skb it holds a plain reference on each of its pages; born from a page_pool it is a
 * user of each of them.
 */
struct XdpFrame
{
    static constexpr uint32_t BYTES = 40; //!< sizeof(struct xdp_frame), v5.18

    Page* page{nullptr};            //!< block that holds the head
    uint32_t base{0};               //!< first byte of the buffer in it
    uint32_t bytes{0};              //!< buffer with shared info (frame_sz)
    uint32_t headroom{0};           //!< from the base to the data
    uint32_t linear{0};             //!< bytes of the frame in the head
    uint32_t len{0};                //!< bytes of the frame
    Ticks sentAt{0};                //!< when its send call began, ticks
    uint32_t flow{0};               //!< flow it belongs to
    uint32_t payload{0};            //!< transport payload [bytes]
    bool push{false};               //!< not to be merged by GRO, see Gro
    XdpMem mem{XdpMem::PageShared}; //!< where its pages go back to
    SkbCargo* cargo{nullptr};       //!< what travels with it
    boost::container::static_vector<SkbFrag, MAX_SKB_FRAGS_LIMIT> frags; //!< shared info
    XdpFrame* next{nullptr};                                             //!< unused records
};

/**
 * @ingroup linux-datapath
 * @brief Makes frames from skbs and gives them back: net/core/xdp.c.
 *
 * Aggregated to the LinuxHost: a frame is made by one device and given back by another. Equality:
 * made == given back + in use.
 */
class XdpFrames : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    /** @brief The frames of a host, made and aggregated if need be. @param host the host @return
     * them */
    static XdpFrames& Of(LinuxHost& host);

    /**
     * @brief xdp_convert_buff_to_frame() after veth took its own page references: the skb is left
     * to the caller, who frees it.
     * @param core who
     * @param skb whose pages the frame shares, and whose cargo it has, from now on
     * @return the frame
     */
    XdpFrame* FromSkb(CpuCore& core, Skb& skb);

    /**
     * @brief A frame in a page of a page_pool; costs nothing: whoever wrote the struct into the
     * page charges it.
     * @param page the page, a user of it goes over to the frame
     * @param base first byte of the buffer
     * @param bytes buffer with shared info
     * @param headroom from the base to the data
     * @param len bytes of the frame, all of them in this page
     * @return the frame
     */
    XdpFrame* FromPool(Page& page, uint32_t base, uint32_t bytes, uint32_t headroom, uint32_t len);

    /**
     * @brief xdp_return_frame(): each page goes back to where it came from.
     * @param core who
     * @param frame which
     * @param napiDirect the caller runs in the NAPI of the pages' pool (xdp_return_frame_rx_napi)
     * @param reason what its cargo is told
     */
    void Return(CpuCore& core,
                XdpFrame* frame,
                bool napiDirect = false,
                SkbDropReason reason = SkbDropReason::NotSpecified);

    /**
     * @brief __xdp_build_skb_from_frame() behind the allocation: the pages go over to the skb.
     *
     * Pages of a page_pool are recycled when the skb is freed (skb_mark_for_recycle, v6.4) or leave
     * the pool now (xdp_release_frame, before).
     * @param core who
     * @param skb a bare sk_buff
     * @param frame is given back
     */
    void BuildSkb(CpuCore& core, Skb& skb, XdpFrame* frame);

    /** @brief The references went into an skb: only the record is given back. @param frame which */
    void Forget(XdpFrame* frame);

    /** @return frames in use */
    uint64_t GetInUse() const
    {
        return m_inUse;
    }

  private:
    XdpFrame* TakeRecord();
    void PutPage(CpuCore& core, XdpMem mem, Page& page, bool napiDirect);

    PageAllocator* m_pages{nullptr}; //!< page allocator
    SkbAllocator* m_skbs{nullptr};   //!< sk_buffs
    std::deque<XdpFrame> m_records;  //!< all records
    XdpFrame* m_free{nullptr};       //!< unused ones
    uint64_t m_inUse{0};             //!< used ones
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_FRAME_H
