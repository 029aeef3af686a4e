/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_H
#define LINUX_DATAPATH_SKB_H

#include "page.h"
#include "skb-cargo.h"
#include "skb-layout.h"
#include "slab.h"

#include "ns3/cpu-core.h"

#include <boost/container/static_vector.hpp>
#include <cstdint>

namespace ns3
{

struct Skb;

/** @brief Who is charged for an skb (skb->sk with skb->destructor). */
class SkbOwner
{
  public:
    virtual ~SkbOwner() = default;
    /** @brief The destructor: the skb is freed, or orphaned. @param core who does it @param skb the
     * skb */
    virtual void Wfree(CpuCore& core, Skb& skb) = 0;

    /** @brief refcount_add(bytes, sk_wmem_alloc): what it is charged for changes while its skbs are
     * cut into others (tcp_gso_segment). Owners without accounts ignore it. @param core who @param
     * bytes more, negative for less */
    virtual void Recharge([[maybe_unused]] CpuCore& core, [[maybe_unused]] int64_t bytes)
    {
    }
};

/** @brief skb_frag_t. */
struct SkbFrag
{
    Page* page{nullptr}; //!< head of the block
    uint32_t offset{0};  //!< first byte in the block
    uint32_t size{0};    //!< bytes
};

/** @brief What the head buffer of an skb is made of. */
enum class SkbHead : uint8_t
{
    Slab, //!< kmalloc or small-head object
    Page  //!< piece of a page, or a whole one (head_frag)
};

/** @brief Head buffer and the skb_shared_info at its end; shared by an skb and its clones. */
struct SkbData
{
    SkbHead kind{SkbHead::Slab}; //!< what the buffer is made of
    LineSet* lines{nullptr};     //!< lines of the object or block that holds the buffer
    uint32_t base{0};            //!< first byte of the buffer in it
    uint32_t bytes{0};           //!< buffer with shared info
    uint32_t end{0};             //!< skb_end_offset: first byte of shared info, from the base
    SlabObject* object{nullptr}; //!< slab object, if kind is Slab
    KmemCache* cache{nullptr};   //!< its cache
    Page* page{nullptr};         //!< page, if kind is Page
    int32_t dataref{1};          //!< skbs that use it
    boost::container::static_vector<SkbFrag, MAX_SKB_FRAGS_LIMIT> frags; //!< shared info: frags
    Skb* fragList{nullptr};     //!< shared info: frag_list, linked by Skb::next
    SkbData* nextFree{nullptr}; //!< unused records
};

/** @brief skb->fclone. */
enum class SkbFclone : uint8_t
{
    Unavailable, //!< from the plain cache
    Orig,        //!< first half of a pair
    Clone        //!< second half of a pair
};

/**
 * @ingroup linux-datapath
 * @brief struct sk_buff, with the kernel's fields that the model needs and what upper rooms note.
 *
 * Four lines that share one fate. Invariants: len = linear bytes + dataLen; headroom = data offset
 * in the head buffer; truesize counts the buffers as SKB_TRUESIZE does.
 */
struct Skb
{
    LineRun* lines{nullptr};                  //!< the four lines of the struct
    SlabObject* object{nullptr};              //!< slab object that holds it
    SkbData* head{nullptr};                   //!< head buffer and shared info
    Skb* next{nullptr};                       //!< next in a list or queue
    Skb* prev{nullptr};                       //!< previous, or tail of a chain
    Skb* companion{nullptr};                  //!< other half of an fclone pair
    SkbOwner* owner{nullptr};                 //!< sk and destructor, nullptr when orphaned
    uint32_t len{0};                          //!< bytes
    uint32_t dataLen{0};                      //!< bytes outside of the head
    uint32_t truesize{0};                     //!< memory charged [bytes]
    uint32_t data{0};                         //!< offset of data in the head buffer
    uint32_t tail{0};                         //!< offset behind the linear data
    int32_t users{1};                         //!< references
    int32_t fcloneRef{1};                     //!< users of the pair, kept in its first half
    SkbFclone fclone{SkbFclone::Unavailable}; //!< where the struct comes from
    bool cloned{false};                       //!< head may be shared
    bool headFrag{false};                     //!< head is a piece of a page
    bool ppRecycle{false};                    //!< pp_recycle: pages go back to their pools
    uint16_t queueMapping{0};                 //!< queue_mapping
    uint32_t allocCpu{0};                     //!< alloc_cpu
    uint32_t payload{0};                      //!< transport payload [bytes]
    uint64_t seq{0};                          //!< first byte of the payload in its stream
    uint64_t ackSeq{0};                       //!< acknowledged up to
    uint32_t window{0};                       //!< advertised window [bytes]
    uint32_t gsoSize{0};                      //!< gso_size, 0 for a plain packet [bytes]
    uint32_t gsoSegs{0};                      //!< gso_segs
    uint32_t flow{0};                         //!< flow it belongs to
    bool push{false};                         //!< PSH
    bool isAck{false};                        //!< pure acknowledgement
    Ticks sentAt{0};                          //!< when its send call began, ticks
    uint64_t frames{1};                       //!< frames of the wire that it stands for
    void* cookie{nullptr};                    //!< free for the owner of the moment
    SkbCargo* cargo{nullptr};                 //!< what travels with it, mostly nothing

    /**
     * @brief Make it a new one in the same memory.
     *
     * Field by field: the compiler clears a whole struct of this size by a string instruction,
     * which takes longer.
     * @param cpu who allocates it
     */
    void Renew(uint32_t cpu)
    {
        head = nullptr;
        next = nullptr;
        prev = nullptr;
        owner = nullptr;
        len = 0;
        dataLen = 0;
        truesize = 0;
        data = 0;
        tail = 0;
        users = 1;
        fcloneRef = 1;
        cloned = false;
        headFrag = false;
        ppRecycle = false;
        queueMapping = 0;
        allocCpu = cpu;
        payload = 0;
        seq = 0;
        ackSeq = 0;
        window = 0;
        gsoSize = 0;
        gsoSegs = 0;
        flow = 0;
        push = false;
        isAck = false;
        sentAt = 0;
        frames = 1;
        cookie = nullptr;
        cargo = nullptr;
    }

    /** @return skb_headlen: linear bytes */
    uint32_t HeadLen() const
    {
        return len - dataLen;
    }

    /** @return skb_headroom [bytes] */
    uint32_t Headroom() const
    {
        return data;
    }

    /** @return skb_tailroom [bytes] */
    uint32_t Tailroom() const
    {
        return dataLen == 0 ? head->end - tail : 0;
    }

    /** @return skb_cloned: the head is shared with another skb */
    bool IsCloned() const
    {
        return cloned && head->dataref != 1;
    }

    /** @return skb_shared: the struct has other users */
    bool IsShared() const
    {
        return users != 1;
    }

    /** @return skb_is_nonlinear */
    bool IsNonlinear() const
    {
        return dataLen != 0;
    }

    /** @return skb_head_is_locked: the head cannot be given away as a page */
    bool IsHeadLocked() const
    {
        return !headFrag || IsCloned();
    }

    /** @brief skb_reserve. @param bytes headroom */
    void Reserve(uint32_t bytes)
    {
        data += bytes;
        tail += bytes;
    }

    /** @brief skb_put. @param bytes linear bytes behind the data */
    void Put(uint32_t bytes)
    {
        tail += bytes;
        len += bytes;
    }

    /** @brief skb_push. @param bytes linear bytes before the data */
    void Push(uint32_t bytes)
    {
        data -= bytes;
        len += bytes;
    }

    /** @brief skb_pull. @param bytes linear bytes to skip */
    void Pull(uint32_t bytes)
    {
        data += bytes;
        len -= bytes;
    }

    /** @brief skb_add_rx_frag: books only, the caller charges the shared info's line. @param page
     * block @param offset first byte @param size bytes @param true_ truesize */
    void AddRxFrag(Page* page, uint32_t offset, uint32_t size, uint32_t true_)
    {
        head->frags.push_back({page, offset, size});
        len += size;
        dataLen += size;
        truesize += true_;
    }

    /** @brief Load the struct. @param core who */
    void Read(CpuCore& core) const
    {
        core.Read(*lines);
    }

    /** @brief Store to the struct. @param core who */
    void Write(CpuCore& core) const
    {
        core.Write(*lines);
    }

    /** @brief Load linear data. @param core who @param offset from data @param bytes how many */
    void ReadData(CpuCore& core, uint32_t offset, uint32_t bytes) const
    {
        core.Read(*head->lines, head->base + data + offset, bytes);
    }

    /** @brief Store linear data. @param core who @param offset from data @param bytes how many */
    void WriteData(CpuCore& core, uint32_t offset, uint32_t bytes) const
    {
        core.Write(*head->lines, head->base + data + offset, bytes);
    }

    /** @brief Load shared info: its counts, and the frags that are there. @param core who */
    void ReadSharedInfo(CpuCore& core) const
    {
        core.Read(*head->lines, head->base + head->end, SharedInfoBytes());
    }

    /** @brief Store shared info: its counts, and the frags that are there. @param core who */
    void WriteSharedInfo(CpuCore& core) const
    {
        core.Write(*head->lines, head->base + head->end, SharedInfoBytes());
    }

  private:
    /** nr_frags .. dataref take 48 bytes, a frag 16 (v6.4, v6.18). */
    uint32_t SharedInfoBytes() const
    {
        return 48 + 16 * static_cast<uint32_t>(head->frags.size());
    }
};

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_H
