/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_SKB_QUEUE_H
#define LINUX_DATAPATH_SKB_QUEUE_H

#include "ns3/skb.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief sk_buff_head: skbs linked by Skb::next and Skb::prev.
 *
 * include/linux/skbuff.h. Charges the neighbours whose links change; the line of the head itself
 * is its owner's.
 */
class SkbQueue
{
  public:
    /** @return skb_queue_len */
    uint32_t GetLength() const
    {
        return m_length;
    }

    /** @return skb_queue_empty */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** @return skb_peek: the first, or nullptr */
    Skb* Peek() const
    {
        return m_head;
    }

    /** @return skb_peek_tail: the last, or nullptr */
    Skb* PeekTail() const
    {
        return m_tail;
    }

    /** @brief __skb_queue_tail. @param core who @param skb on no list */
    void PushBack(CpuCore& core, Skb* skb)
    {
        skb->Write(core);
        skb->next = nullptr;
        skb->prev = m_tail;
        if (m_tail != nullptr)
        {
            m_tail->Write(core);
            m_tail->next = skb;
        }
        else
        {
            m_head = skb;
        }
        m_tail = skb;
        ++m_length;
    }

    /** @brief __skb_queue_after. @param core who @param before on this list @param skb on no list
     */
    void InsertAfter(CpuCore& core, Skb* before, Skb* skb)
    {
        if (before == m_tail)
        {
            PushBack(core, skb);
            return;
        }
        skb->Write(core);
        before->Write(core);
        before->next->Write(core);
        skb->next = before->next;
        skb->prev = before;
        before->next->prev = skb;
        before->next = skb;
        ++m_length;
    }

    /** @brief __skb_queue_before. @param core who @param next on this list @param skb on no list */
    void InsertBefore(CpuCore& core, Skb* next, Skb* skb)
    {
        if (next == m_head)
        {
            PushFront(core, skb);
            return;
        }
        InsertAfter(core, next->prev, skb);
    }

    /** @brief __skb_unlink. @param core who @param skb on this list */
    void Unlink(CpuCore& core, Skb* skb)
    {
        if (skb == m_head)
        {
            PopFront(core);
            return;
        }
        if (skb == m_tail)
        {
            PopBack(core);
            return;
        }
        skb->Write(core);
        skb->prev->Write(core);
        skb->next->Write(core);
        skb->prev->next = skb->next;
        skb->next->prev = skb->prev;
        skb->next = nullptr;
        skb->prev = nullptr;
        --m_length;
    }

    /** @brief __skb_queue_head. @param core who @param skb on no list */
    void PushFront(CpuCore& core, Skb* skb)
    {
        if (m_head == nullptr)
        {
            PushBack(core, skb);
            return;
        }
        skb->Write(core);
        m_head->Write(core);
        skb->next = m_head;
        skb->prev = nullptr;
        m_head->prev = skb;
        m_head = skb;
        ++m_length;
    }

    /** @brief __skb_dequeue. @param core who @return the first, or nullptr */
    Skb* PopFront(CpuCore& core)
    {
        Skb* skb = m_head;
        if (skb == nullptr)
        {
            return nullptr;
        }
        skb->Write(core);
        m_head = skb->next;
        if (m_head != nullptr)
        {
            m_head->Write(core);
            m_head->prev = nullptr;
        }
        else
        {
            m_tail = nullptr;
        }
        skb->next = nullptr;
        skb->prev = nullptr;
        --m_length;
        return skb;
    }

    /** @brief __skb_unlink of the last. @param core who @return it, or nullptr */
    Skb* PopBack(CpuCore& core)
    {
        Skb* skb = m_tail;
        if (skb == m_head)
        {
            return PopFront(core);
        }
        skb->Write(core);
        m_tail = skb->prev;
        m_tail->Write(core);
        m_tail->next = nullptr;
        skb->prev = nullptr;
        --m_length;
        return skb;
    }

    /** @brief skb_queue_splice_tail_init. @param core who @param other is appended and becomes
     * empty */
    void TakeAll(CpuCore& core, SkbQueue& other)
    {
        if (other.m_head == nullptr)
        {
            return;
        }
        other.m_head->Write(core);
        other.m_head->prev = m_tail;
        if (m_tail != nullptr)
        {
            m_tail->Write(core);
            m_tail->next = other.m_head;
        }
        else
        {
            m_head = other.m_head;
        }
        m_tail = other.m_tail;
        m_length += other.m_length;
        other.m_head = nullptr;
        other.m_tail = nullptr;
        other.m_length = 0;
    }

  private:
    Skb* m_head{nullptr}; //!< first
    Skb* m_tail{nullptr}; //!< last
    uint32_t m_length{0}; //!< qlen
};

} // namespace ns3

#endif // LINUX_DATAPATH_SKB_QUEUE_H
