/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_PAGE_H
#define LINUX_DATAPATH_PAGE_H

#include "footprint-meter.h"

#include "ns3/line-set.h"

#include <boost/intrusive/list.hpp>
#include <cstdint>

namespace ns3
{

class PagePool;
struct Slab;

/** @brief Where a page frame is. */
enum class PageState : uint8_t
{
    Buddy, //!< head of a free block of the buddy lists
    Pcp,   //!< head of a free block of a per-CPU list
    Used,  //!< head of an allocated block
    Tail   //!< part of the block of an earlier page
};

/**
 * @ingroup linux-datapath
 * @brief struct page, and the memory that it stands for.
 *
 * An allocated or listed block of 2^order pages is represented by its first page; `body` then
 * covers the whole block. Recycling a whole page through a page_pool only reads `meta`.
 */
struct Page
{
    uint64_t pfn{0};                            //!< page frame number, over all nodes
    uint8_t node{0};                            //!< memory node
    uint8_t order{0};                           //!< the block has 2^order pages
    PageState state{PageState::Tail};           //!< where it is
    bool pfmemalloc{false};                     //!< from the emergency reserve: not recyclable
    FootprintOwner owner{FootprintOwner::None}; //!< who holds it, None if the pool accounts it
    int32_t refcount{0};                        //!< _refcount
    uint32_t ppCarved{0};                       //!< bytes that a page_pool carved from it
    PagePool* pool{nullptr};                    //!< pp, with pp_magic: the pool it belongs to
    int64_t ppFragCount{0};                     //!< pp_frag_count, later pp_ref_count
    Slab* slab{nullptr};                        //!< the slab that it is
    LineRun meta;                               //!< line of struct page
    LineSet body;                               //!< lines of the block
    boost::intrusive::list_member_hook<> hook;  //!< lru, pcp_list, buddy_list
};

/** @brief A doubly linked list of pages through their struct page. */
using PageList = boost::intrusive::list<
    Page,
    boost::intrusive::member_hook<Page, boost::intrusive::list_member_hook<>, &Page::hook>>;

/** @brief A piece of a page. */
struct PageFragment
{
    Page* page{nullptr}; //!< head of the block, nullptr if there was no memory
    uint32_t offset{0};  //!< first byte in the block
    uint32_t size{0};    //!< bytes taken
};

} // namespace ns3

#endif // LINUX_DATAPATH_PAGE_H
