/* SPDX-License-Identifier: GPL-2.0-only */
#include "skb-allocator.h"

#include "page-frag-cache.h"

#include <algorithm>
#include <new>

namespace ns3
{

namespace
{

/** Slot of an fclone pair (struct sk_buff_fclones) [bytes]. */
constexpr uint32_t FCLONE_BYTES = 512;
/** Smallest kmalloc slab used for heads: shared info alone takes 320 bytes. */
constexpr uint32_t KMALLOC_MIN = 512;
/** skb_shared_info up to and with dataref [bytes]. */
constexpr uint32_t SHARED_INFO_INIT = 36;
/** Where dataref is in it. */
constexpr uint32_t DATAREF_OFFSET = 32;

} // namespace

SkbAllocator::SkbAllocator(PageAllocator& pages,
                           const KernelProfile& kernel,
                           const SkbLayout& layout,
                           FootprintMeter* meter)
    : m_pages(pages),
      m_kernel(kernel),
      m_layout(layout),
      m_skbCache(pages, kernel, SkbLayout::SKB_BYTES, true, meter),
      m_fcloneCache(pages, kernel, FCLONE_BYTES, true, meter)
{
    if (kernel.AtLeast(6, 3))
    {
        m_headCaches.push_back(
            std::make_unique<KmemCache>(pages, kernel, SMALL_HEAD, false, meter));
    }
    for (uint32_t size = KMALLOC_MIN; size <= KMALLOC_MAX; size *= 2)
    {
        m_headCaches.push_back(std::make_unique<KmemCache>(pages, kernel, size, false, meter));
    }
}

SkbAllocator::~SkbAllocator() = default;

// ---- records

KmemCache*
SkbAllocator::HeadCache(uint32_t bytes)
{
    for (const auto& cache : m_headCaches)
    {
        if (bytes <= cache->GetSize())
        {
            return cache.get();
        }
    }
    return nullptr;
}

Skb*
SkbAllocator::Bind(SlabObject* object)
{
    if (object->user == nullptr)
    {
        Skb& skb = m_skbs.emplace_back();
        skb.object = object;
        skb.lines = &object->lines.GetRun(0);
        object->user = &skb;
    }
    return static_cast<Skb*>(object->user);
}

Skb*
SkbAllocator::BindPair(SlabObject* object)
{
    if (object->user == nullptr)
    {
        Skb& first = m_skbs.emplace_back();
        Skb& second = m_skbs.emplace_back();
        first.object = second.object = object;
        first.companion = &second;
        second.companion = &first;
        first.fclone = SkbFclone::Orig;
        second.fclone = SkbFclone::Clone;
        object->user = &first;
    }
    // a clearing of the object made its lines one
    object->lines.Seek(SkbLayout::SKB_BYTES / LINE_BYTES, true);
    Skb* first = static_cast<Skb*>(object->user);
    first->lines = &object->lines.GetRun(0);
    first->companion->lines = &object->lines.GetRun(1);
    return first;
}

SkbData*
SkbAllocator::NewData()
{
    if (m_freeData == nullptr)
    {
        m_freeData = &m_data.emplace_back();
    }
    SkbData* data = m_freeData;
    m_freeData = data->nextFree;
    data->dataref = 1;
    data->frags.clear();
    data->fragList = nullptr;
    ++m_stats.dataCreated;
    return data;
}

void
SkbAllocator::FreeData(SkbData* data)
{
    ++m_stats.dataFreed;
    data->nextFree = m_freeData;
    m_freeData = data;
}

SkbAllocator::NapiCache&
SkbAllocator::GetNapiCache(const CpuCore& core)
{
    if (core.GetId() >= m_napi.size())
    {
        m_napi.resize(core.GetId() + 1);
    }
    auto& cache = m_napi[core.GetId()];
    if (!cache)
    {
        cache = std::make_unique<NapiCache>();
    }
    return *cache;
}

// ---- construction

/** memset of sk_buff up to tail, then the rest of its four lines. */
void
SkbAllocator::InitSkb(CpuCore& core, Skb& skb)
{
    core.Clear(skb.object->lines, 0, SkbLayout::SKB_BYTES);
    skb.Renew(core.GetId());
    ++m_stats.allocated;
}

Skb*
SkbAllocator::AllocSkb(CpuCore& core, uint32_t headBytes, bool fclone)
{
    CpuCore::Scope scope(core, Fn::__alloc_skb);
    KmemCache* cache = HeadCache(SkbLayout::DataAlign(headBytes) + m_layout.GetSharedInfo());
    SlabObject* object = fclone ? m_fcloneCache.Alloc(core) : m_skbCache.Alloc(core);
    if (cache == nullptr || object == nullptr)
    {
        return nullptr;
    }
    SlabObject* head = cache->Alloc(core);
    if (head == nullptr)
    {
        (fclone ? m_fcloneCache : m_skbCache).Free(core, *object);
        return nullptr;
    }
    Skb& skb = fclone ? *BindPair(object) : *Bind(object);
    InitSkb(core, skb);
    SkbData* data = NewData();
    data->kind = SkbHead::Slab;
    data->lines = &head->lines;
    data->base = 0;
    data->bytes = cache->GetSize();
    data->end = m_layout.WithOverhead(data->bytes);
    data->object = head;
    data->cache = cache;
    data->page = nullptr;
    skb.head = data;
    skb.truesize = m_layout.Truesize(data->end);
    core.Write(*data->lines, data->end, SHARED_INFO_INIT);
    return &skb;
}

void
SkbAllocator::AttachPage(CpuCore& core,
                         Skb& skb,
                         Page& page,
                         uint32_t offset,
                         uint32_t bufferSize,
                         LineSet* lines)
{
    SkbData* data = NewData();
    data->kind = SkbHead::Page;
    data->lines = lines == nullptr ? &page.body : lines;
    data->base = lines == nullptr ? offset : 0;
    data->bytes = bufferSize;
    data->end = m_layout.WithOverhead(bufferSize);
    data->object = nullptr;
    data->cache = nullptr;
    data->page = &page;
    skb.head = data;
    skb.headFrag = true;
    skb.truesize = m_layout.Truesize(data->end);
    core.Write(*data->lines, data->base + data->end, SHARED_INFO_INIT);
}

void
SkbAllocator::BuildSkbAround(CpuCore& core,
                             Skb& skb,
                             Page& page,
                             uint32_t offset,
                             uint32_t bufferSize)
{
    CpuCore::Scope scope(core, Fn::__build_skb_around);
    InitSkb(core, skb);
    AttachPage(core, skb, page, offset, bufferSize);
}

Skb*
SkbAllocator::BuildSkb(CpuCore& core,
                       Page& page,
                       uint32_t offset,
                       uint32_t bufferSize,
                       LineSet* lines)
{
    CpuCore::Scope scope(core, Fn::build_skb);
    SlabObject* object = m_skbCache.Alloc(core);
    if (object == nullptr)
    {
        return nullptr;
    }
    Skb* skb = Bind(object);
    CpuCore::Scope around(core, Fn::__build_skb_around);
    InitSkb(core, *skb);
    AttachPage(core, *skb, page, offset, bufferSize, lines);
    return skb;
}

Skb*
SkbAllocator::NapiBuildSkb(CpuCore& core, Page& page, uint32_t offset, uint32_t bufferSize)
{
    CpuCore::Scope scope(core, Fn::napi_build_skb);
    SlabObject* object = NapiSkbCacheGet(core);
    if (object == nullptr)
    {
        return nullptr;
    }
    Skb* skb = Bind(object);
    BuildSkbAround(core, *skb, page, offset, bufferSize);
    return skb;
}

uint32_t
SkbAllocator::AllocSkbBulk(CpuCore& core, uint32_t count, Skb** out)
{
    uint32_t done = 0;
    while (done < count)
    {
        std::array<SlabObject*, NAPI_CACHE_BULK> objects;
        const uint32_t want = std::min(count - done, NAPI_CACHE_BULK);
        const uint32_t got = m_skbCache.AllocBulk(core, want, objects.data());
        for (uint32_t i = 0; i < got; ++i)
        {
            out[done++] = Bind(objects[i]);
        }
        if (got < want)
        {
            break;
        }
    }
    return done;
}

SlabObject*
SkbAllocator::NapiSkbCacheGet(CpuCore& core)
{
    NapiCache& cache = GetNapiCache(core);
    core.Write(cache.line);
    if (cache.count == 0)
    {
        ++m_stats.napiBulkAllocs;
        cache.count = m_skbCache.AllocBulk(core, NAPI_CACHE_BULK, cache.objects.data());
        if (cache.count == 0)
        {
            return nullptr;
        }
    }
    return cache.objects[--cache.count];
}

Skb*
SkbAllocator::TakeCloneStruct(CpuCore& core, Skb& skb)
{
    if (skb.fclone == SkbFclone::Orig && skb.fcloneRef == 1)
    {
        skb.fcloneRef = 2;
        return skb.companion;
    }
    SlabObject* object = m_skbCache.Alloc(core);
    return object != nullptr ? Bind(object) : nullptr;
}

Skb*
SkbAllocator::Clone(CpuCore& core, Skb& skb)
{
    CpuCore::Scope scope(core, Fn::skb_clone);
    Skb* clone = TakeCloneStruct(core, skb);
    if (clone == nullptr)
    {
        return nullptr;
    }
    skb.Write(core);
    skb.cloned = true;
    LineRun* lines = clone->lines;
    SlabObject* object = clone->object;
    Skb* companion = clone->companion;
    const SkbFclone fclone = clone->fclone;
    *clone = skb;
    clone->lines = lines;
    clone->object = object;
    clone->companion = companion;
    clone->fclone = fclone;
    clone->fcloneRef = 1;
    clone->users = 1;
    clone->next = nullptr;
    clone->prev = nullptr;
    clone->owner = nullptr;
    clone->cargo = nullptr;
    clone->Write(core);
    core.Atomic(*skb.head->lines, skb.head->base + skb.head->end + DATAREF_OFFSET);
    ++skb.head->dataref;
    ++m_stats.allocated;
    return clone;
}

// ---- free

/** skb_unref(): the last user needs no locked instruction. */
bool
SkbAllocator::SkbUnref(CpuCore& core, Skb& skb)
{
    if (skb.users == 1)
    {
        skb.Read(core);
        return true;
    }
    core.Atomic(*skb.lines);
    return --skb.users == 0;
}

void
SkbAllocator::SkbOrphan(CpuCore& core, Skb& skb)
{
    if (SkbOwner* owner = skb.owner)
    {
        skb.owner = nullptr;
        owner->Wfree(core, skb);
    }
}

void
SkbAllocator::ReleaseAll(CpuCore& core, Skb& skb, bool napiSafe)
{
    {
        CpuCore::Scope scope(core, Fn::skb_release_head_state);
        SkbOrphan(core, skb);
    }
    SkbReleaseData(core, skb, napiSafe);
    if (skb.cargo != nullptr)
    {
        SkbCargo::Lose(core, skb.cargo, SkbDropReason::NotSpecified);
    }
}

void
SkbAllocator::ReleasePage(CpuCore& core, Page& page, bool recycle, bool napiSafe)
{
    if (recycle && page.pool != nullptr)
    {
        page.pool->PutSkbPage(core, page, napiSafe);
        return;
    }
    m_pages.PutPage(core, page);
}

void
SkbAllocator::FreeHead(CpuCore& core, SkbData& data, bool recycle, bool napiSafe)
{
    CpuCore::Scope scope(core, Fn::skb_free_head);
    if (data.kind == SkbHead::Slab)
    {
        data.cache->Free(core, *data.object);
    }
    else if (recycle && data.page->pool != nullptr)
    {
        data.page->pool->PutSkbPage(core, *data.page, napiSafe);
    }
    else
    {
        PageFragCache::Free(core, m_pages, *data.page);
    }
}

void
SkbAllocator::SkbReleaseData(CpuCore& core, Skb& skb, bool napiSafe)
{
    CpuCore::Scope scope(core, Fn::skb_release_data);
    SkbData& data = *skb.head;
    skb.head = nullptr;
    if (skb.cloned)
    {
        core.Atomic(*data.lines, data.base + data.end + DATAREF_OFFSET);
        if (--data.dataref != 0)
        {
            return;
        }
    }
    core.Read(*data.lines,
              data.base + data.end,
              DATAREF_OFFSET + 16 * (1 + static_cast<uint32_t>(data.frags.size())));
    for (const SkbFrag& frag : data.frags)
    {
        ReleasePage(core, *frag.page, skb.ppRecycle, napiSafe);
    }
    KfreeSkbList(core, data.fragList);
    FreeHead(core, data, skb.ppRecycle, napiSafe);
    FreeData(&data);
}

/** kfree_skbmem(). The pair's reference count lies on the last line of its second half. */
void
SkbAllocator::FreeStruct(CpuCore& core, Skb& skb)
{
    ++m_stats.freed;
    if (skb.fclone == SkbFclone::Unavailable)
    {
        m_skbCache.Free(core, *skb.object);
        return;
    }
    Skb& first = skb.fclone == SkbFclone::Orig ? skb : *skb.companion;
    if (&skb != &first || first.fcloneRef != 1)
    {
        core.Atomic(*first.companion->lines);
    }
    if (--first.fcloneRef == 0)
    {
        m_fcloneCache.Free(core, *first.object);
    }
}

void
SkbAllocator::ConsumeSkb(CpuCore& core, Skb* skb)
{
    CpuCore::Scope scope(core, Fn::consume_skb);
    if (SkbUnref(core, *skb))
    {
        ReleaseAll(core, *skb, false);
        FreeStruct(core, *skb);
    }
}

void
SkbAllocator::KfreeSkbList(CpuCore& core, Skb* skb)
{
    if (skb == nullptr)
    {
        return;
    }
    CpuCore::Scope scope(core, Fn::kfree_skb_list);
    const bool bulk = m_kernel.AtLeast(6, 3);
    std::array<SlabObject*, KFREE_BULK> objects;
    uint32_t count = 0;
    while (skb != nullptr)
    {
        Skb* next = skb->next;
        if (!bulk || skb->fclone != SkbFclone::Unavailable)
        {
            ConsumeSkb(core, skb);
        }
        else if (SkbUnref(core, *skb))
        {
            ReleaseAll(core, *skb, false);
            ++m_stats.freed;
            objects[count++] = skb->object;
        }
        if (count == KFREE_BULK || (next == nullptr && count > 0))
        {
            m_skbCache.FreeBulk(core, count, objects.data());
            count = 0;
        }
        skb = next;
    }
}

void
SkbAllocator::NapiConsumeSkb(CpuCore& core, Skb* skb, uint32_t budget)
{
    if (budget == 0 || skb->fclone != SkbFclone::Unavailable)
    {
        ConsumeSkb(core, skb);
        return;
    }
    CpuCore::Scope scope(core, Fn::consume_skb);
    if (SkbUnref(core, *skb))
    {
        ReleaseAll(core, *skb, true);
        NapiSkbCachePut(core, *skb);
    }
}

void
SkbAllocator::NapiFreeStolenHead(CpuCore& core, Skb* skb)
{
    FreeData(skb->head);
    skb->head = nullptr;
    {
        CpuCore::Scope scope(core, Fn::skb_release_head_state);
        SkbOrphan(core, *skb);
    }
    NapiSkbCachePut(core, *skb);
}

void
SkbAllocator::NapiSkbCachePut(CpuCore& core, Skb& skb)
{
    CpuCore::Scope scope(core, Fn::napi_skb_cache_put);
    ++m_stats.freed;
    NapiCache& cache = GetNapiCache(core);
    core.Write(cache.line);
    cache.objects[cache.count++] = skb.object;
    if (cache.count == NAPI_CACHE_SIZE)
    {
        ++m_stats.napiBulkFrees;
        m_skbCache.FreeBulk(core, NAPI_CACHE_HALF, cache.objects.data() + NAPI_CACHE_HALF);
        cache.count = NAPI_CACHE_SIZE - NAPI_CACHE_HALF;
    }
}

void
SkbAllocator::DrainNapiCaches(CpuCore& core)
{
    for (const auto& cache : m_napi)
    {
        if (cache && cache->count > 0)
        {
            m_skbCache.FreeBulk(core, cache->count, cache->objects.data());
            cache->count = 0;
        }
    }
}

uint64_t
SkbAllocator::GetHeadObjectsAlive() const
{
    uint64_t alive = 0;
    for (const auto& cache : m_headCaches)
    {
        alive += cache->GetAlive();
    }
    return alive;
}

uint64_t
SkbAllocator::GetNapiCached() const
{
    uint64_t count = 0;
    for (const auto& cache : m_napi)
    {
        count += cache ? cache->count : 0;
    }
    return count;
}

} // namespace ns3
