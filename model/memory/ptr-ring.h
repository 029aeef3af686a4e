/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PTR_RING_H
#define LINUX_DATAPATH_PTR_RING_H

#include "ns3/cpu-core.h"
#include "ns3/spin-wait.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief ptr_ring: a ring of pointers whose two sides meet only in the slots.
 *
 * include/linux/ptr_ring.h, the same from v5.x to v6.18. Empty means that the consumer's next slot
 * is NULL, full that the producer's next slot is not: a ring may look full while up to batch - 1
 * consumed slots wait to be cleared, so it holds size - (batch - 1) to size pointers. Size 0 is
 * always empty and always full.
 *
 * Forms without a lock in their name: Produce and Consume take their side's lock, ...Locked and
 * ...Unlocked are for callers that hold it or need none. Equality: Count() is the number of
 * pointers produced and not yet consumed.
 *
 * @tparam T what the pointers point to (void is fine)
 */
template <class T>
class PtrRing
{
  public:
    /** Pointers of one line. */
    static constexpr uint32_t SLOTS_PER_LINE = LINE_BYTES / 8;

    /** @param size slots @param column line-in-page where the ring begins @param node memory node
     */
    explicit PtrRing(uint32_t size, uint8_t column = 0, uint8_t node = 0)
        : m_queue(size, nullptr),
          m_batch(2 * SLOTS_PER_LINE > size / 2 ? 1 : 2 * SLOTS_PER_LINE),
          m_producerLine(1, column % LINE_COLUMNS, node),
          m_consumerLine(1, (column + 1) % LINE_COLUMNS, node),
          m_readOnlyLine(1, (column + 2) % LINE_COLUMNS, node)
    {
        for (uint32_t i = 0; i < size; i += SLOTS_PER_LINE)
        {
            m_slotLines.emplace_back(1, (i / SLOTS_PER_LINE) % LINE_COLUMNS, node);
        }
    }

    /** @return slots */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_queue.size());
    }

    /** @return consumed slots that are cleared together: 16, or 1 in a ring below 32 */
    uint32_t GetBatch() const
    {
        return m_batch;
    }

    /** @return memory of the slot array [bytes] */
    uint64_t GetBytes() const
    {
        return m_queue.size() * sizeof(T*);
    }

    /** @return pointers in the ring; costs nothing */
    uint32_t Count() const
    {
        return m_count;
    }

    /** @return __ptr_ring_empty() without its cost */
    bool IsEmpty() const
    {
        return m_queue.empty() || m_queue[m_consumerHead] == nullptr;
    }

    /** @return __ptr_ring_full() without its cost */
    bool IsFull() const
    {
        return m_queue.empty() || m_queue[m_producer] != nullptr;
    }

    /** @brief __ptr_ring_empty(): the consumer looks at its next slot. @param core who @return true
     * if empty */
    bool Empty(CpuCore& core)
    {
        core.Read(m_readOnlyLine);
        if (!m_queue.empty())
        {
            core.Read(m_consumerLine);
            core.Read(SlotLine(m_consumerHead));
        }
        return IsEmpty();
    }

    /** @brief __ptr_ring_full(): the producer looks at its next slot. @param core who @return true
     * if full */
    bool Full(CpuCore& core)
    {
        core.Read(m_readOnlyLine);
        if (!m_queue.empty())
        {
            core.Read(m_producerLine);
            core.Read(SlotLine(m_producer));
        }
        return IsFull();
    }

    /** @brief spin_lock and later spin_unlock of the producer side, in the BH form from process
     * context. @param core who @param wait who is before it, nullptr if the lock is always free
     */
    void LockProducer(CpuCore& core, SpinWait* wait = nullptr)
    {
        LockSide(core, m_producerLine, wait);
    }

    /** @brief The same of the consumer side. @param core who */
    void LockConsumer(CpuCore& core)
    {
        LockSide(core, m_consumerLine, nullptr);
    }

    /** @brief __ptr_ring_produce(), producer lock held. @param core who @param ptr not nullptr
     * @return false if the ring is full */
    bool ProduceLocked(CpuCore& core, T* ptr)
    {
        CpuCore::Scope scope(core, Fn::__ptr_ring_produce);
        core.Read(m_readOnlyLine);
        if (m_queue.empty())
        {
            return false;
        }
        LineRun& slot = SlotLine(m_producer);
        core.Read(slot);
        if (m_queue[m_producer] != nullptr)
        {
            return false;
        }
        core.Write(slot);
        core.Write(m_producerLine);
        m_queue[m_producer] = ptr;
        m_producer = m_producer + 1 == GetSize() ? 0 : m_producer + 1;
        ++m_count;
        return true;
    }

    /** @brief ptr_ring_produce(): with the lock. @param core who @param ptr not nullptr @return
     * false if the ring is full */
    bool Produce(CpuCore& core, T* ptr)
    {
        LockProducer(core);
        return ProduceLocked(core, ptr);
    }

    /**
     * @brief Produce until the first failure, producer lock held.
     * @param core who
     * @param ptrs what
     * @param n how many
     * @return how many went in
     */
    uint32_t ProduceBatchLocked(CpuCore& core, T* const* ptrs, uint32_t n)
    {
        uint32_t done = 0;
        while (done < n && ProduceLocked(core, ptrs[done]))
        {
            ++done;
        }
        return done;
    }

    /** @brief __ptr_ring_consume(): no lock. @param core who @return the oldest pointer, nullptr if
     * empty */
    T* ConsumeUnlocked(CpuCore& core)
    {
        CpuCore::Scope scope(core, Fn::__ptr_ring_consume);
        core.Read(m_readOnlyLine);
        if (m_queue.empty())
        {
            return nullptr;
        }
        core.Read(SlotLine(m_consumerHead));
        T* ptr = m_queue[m_consumerHead];
        if (ptr != nullptr)
        {
            DiscardOne(core);
        }
        return ptr;
    }

    /** @brief ptr_ring_consume(): with the lock. @param core who @return the oldest pointer,
     * nullptr if empty */
    T* Consume(CpuCore& core)
    {
        LockConsumer(core);
        return ConsumeUnlocked(core);
    }

    /** @brief __ptr_ring_consume_batched(): no lock. @param core who @param out where to put them
     * @param n most pointers @return pointers consumed */
    uint32_t ConsumeBatchUnlocked(CpuCore& core, T** out, uint32_t n)
    {
        uint32_t done = 0;
        while (done < n)
        {
            T* ptr = ConsumeUnlocked(core);
            if (ptr == nullptr)
            {
                break;
            }
            out[done++] = ptr;
        }
        return done;
    }

    /** @brief ptr_ring_consume_batched(): one lock for all. @param core who @param out where to put
     * them @param n most pointers @return pointers consumed */
    uint32_t ConsumeBatch(CpuCore& core, T** out, uint32_t n)
    {
        LockConsumer(core);
        return ConsumeBatchUnlocked(core, out, n);
    }

  private:
    LineRun& SlotLine(uint32_t slot)
    {
        return m_slotLines[slot / SLOTS_PER_LINE];
    }

    static void LockSide(CpuCore& core, LineRun& line, SpinWait* wait)
    {
        if (core.GetContext() == Context::Process)
        {
            core.System(SystemCost::BhPair);
        }
        if (wait != nullptr)
        {
            wait->Wait(core);
        }
        core.Lock(line);
    }

    /** @brief __ptr_ring_discard_one(): step on; clear a whole batch, the newest slot first, so
     * that the producer meets a cleared slot only when the consumer is done with the lines. */
    void DiscardOne(CpuCore& core)
    {
        core.Write(m_consumerLine);
        --m_count;
        const uint32_t newest = m_consumerHead++;
        if (m_consumerHead - m_consumerTail >= m_batch || m_consumerHead >= GetSize())
        {
            ClearBack(core, newest);
            m_consumerTail = m_consumerHead;
        }
        if (m_consumerHead >= GetSize())
        {
            m_consumerHead = 0;
            m_consumerTail = 0;
        }
    }

    void ClearBack(CpuCore& core, uint32_t newest)
    {
        for (uint32_t slot = newest + 1; slot > m_consumerTail; --slot)
        {
            m_queue[slot - 1] = nullptr;
        }
        for (uint32_t line = newest / SLOTS_PER_LINE + 1; line > m_consumerTail / SLOTS_PER_LINE;
             --line)
        {
            core.Write(m_slotLines[line - 1]);
        }
    }

    std::vector<T*> m_queue;          //!< slots
    const uint32_t m_batch;           //!< slots cleared together
    uint32_t m_producer{0};           //!< next slot to fill
    uint32_t m_consumerHead{0};       //!< next slot to take
    uint32_t m_consumerTail{0};       //!< first slot not cleared yet
    uint32_t m_count{0};              //!< pointers held
    LineRun m_producerLine;           //!< producer, producer_lock
    LineRun m_consumerLine;           //!< consumer_head, consumer_tail, consumer_lock
    LineRun m_readOnlyLine;           //!< size, batch, queue
    std::vector<LineRun> m_slotLines; //!< lines of the slot array
};

} // namespace ns3

#endif // LINUX_DATAPATH_PTR_RING_H
